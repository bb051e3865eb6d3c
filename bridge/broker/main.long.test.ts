import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { brokerMark } from '@flower-war/protocol/credentials';
import { KEY_FILE, masterKeyIn } from '@flower-war/protocol/hosting';
import { describe, expect, it, onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

async function run(env: Record<string, string> = {}, ...given: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'flower-war-main-'));
  const child = fork(MAIN, given, { env: { MQTT_PORT: '0', DATA_DIR: folder, ...env }, execArgv: [], silent: true });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return { child, folder, said: text(child.stdout!), complained: text(child.stderr!), ended: once(child, 'exit') };
}

async function ready(env: Record<string, string> = {}) {
  const running = await run(env);
  const [told] = (await once(running.child, 'message')) as [{ port: number; mark: string }];
  return { ...running, ...told };
}

describe('the process of the broker', () => {
  it('makes its key, says where it listens, and stops when asked', async () => {
    const { child, folder, port, mark, said, ended } = await ready();
    expect((await stat(join(folder, KEY_FILE))).size).toBe(65);
    expect(mark).toBe(brokerMark(await masterKeyIn(folder)));
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    // A connection that the broker had not taken yet is reset.
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    child.kill('SIGTERM');
    await closed;
    expect(await ended).toEqual([0, null]);
    const lines = (await said).trim().split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ part: 'broker', msg: 'listening', host: '127.0.0.1', port });
  });

  it('makes the folder of data for its own user alone: the database of the server comes there', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'flower-war-main-'));
    onTestFinished(() => rm(parent, { recursive: true }));
    await ready({ DATA_DIR: join(parent, 'data') });
    expect((await stat(join(parent, 'data'))).mode & 0o777).toBe(0o700);
  });

  it('ends when whoever started it is gone', async () => {
    const { child, ended } = await ready();
    child.disconnect();
    expect(await ended).toEqual([0, null]);
  });

  it('says that its port is taken, and how to take another', async () => {
    const { port } = await ready();
    const { complained, ended } = await run({ MQTT_PORT: String(port) });
    expect(await ended).toEqual([1, null]);
    expect(await complained).toMatch(`Port ${port} of 127.0.0.1 is taken`);
    expect(await complained).toContain('with MQTT_PORT=1884 before the command');
  });

  it('says that it does not know the host at which it is to listen', async () => {
    const { complained, ended } = await run({ MQTT_HOST: 'nowhere.invalid' });
    expect(await ended).toEqual([1, null]);
    expect(await complained).toMatch(
      /^MQTT_HOST=nowhere\.invalid is not a name or address .* choose another MQTT_HOST;.*\n$/,
    );
  });

  it('names every setting that it cannot use', async () => {
    const { complained, ended } = await run({ MQTT_PORT: 'abc', LOG_LEVEL: 'loud' });
    expect(await ended).toEqual([1, null]);
    expect(await complained).toMatch(/MQTT_PORT=abc: .*\n.*LOG_LEVEL=loud: /);
  });

  it('says the passwords of its accounts when asked, and does not start', async () => {
    const { said, ended } = await run({}, '--passwords');
    expect(await ended).toEqual([0, null]);
    expect(await said).toMatch(/^bridge {4}[A-Z2-7]{24}\noperator {2}[A-Z2-7]{24}\nhome {6}[A-Z2-7]{24}\n$/);
  });

  it('does not start with an argument that it does not know', async () => {
    const { complained, ended } = await run({}, '--lan');
    expect(await ended).toEqual([2, null]);
    expect(await complained).toMatch(/^npm run do -- broker does not know --lan\. It knows --passwords, --help: .*\n$/);
  });

  it('says what is wrong with its key', async () => {
    const { complained, ended } = await run({ DATA_DIR: MAIN });
    expect(await ended).toEqual([1, null]);
    expect(await complained).toContain('DATA_DIR');
  });
});
