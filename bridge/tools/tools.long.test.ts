import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claimCode, devicePassword, printedCode } from '@flower-war/protocol/credentials';
import { freePort, masterKeyIn } from '@flower-war/protocol/hosting';
import { describe, expect, it, onTestFinished } from 'vitest';
import { registeredTemples } from '../broker/access.ts';

const AUTHORITY = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly complaint: string;
}

/** Runs a tool in a folder of its own, as npm does. */
async function standing() {
  const folder = await mkdtemp(join(tmpdir(), 'flower-war-tools-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  const port = await freePort();
  const run = (tool: 'newTemple' | 'templeLabels' | 'mosquitto', ...given: readonly string[]) =>
    new Promise<Ended>((resolve) => {
      const file = fileURLToPath(new URL(`.//${tool}.ts`, import.meta.url));
      const env = { DATA_DIR: data, INIT_CWD: folder, PATH: '/usr/bin:/bin', MQTT_PORT: String(port) };
      execFile(process.execPath, [file, ...given], { env }, (error, out, complaint) => {
        resolve({ code: Number(error?.code ?? 0), out, complaint });
      });
    });
  return { folder, data, port, run };
}

describe('the tools for temples', () => {
  it('make a temple, and show it again when asked by its id', async () => {
    const { folder, data, run } = await standing();
    const { code, out } = await run(
      'newTemple',
      '--out',
      'mine',
      '--mqtt',
      'broker.local',
      '--url',
      'https://play.example',
    );
    expect(code).toBe(0);
    const [id = ''] = await registeredTemples(data);
    const key = await masterKeyIn(data);
    expect(id).toMatch(/^templo-[0-9a-f]{8}$/);
    expect(out).toContain(`https://play.example/claim?t=${id}&k=${claimCode(key, id)}`);
    expect(out).toContain(printedCode(claimCode(key, id)));
    const secrets = join(folder, 'mine/secrets.yaml');
    expect(await readFile(secrets, 'utf8')).toContain(devicePassword(key, id));
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);

    const again = await run('newTemple', '--id', id, '--out', 'mine');
    expect(again).toMatchObject({ code: 2, complaint: expect.stringContaining('secrets.yaml exists already') });
    expect((await run('newTemple', '--id', id)).out).toContain(devicePassword(key, id));
    expect(await registeredTemples(data)).toEqual([id]);

    await writeFile(join(folder, 'ca.crt'), AUTHORITY);
    expect(await run('newTemple', '--id', id, '--out', 'tls', '--ca', 'ca.crt')).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'tls/ca.crt'), 'utf8')).toBe(AUTHORITY);
    const ota = (file: string) => /^ota_password: .*$/m.exec(file)?.[0] ?? file;
    expect(ota(await readFile(join(folder, 'tls/secrets.yaml'), 'utf8'))).toBe(ota(await readFile(secrets, 'utf8')));
  });

  it('write the firmware for one temple: its name stands in every file for a board that fits', async () => {
    const { folder, run } = await standing();
    await run('newTemple', '--id', 'templo-b0b0', '--out', 'mine');
    const files = await readdir(join(folder, 'mine'), { recursive: true });
    expect(files.filter((name) => /^[^/]*[.](yaml|env)$/.test(name)).sort()).toEqual([
      'plain-display.yaml',
      'plain.yaml',
      'secrets.yaml',
      'templo.env',
    ]);
    for (const name of ['plain.yaml', 'plain-display.yaml'])
      expect(await readFile(join(folder, 'mine', name), 'utf8')).toContain('temple_id: templo-b0b0\n');
    expect(await readFile(join(folder, 'mine/templo.env'), 'utf8')).toMatch(
      /^TEMPLE_ID=templo-b0b0$.*^#LAMP_CARE=13$/ms,
    );
    expect(files).toEqual(expect.arrayContaining(['packages/board.yaml', 'components/temple/temple.cpp']));

    await writeFile(join(folder, 'ca.crt'), AUTHORITY);
    await run('newTemple', '--id', 'templo-b0b0', '--out', 'tls', '--ca', 'ca.crt');
    expect((await readdir(join(folder, 'tls'))).filter((name) => /^(tls|plain)/.test(name)).sort()).toEqual([
      'tls-display.yaml',
      'tls.yaml',
    ]);
  });

  it('say whether a broker listens where devices look for it', async () => {
    const { port, run } = await standing();
    const silent = (await run('newTemple', '--id', 'templo-aaaa')).out;
    expect(silent).toMatch(new RegExp(`No (broker answers at .*, port ${port}, yet|device can reach 127)`));
    const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const alone = (await run('newTemple', '--id', 'templo-aaaa')).out;
    expect(alone).toMatch(/The broker listens on 127\.0\.0\.1 alone|No device can reach 127/);
  });

  it('write labels of all temples that were made, of some, or of new ones, and overwrite none', async () => {
    const { folder, data, run } = await standing();
    const none = await run('templeLabels', '--out', 'all.pdf');
    expect(none).toMatchObject({ code: 2, complaint: 'No temple was made here yet: --new 10 makes ten.\n' });
    const ten = await run('templeLabels', '--new', '10', '--out', 'ten.pdf', '--url', 'https://play.example');
    expect(ten).toMatchObject({ code: 0, out: expect.stringContaining('ten.pdf: 10 labels on 1 page.') });
    const ids = await registeredTemples(data);
    const key = await masterKeyIn(data);
    const pdf = await readFile(join(folder, 'ten.pdf'), 'latin1');
    expect(ids).toHaveLength(10);
    for (const id of ids) for (const part of [id, printedCode(claimCode(key, id))]) expect(pdf).toContain(`(${part})`);
    expect((await stat(join(folder, 'ten.pdf'))).mode & 0o777).toBe(0o600);
    const again = await run('templeLabels', '--new', '1', '--out', 'ten.pdf');
    expect(again).toMatchObject({ code: 2, complaint: expect.stringContaining('ten.pdf exists already') });
    expect((await run('templeLabels', '--id', 'templo-aaaa', '--out', 'one.pdf')).out).toContain('1 label on 1 page');
    expect((await run('templeLabels', '--out', 'all.pdf')).out).toContain('11 labels on 2 pages');
  });

  it('say in one line what cannot be used, and make nothing', async () => {
    const { folder, run } = await standing();
    const bad = [
      ['--mqtt', 'a:b:1'],
      ['--lan', '--mqtt', 'broker.local'],
      ['--lan', '--ca', 'missing.crt'],
      ['--url', 'ftp://x'],
      ['--ca', 'missing.crt'],
    ];
    const badLabels = [
      ['--out', 'x.pdf', '--new', '0'],
      ['--out', 'x.pdf', '--paper', 'a3', '--new', '1'],
      ['--out', 'x.pdf', '--id', 'templo-x'],
    ];
    const tries = [
      ...bad.map((given) => run('newTemple', ...given)),
      ...badLabels.map((given) => run('templeLabels', ...given)),
    ];
    for (const { code, out, complaint } of await Promise.all(tries))
      expect([code, out, complaint.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('write the files of mosquitto for every temple that was made, and for those that are named', async () => {
    const { folder, data, run } = await standing();
    await run('newTemple', '--id', 'templo-aaaa');
    const { code, out } = await run('mosquitto', '--out', 'broker', '--id', 'templo-bbbb', '--at', '/etc/templo');
    expect(code).toBe(0);
    expect(out).toContain('for 2 temples');
    const users = (await readFile(join(folder, 'broker/passwd'), 'utf8')).match(/^[^:]+/gm);
    expect(users).toEqual(['bridge', 'operator', 'home', 'templo-aaaa', 'templo-bbbb']);
    expect(await registeredTemples(data)).toEqual(['templo-aaaa', 'templo-bbbb']);
    expect(await readFile(join(folder, 'broker/mosquitto.conf'), 'utf8')).toContain('acl_file /etc/templo/acl');
  });

  it('say that openssl is missing where certificates are wanted', async () => {
    const { folder, data } = await standing();
    const env = { DATA_DIR: data, INIT_CWD: folder, PATH: folder };
    const file = fileURLToPath(new URL('./mosquitto.ts', import.meta.url));
    const complaint = await new Promise((resolve) => {
      execFile(process.execPath, [file, '--out', 'x', '--tls'], { env }, (_error, _out, text) => resolve(text));
    });
    expect(complaint).toBe(
      'Certificates are made with openssl, which is not installed. Install it, or leave --tls out.\n',
    );
  });
});
