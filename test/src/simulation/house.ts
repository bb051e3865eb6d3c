/** The house in the world: server processes on one database behind a front door, broker, bridges, temples, and the clients of people. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FlowerWarClient, Notice, SocketClass } from '@flower-war/client';
import { accountPassword, devicePassword } from '@flower-war/protocol/credentials';
import type { ServerCode } from '@flower-war/server/testing';
import type { Twin, TwinOptions } from '@flower-war/temple/twin';
import type { PostOffice } from '../support/receivers.ts';
import type { StreamViewer } from '../support/viewers.ts';
import { SimulatedDatabase } from './database.ts';
import { Network } from './network.ts';
import { Program } from './program.ts';
import type { Planned, World } from './world.ts';

const DOOR_PORT = 2567;
const DOOR_URL = `http://127.0.0.1:${DOOR_PORT}`;
const BROKER_PORT = 1883;
const BROKER_URL = `mqtt://127.0.0.1:${BROKER_PORT}`;
const FIRST_HOOK = 7000;
/** Servers send a heartbeat every three seconds. */
const SILENT_MS = 6000;
/** The master key of temples. */
const TEMPLE_KEY = '5a'.repeat(32);
const BRIDGE_TOKEN = 'a-token-for-bridges-alone';
/** Either can carry everything when the other one is away. */
export const BRIDGES = ['near', 'far'] as const;
/** On a network without delays a slower device proves nothing. */
const QUICK = { bootMs: [10, 30], reconnectMs: [50, 150], keepaliveS: 2, writeMs: 2 } as const;
const SILENT = { level: 'silent', info: () => {}, warn: () => {}, error: () => {}, debug: () => {}, fatal: () => {} };

interface BridgeCode {
  readonly startBridge: (settings: object) => unknown;
  readonly TempleLink: new (options: object) => object;
  readonly WebSocket: SocketClass;
}

interface PeopleCode {
  readonly FlowerWarClient: typeof FlowerWarClient;
  readonly WebSocket: SocketClass;
  readonly StreamViewer: typeof StreamViewer;
  readonly PostOffice: typeof PostOffice;
}

type Settings = Readonly<Record<string, string>>;

interface HouseWish {
  readonly servers: number;
  readonly settings: Settings;
  /** It has no temples, and no server hears of it when the time leaps. */
  readonly isLong?: boolean;
}

export class House {
  readonly world: World;
  readonly network: Network;
  readonly database: SimulatedDatabase;
  readonly servers: readonly SimulatedServer[];
  readonly isLong: boolean;
  /** From which the passwords and printed codes of temples are made. */
  readonly templeKey = TEMPLE_KEY;
  /** When something last kept people from their matches that no server can know. */
  troubledAt = Number.NEGATIVE_INFINITY;
  /** Called with what programs log. */
  onLine: (program: string, line: string) => void = () => {};
  private readonly people: Program;
  private readonly temples: Program;
  readonly bridges = new Map<string, Program>();
  private door: Program | undefined;
  private broker: Program | undefined;
  private news = 0;
  private lastHook = FIRST_HOOK;

  private constructor(world: World, { servers, settings, isLong = false }: HouseWish) {
    this.world = world;
    this.isLong = isLong;
    this.network = new Network(world);
    this.database = new SimulatedDatabase(world, this.network, servers > 1);
    this.people = Program.begin(world, this.network, { name: 'people', kind: 'people' });
    this.temples = Program.begin(world, this.network, { name: 'temples', kind: 'temples' });
    const shared: Settings = servers > 1 ? { DATABASE_URL: 'postgres://simulated/house' } : { JOURNAL: 'memory' };
    this.servers = Array.from({ length: servers }, (_, n) => {
      const name = String.fromCharCode('a'.charCodeAt(0) + n);
      return new SimulatedServer(this, name, { ...shared, BRIDGE_TOKEN, ...settings });
    });
  }

