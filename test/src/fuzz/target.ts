/**
 * The server under attack with a front door before it, and what the attackers own there: guests, matches, and the tokens of
 * operator and bridge. A gauge in each process tells what it uses.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { devicePassword, type MatchSummary, type SeatedAnswer, type SignedIn, topicOf } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import type { Chance } from '@flower-war/rules';
import { connectAsync } from 'mqtt';
import { ROOT } from '../support/program.ts';
import { startWholeHouse, type WholeHouse } from '../support/server.ts';
import { text } from './dice.ts';
import { type Address, placeOf } from './wire.ts';

export const OPERATOR_TOKEN = 'fuzz-operator-0123456789';
const BRIDGE_TOKEN = 'fuzz-bridge-0123456789abcdef';
const GUESTS = 4;
const GAMES = ['tieqchieq', 'flower-war', 'mexica', 'space-aztecs'];

interface Guest extends SignedIn {
  readonly matches: readonly MatchSummary[];
}

export interface Target {
  readonly house: WholeHouse;
  /** Where each program listens. */
  readonly places: Readonly<Record<Program, Address>>;
  readonly gauge: Gauge;
  /** The master key of temples and of broker accounts. */
  readonly key: string;
  guests: readonly Guest[];
  stop(): Promise<void>;
}

/** Starts the server of this checkout, or of another one. */
export async function openTarget(tree = ROOT): Promise<Target> {
  const gauge = new Gauge();
  const NODE_OPTIONS = gauge.options;
  const tokens = { OPERATOR_TOKEN, BRIDGE_TOKEN, MESSAGES_PER_SECOND: '50', BOT_DELAY_MS: '0', LIMITS: '0' };
  const quotas = { MOST_OPEN_MATCHES: '100000', MOST_SEATS: '100000' };
  const MQTT_PORT = String(await freePort()); // the server passes browsers on to a broker whose port it knows
  const house = await startWholeHouse({ ...tokens, ...quotas, MQTT_PORT, NODE_OPTIONS }, tree);
  const key = readFileSync(join(house.folder, 'temples.key'), 'utf8').trim();
  await bridgeIsThere(house.mqtt, key);
  const guests = await newGuests(house.url);
  const door = await openDoor(join(tree, PROGRAMS.door), { house, guests, NODE_OPTIONS });
  const broker = placeOf(house.mqtt.replace('mqtt', 'http'));
  const places = { server: placeOf(house.url), door: door.place, broker };
  const stop = async () => {
    door.stop();
    await house.stop();
  };
  return { house, places, gauge, key, guests, stop };
}

const LISTENER = 'templo-7778';

/** The bridge tells devices when it has started, the last of all programs. Before, nothing can be weighed. */
async function bridgeIsThere(mqtt: string, key: string): Promise<void> {
  const login = { clientId: LISTENER, username: LISTENER, password: devicePassword(key, LISTENER) };
  const device = await connectAsync(mqtt, { protocolVersion: 4, ...login });
  const told = new Promise((resolve) => device.once('message', resolve));
  await device.subscribeAsync(topicOf('bridge', ''), { qos: 1 });
  await told;
  await device.endAsync(true);
}

interface Behind extends Pick<Target, 'house' | 'guests'> {
  readonly NODE_OPTIONS: string;
}

