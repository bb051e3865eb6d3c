/** A bridge as a process: stopped, killed, paused, or without its parent. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BadConfig } from '@flower-war/protocol/hosting';
import { afterEach, expect, test } from 'vitest';
import {
  atTheEnd,
  endAll,
  joinBroker,
  odometer,
  startAedes,
  T,
  type TestBroker,
  TestClient,
  topic,
  until,
} from '../testing/index.ts';
import { readConfig } from './process.ts';

afterEach(endAll);
const CHILD = fileURLToPath(new URL('../testing/childMain.ts', import.meta.url));
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const STATE = topic('bridge/state');

interface Living {
  readonly broker: TestBroker;
  readonly child: ChildProcess;
  readonly party: TestClient;
}

async function living(): Promise<Living> {
  const broker = await startAedes();
  atTheEnd(() => broker.kill());
  const child = fork(CHILD, [broker.url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  atTheEnd(() => child.kill('SIGKILL'));
  const party = await joinBroker(broker.url, STATE, topic(`${T}/ack`));
  await until(() => expect(party.newest(STATE)?.state).toBe('online'));
  return { broker, child, party };
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it cleanly, and it says goodbye', async (signal) => {
  const { child, party } = await living();
  const gone = once(child, 'exit');
  child.kill(signal);
  expect(await gone).toEqual([0, null]);
  await until(() => expect(party.newest(STATE)).toMatchObject({ state: 'offline', instance: 'child' }));
});

test('it ends when the process that started it is gone', async () => {
  const { child, party } = await living();
  const gone = once(child, 'exit');
  child.disconnect();
  expect(await gone).toEqual([0, null]);
  await until(() => expect(party.newest(STATE)?.state).toBe('offline'));
});

test('of one that is killed the last will says that it is offline', async () => {
  const { child, party } = await living();
  child.kill('SIGKILL');
  await until(() => expect(party.newest(STATE)).toMatchObject({ state: 'offline', instance: 'child' }));
});

test('one that was frozen while the broker came anew wakes up, and serves', async () => {
  const { broker, child, party } = await living();
  await party.publish(topic(`${T}/odometer`), odometer(2), { retain: true });
  await until(() => expect(party.newest(topic(`${T}/ack`))?.sensed.war).toBe(2));
  child.kill('SIGSTOP');
  await broker.kill();
  await broker.start();
  const device = await TestClient.join(broker.url, [STATE, topic(`${T}/ack`)]);
  atTheEnd(() => device.leave());
  await device.publish(topic(`${T}/odometer`), odometer(5), { retain: true });
  expect(device.seen.filter((one) => one.topic === STATE)).toEqual([]);
  child.kill('SIGCONT');
  await until(() => expect(device.newest(STATE)?.state).toBe('online'));
  await until(() => expect(device.newest(topic(`${T}/ack`))?.sensed.war).toBe(5));
});

async function run(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: environment });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, ...said };
}

test('without a token it does not start, and says what is missing', async () => {
  const { code, err } = await run({});
  expect(code).toBe(1);
  expect(err).toMatch(/BRIDGE_TOKEN=: is needed/);
  expect(err).not.toMatch(/\n {4}at /);
});

test('a file of an authority that is not there is told by name', async () => {
  const { code, err } = await run({ BRIDGE_TOKEN: 'a'.repeat(16), MQTT_CA: '/nowhere/ca.crt' });
  expect([code, err]).toEqual([1, 'The file of MQTT_CA cannot be read (ENOENT). Correct the path.\n']);
});

test('--help lists the settings and ends', async () => {
  const { code, out } = await run({}, '--help');
  expect(code).toBe(0);
  expect(out).toMatch(/MQTT_URL +where the broker is.*\(mqtt:\/\/127\.0\.0\.1:1883\)/);
});

const token = 'a'.repeat(16);

test('a token is all that is needed', () => {
  expect(readConfig({ BRIDGE_TOKEN: token, MQTT_PASSWORD: '' })).toEqual({
    SERVER_URL: 'http://127.0.0.1:2567',
    BRIDGE_TOKEN: token,
    MQTT_URL: 'mqtt://127.0.0.1:1883',
    MQTT_USER: 'bridge',
    HOME_ASSISTANT: 'on',
    LOG_LEVEL: 'info',
  });
});

test.each([
  [{}, /BRIDGE_TOKEN=: is needed/],
  [{ BRIDGE_TOKEN: 'secret' }, /BRIDGE_TOKEN=\(hidden\): must be 16/],
  [{ BRIDGE_TOKEN: token, SERVER_URL: 'mqtt://here' }, /SERVER_URL=mqtt:\/\/here: must be like/],
  [{ BRIDGE_TOKEN: token, MQTT_URL: 'mqtt://me:p@ss/word@here' }, /MQTT_URL=\(hidden\): has an @ behind its host/],
  [{ BRIDGE_TOKEN: token, MQTT_URL: 'mqtt:' }, /MQTT_URL=\(hidden\): must be like mqtt:/],
  [{ BRIDGE_TOKEN: token, MQTT_URL: 'http://me:secret@here' }, /MQTT_URL=\(hidden\): must be like mqtt:/],
  [{ BRIDGE_TOKEN: token, BRIDGE_NAME: 'a/b' }, /BRIDGE_NAME=a\/b: must be/],
  [{ BRIDGE_TOKEN: token, HOME_ASSISTANT: 'yes' }, /HOME_ASSISTANT=yes/],
])('%j is refused by name, and shows no secret', (environment, message) => {
  const read = () => readConfig(environment);
  expect(read).toThrow(BadConfig);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/secret/);
});
