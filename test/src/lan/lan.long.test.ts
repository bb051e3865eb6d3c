/** With --lan the programs of the game find each other, and nobody else leads them astray. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@flower-war/bridge/testing';
import { brokerMark, devicePassword } from '@flower-war/protocol/credentials';
import { type LanService, nameOnLan, SERVICES } from '@flower-war/protocol/lan';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  clear,
  closeHouse,
  connectMachines,
  evaluated,
  folder,
  HOUSE,
  ip,
  LAPTOP,
  openHouse,
  type Running,
  ROOT,
  removeMachines,
  run,
  sockets,
  start,
  toTheEnd,
  whyNoMachines,
} from './machines.fixture.ts';
import type { Deed, Pretended } from './stranger.fixture.ts';

const ID = 'templo-7f3a';
const PLAY = 'terminal/src/play.ts';

const key = () => readFileSync(join(folder, 'data/temples.key'), 'utf8').trim();
const brokerName = () => nameOnLan(brokerMark(key()));

async function found(machine: string, service: LanService = 'http') {
  const code = `import { findOnLan } from '@flower-war/protocol/lan'; console.log(JSON.stringify(await findOnLan('${service}')))`;
  const { said } = await run(machine, ...evaluated(code));
  return JSON.parse(said) as readonly Readonly<Record<'name' | 'host' | 'url', string>>[];
}

const stranger = (does: Deed, what: object): Running =>
  start(LAPTOP, ['test/src/lan/stranger.fixture.ts', does, JSON.stringify({ from: '10.77.0.2', ...what })]);

async function pretend(service: LanService, ...services: readonly Pretended[]): Promise<Running> {
  const liar = stranger('pretend', { type: SERVICES[service], services });
  await until(() => expect(liar.said()).toBe('ready\n'));
  return liar;
}

/** Someone else who says that he is the broker. */
const thief = () => ({ instance: 'Flower War', host: brokerName(), port: 1883, address: '10.77.0.2' });

const askedOnce = async (from: string) => (await toTheEnd(stranger('ask', { from, host: brokerName() }))).said;

/** The connections of the laptop. */
const peers = () => sockets(LAPTOP, '-t', 'state', 'established');

const refused = whyNoMachines();

/** What a machine forbids is not a fault, and cannot be installed: then the name of the test says that nothing was tried. */
const notTried = (name: string) => test(`not tried, because ${refused}: ${name}`, () => {});

