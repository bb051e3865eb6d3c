import {
  claimCode,
  claimLink,
  devicePassword,
  firmwarePassword,
  printedCode,
  twinLink,
} from '@flower-war/protocol/credentials';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { nextSteps, secretsYaml, sheetOf, templeEnv } from './templeSheet.ts';

const KEY = 'ab'.repeat(32);
const temple = {
  id: 'templo-0123456789ab',
  key: KEY,
  url: 'http://192.168.178.200:25670/',
  mqtt: { host: '192.168.178.200', port: 1883 },
};
const AUTHORITY = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

describe('the sheet of a new temple', () => {
  it('says all that a person needs, in 80 columns', () => {
    const lines = [...sheetOf(temple), ...nextSteps(temple, '/somewhere')];
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    const text = lines.join('\n');
    const code = claimCode(KEY, temple.id);
    const password = devicePassword(KEY, temple.id);
    const links = [claimLink(temple.url, temple.id, code), twinLink(temple.url, temple.id, password)];
    for (const part of [password, printedCode(code), ...links]) expect(text).toContain(part);
  });

  it('shows the QR code of the claim link, module by module', () => {
    const qr = encode(claimLink(temple.url, temple.id, claimCode(KEY, temple.id)), { border: 2 });
    const lines = sheetOf(temple, (line) => `<${line}>`).filter((line) => line.startsWith('  <'));
    const rows = lines.flatMap((line) => {
      const halves = [...line.slice(3, -1)].map((half) => [!'█▀'.includes(half), !'█▄'.includes(half)] as const);
      return [halves.map(([upper]) => upper), halves.map(([, lower]) => lower)];
    });
    expect(rows.slice(0, qr.size)).toEqual(qr.data);
  });

  it('fills in the settings of both kinds of device, plain or with TLS', () => {
    const password = devicePassword(KEY, temple.id);
    expect(secretsYaml(temple)).toBe(
      [
        `# For ${temple.id}, and for no other temple.`,
        'mqtt_host: "192.168.178.200"',
        'mqtt_port: 1883',
        `mqtt_password: "${password}"`,
        '# For the network that the temple opens for its set-up.',
        `setup_password: "${firmwarePassword(KEY, temple.id, 'setup')}"`,
        '# For updates over the network.',
        `ota_password: "${firmwarePassword(KEY, temple.id, 'ota')}"`,
        '',
      ].join('\n'),
    );
    expect(templeEnv(temple)).toBe(
      `TEMPLE_ID=${temple.id}\nMQTT_URL=mqtt://192.168.178.200:1883\nMQTT_PASSWORD=${password}\n`,
    );
    const covered = { ...temple, mqtt: { host: 'fe80::1', port: 8883 }, authority: AUTHORITY };
    expect(secretsYaml(covered)).toContain('mqtt_port: 8883\n');
    expect(secretsYaml(covered)).toMatch(/mqtt_ca: \|-\n {2}-----BEGIN CERTIFICATE-----\n {2}MIIB\n {2}-----END/);
    expect(templeEnv(covered)).toContain('MQTT_URL=mqtts://[fe80::1]:8883\n');
  });

  it('names the firmware that fits, and what a Raspberry Pi needs for TLS', () => {
    const plain = nextSteps(temple, '/out').join('\n');
    expect(plain).toContain('esphome run plain.yaml');
    expect(plain).toContain('esphome run plain-display.yaml');
    expect(plain).not.toContain('ca.crt');
    const covered = nextSteps({ ...temple, authority: AUTHORITY }, '/out').join('\n');
    expect(covered).toContain('esphome run tls.yaml');
    expect(covered).toContain('/etc/templo/ca.crt');
    expect(covered).not.toContain('plain');
    for (const line of `${plain}\n${covered}`.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});
