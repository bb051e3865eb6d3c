/** What `--lan` opens to the local network: the notice for people, and the answers by multicast DNS. Only `--lan` loads this file. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { BlockList } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { lanAddresses } from '@flower-war/protocol/addresses';
import { type LanService, MULTICAST, nameOnLan, readPacket, SERVICES, sendThrough } from '@flower-war/protocol/lan';
import {
  AUTHORITATIVE_ANSWER,
  encode,
  type Packet,
  type Question,
  type SrvAnswer,
  type StringAnswer,
  type TxtAnswer,
} from 'dns-packet';
import { renderUnicodeCompact } from 'uqr';
import { reachable } from './config.ts';

/** Where others find a program. */
interface Found {
  readonly addresses: readonly string[];
  readonly port: number;
}

interface Doors {
  readonly http: Found;
  /** Nothing if `npm start` runs no broker. */
  readonly mqtt: (Found & { readonly homePassword: string }) | undefined;
}

const ALL_ADDRESSES = ['0.0.0.0', '::', '[::]'];
const LOOPBACK = /^(127\.|localhost$|\[?::1\]?$)/;

/** Where others find a program that listens there. */
export function addressesAt(host: string | undefined): readonly string[] {
  return host === undefined || ALL_ADDRESSES.includes(host) ? lanAddresses() : [host];
}

/** Those of them that may be announced: a program on loopback, or behind a name, is announced nowhere. */
export function openAddressesAt(host: string | undefined): readonly string[] {
  const own = lanAddresses();
  return addressesAt(host).filter((address) => own.includes(address));
}

export function lanNotice({ http, mqtt }: Doors): string {
  const [first] = http.addresses;
  if (first === undefined) return 'This machine is in no network: no other device can connect.';
  const rows = http.addresses.map((address) => `  npm run play -- --url ${urlOf('http', address, http.port)}`);
  return [
    ...(LOOPBACK.test(first)
      ? [`HOST=${first} keeps the game on this machine, also with --lan. Here you type:`]
      : OPEN),
    ...rows,
    ...(rows.length > 1 ? ['If the first address does not answer, try the next.'] : []),
    ...(mqtt === undefined ? [] : templesAndHome(mqtt)),
    '',
    renderUnicodeCompact(urlOf('http', first, http.port)),
    '',
    `  HTTP and sockets, port ${http.port}: any player may join; nothing is encrypted, so use it at home, not in a public network`,
    ...(mqtt === undefined ? [] : [BROKER_NOTE.replace('PORT', String(mqtt.port))]),
    '  Multicast DNS, UDP port 5353: tells all in the network that the game is here, and where',
    '  The service of bridges asks for the service token, and the pages of the operator for OPERATOR_TOKEN.',
  ].join('\n');
}

const OPEN = [
  'Open to all devices in the local network. A friend types:',
  '  npm run play -- --lan',
  'If that finds nothing, with the address:',
];

const BROKER_NOTE =
  '  MQTT for temples, port PORT: each device needs its own password and reaches only its own topics; not encrypted either';

/** The rows have the names and the order of the form in Home Assistant. */
function templesAndHome({ addresses, port, homePassword }: NonNullable<Doors['mqtt']>): readonly string[] {
  const [address] = addresses;
  if (address === undefined) return [];
  return [
    `Temples connect to ${urlOf('mqtt', address, port)}`,
    '',
    'Home Assistant shows temples, too: add its integration MQTT, type this, and leave the rest as it is.',
    `  Broker    ${address}`,
    `  Port      ${port}`,
    '  Username  home',
    `  Password  ${homePassword}`,
  ];
}

function urlOf(protocol: 'http' | 'mqtt', address: string, port: number): string {
  return `${protocol}://${reachable(address)}:${port}`;
}

// Announces the server and the broker, and answers programs that ask for them: a responder of multicast DNS (RFC 6762).
// It does not ask whether its names are free: an address, or the mark of a broker, is in each of them.

export interface Announced {
  readonly service: LanService;
  readonly port: number;
  /** The mark in the name of its machine; without it the first address. */
  readonly mark?: string;
  /** Those of this machine at which it listens, by which others in the network reach it. */
  readonly addresses: readonly string[];
}

/** The first announcement may be lost. */
const AGAIN_AFTER_MS = 1000;
/** So often it looks whether the machine has other addresses, as after a change of the Wi-Fi. */
const LOOK_EVERY_MS = 15_000;

export class Announcer {
  private readonly look: () => readonly Announced[];
  private readonly complain: (sentence: string) => void;
  private responders: readonly Responder[] = [];
  private told = '';
  private timer: NodeJS.Timeout | undefined;

  /** `look` tells what is announced now. `complain` hears which network cannot be told, and why. */
  constructor(look: () => readonly Announced[], complain: (sentence: string) => void) {
    this.look = look;
    this.complain = complain;
  }

  start(): void {
    this.tell();
    this.timer = setInterval(() => this.tell(), LOOK_EVERY_MS).unref();
  }

