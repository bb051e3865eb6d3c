import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type Answer, encode, type Packet } from 'dns-packet';
import { expect, test } from 'vitest';
import { brokerMark } from '../temple/credentials.ts';
import { findOnLan, type LanService, lookupOnLan, nameOnLan, SERVICES, servicesIn } from './lan.ts';

const OWN = '192.168.1.5';
const HOST = nameOnLan(brokerMark('ab'.repeat(32)));

interface AnswerParts {
  readonly service?: LanService;
  readonly instance?: string;
  readonly host?: string;
  readonly port?: number;
  readonly addresses?: readonly string[];
  readonly ttl?: number;
}

/** What a server tells of itself, or a stranger of anything. */
function told({
  service = 'mqtt',
  instance = 'Flower War',
  host = HOST,
  port = 1883,
  ...more
}: AnswerParts = {}): Answer[] {
  const { addresses = [OWN], ttl = 10 } = more;
  const [type, name] = [SERVICES[service], `${instance}.${SERVICES[service]}`];
  return [
    { type: 'PTR', name: type, ttl, data: name },
    { type: 'SRV', name, ttl, data: { port, target: host } },
    ...addresses.map((data) => ({ type: 'A', name: host, ttl, data }) as const),
  ];
}

const packet = (answers: Answer[], more: Packet = {}) => encode({ type: 'response', id: 7, answers, ...more });
const read = (message: Buffer, { service = 'mqtt' as LanService, from = OWN } = {}) =>
  servicesIn(message, { service, id: 7, from });
const readAll = (message: Buffer, more = {}) => [...read(message, more).values()];

test('an answer of a server is read, in any spelling of its names, wherever its records stand', () => {
  const one = { name: 'Flower War', host: HOST, url: `mqtt://${OWN}:1883` };
  expect(readAll(packet(told()))).toEqual([one]);
  const [pointer, ...rest] = told({ host: HOST.toUpperCase() });
  expect(readAll(packet([pointer!], { additionals: rest }))).toEqual([one]);
  const http = packet(told({ service: 'http', host: 'kitchen.local', port: 2567 }));
  expect(readAll(http, { service: 'http' })).toMatchObject([{ url: `http://${OWN}:2567`, host: 'kitchen.local' }]);
});

test.each([
  ['it answers another question', packet(told(), { id: 8 })],
  ['it is a question', packet(told(), { type: 'query' })],
  ['it is of another service', packet(told({ service: 'http' }))],
  ['it leads to another machine', packet(told({ addresses: ['192.168.1.9'] }))],
  ['it has no address', packet(told({ addresses: [] }))],
  ['it has no port', packet(told({ port: 0 }))],
  ['it has no place', packet(told().filter(({ type }) => type !== 'SRV'))],
  ['it is a goodbye', packet(told({ ttl: 0 }))],
  ['it is a broker of something else', packet(told({ host: 'mosquitto.local' }))],
  ['its broker has a name that only begins like ours', packet(told({ host: `${HOST}.example` }))],
  ['it comes after very many others', packet([...Array(64).fill(told()[2]), ...told()])],
  [
    'it is longer than any message',
    packet([...told(), { type: 'TXT', name: 'x', ttl: 1, data: Array(40).fill('x'.repeat(250)) }]),
  ],
  ['it ends early', packet(told()).subarray(0, 60)],
  ['it is rubbish', Buffer.from([0, 7, 0x84, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xc0, 12])],
  ['it is empty', Buffer.alloc(0)],
])('an answer is passed over when %s', (_, message) => {
  expect(read(message).size).toBe(0);
});

test('a name shows visible characters alone, and not many', () => {
  const nameOf = (instance: string) => readAll(packet(told({ instance })))[0]?.name;
  expect(nameOf('Xōchitl’s «Flower War» 花')).toBe('Xōchitl’s «Flower War» 花');
  expect(nameOf('a\x1b[2J\r\n\u202e\u200b\u0007z')).toBe('a?[2J?????z');
  expect(nameOf(Array(4).fill('x'.repeat(50)).join('.'))).toHaveLength(63);
});

test('a server that answers at two addresses is one, and a stranger who names its addresses beside his own is another', () => {
  const both = packet(told({ addresses: [OWN, '10.0.0.5'] }));
  const same = packet(told({ addresses: ['10.0.0.5', OWN] }));
  const thief = packet(told({ addresses: [OWN, '10.0.0.5', '192.168.1.66'] }));
  const keys = (message: Buffer, from: string) => [...read(message, { from }).keys()];
  expect(keys(both, OWN)).toHaveLength(1);
  expect(keys(same, '10.0.0.5')).toEqual(keys(both, OWN));
  expect(keys(thief, '192.168.1.66')).toHaveLength(1);
  expect(keys(thief, '192.168.1.66')).not.toEqual(keys(both, OWN));
  expect(keys(both, '192.168.1.66')).toEqual([]);
});

test('any other name than that of a broker is left to the system', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: 'localhost', port, lookup: lookupOnLan }).resume();
  await once(socket, 'connect');
  server.close();
});

test('a search that is over before it begins asks no machine', async () => {
  await expect(findOnLan('http', { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
});
