/** Attackers with a few addresses open all the connections that they can, in any way; an honest device gets in. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { topicOf } from '@flower-war/protocol/temple';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { dial, dialOnce, hangUp } from '../testing/brokerClients.fixture.ts';
import { whoIs } from './access.ts';
import { passwordOf } from './aedesHooks.ts';
import { startBroker } from './broker.ts';

const OWN = 'templo-7f3a';
const ROUNDS = 10;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const canChoose = await hasOtherAddresses();

/** Linux has all addresses of 127.0.0.0/8; other systems have one. */
async function hasOtherAddresses(): Promise<boolean> {
  const server = createServer();
  const isThere = once(server.listen(0, '127.0.0.9'), 'listening').then(() => true);
  return isThere.catch(() => false).finally(() => server.close());
}

function dice(state: number): (many: number) => number {
  let now = state;
  return (many) => {
    now = (Math.imul(now, 1664525) + 1013904223) >>> 0;
    return Math.floor((now / 2 ** 32) * many);
  };
}

const CONNECT = Buffer.from([0x10, 0x10, 0, 4, ...Buffer.from('MQTT'), 4, 2, 0, 60, 0, 4, ...Buffer.from('evil')]);
const WAYS: readonly ((random: (many: number) => number) => Buffer)[] = [
  () => Buffer.alloc(0),
  (random) => CONNECT.subarray(0, 1 + random(CONNECT.length - 1)),
  () => CONNECT,
  (random) => randomBytes(1 + random(40)),
];

it.skipIf(!canChoose)(
  `an honest device says all that it has to say, with a crowd at the door (SEED=${seed})${canChoose ? '' : ': this system has one loopback address'}`,
  async () => {
    const random = dice(seed);
    const key = randomBytes(32).toString('hex');
    const { port, stop } = await startBroker({ host: '127.0.0.1', port: 0, key, log: pino({ level: 'silent' }) });
    onTestFinished(stop);
    const login = (username: string) => ({ username, password: passwordOf(whoIs(username)!, key) });
    const broker = { port, servicePort: port, login, key, folder: '', kill: stop, restart: stop, stop };
    const bridge = await dialOnce(broker, 'bridge');
    await bridge.listen('templo/v1/+/odometer');
    const addresses = Array.from({ length: 2 + random(6) }, (_, n) => `127.0.${random(3)}.${10 + n}`);
    const crowd: Socket[] = [];
    onTestFinished(() => crowd.forEach((socket) => void socket.destroy()));
    for (let round = 0; round < ROUNDS; round += 1) {
      await press(addresses, 40 + random(40));
      const own = await dial(broker, OWN);
      await own.say(topicOf('odometer', OWN), `round ${round}`, true);
      await bridge.hears(`round ${round}`);
      await hangUp(own);
    }
    expect(bridge.isOpen()).toBe(true);

    async function press(from: readonly string[], each: number): Promise<void> {
      const opened = from.flatMap((localAddress) => Array.from({ length: each }, () => open(localAddress)));
      await Promise.all(opened.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
    }

    function open(localAddress: string): Socket {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      const said = WAYS[random(WAYS.length)]!(random);
      if (said.length > 0) socket.write(said);
      crowd.push(socket);
      return socket;
    }
  },
  60_000,
);
