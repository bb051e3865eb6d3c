import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { topicOf } from '@flower-war/protocol/temple';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { accessContract, OTHER, OWN } from '../testing/access.contract.ts';
import { dialOnce, refusalOf, trusting } from '../testing/brokerClients.fixture.ts';
import { type MosquittoSettings, noMosquitto, startMosquitto } from '../testing/guardedBrokers.ts';
import { aclFile, FILES, mosquittoConf, passwdLine } from './mosquitto.ts';

const missing = noMosquitto();
const devices = [OWN, OTHER];

async function mosquitto(settings: Partial<MosquittoSettings> = {}) {
  const broker = await startMosquitto({ devices, ...settings });
  onTestFinished(broker.stop);
  return broker;
}

describe.skipIf(missing)(`mosquitto${missing === undefined ? '' : `: ${missing}`}`, () => {
  accessContract({ start: () => startMosquitto({ devices }), mayOverwrite: true });

  it('lets a new device in, and an old one no more, without a restart', async () => {
    const broker = await mosquitto({ devices: [OWN] });
    const bridge = await dialOnce(broker, 'bridge');
    const own = await dialOnce(broker, OWN);
    const [mine, theirs] = [OWN, OTHER].map((id) => ({ ...broker.login(id), clientId: id }));
    expect(await refusalOf(broker, theirs!)).toEqual(expect.any(Number));
    await broker.admit([OTHER]);
    await vi.waitFor(async () => expect(await refusalOf(broker, theirs!)).toBeUndefined(), { timeout: 20_000 });
    expect(await refusalOf(broker, mine!)).toEqual(expect.any(Number));
    await vi.waitFor(() => expect(own.isOpen()).toBe(false), { timeout: 20_000 });
    expect(bridge.isOpen()).toBe(true);
  });

  it('takes in a changed access file without a restart', async () => {
    const broker = await mosquitto();
    const path = join(broker.folder, FILES.acl);
    await writeFile(path, aclFile().replace('pattern write templo/v1/%u/odometer\n', ''));
    await broker.restart();
    const [bridge, own] = [await dialOnce(broker, 'bridge'), await dialOnce(broker, OWN)];
    await bridge.listen(topicOf('odometer', OWN), topicOf('info', OWN));
    await own.say(topicOf('odometer', OWN), 'before');
    await own.say(topicOf('info', OWN), 'fence');
    await bridge.hears('fence');
    await writeFile(path, aclFile());
    await broker.admit(devices);
    await vi.waitFor(
      async () => {
        await own.say(topicOf('odometer', OWN), 'after');
        expect(bridge.heard.map(({ text }) => text)).toContain('after');
      },
      { timeout: 20_000 },
    );
    expect(bridge.heard.map(({ text }) => text)).not.toContain('before');
  });

  it('tells a bridge that comes back of every temple of a full hall', async () => {
    const broker = await mosquitto();
    const first = await dialOnce(broker, 'bridge');
    const ids = Array.from({ length: 150 }, (_, index) => `templo-${(0x1000 + index).toString(16)}`);
    const topics = ids.flatMap((id) => [topicOf('ack', id), topicOf('config', id), topicOf('match', id)]);
    for (const topic of topics) await first.say(topic, topic, true);
    const second = await dialOnce(broker, 'bridge');
    await second.listen(topicOf('ack', '+'), topicOf('config', '+'), topicOf('match', '+'));
    await vi.waitFor(() => expect(new Set(second.heard.map(({ text }) => text)).size).toBe(topics.length), {
      timeout: 20_000,
    });
  });

  it('remembers through a restart what was retained', async () => {
    const broker = await mosquitto();
    const first = { bridge: await dialOnce(broker, 'bridge'), own: await dialOnce(broker, OWN) };
    await first.bridge.say(topicOf('ack', OWN), 'ledger', true);
    await first.own.say(topicOf('odometer', OWN), 'totals', true);
    await broker.restart();
    const [bridge, own] = [await dialOnce(broker, 'bridge'), await dialOnce(broker, OWN)];
    await own.listen(topicOf('ack', OWN));
    await bridge.listen(topicOf('odometer', OWN));
    await own.hears('ledger');
    await bridge.hears('totals');
  });

  it('has one bridge only where user names are client ids: hence the second listener', async () => {
    const broker = await mosquitto();
    const atTheFront = { port: broker.port };
    const first = await dialOnce(broker, 'bridge', atTheFront);
    const second = await dialOnce(broker, 'bridge', atTheFront);
    await vi.waitFor(() => expect(first.isOpen()).toBe(false), { timeout: 20_000 });
    expect(second.isOpen()).toBe(true);
  });

  it('lets no device in where client ids are free', async () => {
    const broker = await mosquitto();
    const login = { ...broker.login(OWN), clientId: 'bridge-a', port: broker.servicePort };
    expect(await refusalOf(broker, login)).toEqual(expect.any(Number));
  });

  it('speaks TLS with devices that know its authority, and with nobody else', async () => {
    const broker = await mosquitto({ isTls: true });
    const bridge = await dialOnce(broker, 'bridge');
    await bridge.listen(topicOf('odometer', OWN));
    const own = await dialOnce(broker, OWN, trusting(broker));
    await own.say(topicOf('odometer', OWN), 'under cover', true);
    await bridge.hears('under cover');
    const login = { ...broker.login(OWN), clientId: OWN };
    expect(await refusalOf(broker, { ...login, protocol: 'mqtts' })).toMatch(/CERT|VERIFY/);
    expect(await refusalOf(broker, login)).toBeDefined();
    expect(own.isOpen()).toBe(true);
  });

  it('keeps the authority that devices know when all is written again', async () => {
    const broker = await mosquitto({ isTls: true });
    const files = () =>
      Promise.all(['ca.crt', 'broker.crt'].map((name) => readFile(join(broker.folder, 'pki', name), 'utf8')));
    const [authority, certificate] = await files();
    await broker.writeAgain();
    await broker.restart();
    const after = await files();
    expect(after[0]).toBe(authority);
    expect(after[1]).not.toBe(certificate);
    await dialOnce(broker, OWN, trusting(broker));
    await rm(join(broker.folder, 'pki/ca.key'));
    await broker.writeAgain();
    expect(await files()).toEqual(after);
  });
});

