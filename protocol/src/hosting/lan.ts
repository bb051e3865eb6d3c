/** Programs of the game find each other in the local network, by multicast DNS (RFC 6762 and 6763). For Node alone. */
import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import type { LookupFunction } from 'node:net';
import { decode, encode, type Packet } from 'dns-packet';
import { lanAddresses } from './addresses.ts';

export const MULTICAST = { address: '224.0.0.251', port: 5353, ttl: 255 } as const;

/** What `npm start -- --lan` announces: the server, and its broker. */
export const SERVICES = { http: '_flower-war._tcp.local', mqtt: '_mqtt._tcp.local' } as const;
export type LanService = keyof typeof SERVICES;

/** The name under which an announcement has its addresses. The mark of a broker is made from the key of its temples. */
export const nameOnLan = (mark: string): string => `flower-war-${mark}.local`;
const NAME_OF_BROKER = /^flower-war-[0-9a-f]{12}\.local$/;

export interface FoundOnLan {
  /** What the server calls itself. A stranger may have written it: it holds visible characters alone, at most 63. */
  readonly name: string;
  /** Its name in the local network, like `flower-war-192-168-1-5.local`. */
  readonly host: string;
  /** Where it answers, like `http://192.168.1.5:2567`. */
  readonly url: string;
}

export interface LanSearch {
  /** The longest time for the search, in milliseconds: 3000 if absent, at most 60 000. It ends a second after the first answer. */
  readonly within?: number;
  readonly signal?: AbortSignal;
}

/** Answers may be lost, above all on a radio. */
const ASK_AT_MS = [0, 400, 1200];
const OTHERS_WITHIN_MS = 1000;
const LONGEST_MS = 60_000;

const MOST_NETWORKS = 8;
const MOST_ANSWERS = 100;
const MOST_FOUND = 16;

/** Asks all networks of this machine who offers the service. Everything in an answer may come from a stranger. */
export async function findOnLan(
  service: LanService,
  { within = 3000, signal }: LanSearch = {},
): Promise<readonly FoundOnLan[]> {
  signal?.throwIfAborted();
  const id = randomInt(2 ** 16);
  const found = new Map<string, FoundOnLan>();
  const over = new AbortController();
  const end = () => over.abort();
  const timers = [setTimeout(end, Math.min(within, LONGEST_MS))];
  let answers = 0;
  const hear: Hear = (message, from) => {
    if (++answers > MOST_ANSWERS) return end();
    for (const [key, one] of servicesIn(message, { service, id, from })) found.set(key, one);
    if (found.size > 0 && timers.length === 1) timers.push(setTimeout(end, OTHERS_WITHIN_MS));
  };
  const query = encode({ type: 'query', id, questions: [{ type: 'PTR', name: SERVICES[service] }] });
  const sockets = askAll(query, hear);
  signal?.addEventListener('abort', end, { once: true });
  if (!over.signal.aborted) await once(over.signal, 'abort');
  signal?.removeEventListener('abort', end);
  for (const timer of timers) clearTimeout(timer);
  for (const socket of sockets) socket.close();
  signal?.throwIfAborted();
  return [...found.values()].slice(0, MOST_FOUND);
}

type Hear = (message: Buffer, from: string) => void;

/**
 * Each question leaves from a port of its own, and so its answers come to that port alone: the usual port of multicast DNS may belong to
 * another program, and brings the talk of the whole house.
 */
function askAll(query: Buffer, hear: Hear): readonly Socket[] {
  return lanAddresses()
    .slice(0, MOST_NETWORKS)
    .map((address) => {
      const socket = createSocket('udp4');
      const timers: NodeJS.Timeout[] = [];
      const gone = () => {}; // that network has just gone: no machine answers in it
      const ask = () => {
        try {
          sendThrough(socket, address);
          socket.send(query, MULTICAST.port, MULTICAST.address, gone);
        } catch {
          gone();
        }
      };
      socket.on('error', gone);
      socket.on('message', (message, { address: from }) => hear(message, from));
      socket.on('close', () => timers.forEach(clearTimeout));
      socket.bind({ address, port: 0 }, () => {
        timers.push(...ASK_AT_MS.map((ms) => setTimeout(ask, ms)));
      });
      return socket;
    });
}

/** What the socket sends by multicast leaves through the network in which this machine has that address. */
export function sendThrough(socket: Socket, address: string): void {
  socket.setMulticastInterface(address);
  socket.setMulticastTTL(MULTICAST.ttl);
}

// What comes from the network may have been written by a stranger.

/** RFC 6762 allows no larger message. */
const MOST_BYTES = 9000;
const MOST_RECORDS = 64;

/** Nothing for what is not a message of DNS. */
export function readPacket(message: Buffer): Packet | undefined {
  try {
    return message.length > MOST_BYTES ? undefined : decode(message);
  } catch {
    return undefined;
  }
}

export interface LanQuestion {
  readonly service: LanService;
  readonly id: number;
  /** The address of the sender. */
  readonly from: string;
}

/**
 * The services in an answer, by keys under which each is found once, though it answers in several networks. An answer counts only for its
 * sender: it cannot point at another machine. And it has the same key as another only if both name the addresses of both.
 */
export function servicesIn(message: Buffer, { service, id, from }: LanQuestion): ReadonlyMap<string, FoundOnLan> {
  const { type, id: to, answers = [], additionals = [] } = readPacket(message) ?? {};
  if (type !== 'response' || to !== id) return new Map();
  const records = [...answers, ...additionals].slice(0, MOST_RECORDS).filter((one) => 'ttl' in one && one.ttl !== 0);
  const all = records.flatMap((pointer) => {
    if (pointer.type !== 'PTR' || !isSame(pointer.name, SERVICES[service])) return [];
    const place = records.find((one) => one.type === 'SRV' && isSame(one.name, pointer.data));
    if (place?.type !== 'SRV' || place.data.port === 0) return [];
    const { port, target } = place.data;
    const addresses = records.flatMap((one) => (one.type === 'A' && isSame(one.name, target) ? [one.data] : []));
    const host = target.toLowerCase();
    if (!addresses.includes(from) || (service === 'mqtt' && !NAME_OF_BROKER.test(host))) return [];
    const one = { name: labelIn(pointer.data), host, url: `${service}://${from}:${port}` };
    return [[[pointer.data, port, ...addresses.sort()].join(' '), one] as const];
  });
  return new Map(all);
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The part before the service. What a terminal would not show, or would obey, becomes a question mark. */
function labelIn(instance: string): string {
  const label = instance.replace(/\._[^.]+\._tcp\.local$/i, '');
  return label.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?').slice(0, 63);
}

/**
 * For `net.connect`, at each connection: asks the local network for the name of a broker of the game, and the system for any other name. If
 * two machines answer to one name it trusts neither, because the caller sends a password.
 */
export const lookupOnLan: LookupFunction = (host, options, callback) => {
  const ask = () => lookup(host, options, callback);
  if (!NAME_OF_BROKER.test(host)) return ask();
  const answered = (found: readonly FoundOnLan[]) => {
    const [one, other] = found.filter((broker) => broker.host === host);
    if (other !== undefined) return callback(doubt(`Several machines say that they are ${host}`), []);
    if (one === undefined) return ask();
    const { hostname: address } = new URL(one.url);
    if (options.all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
  findOnLan('mqtt').then(answered, (error) => callback(error, []));
};

/** MQTT.js tells only errors with a code. */
const doubt = (message: string): Error => Object.assign(new Error(message), { code: 'ENOTFOUND' });