  /** One server process alone has the database for itself. */
  static async open(world: World, wish: HouseWish): Promise<House> {
    const house = new House(world, wish);
    house.openDoor();
    if (!house.isLong) await house.openBroker();
    for (const name of house.isLong ? [] : BRIDGES) house.openBridge(name);
    await Promise.all(house.servers.map((server) => server.start()));
    return house;
  }

  /** A client of a person, who comes by the front door. */
  client(): FlowerWarClient {
    const { FlowerWarClient: Client, WebSocket } = this.people.exports as PeopleCode;
    return new Client({ url: DOOR_URL, WebSocket });
  }

  /** Cuts one of the lines of people. */
  cutOne(): void {
    const lines = [...this.network.lines].filter(({ programs: [from] }) => from.name === 'people');
    if (lines.length > 0) this.world.chance.pick(lines).cut();
  }

  /** A page that reads the stream of a match, as the player of this seat. */
  reader(client: FlowerWarClient, match: string, seat: number): StreamViewer {
    const { StreamViewer: Reader } = this.people.exports as PeopleCode;
    const person = {
      url: DOOR_URL,
      get session() {
        if (client.session === undefined) throw new Error('a player has a session');
        return client.session;
      },
      renew: async () => void (await client.account.me()), // the client sees that its token is old
    };
    return new Reader(person, match, seat, SILENT_MS);
  }

  /** Where a player receives notices. Each is told at least once, and again if it is not taken: `hear` says false then. */
  receiveNotices(hear: (notice: Notice) => unknown): string {
    const port = ++this.lastHook;
    const server = this.people.modules?.http.createServer((request: IncomingMessage, response: ServerResponse) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        response.statusCode = hear(JSON.parse(body) as Notice) === false ? 503 : 200;
        response.end();
      });
    });
    server?.listen(port);
    return `http://127.0.0.1:${port}/`;
  }

  /** The mail server of the people. */
  openPostOffice(port: number): Promise<PostOffice> {
    const { PostOffice: Office } = this.people.exports as PeopleCode;
    return Office.open('127.0.0.1', port);
  }

  /** What the operator asks of the server. */
  async operate<T>(path: string, { token, body }: { readonly token: string; readonly body: object }): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = (await this.people.modules?.fetch(`${DOOR_URL}/api/operator${path}`, request)) as Response;
    const text = Buffer.from(await answer.arrayBuffer()).toString();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** A new temple, which begins to boot. */
  temple(id: string, flash: 'wal' | 'none'): Promise<Twin> {
    const { startTwin } = this.temples.exports as { readonly startTwin: (options: TwinOptions) => Promise<Twin> };
    const [password, seed] = [devicePassword(TEMPLE_KEY, id), this.world.chance.die(2 ** 31)];
    return startTwin({ ...QUICK, broker: BROKER_URL, id, password, seed, flash });
  }

  /** Kills the front door and opens another one. */
  openDoor(): void {
    this.door?.kill();
    const environment = { PORT: String(DOOR_PORT), TRUST_PROXY: '0' };
    const onLine = (line: string) => this.onLine('door', line);
    this.door = Program.begin(this.world, this.network, { name: 'door', kind: 'door', environment, onLine });
    this.tellDoor();
  }

  /** Kills the broker and starts another one, which knows nothing of the first. */
  async openBroker(): Promise<void> {
    this.broker?.kill();
    this.broker = Program.begin(this.world, this.network, { name: 'broker', kind: 'broker' });
    const { startBroker } = this.broker.exports as { readonly startBroker: (settings: object) => Promise<unknown> };
    await startBroker({ host: '127.0.0.1', port: BROKER_PORT, key: TEMPLE_KEY, log: SILENT });
  }

  /** Kills a bridge and starts another one. */
  openBridge(name: (typeof BRIDGES)[number]): void {
    this.bridges.get(name)?.kill();
    const program = Program.begin(this.world, this.network, { name: `bridge ${name}`, kind: 'bridge' });
    this.bridges.set(name, program);
    const { startBridge, TempleLink, WebSocket } = program.exports as BridgeCode;
    const link = new TempleLink({ url: DOOR_URL, token: BRIDGE_TOKEN, WebSocket, fetch: program.modules?.fetch });
    const broker = { url: BROKER_URL, user: 'bridge', password: accountPassword(TEMPLE_KEY, 'bridge') };
    const random = () => this.world.between(0, 1);
    startBridge({ instance: name, version: '0', homeAssistant: false, broker, link, log: SILENT, random });
  }

  /** The supervisor tells the front door which servers run. */
  tellDoor(): void {
    const processes = this.servers.flatMap(({ name, port, isLeaving }) =>
      port === undefined ? [] : [{ name, port, isLeaving }],
    );
    this.door?.tell({ count: ++this.news, processes });
  }

  /** Ends all programs. */
  close(): void {
    for (const server of this.servers) server.program?.kill();
    for (const program of [this.door, this.people, this.broker, this.temples, ...this.bridges.values()])
      program?.kill();
  }
}

