/** What a person needs to know about a new temple, and the files for its device. */
import { access, cp, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  claimCode,
  claimLink,
  devicePassword,
  firmwarePassword,
  printedCode,
  twinLink,
} from '@flower-war/protocol/credentials';
import { renderUnicodeCompact } from 'uqr';
import type { Address } from './running.ts';

export interface NewTemple {
  readonly id: string;
  readonly key: string;
  /** The address of the game server. */
  readonly url: string;
  readonly mqtt: Address;
  /** The certificate of the broker's authority, in PEM. With it the temple uses TLS. */
  readonly authority?: string;
}

const MARGIN = '  ';

/** At most 80 columns, unless the address of the server is long. `paint` colours the lines of the QR code. */
export function sheetOf(temple: NewTemple, paint: (line: string) => string = (line) => line): readonly string[] {
  const { id, key, url, mqtt, authority } = temple;
  const code = claimCode(key, id);
  const link = claimLink(url, id, code);
  const rows = [
    ['MQTT broker', `${mqtt.host}, port ${mqtt.port}${authority === undefined ? '' : ', with TLS'}`],
    ['user name', `${id} (the client id, too)`],
    ['password', devicePassword(key, id)],
    ['printed code', printedCode(code)],
  ] as const;
  return [
    `A temple: ${id}`,
    '',
    ...rows.map(([name, value]) => `${MARGIN}${name.padEnd(14)}${value}`),
    '',
    'Print this under the pyramid. Any player who has it may claim the temple:',
    '',
    ...renderUnicodeCompact(link, { border: 2 })
      .split('\n')
      .map((line) => `${MARGIN}${paint(line)}`),
    '',
    `${MARGIN}${link}`,
    '',
    'Without hardware: this link is a temple in a browser, with its password.',
    '',
    `${MARGIN}${twinLink(url, id, devicePassword(key, id))}`,
    '',
  ];
}

/** What the person does next. `written` is the folder of the temple's files. */
export function nextSteps({ authority }: NewTemple, written: string | undefined): readonly string[] {
  const [plain, display] = variantsOf(authority !== undefined);
  const files =
    written === undefined
      ? ['On the device: add --out FOLDER to write the settings of its firmware.']
      : [
          `Written to ${written}:`,
          `${MARGIN}ESP32         in that folder: esphome run ${plain}`,
          `${MARGIN}              with a display: esphome run ${display}`,
          `${MARGIN}Raspberry Pi  templo.env becomes /etc/templo/templo.env`,
          ...(authority === undefined ? [] : [`${MARGIN}              ca.crt becomes /etc/templo/ca.crt`]),
        ];
  return [
    ...files,
    '',
    'At the broker:',
    ...(authority === undefined ? [`${MARGIN}of npm start  nothing to do`] : []),
    `${MARGIN}mosquitto     npm run do -- mosquitto again, then SIGHUP (docs/brokers.md)`,
  ];
}

/** The secrets of the firmware for ESPHome. */
export function secretsYaml({ id, key, mqtt, authority }: NewTemple): string {
  const lines = [
    `# For ${id}, and for no other temple.`,
    `mqtt_host: "${mqtt.host}"`,
    `mqtt_port: ${mqtt.port}`,
    `mqtt_password: "${devicePassword(key, id)}"`,
    '# For the network that the temple opens for its set-up.',
    `setup_password: "${firmwarePassword(key, id, 'setup')}"`,
    '# For updates over the network.',
    `ota_password: "${firmwarePassword(key, id, 'ota')}"`,
    ...(authority === undefined
      ? []
      : [
          'mqtt_ca: |-',
          ...authority
            .trim()
            .split(/\r?\n/)
            .map((line) => `  ${line}`),
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The settings of a Raspberry Pi temple. */
export function templeEnv({ id, key, mqtt, authority }: NewTemple): string {
  const [scheme, ca] = authority === undefined ? ['mqtt', []] : ['mqtts', ['MQTT_CA=/etc/templo/ca.crt']];
  const host = mqtt.host.includes(':') ? `[${mqtt.host}]` : mqtt.host;
  const lines = [
    `TEMPLE_ID=${id}`,
    `MQTT_URL=${scheme}://${host}:${mqtt.port}`,
    `MQTT_PASSWORD=${devicePassword(key, id)}`,
  ];
  return `${[...lines, ...ca].join('\n')}\n`;
}

// The programs of devices: the firmware of an ESP32 as a copy with the temple's name in it, and the pins of a Raspberry Pi.

const FIRMWARE = fileURLToPath(new URL('../../temple/device/esphome', import.meta.url));
const PARTS = ['packages', 'components', 'fonts', 'requirements.txt'] as const;
const EXAMPLE = 'templo-7f3a';

/** The file for a temple without a display, and the one for a temple with it. */
const variantsOf = (isTls: boolean): readonly [string, string] =>
  isTls ? ['tls.yaml', 'tls-display.yaml'] : ['plain.yaml', 'plain-display.yaml'];

/** Copies only the variants that fit, so that no wrong file can be installed. */
export async function writeFirmware(folder: string, id: string, isTls: boolean): Promise<void> {
  for (const part of PARTS)
    await cp(join(FIRMWARE, part), join(folder, part), { recursive: true, errorOnExist: true, force: false, filter });
  for (const variant of variantsOf(isTls)) {
    const text = await readFile(join(FIRMWARE, variant), 'utf8');
    await writeFile(join(folder, variant), text.replace(`temple_id: ${EXAMPLE}`, `temple_id: ${id}`), { flag: 'wx' });
  }
}

/** The settings of a Raspberry Pi that are the same for every temple: its pins, and its lamps if there are any. */
export async function pinsOfPi(): Promise<string> {
  const example = await readFile(new URL('../../temple/device/pi/templo.env', import.meta.url), 'utf8');
  return example.slice(example.indexOf('WAR_LINE='));
}

/** Whether this checkout has the firmware. */
export const hasFirmware = (): Promise<boolean> =>
  access(FIRMWARE).then(
    () => true,
    () => false,
  );

const filter = (path: string): boolean => basename(path) !== '__pycache__';
