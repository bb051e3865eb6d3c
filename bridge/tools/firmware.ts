/** The programs of devices: the firmware of an ESP32 as a copy with the temple's name in it, and the pins of a Raspberry Pi. */
import { access, cp, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIRMWARE = fileURLToPath(new URL('../../temple/device/esphome/', import.meta.url));
const PARTS = ['packages', 'components', 'fonts', 'requirements.txt'] as const;
const EXAMPLE = 'templo-7f3a';

/** The file for a temple without a display, and the one for a temple with it. */
export const variantsOf = (isTls: boolean): readonly [string, string] =>
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
  const example = await readFile(new URL('../pi/templo.env', `file://${FIRMWARE}`), 'utf8');
  return example.slice(example.indexOf('WAR_LINE='));
}

/** Whether this checkout has the firmware. */
export const hasFirmware = (): Promise<boolean> =>
  access(FIRMWARE).then(
    () => true,
    () => false,
  );

const filter = (path: string): boolean => basename(path) !== '__pycache__';