  /** Says goodbye, so that no machine keeps what was announced. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.responders.map((responder) => responder.stop()));
  }

  private tell(): void {
    const all = this.look();
    const told = JSON.stringify(all);
    if (told === this.told) return;
    this.told = told;
    for (const responder of this.responders) void responder.stop();
    const networks = [...new Set(all.flatMap(({ addresses }) => addresses))];
    this.responders = networks.map((address) => {
      const here = all.filter(({ addresses }) => addresses.includes(address));
      const records = here.flatMap((one) => recordsOf(one, address));
      return new Responder(address, records, ({ message }) =>
        this.complain(`At ${address} nothing is announced (${message}): others there need the address.`),
      );
    });
  }
}

// What is announced in one network.

type LanRecord = StringAnswer | SrvAnswer | TxtAnswer;

const POINTER_SECONDS = 4500;
const PLACE_SECONDS = 120;

function recordsOf({ service, port, mark, addresses }: Announced, own: string): readonly LanRecord[] {
  const [first = ''] = addresses;
  const [type, dashed] = [SERVICES[service], first.replaceAll('.', '-')];
  const host = nameOnLan(mark ?? dashed);
  const machine = hostname()
    .replace(/\..*$|[^\w-]/g, '')
    .slice(0, 20);
  const instance = `Flower War on ${machine} ${dashed} ${port}.${type}`;
  // A device takes the first address, so that it must be the one in its own network.
  const nearest = [own, ...addresses.filter((address) => address !== own)];
  return [
    { type: 'PTR', name: type, ttl: POINTER_SECONDS, data: instance },
    { type: 'PTR', name: '_services._dns-sd._udp.local', ttl: POINTER_SECONDS, data: type },
    { type: 'SRV', name: instance, ttl: PLACE_SECONDS, flush: true, data: { port, target: host } },
    { type: 'TXT', name: instance, ttl: POINTER_SECONDS, flush: true, data: '' },
    ...nearest.map((data) => ({ type: 'A', name: host, ttl: PLACE_SECONDS, flush: true, data }) as const),
  ];
}

// Strangers may ask anything, and as often as they like.

const MOST_MESSAGES_A_SECOND = 50;
const MOST_QUESTIONS = 16;
/** What was told to all is not told again in this time. */
const QUIET_MS = 1000;
/** A program that asks once does not hear what changes: it must ask again soon. */
const ONE_SHOT_SECONDS = 10;

class Responder {
  private readonly records: readonly LanRecord[];
  private readonly neighbours = new BlockList();
  private readonly socket: Socket;
  private readonly again: NodeJS.Timeout;
  private isOpen = false;
  private second = 0;
  private messages = 0;
  private toldAt = Number.NEGATIVE_INFINITY;

  constructor(address: string, records: readonly LanRecord[], fail: (error: Error) => void) {
    this.records = records;
    const own = Object.values(networkInterfaces()).flatMap((all = []) => all);
    const [, bits = '32'] = own.find((one) => one.address === address)?.cidr?.split('/') ?? [];
    this.neighbours.addSubnet(address, Number(bits));
    this.socket = createSocket({ type: 'udp4', reuseAddr: true });
    this.socket.on('error', fail);
    this.socket.on('message', (message, sender) => this.hear(message, sender));
    this.socket.bind(MULTICAST.port, () => this.join(address));
    this.again = setTimeout(() => this.announce(), AGAIN_AFTER_MS).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.again);
    this.socket.removeAllListeners('message');
    const goodbye = encode(answering(this.records.map((record) => ({ ...record, ttl: 0 }))));
    if (this.isOpen)
      await new Promise((resolve) => this.socket.send(goodbye, MULTICAST.port, MULTICAST.address, resolve));
    this.socket.close();
  }

  private join(address: string): void {
    try {
      sendThrough(this.socket, address);
      this.socket.addMembership(MULTICAST.address, address);
      this.isOpen = true;
      this.announce();
    } catch (error) {
      this.socket.emit('error', error);
    }
  }

  private announce(): void {
    if (!this.isOpen) return;
    this.toldAt = performance.now();
    this.send(encode(answering(this.records)), MULTICAST);
  }

  private hear(message: Buffer, sender: RemoteInfo): void {
    if (!this.neighbours.check(sender.address) || this.isFlooded()) return;
    const { type, id = 0, questions = [] } = readPacket(message) ?? {};
    if (type !== 'query') return;
    const asked = questions
      .slice(0, MOST_QUESTIONS)
      .filter((question) => this.records.some((record) => isAnswer(record, question)));
    if (asked.length === 0) return;
    if (sender.port !== MULTICAST.port) this.answer(id, asked, sender);
    else if (performance.now() - this.toldAt >= QUIET_MS) this.announce();
  }

  /** To a program that asks once, from a port of its own, as an ESP32 does: such a program wants its question back. */
  private answer(id: number, asked: readonly Question[], sender: RemoteInfo): void {
    const brief = this.records.map((one) => ({ ...one, ttl: ONE_SHOT_SECONDS, flush: false }));
    const isAsked = (record: LanRecord) => asked.some((question) => isAnswer(record, question));
    const others = brief.filter((record) => !isAsked(record));
    const questions = asked.map(({ name, type }) => ({ name, type }));
    this.send(encode({ ...answering(brief.filter(isAsked), others), id, questions }), sender);
  }

  private isFlooded(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.second) this.messages = 0;
    this.second = second;
    return ++this.messages > MOST_MESSAGES_A_SECOND;
  }

  private send(message: Buffer, { address, port }: { readonly address: string; readonly port: number }): void {
    this.socket.send(message, port, address, () => {}); // a program that did not get it asks again
  }
}

function isAnswer(record: LanRecord, { name, type }: Question): boolean {
  const isWanted = type === record.type || (type as string) === 'ANY';
  return isWanted && name.toLowerCase() === record.name.toLowerCase();
}

function answering(answers: readonly LanRecord[], additionals: readonly LanRecord[] = []): Packet {
  return { type: 'response', flags: AUTHORITATIVE_ANSWER, answers: [...answers], additionals: [...additionals] };
}
