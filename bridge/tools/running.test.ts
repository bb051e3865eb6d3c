import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  asBroker,
  asHost,
  asPort,
  asTempleId,
  placeOf,
  type Reached,
  reachOf,
  reachWords,
  Unusable,
  usualServer,
} from './running.ts';

async function listening(host: string): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(0, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Linux answers at every address of 127/8: this one stands for the machine's address in the network. */
const OWN = '127.0.0.77';

it('tells a broker that devices can reach from one that listens on loopback alone', async () => {
  const [open, closed] = [await listening('0.0.0.0'), await listening('127.0.0.1')];
  expect(await reachOf({ host: OWN, port: open }, [OWN])).toBe('answers');
  expect(await reachOf({ host: OWN, port: closed }, [OWN])).toBe('here-only');
  expect(await reachOf({ host: OWN, port: closed }, [])).toBe('silent');
  expect(await reachOf({ host: 'localhost', port: open }, [OWN])).toBe('loopback');
});

it('reads the place of a server from its address', () => {
  expect(placeOf('http://192.168.1.20:2567/')).toEqual({ host: '192.168.1.20', port: 2567 });
  expect(placeOf('https://play.example/x')).toEqual({ host: 'play.example', port: 443 });
  expect(placeOf('http://[fe80::1]/')).toEqual({ host: 'fe80::1', port: 80 });
});

it('leads players to the address that the settings of the server name', () => {
  const PUBLIC_URL = 'https://play.example';
  expect(usualServer({ PUBLIC_URL, PORT: '2600' })).toBe(PUBLIC_URL);
  expect(usualServer({ PUBLIC_URL: '', PORT: '2600' })).toMatch(/^http:.*:2600$/);
  expect(usualServer({})).toMatch(/^http:.*:2567$/);
});

const reached: Reached = {
  mqtt: { host: '192.168.178.200', port: 1883 },
  broker: 'answers',
  isTls: false,
  url: 'http://192.168.178.200:2567/',
  server: 'answers',
  others: [],
};

it('says what a person must know of the addresses, and what to do', () => {
  const said = (more: Partial<Reached>) => reachWords({ ...reached, ...more }).join('\n');
  expect(said({})).toBe('A broker answers at 192.168.178.200, port 1883.');
  expect(said({ broker: 'here-only' })).toMatch(/listens on 127\.0\.0\.1 alone.*\n.*npm start -- --lan/);
  expect(said({ broker: 'silent' })).toMatch(/^No broker answers at 192\.168\.178\.200, port 1883, yet\./);
  expect(said({ broker: 'silent', isTls: true })).toMatch(/Only mosquitto has TLS/);
  expect(said({ broker: 'loopback', mqtt: { host: '127.0.0.1', port: 1883 } })).toContain(
    'No device can reach 127.0.0.1',
  );
  expect(said({ server: 'here-only' })).toContain('no telephone opens the links');
  expect(said({ server: 'loopback' })).toContain('--url');
  expect(said({ server: 'silent' })).toContain('No game server answers at http://192.168.178.200:2567/ yet.');
  expect(said({ others: ['172.17.0.1'] })).toMatch(/other addresses, too: 172\.17\.0\.1\.\n.*--mqtt and --url/);
});

it('says it in 80 columns', () => {
  for (const broker of ['answers', 'loopback', 'here-only', 'silent'] as const)
    for (const line of reachWords({ ...reached, broker, server: broker, others: ['172.17.0.1'] }))
      expect(line.length).toBeLessThanOrEqual(80);
});

describe('what people may give the tools for temples', () => {
  it.each(['templo-7f3a', 'templo-0123456789ab'])('an id: %s', (id) => expect(asTempleId(id)).toBe(id));
  it.each(['', '7f3a', 'templo-', 'templo-7F3A', 'templo-7f3', 'templo-7f3a\n', 'templo-0123456789abc'])(
    'no id: %j',
    (id) => {
      expect(() => asTempleId(id)).toThrow(/is not a temple's id: an id is templo- and 4 to 12 digits/);
    },
  );

  it.each(['1', '1883', '65535'])('a port: %s', (port) => expect(asPort(port)).toBe(Number(port)));
  it.each(['', '0', '65536', '1e3', '-1', '18 83', '0x10'])('no port: %j', (port) => {
    expect(() => asPort(port)).toThrow(Unusable);
  });

  it.each(['broker.local', 'vm', '192.168.1.20', '::1', 'fe80::1'])('a machine: %s', (host) =>
    expect(asHost(host)).toBe(host),
  );
  it.each(['', ':1', '1:2:3', 'fe80::1%eth0', 'a b', 'a,DNS:evil', 'a\nlistener 1', '"', '-x', 'x.', 'a/b'])(
    'no machine: %j',
    (host) => {
      expect(() => asHost(host)).toThrow(/is not a name or address of a machine/);
    },
  );

  it.each([':1', ':1883', ''])('no broker: %j', (given) => expect(() => asBroker(given, 1883)).toThrow(Unusable));
});
