/** What `npm start` gives: two processes, one terminal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atTheEnd, endAll, odometer, T, until } from '@flower-war/bridge/testing';
import type { Ack } from '@flower-war/protocol';
import { accountPassword, devicePassword } from '@flower-war/protocol/credentials';
import { freePort } from '@flower-war/protocol/hosting';
import { connectAsync } from 'mqtt';
import { afterEach, expect, test } from 'vitest';
import { type Started, start } from './servers/fleet.fixture.ts';

const BROKER = fileURLToPath(new URL('../../bridge/broker/main.ts', import.meta.url));
afterEach(endAll);

const folderOf = () => mkdtempSync(join(tmpdir(), 'house-'));

/** What comes back at its port needs one that nothing else takes meanwhile, as a port that the system chose may be. */
const lastingPorts = async () => ({ PORT: String(await freePort()), MQTT_PORT: String(await freePort()) });

const httpOf = ({ said }: Started) => /is ready at http:\/\/[\d.]+:(\d+)/.exec(said.err)?.[1] ?? '';
const mqttOf = ({ said }: Started) => /^Temples: mqtt:\/\/127\.0\.0\.1:(\d+)/m.exec(said.err)?.[1] ?? '';

async function ready(started: Started): Promise<void> {
  await until(() => expect(started.said.err).toMatch(/^Temples: mqtt:\/\/127\.0\.0\.1:\d+/m));
}

/** The id of the last process that logged these words. */
function processOf({ said }: Started, words: string): number {
  const lines = said.out.split('\n').filter((line) => line.includes(words));
  return JSON.parse(lines.at(-1) ?? '{}').pid;
}

test('a temple in a browser reaches the broker through the server', async () => {
  for (const ports of [{}, await lastingPorts()]) {
    const house = start(ports);
    await ready(house);
    const key = readFileSync(join(house.folder, 'temples.key'), 'utf8').trim();
    const login = { username: T, password: devicePassword(key, T), clientId: T, reconnectPeriod: 0 };
    const url = `ws://127.0.0.1:${httpOf(house)}/mqtt`;
    const temple = await connectAsync(url, { protocolVersion: 4, ...login });
    await temple.publishAsync(`templo/v1/${T}/odometer`, JSON.stringify(odometer(1)), { qos: 1, retain: true });
    await temple.endAsync();
  }
});

test('server, broker and bridge start together and end together, in reverse order', async () => {
  const house = start({});
  await ready(house);
  expect((await fetch(`http://127.0.0.1:${httpOf(house)}/health/ready`)).status).toBe(200);
  expect(house.said.err).toContain(`npm run play -- --url http://127.0.0.1:${httpOf(house)}\n`);
  expect(house.said.err).toContain(`npm run temple -- --mqtt mqtt://127.0.0.1:${mqttOf(house)}\n`);
  const key = readFileSync(join(house.folder, 'temples.key'), 'utf8').trim();
  const operator = { username: 'operator', password: accountPassword(key, 'operator'), reconnectPeriod: 0 };
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttOf(house)}`, { protocolVersion: 4, ...operator });
  const states: string[] = [];
  client.on('message', (_, payload) => void states.push(JSON.parse(String(payload)).state));
  await client.subscribeAsync('templo/v1/bridge/state', { qos: 1 });
  await until(() => expect(states.at(-1)).toBe('online'));
  await until(() => expect(house.said.out).toContain('connected with the server'));
  house.child.kill('SIGINT');
  expect(await house.ended).toBe(0);
  expect(states.at(-1)).toBe('offline');
  expect(house.said.out).not.toMatch(/"level":(40|50|60)/);
  for (const line of house.said.out.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('part');
  await client.endAsync(true);
  await expect(fetch(`http://127.0.0.1:${httpOf(house)}`)).rejects.toThrow();
});

test('a bead that falls into a temple is in the ledger of the server', async () => {
  const house = start({});
  await ready(house);
  const key = readFileSync(join(house.folder, 'temples.key'), 'utf8').trim();
  const device = await connectAsync(`mqtt://127.0.0.1:${mqttOf(house)}`, {
    protocolVersion: 4,
    reconnectPeriod: 0,
    clientId: T,
    username: T,
    password: devicePassword(key, T),
  });
  atTheEnd(() => device.endAsync(true));
  const acks: Ack[] = [];
  device.on('message', (_, payload) => void acks.push(JSON.parse(String(payload))));
  await device.subscribeAsync(`templo/v1/${T}/ack`, { qos: 1 });
  await device.publishAsync(`templo/v1/${T}/odometer`, JSON.stringify(odometer(2, 1)), { qos: 1, retain: true });
  await until(() => expect(acks.at(-1)?.through).toEqual({ war: 2, rain: 1 }));
  expect(house.said.err).not.toContain('started again');
});

test('a broker and a bridge that are killed come back, the broker at its port, with the server untouched', async () => {
  const house = start(await lastingPorts());
  await ready(house);
  const times = (words: string) => house.said.out.split(words).length - 1;
  await until(() => expect(times('connected with the server')).toBe(1));
  const port = mqttOf(house);
  process.kill(processOf(house, '"part":"broker"'), 'SIGKILL');
  await until(() =>
    expect(house.said.err).toMatch(/^The broker with the bridge was ended by SIGKILL[^;]*; .* in 0\.5 s\.$/m),
  );
  await until(() => expect(times(`"port":${port},"msg":"listening"`)).toBe(2));
  await until(() => expect(times('connected with the server')).toBe(2));
  expect((await fetch(`http://127.0.0.1:${httpOf(house)}/health/ready`)).status).toBe(200);
  expect(house.said.err).not.toContain('The server');
});

