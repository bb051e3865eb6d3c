/** Other people's clients with MQTT 5 at the embedded broker: mosquitto's and MQTT.js, beside clients with 3.1.1. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { topicOf } from '@flower-war/protocol/temple';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dialOnce, refusalOf } from '../testing/brokerClients.fixture.ts';
import { startAedes, type TestBroker } from '../testing/guardedBrokers.ts';
import { OWN } from '../testing/rawMqtt5Client.fixture.ts';

const isMissing = spawnSync('mosquitto_pub', ['--help']).error !== undefined;
const ODOMETER = topicOf('odometer', OWN);
let broker: TestBroker;
beforeAll(async () => {
  broker = await startAedes();
});
afterAll(() => broker.stop());

function flagsOf(account: string): readonly string[] {
  const { username, password } = broker.login(account);
  return ['-h', '127.0.0.1', '-p', String(broker.port), '-u', username, '-P', password, '-i', account, '-V', '5'];
}

async function outcomeOf(program: ChildProcess) {
  let said = '';
  for (const stream of [program.stdout, program.stderr]) stream?.on('data', (bytes) => (said += bytes));
  onTestFinished(() => void program.kill());
  const [code] = await once(program, 'close');
  return { code, said };
}

const publishes = (account: string, ...flags: readonly string[]) =>
  outcomeOf(spawn('mosquitto_pub', [...flagsOf(account), ...flags]));

describe.skipIf(isMissing)(`mosquitto's clients${isMissing ? ': they are not installed' : ''}`, () => {
  it.each([0, 1, 2])('publish and listen with QoS %i, with identifiers and properties', async (qos) => {
    const home = spawn('mosquitto_sub', [
      ...flagsOf('home'),
      ...['-t', 'templo/v1/+/odometer', '-q', String(qos), '-C', '2', '-W', '20', '-F', '%t %p %r'],
      ...['-D', 'subscribe', 'subscription-identifier', '5', '-D', 'connect', 'session-expiry-interval', '60'],
    ]);
    const heard = outcomeOf(home);
    const properties = ['-D', 'publish', 'user-property', 'a', 'b', '-D', 'publish', 'message-expiry-interval', '60'];
    const text = `qos ${qos}`;
    const say = () => publishes(OWN, '-t', ODOMETER, '-q', String(qos), '-r', '-m', text, ...properties);
    expect(await say()).toEqual({ code: 0, said: '' });
    await say();
    await say();
    const { code, said } = await heard;
    expect(code).toBe(0);
    expect(said).toContain(`${ODOMETER} ${text}`);
  });

  it('hear that a message is not theirs to publish, and that a password is wrong', async () => {
    const foreign = await publishes(OWN, '-t', topicOf('ack', OWN), '-q', '1', '-m', 'x');
    expect(foreign.said).toMatch(/not authori[sz]ed/i);
    const { said } = await publishes(OWN, '-P', 'wrong', '-t', ODOMETER, '-m', 'x');
    expect(said).toMatch(/bad user name or password|not authori[sz]ed/i);
  });
});

describe('MQTT.js', () => {
  it.each([
    [4, 5],
    [5, 4],
    [5, 5],
  ] as const)('is heard with version %i by version %i', async (said, heard) => {
    const own = await dialOnce(broker, OWN, { protocolVersion: said });
    const home = await dialOnce(broker, 'home', { protocolVersion: heard, clientId: 'listener' });
    await home.listen(ODOMETER);
    await own.say(ODOMETER, `from ${said} to ${heard}`, true);
    await home.hears(`from ${said} to ${heard}`);
  });

  it('hears why it is refused', async () => {
    const login = { ...broker.login(OWN), protocolVersion: 5 } as const;
    expect(await refusalOf(broker, { ...login, clientId: OWN, password: 'wrong' })).toBe(0x86);
    expect(await refusalOf(broker, { ...login, clientId: 'x' })).toBe(0x85);
  });

  it('hears of a message that was dropped', async () => {
    const own = await dialOnce(broker, OWN, { protocolVersion: 5 });
    const refused = own.client.publishAsync(topicOf('ack', OWN), 'x', { qos: 1 });
    await expect(refused).rejects.toMatchObject({ code: 0x87 });
  });
});