/** The front door, as it stands before several processes. Behind this one is the server. */
async function openDoor(program: string, { house, guests: [guest], NODE_OPTIONS }: Behind) {
  const { connection } = await post<SeatedAnswer>(`${house.url}/api/lobby`, {}, guest?.token);
  const env = { PATH: process.env['PATH'], PORT: '0', NODE_OPTIONS };
  const child = fork(program, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  const { port } = placeOf(house.url);
  child.send({ count: 1, processes: [{ name: connection.processId, port, isLeaving: false }] });
  await once(child, 'message');
  return { place: placeOf(address), stop: () => child.kill('SIGKILL') };
}

/** Attackers delete, ban and sign out their guests, so new guests come now and then. */
export function newGuests(url: string): Promise<readonly Guest[]> {
  return Promise.all(Array.from({ length: GUESTS }, () => newGuest(url)));
}

async function newGuest(url: string): Promise<Guest> {
  const session = await post<SignedIn>(`${url}/api/guests`, {});
  const matches = GAMES.map((game) => post<MatchSummary>(`${url}/api/matches`, { game }, session.token));
  return { ...session, matches: await Promise.all(matches) };
}

export async function post<T>(url: string, body: unknown, token?: string): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const answer = await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  return JSON.parse(answer || '{}') as T; // Node refuses a token that is too long by itself, without a body
}

/** Usually the token that the route wants. */
export function tokenFor(chance: Chance, { guests }: Target, wanted: string | undefined): string {
  if (chance.die(8) === 1)
    return chance.pick([OPERATOR_TOKEN, BRIDGE_TOKEN, text(chance), '', chance.pick(guests).refresh]);
  if (['operator', 'metrics', 'page', 'probe'].includes(wanted ?? '')) return OPERATOR_TOKEN;
  return wanted === 'bridge' ? BRIDGE_TOKEN : chance.pick(guests).token;
}

/** A text that may stand for an id in a path, a body or a frame. */
export function idFor(chance: Chance, { guests }: Target): string {
  const guest = chance.pick(guests);
  const match = chance.pick(guest.matches);
  return chance.pick([
    match.match,
    match.match,
    guest.player,
    'templo-7f3a',
    match.game,
    text(chance, 12),
    '__proto__',
  ]);
}

export const PROGRAMS = {
  server: 'server/src/main.ts',
  door: 'launcher/src/door/main.ts',
  broker: 'bridge/broker/withBridge.ts',
} as const;
export type Program = keyof typeof PROGRAMS;

/** What a process used since it was asked before, and what it holds. */
export interface Used {
  /** Processor time of all its threads, without that of such questions. */
  readonly milliseconds: number;
  /** Memory. Without `collect` it counts garbage, too. */
  readonly bytes: number;
  readonly sockets: number;
}

/** `collect`: garbage is collected before memory is read. */
type How = 'look' | 'collect';

const gaugeIn = (folder: string) => `
  import { createServer } from 'node:net';
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  import { isMainThread } from 'node:worker_threads';
  const SOCKET = /^(TCPSocket|Pipe)Wrap$/;
  const program = (process.argv[1] ?? '').replaceAll('/', '+');
  if (isMainThread) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    let since = process.cpuUsage();
    const answer = (socket, how) => {
      const { user, system } = process.cpuUsage(since);
      if (how === 'collect') collect();
      const { heapUsed, external } = process.memoryUsage();
      const sockets = process.getActiveResourcesInfo().filter((kind) => SOCKET.test(kind)).length;
      socket.end(JSON.stringify({ milliseconds: (user + system) / 1000, bytes: heapUsed + external, sockets }));
      since = process.cpuUsage();
    };
    createServer((socket) => socket.once('data', (how) => answer(socket, String(how))))
      .listen(${JSON.stringify(folder)} + '/' + process.pid + program.slice(-60))
      .unref();
  }`;

class Gauge {
  private readonly folder = mkdtempSync(join(tmpdir(), 'gauge-'));

  /** What the programs need in `NODE_OPTIONS`. */
  get options(): string {
    return `--import=data:text/javascript,${encodeURIComponent(gaugeIn(this.folder))}`;
  }

  async read(program: Program, how: How): Promise<Used> {
    const ending = PROGRAMS[program].replaceAll('/', '+');
    const name = readdirSync(this.folder).find((one) => one.endsWith(ending));
    if (name === undefined) throw new Error(`no ${program} runs`);
    const socket = connect(join(this.folder, name));
    socket.write(how);
    return JSON.parse(await textOf(socket)) as Used;
  }
}