test('with a broker of the host, a bridge that is killed comes back', async () => {
  const { MQTT_PORT, PORT } = await lastingPorts();
  const broker = spawn(process.execPath, [BROKER], { env: { ...process.env, MQTT_PORT, DATA_DIR: folderOf() } });
  atTheEnd(() => broker.kill());
  await once(broker.stdout, 'data');
  const house = start({ PORT, MQTT_URL: `mqtt://127.0.0.1:${MQTT_PORT}` });
  const connections = () => house.said.out.split('connected with the server').length - 1;
  await until(() => expect(connections()).toBe(1));
  process.kill(processOf(house, '"part":"bridge"'), 'SIGKILL');
  await until(() => expect(house.said.err).toMatch(/^The bridge was ended by SIGKILL[^;]*; .* in 0\.5 s\.$/m));
  await until(() => expect(connections()).toBe(2));
  expect(house.said.err).toContain(`Temples: your own broker, 127.0.0.1:${MQTT_PORT}`);
});

test('a server that dies comes back at its port, the launcher says why, and the bridge finds it again', async () => {
  const plant = 'process.on("SIGUSR2",()=>{throw new Error("planted")})';
  const house = start({
    ...(await lastingPorts()),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(plant)}`,
  });
  await ready(house);
  const connections = () => house.said.out.split('connected with the server').length - 1;
  await until(() => expect(connections()).toBe(1));
  const [server, port] = [processOf(house, '"msg":"the server runs"'), httpOf(house)];
  process.kill(server, 'SIGUSR2');
  await until(() =>
    expect(house.said.err).toMatch(/^The server ended with code \d+ \(Error: planted\); .* in 0\.5 s\.$/m),
  );
  await until(() => expect(house.said.err.split(`is ready at http://127.0.0.1:${port}\n`)).toHaveLength(3));
  await until(() => expect(connections()).toBe(2));
  process.kill(processOf(house, '"msg":"the server runs"'), 'SIGKILL');
  await until(() =>
    expect(house.said.err).toMatch(/^The server was ended by SIGKILL[^;]*; it is started again in 1 s\.$/m),
  );
  await until(() => expect(house.said.err.split(`is ready at http://127.0.0.1:${port}\n`)).toHaveLength(4));
  house.child.kill('SIGTERM');
  expect(await house.ended).toBe(0);
});

test('a server that dies while an update replaces Node comes back with the new one', async () => {
  const [own, away] = ['node', 'away'].map((name) => join(folderOf(), name)) as [string, string];
  copyFileSync(process.execPath, own);
  const house = start({ ...(await lastingPorts()), NODE: own });
  await ready(house);
  renameSync(own, away);
  process.kill(processOf(house, '"msg":"the server runs"'), 'SIGKILL');
  await until(() => expect(house.said.err).toMatch(/^The server ended .*ENOENT\); it is started again in 1 s\.$/m));
  renameSync(away, own);
  await until(() => expect(house.said.err.split('Flower War is ready')).toHaveLength(3));
  house.child.kill('SIGTERM');
  expect(await house.ended).toBe(0);
});

test('a taken port of temples ends the start, and its sentence is the last one', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  atTheEnd(() => other.close());
  const { ended, said } = start({ MQTT_PORT: String(port) });
  expect(await ended).toBe(1);
  expect(said.err).toMatch(new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken: .*\\n$`));
  expect(said.err).toContain('another npm start');
});

test('a broker that listens at another address is named by it', async () => {
  const house = start({ MQTT_HOST: '127.0.0.2' });
  await until(() => expect(house.said.err).toMatch(/^Temples: mqtt:\/\/.*, each/m));
  const [, address] = /^Temples: (\S+), .* npm run temple -- --mqtt \1$/m.exec(house.said.err) ?? [];
  expect(address).toMatch(/^mqtt:\/\/127\.0\.0\.2:\d+$/);
});

test('an address of a broker that is none is told, and nothing starts', async () => {
  const { ended, said } = start({ MQTT_URL: 'localhost' });
  expect(await ended).toBe(2);
  expect(said.err).toMatch(/^MQTT_URL .* must be like mqtt:\/\/127\.0\.0\.1:1883/);
  expect(said.err).not.toContain('    at ');
  expect(said.out).toBe('');
});

test('a taken port of the server ends the start with its sentence and its code', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  atTheEnd(() => other.close());
  const { ended, said } = start({ PORT: String(port) });
  expect(await ended).toBe(1);
  expect(said.err).toMatch(new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken: .*\\n$`));
});

test('--no-temples starts the server alone', async () => {
  const house = start({ LOG_LEVEL: 'warn' }, '--no-temples');
  await until(() => expect(httpOf(house)).not.toBe(''));
  house.child.kill('SIGTERM');
  expect(await house.ended).toBe(0);
  expect(house.said.err).not.toContain('Temples');
});

test('--help tells of the flags, the temples and every setting of the server', async () => {
  const { ended, said } = start({}, '--help');
  expect(await ended).toBe(0);
  for (const words of ['--lan', '--no-temples', 'MQTT_PORT', 'PORT                 port of HTTP']) {
    expect(said.out).toContain(words);
  }
});