(refused === undefined ? describe : notTried)('a house and a laptop', () => {
  let house: Running;

  beforeAll(async () => {
    connectMachines();
    house = await openHouse('--lan');
  });
  afterEach(() => clear(LAPTOP));
  afterAll(async () => {
    await clear(HOUSE);
    removeMachines();
  });

  test('a player and a program find the server, once, though it has two addresses', async () => {
    const played = await run(LAPTOP, PLAY, '--lan', '--leaderboard', '--game', 'tieqchieq');
    expect(played.code).toBe(0);
    expect(played.said).toMatch(/^Found in this network: Flower War on .* at http:\/\/10\.7[78]\.0\.1:2567\n/);
    const code = `import { FlowerWarClient } from '@flower-war/client';
      import { findServers } from '@flower-war/client/lan';
      const [one, ...others] = await findServers();
      console.log(others.length, (await new FlowerWarClient({ url: one.url }).games()).length);
      await findServers({ signal: AbortSignal.timeout(20) }).catch(({ name }) => console.log(name));`;
    expect(await run(LAPTOP, ...evaluated(code))).toEqual({ code: 0, said: '0 4\nTimeoutError\n' });
    expect(await found(HOUSE)).toHaveLength(1);
  });

  test('a temple in the terminal gives its password to its own broker alone', async () => {
    const temple = ['temple/twin/terminal/main.ts', '--lan', '--plain', '--id', ID];
    const own = await toTheEnd(start(LAPTOP, [...temple, '--state', 'own.json']), 'war\nsettle\nstatus\nquit\n');
    expect(own).toMatchObject({ code: 0, said: expect.stringMatching(/"isConnected":true.*"war":1,/) });
    const another = { DATA_DIR: join(folder, 'another') };
    const foreign = await toTheEnd(start(LAPTOP, [...temple, '--state', 'foreign.json'], another));
    expect(foreign.code).toBe(2);
    expect(foreign.said).toMatch(
      /^The broker of this temple does not answer .* Others do \(--mqtt mqtt:\S+:1883\): .*password/,
    );
    const password = ['--password', devicePassword(key(), ID)];
    const given = await toTheEnd(start(LAPTOP, [...temple, ...password, '--state', 'given.json'], another), 'settle\n');
    expect(given).toMatchObject({ code: 0, said: expect.stringContaining('online') });
    await pretend('mqtt', thief(), { ...thief(), host: 'mosquitto.local', instance: 'mosquitto' });
    const doubted = await toTheEnd(start(LAPTOP, [...temple, '--state', 'doubted.json']));
    expect(doubted.said).toMatch(/^Several brokers answer here\. .*: --mqtt mqtt:\S+, --mqtt mqtt:\S+\.\n$/);
  });

  test('the files of a new temple hold the name of its broker in place of an address', async () => {
    const made = await run(HOUSE, 'bridge/tools/newTemple.ts', '--lan', '--out', 'mine');
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringContaining(`A broker answers at ${brokerName()}, port 1883.`),
    });
    const file = (name: string) => readFileSync(join(folder, 'mine', name), 'utf8');
    expect(file('secrets.yaml')).toContain(`mqtt_host: "${brokerName()}"\nmqtt_port: 1883\n`);
    expect(file('templo.env')).toContain(`MQTT_URL=mqtt://${brokerName()}:1883\n`);
  });

  test('a device that asks once, as an ESP32 does, reads first the address in its own network', async () => {
    expect(await askedOnce('10.77.0.2')).toBe('8400 1 2 true 1 10 10.77.0.1\n');
    expect(await askedOnce('10.78.0.2')).toBe('8400 1 2 true 1 10 10.78.0.1\n');
    ip(`-n ${LAPTOP} address add 10.99.0.2/24 dev eth0`);
    expect(await askedOnce('10.99.0.2'), 'from another network').toBe('silence\n');
    ip(`-n ${LAPTOP} address delete 10.99.0.2/24 dev eth0`);
  });

  test('strangers write nothing into the terminal, and send nobody elsewhere', async () => {
    const liar = { instance: 'Flower\x1b]0;x\x07\u202eWar', host: 'a.local', port: 80, address: '10.77.0.2' };
    const elsewhere = { ...liar, instance: 'elsewhere', address: '10.77.0.1' };
    await pretend('http', liar, elsewhere, { ...liar, instance: 'no port', port: 0 });
    const { code, said } = await run(LAPTOP, PLAY, '--lan', '--lobby');
    expect(code).toBe(2);
    expect(said).toMatch(/^Several servers answer in this network\. Choose one of [ -~\n]*$/);
    expect(said).toContain('(Flower?]0;x??War)');
    expect(said).not.toMatch(/elsewhere|no port/);
  });

  test('a crowd of servers is not listed to its end', async () => {
    const one = { instance: 'one', host: 'a.local', port: 80, address: '10.77.0.2' };
    await pretend('http', ...Array.from({ length: 300 }, (_, n) => ({ ...one, instance: `n${n}`, port: n + 1 })));
    expect(await found(LAPTOP)).toHaveLength(16);
    expect((await run(LAPTOP, PLAY, '--lan', '--lobby')).said.match(/--url/g)).toHaveLength(5);
  });

  test('a flood is answered a little, and keeps nobody from finding the server afterwards', async () => {
    for (const from of ['10.77.0.2', '10.78.0.2']) {
      const { said } = await toTheEnd(stranger('flood', { from, type: SERVICES.http }));
      expect(Number(said)).toBeGreaterThan(0);
      expect(Number(said)).toBeLessThanOrEqual(150);
    }
    expect(await found(LAPTOP)).toHaveLength(1);
  });

  test('after kill -9 the same names come back, and a stop takes them away', async () => {
    const before = await found(LAPTOP);
    await closeHouse(house, 'SIGKILL');
    const listener = stranger('listen', {});
    await until(() => expect(listener.said()).toBe('ready\n'));
    house = await openHouse('--lan');
    expect(await found(LAPTOP)).toEqual(before);
    expect(listener.said()).not.toMatch(/^\w+ 0 /m);
    await closeHouse(house);
    await until(() => expect(listener.said()).toMatch(/^A 0 /m));
    const names = (ttl: RegExp) =>
      new Set(
        listener
          .said()
          .match(ttl)
          ?.map((line) => line.replace(/ \d+ /, ' ')),
      );
    expect(names(/^\w+ 0 .*$/gm)).toEqual(names(/^\w+ [1-9].*$/gm));
  });

  test('without --lan nothing is announced, and the player is told what to do', async () => {
    house = await openHouse();
    expect(await found(HOUSE)).toEqual([]);
    expect(sockets(HOUSE, '-lu')).not.toContain(':5353');
    const { code, said } = await run(LAPTOP, PLAY, '--lan');
    const sentence =
      'No server answers in this network: start one with npm start -- --lan, or name its address with --url.';
    expect([code, said.trim().replace(/\s+/g, ' ')]).toEqual([2, sentence]);
    await closeHouse(house);
    house = await openHouse('--lan');
  });

  test('where another program holds the port, the house opens all the same, says so, and ends', async () => {
    await closeHouse(house);
    const code =
      "import { createSocket } from 'node:dgram'; createSocket('udp4').bind(5353, () => console.log('ready'));";
    const holder = start(HOUSE, evaluated(code));
    await until(() => expect(holder.said()).toBe('ready\n'));
    const mute = await openHouse('--lan');
    await until(() =>
      expect(mute.said().match(/^At 10\.7[78]\.0\.1 nothing is announced \(.*EADDRINUSE/gm)).toHaveLength(2),
    );
    expect((await run(HOUSE, PLAY, '--leaderboard', '--game', 'tieqchieq')).code).toBe(0);
    mute.child.kill('SIGTERM');
    expect(await mute.ended).toBe(0);
    holder.child.kill('SIGKILL');
    await holder.ended;
    house = await openHouse('--lan');
  });

  test('a temple on a Raspberry Pi trusts no name that two machines have, finds its broker, and again at another address', async () => {
    execFileSync('mkfifo', [join(folder, 'edges')]);
    const second = await pretend('mqtt', thief());
    const temple = start(LAPTOP, ['temple/device/pi/main.ts'], {
      PATH: `${ROOT}/temple/device/pi/test/bin:${process.env['PATH']}`,
      FAKE_FOLDER: folder,
      FAKE_LIBGPIOD: '2.0',
      MQTT_URL: `mqtt://${brokerName()}:1883`,
      TEMPLE_ID: 'templo-aaaa',
      MQTT_PASSWORD: devicePassword(key(), 'templo-aaaa'),
      STATE_FILE: join(folder, 'totals.json'),
    });
    await until(() => expect(temple.said()).toContain(`Several machines say that they are ${brokerName()}`));
    expect(peers()).toBe('');
    second.child.kill('SIGKILL');
    await until(() => expect(peers()).toMatch(/10\.7[78]\.0\.1:1883/));
    for (const address of ['10.77.0.1/24', '10.78.0.1/24']) ip(`-n ${HOUSE} address delete ${address} dev eth0`);
    ip(`-n ${HOUSE} address add 10.77.0.9/24 dev eth0`);
    await expect.poll(peers, { timeout: 100_000 }).toContain('10.77.0.9:1883');
    expect(await found(LAPTOP)).toMatchObject([{ url: 'http://10.77.0.9:2567' }]);
  });
});
