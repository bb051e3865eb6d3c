import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { hasMosquitto, startAedes, startMosquitto, type TestBroker } from '@flower-war/bridge/testing';
import {
  addressed,
  type CommandResult,
  commandResult,
  type Info,
  info,
  type Odometer,
  odometer,
  type TopicName,
  topicOf,
} from '@flower-war/protocol/temple';
import { Aedes } from 'aedes';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callsOf, type Program, pretendPins, startProgram } from './test/pretend.ts';

const ID = 'templo-7f3a';
const brokers = [
  ['aedes', startAedes, true],
  [hasMosquitto ? 'mosquitto' : 'mosquitto (skipped: it is not installed)', startMosquitto, hasMosquitto],
] as const;

const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 20_000, interval: 10 });

describe.each(brokers)('a Raspberry Pi temple at %s', (_name, startBroker, isThere) => {
  let folder: string;
  let broker: TestBroker;
  let watcher: MqttClient;
  let pins: ReturnType<typeof pretendPins>;
  let programs: Program[];
  let odometers: Odometer[];
  let infos: Info[];
  let results: CommandResult[];
  let availability: string[];

  const stateFile = () => join(folder, 'totals.json');
  const onDisk = () => JSON.parse(readFileSync(stateFile(), 'utf8')).record as Odometer;
  const last = () => odometers.at(-1);
  const totals = () => [last()?.war, last()?.rain];

  /** Compares every odometer with the disk when it arrives: the disk is never behind. */
  const hear = (topic: string, payload: Buffer) => {
    const name = addressed(topic)?.name;
    const json = () => JSON.parse(payload.toString());
    if (name === 'info') infos.push(info.parse(json()));
    if (name === 'result') results.push(commandResult.parse(json()));
    if (name === 'availability') availability.push(payload.toString());
    if (name !== 'odometer') return;
    const told = odometer.parse(json());
    const kept = onDisk();
    const before = last();
    odometers.push(told);
    if (told.epoch === kept.epoch) expect([told.war <= kept.war, told.rain <= kept.rain]).toEqual([true, true]);
    if (before?.epoch === told.epoch) expect([before.war <= told.war, before.rain <= told.rain]).toEqual([true, true]);
  };
  let broken: unknown;

  const start = (more: Readonly<Record<string, string>> = {}) => {
    const program = startProgram(folder, {
      MQTT_URL: broker.url,
      TEMPLE_ID: ID,
      MQTT_PASSWORD: 'x',
      STATE_FILE: stateFile(),
      FAKE_LIBGPIOD: '1.6.3',
      ...more,
    });
    programs.push(program);
    return program;
  };
  const tell = (name: TopicName, payload: object, retain = true) =>
    watcher.publishAsync(topicOf(name, ID), JSON.stringify(payload), { qos: 1, retain });
  const watch = async () => {
    watcher = await connectAsync(broker.url, { clientId: `watcher-${Math.random()}` });
    watcher.on('message', (topic, payload) => {
      try {
        hear(topic, payload);
      } catch (error) {
        broken ??= error;
      }
    });
    await watcher.subscribeAsync('templo/v1/#', { qos: 1 });
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'temple-pi-'));
    [programs, odometers, infos, results, availability, broken] = [[], [], [], [], [], undefined];
    pins = pretendPins(folder, 1);
    broker = await startBroker();
    await watch();
  });
  afterEach(async () => {
    await Promise.all(programs.map((program) => program.kill()));
    await watcher.endAsync(true);
    await broker?.kill();
    pins?.close();
    await rm(folder, { recursive: true });
    expect(broken).toBeUndefined();
  });

  const theIt = it.skipIf(!isThere);
  // Tests that do not depend on the broker run with one broker.
  const itOnce = (name: string, body: () => Promise<void>) => startBroker === startAedes && it(name, body);

  theIt('counts each bead once, however it bounces, and tells of itself', async () => {
    start();
    await until(() => expect(totals()).toEqual([0, 0]));
    pins.drop('war', 12);
    pins.drop('rain', 5);
    await until(() => expect(totals()).toEqual([12, 5]));
    expect(last()).toMatchObject({ v: 1, boot: 1, recent: expect.arrayContaining([['rain', 5, expect.any(Number)]]) });
    expect(last()?.recent).toHaveLength(8);
    expect(infos.at(-1)).toMatchObject({ v: 1, id: ID, proto: 'templo/1.0', flash: 'wal', configRev: 0 });
    expect(availability).toEqual(['online']);
    expect(callsOf(folder, 'gpiomon')).toEqual(['--line-buffered --bias=pull-up --format=%o %e %s %n gpiochip4 17 27']);
  });

  theIt('tells no count that a power cut can take back, and loses no bead that it had told', async () => {
    let program = start();
    await until(() => expect(totals()).toEqual([0, 0]));
    const { epoch } = last()!;
    let dropped = 0;
    for (let cut = 1; cut <= 3; cut++) {
      const before = last()!.war;
      const pouring = setInterval(() => [pins.drop('war'), dropped++], 1);
      await until(() => expect(last()!.war).toBeGreaterThan(before + 2 * cut));
      await program.kill();
      clearInterval(pouring);
      const told = last()!.war;
      pins.forget();
      program = start();
      await until(() => expect(last()?.boot).toBe(cut + 1));
      const afresh = last()!.war;
      expect([afresh >= told, afresh <= dropped]).toEqual([true, true]);
      pins.drop('war', 10);
      await until(() => expect(last()!.war).toBe(afresh + 10));
      dropped += 10;
    }
    expect(new Set(odometers.map((told) => told.epoch))).toEqual(new Set([epoch]));
    expect(availability.filter((is) => is === 'offline')).toHaveLength(3);
    expect(onDisk().war).toBe(last()!.war);
  });

  itOnce('obeys commands and settings, and keeps the settings', async () => {
    await tell('cmd', { op: 'report', transaction: 'old' });
    const program = start();
    await until(() => expect(totals()).toEqual([0, 0]));
    const [heard, present] = [odometers.length, availability.length];
    await tell('cmd', { op: 'report', transaction: 'a' }, false);
    await tell('cmd', { op: 'identify', transaction: 'b' }, false);
    await tell('cmd', { op: 'show_code', transaction: 'c', code: 'K7Q42M', time: 120 }, false);
    await until(() => expect(results).toHaveLength(3));
    expect(results).toEqual([
      { transaction: 'a', status: 'ok' },
      { transaction: 'b', status: 'ok' },
      { transaction: 'c', status: 'error', error: 'no display' },
    ]);
    expect(odometers.length).toBeGreaterThan(heard);
    expect(availability.slice(present)).toEqual(['online']);
    await until(() => expect(program.said()).toContain('refused a retained command'));
    await tell('config', { v: 1, rev: 3, debounceMs: 40, swapped: true });
    await until(() => expect(infos.at(-1)?.configRev).toBe(3));
    pins.drop('war', 2);
    await until(() => expect(totals()).toEqual([0, 2]));
    await program.kill();
    pins.forget();
    await watcher.publishAsync(topicOf('config', ID), '', { retain: true });
    start();
    await until(() => expect(last()?.boot).toBe(2));
    pins.drop('rain', 1);
    await until(() => expect(totals()).toEqual([1, 2]));
    expect(infos.at(-1)?.configRev).toBe(3);
    // From another server, which counts its own revisions.
    const said = infos.length;
    await tell('config', { v: 1, rev: 3, swapped: false });
    await until(() => expect(infos.length).toBeGreaterThan(said));
    pins.drop('rain', 1);
    await until(() => expect(totals()).toEqual([1, 3]));
  });

  itOnce('goes on when gpiomon ends, and says goodbye when it is told to stop', async () => {
    const program = start();
    await until(() => expect(totals()).toEqual([0, 0]));
    pins.drop('war');
    await until(() => expect(totals()).toEqual([1, 0]));
    process.kill(Number(await readFile(join(folder, 'gpiomon.pid'), 'utf8')), 'SIGKILL');
    await until(() => expect(callsOf(folder, 'gpiomon')).toHaveLength(2));
    pins.drop('war');
    await until(() => expect(totals()).toEqual([2, 0]));
    expect(await program.stop()).toBe(0);
    await until(() => expect(availability).toEqual(['online', 'offline']));
  });

  itOnce('is one program at a time: a second one changes nothing, and says why', async () => {
    const program = start();
    await until(() => expect(totals()).toEqual([0, 0]));
    pins.drop('war', 2);
    await until(() => expect(totals()).toEqual([2, 0]));
    const second = start();
    expect(await second.ended()).toBe(1);
    await until(() => expect(second.said()).toMatch(/Another temple program keeps its totals in .*totals[.]json/));
    pins.drop('war');
    await until(() => expect(totals()).toEqual([3, 0]));
    expect(last()?.boot).toBe(1);
    await program.kill();
    start();
    await until(() => expect(last()).toMatchObject({ boot: 2, war: 3 }));
  });

  itOnce('begins another life when its file is torn, never a smaller count in the same one', async () => {
    let program = start();
    await until(() => expect(totals()).toEqual([0, 0]));
    pins.drop('war', 3);
    await until(() => expect(totals()).toEqual([3, 0]));
    const { epoch } = last()!;
    await program.kill();
    await writeFile(stateFile(), (await readFile(stateFile(), 'utf8')).slice(0, 20));
    program = start();
    await until(() => expect(totals()).toEqual([0, 0]));
    expect(last()!.epoch).not.toBe(epoch);
  });
});