const RESTART_MS = [200, 3000] as const;
/** The supervisor waits this long for a process to stop. */
const STOP_WITHIN_MS = 4000;

type Running = Awaited<ReturnType<ServerCode['startServer']>>;

/** One place for a server process. Its supervisor begins it again whenever it ends. */
export class SimulatedServer {
  readonly name: string;
  program: Program | undefined;
  /** Where it listens, once it is ready. */
  port: number | undefined;
  /** It stops soon: only sockets of its own rooms go there. */
  isLeaving = false;
  private readonly house: House;
  private readonly settings: Settings;
  private running: Running | undefined;
  private next: Planned | undefined;
  /** How often it has begun. Each time it is another process. */
  private lives = 0;

  constructor(house: House, name: string, settings: Settings) {
    this.house = house;
    this.name = name;
    this.settings = settings;
  }

  async start(): Promise<void> {
    const life = ++this.lives;
    const { world, network, database } = this.house;
    // Accounts are made by a real thread, which knows no virtual time.
    const environment = { PROCESS_NAME: this.name, PORT: '0', LUCK: 'off', ...this.settings };
    const onLine = (line: string) => this.house.onLine(this.name, line);
    const program = Program.begin(world, network, { name: this.name, kind: 'server', environment, onLine });
    this.program = program;
    const { readConfig, startServer, StoreError } = program.exports as ServerCode;
    const parts = {
      engine: database.engineFor(program, StoreError),
      templeKey: TEMPLE_KEY,
      freeBytes: async () => 2 ** 40,
      onBuried: () => program.enter(() => this.again(life)),
      ...(this.house.isLong && { now: () => Math.floor(world.now) }),
    };
    await startServer(readConfig(environment), parts).then(
      (running) => this.ready(life, running),
      () => this.again(life), // the database is away: the supervisor tries again
    );
  }

  /** As `kill -9`, and again after a while. */
  kill(): void {
    this.again(this.lives);
  }

  /** As SIGTERM: it stops in good order, and begins again. */
  async restart(): Promise<void> {
    const life = this.lives;
    if (this.running === undefined || this.isLeaving) return;
    this.isLeaving = true;
    this.house.tellDoor();
    await Promise.race([this.running.stop(), this.house.world.pause(STOP_WITHIN_MS)]);
    this.again(life);
  }

  private ready(life: number, running: Running): void {
    if (life !== this.lives) return;
    this.running = running;
    this.port = Number(new URL(running.address).port);
    this.house.tellDoor();
  }

  private again(life: number): void {
    if (life !== this.lives) return;
    this.lives++;
    this.program?.kill();
    this.running = undefined;
    this.port = undefined;
    this.isLeaving = false;
    this.house.tellDoor();
    const { world } = this.house;
    this.next?.cancel();
    this.next = world.in(world.between(...RESTART_MS), () => void this.start());
  }
}

/** What a server tells of an outage. One that stood still may learn by a write that its matches have another owner, before its next sign of life tells it. */
const OUTAGES = /StoreError|declared this one dead|another server owns this match now|has no threads/;

/** A line of the log that tells of a bug. That the store is away, that others took this process for dead, or that there are no threads here, is none. */
export function isAlarm(line: string): boolean {
  return /"level":[56]0/.test(line) && !OUTAGES.test(line);
}