describe('the files of mosquitto', () => {
  it('gives devices patterns, accounts topics, and whoever has no name nothing', () => {
    const lines = aclFile().split('\n');
    const firstUser = lines.indexOf('user bridge');
    expect(lines.slice(0, firstUser).every((line) => line === '' || line.startsWith('#'))).toBe(true);
    expect(lines.filter((line) => line.startsWith('pattern')).sort()).toEqual([
      'pattern read templo/v1/%u/ack',
      'pattern read templo/v1/%u/cmd',
      'pattern read templo/v1/%u/config',
      'pattern read templo/v1/%u/match',
      'pattern read templo/v1/bridge/state',
      'pattern write templo/v1/%u/availability',
      'pattern write templo/v1/%u/cmd/result',
      'pattern write templo/v1/%u/info',
      'pattern write templo/v1/%u/odometer',
    ]);
    expect(lines).toContain('topic readwrite templo/v1/bridge/state');
    expect(lines).toContain('topic readwrite templo/v1/bridge/response/#');
    expect(lines.filter((line) => line.includes('#') && !line.startsWith('#')).every((line) => /\/#$/.test(line))).toBe(
      true,
    );
  });

  it('hashes a password as mosquitto_passwd does', () => {
    const salt = Buffer.from('AAECAwQFBgcICQoL', 'base64');
    expect(passwdLine({ user: 'templo-7f3a', password: 'secret' }, salt)).toMatch(
      /^templo-7f3a:\$7\$101\$AAECAwQFBgcICQoL\$[A-Za-z0-9+/]{86}==$/,
    );
  });

  it('asks for a password at every door, and for TLS at that of devices alone', () => {
    const settings = {
      at: '/etc/templo',
      bind: '',
      port: 8883,
      servicePort: 1884,
      serviceBind: '127.0.0.1',
      isTls: true,
    };
    const [devices = '', services = ''] = mosquittoConf(settings)
      .split(/^listener /m)
      .slice(1);
    for (const door of [devices, services]) expect(door).toContain('allow_anonymous false');
    expect(devices).toMatch(/^8883\n.*password_file \/etc\/templo\/passwd\n.*use_username_as_clientid true.*certfile/s);
    expect(services).toMatch(/^1884 127\.0\.0\.1\n.*password_file \/etc\/templo\/passwd-services\n/s);
    expect(services).not.toContain('certfile');
  });
});