const openssl = (() => {
  try {
    return execFileSync('openssl', ['version'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
})();

/** A certificate for this machine that is its own authority. */
async function certify(folder: string, name: string) {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...args, ...subject, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  return { file: cert, key: await readFile(key), cert: await readFile(cert) };
}

describe('a Raspberry Pi temple', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'temple-pi-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const settings = (broker: Pick<TestBroker, 'url'>) => ({
    MQTT_URL: broker.url,
    TEMPLE_ID: ID,
    MQTT_PASSWORD: 'x',
    STATE_FILE: join(folder, 'totals.json'),
  });

  it('counts with libgpiod 2, without a broker too, and lights its lamps', async () => {
    const pins = pretendPins(folder, 2);
    const broker = await startAedes();
    await broker.kill();
    const lamps = { LAMP_TURN: '5', LAMP_GOOD: '6', LAMP_CARE: '13' };
    const program = startProgram(folder, { ...settings(broker), ...lamps, FAKE_LIBGPIOD: '2.2.1' });
    await until(() => expect(callsOf(folder, 'gpiomon')).toHaveLength(1));
    pins.drop('rain', 3);
    await until(() => expect(callsOf(folder, 'gpioset')).toContain('--chip gpiochip4 5=1 6=1 13=0'));
    await broker.start();
    const watcher = await connectAsync(broker.url);
    const heard: Odometer[] = [];
    watcher.on('message', (_topic, payload) => heard.push(odometer.parse(JSON.parse(payload.toString()))));
    await watcher.subscribeAsync(topicOf('odometer', ID));
    await until(() => expect(heard.at(-1)?.rain).toBe(3));
    expect(callsOf(folder, 'gpiomon')).toEqual([
      '--chip gpiochip4 --bias=pull-up --edges=both --format=%o %e %S 17 27',
    ]);
    await program.kill();
    await watcher.endAsync(true);
    await broker.kill();
    pins.close();
  });

  it.skipIf(!openssl)(`trusts only its own authority${openssl ? '' : ' (skipped: no openssl)'}`, async () => {
    const pins = pretendPins(folder, 1);
    const [ours, strange] = [await certify(folder, 'ours'), await certify(folder, 'strange')];
    const aedes = await Aedes.createBroker();
    const names: string[] = [];
    aedes.on('clientReady', ({ id }) => names.push(id));
    const server = createServer({ key: ours.key, cert: ours.cert }, aedes.handle).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `mqtts://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const variables = { ...settings({ url }), FAKE_LIBGPIOD: '1.6.3' };
    const fooled = startProgram(folder, { ...variables, MQTT_CA: strange.file });
    await until(() => expect(fooled.said()).toMatch(/no broker/));
    expect(names).toEqual([]);
    await fooled.kill();
    const program = startProgram(folder, { ...variables, MQTT_CA: ours.file });
    await until(() => expect(names).toEqual([ID]));
    await program.kill();
    await new Promise<void>((resolve) => aedes.close(resolve));
    server.close();
    pins.close();
  });

  it('says what is missing: gpiomon, or a place for its totals', async () => {
    const broker = { url: 'mqtt://127.0.0.1:9' };
    const bare = startProgram(folder, { ...settings(broker), PATH: folder });
    expect(await bare.ended()).toBe(1);
    await until(() => expect(bare.said()).toBe('gpiomon is not installed: install the package gpiod.\n'));
    await writeFile(join(folder, 'file'), '');
    const STATE_FILE = join(folder, 'file/totals.json');
    const homeless = startProgram(folder, { ...settings(broker), STATE_FILE, FAKE_LIBGPIOD: '1.6.3' });
    expect(await homeless.ended()).toBe(1);
    await until(() => expect(homeless.said()).toMatch(/^The totals cannot be kept in .*totals.json: E/));
  });

  it('says in one line each which settings are wrong, and shows no value', async () => {
    const program = startProgram(folder, {
      MQTT_URL: 'http://x',
      TEMPLE_ID: 'me',
      MQTT_PASSWORD: 'secret!',
      WAR_LINE: 'z',
    });
    const twice = startProgram(folder, { ...settings({ url: 'mqtt://b' }), WAR_LINE: '27' });
    expect(await twice.ended()).toBe(1);
    await until(() => expect(twice.said()).toMatch(/RAIN_LINE: each GPIO line has one purpose/));
    expect(await program.ended()).toBe(1);
    await until(() => expect(program.said()).toMatch(/MQTT_URL: must be like .*\nTEMPLE_ID: .*\nWAR_LINE: /));
    expect(program.said()).not.toContain('secret!');
  });
});
