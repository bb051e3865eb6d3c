/** Twin matches on the wire: the sockets of all players, what the viewer got on sockets and streams, and the server. */
import { createHash } from 'node:crypto';
import { type MatchSummary, NEW_ACCOUNT, type Tally } from '@flower-war/protocol';
import { type Chance, engine, type Seat } from '@flower-war/rules';
import { hostedGames, hosting, type Running } from '@flower-war/server';
import { pack } from 'msgpackr';
import { testServer } from '../../support/server.ts';
import { PlainStream } from '../../support/sockets/plainStream.ts';
import {
  comeBack,
  FRAME,
  newPerson,
  type Person,
  type RawClient,
  takeSeat,
  watch,
} from '../../support/sockets/rawClient.ts';
import { type Lucky, lucky } from './oracle.ts';
import type { Twins } from './plan.ts';

type Match = NonNullable<Awaited<ReturnType<Stage['server']['services']['matches']['open']>>>;

/** The parts of a table once all players have come. */
interface Laid {
  readonly summary: MatchSummary;
  readonly stage: Stage;
  readonly twins: Twins;
  readonly clients: readonly RawClient[];
  readonly streams: readonly PlainStream[];
  readonly match: Match;
}

export class Table {
  readonly summary: MatchSummary;
  private readonly stage: Stage;
  private readonly twins: Twins;
  /** By seat. The last client is the spectator. */
  private readonly clients: readonly RawClient[];
  /** The streams of the viewer and of the spectator. */
  private readonly streams: readonly PlainStream[];
  private readonly match: Match;
  private actions = 0;
  private readonly dropped = new Map<string, Tally>();

  private constructor({ summary, stage, twins, clients, streams, match }: Laid) {
    this.summary = summary;
    this.stage = stage;
    this.twins = twins;
    this.clients = clients;
    this.streams = streams;
    this.match = match;
  }

  static async set(stage: Stage, twins: Twins, start: Lucky): Promise<Table> {
    const summary = await stage.newMatch(twins);
    const clients: RawClient[] = [];
    stage.prepare(start);
    for (const person of stage.people.slice(0, twins.seats))
      clients.push(await takeSeat(person, summary, clients.length));
    clients.push(await watch(onlooker(stage), summary));
    const match = await stage.server.services.matches.open(summary.match);
    if (match === undefined) throw new Error('the match that was made is not there');
    const viewers = viewersOf(stage, twins);
    const streams = await Promise.all(viewers.map((person) => PlainStream.open(person, summary.match)));
    const table = new Table({ summary, stage, twins, clients, streams, match });
    await table.settle();
    return table;
  }

  get state(): Lucky {
    return this.match.position.state as Lucky;
  }

  /** How many moves of this match were made by habits. */
  async habits(): Promise<number> {
    const stored = await this.stage.server.services.journal.read(this.summary.match);
    return (stored?.lines ?? []).filter((line) => line.includes('"by":"habit"')).length;
  }

  /** All frames and lines that the viewer and the spectator got since the handshake, in order. */
  get seen(): Readonly<Record<string, readonly string[]>> {
    const { viewer, seats } = this.twins;
    const own = typeof viewer === 'number' ? { [`seat ${viewer}`]: framesOf(this.client(viewer)) } : {};
    const lines = this.streams.map((stream, i) => [`stream ${i}`, linesOf(stream)] as const);
    return { ...own, spectator: framesOf(this.client(seats)), ...Object.fromEntries(lines) };
  }

  /** Sends a move, and waits for all that comes of it at once. The answer may come later. */
  async act(seat: Seat, move: string): Promise<void> {
    await this.send(seat, 'act', [this.nextId(), this.match.decisionOf(seat) ?? 0, move]);
  }

  async resign(seat: Seat): Promise<void> {
    await this.send(seat, 'resign', [this.nextId()]);
  }

  async wish(seat: Seat, what: 'all' | 'none'): Promise<void> {
    await this.send(seat, 'asks', [this.nextId(), what]);
  }

  /** Whether it is this seat's turn to answer. */
  asks(seat: Seat): boolean {
    return this.match.awaited.includes(seat) && this.match.decisionOf(seat) !== undefined;
  }

  /** Lets the clock answer in the open window. */
  async outlast(): Promise<void> {
    this.stage.pass(REACT_SECONDS * 1000);
    await this.match.tend(this.stage.now);
    await this.settle();
  }

  /**
   * Sends requests that are all refused, from the viewer's connection, or from the spectator's if the viewer has no
   * seat.
   */
  async tryAll(texts: readonly string[]): Promise<void> {
    const { viewer, seats } = this.twins;
    const seat = typeof viewer === 'number' ? viewer : seats;
    const decision = this.match.decisionOf(seat) ?? 0;
    for (const text of texts) await this.send(seat, 'act', [this.nextId(), decision, text]);
    for (const text of texts.slice(0, 1)) await this.send(seat, 'act', [this.nextId(), decision + 1, text]);
    for (const [name, payload] of MALFORMED) await this.send(seat, name, payload);
  }

  /** What new connections and new streams get, as the viewer and as a spectator: all that is there, and each step. */
  async comers(): Promise<Readonly<Record<string, readonly string[]>>> {
    await this.stage.keepSignedIn();
    const { viewer } = this.twins;
    const { people } = this.stage;
    const own = typeof viewer === 'number' ? people[viewer] : undefined;
    const come = own === undefined ? [] : [await comeBack(own, this.summary)];
    const all = [...come, await watch(onlooker(this.stage), this.summary)];
    for (const client of all) await client.settle();
    const frames = all.map((client, i) => [`comer ${i}`, framesOf(client)] as const);
    for (const client of all) client.close();
    return { ...Object.fromEntries(frames), ...(await this.readers('')), ...(await this.readers('?from=0')) };
  }

  private async readers(query: string): Promise<Readonly<Record<string, readonly string[]>>> {
    const read = viewersOf(this.stage, this.twins).map(async (person, i) => {
      const stream = await PlainStream.open(person, this.summary.match, query);
      await stream.until(({ lines }) => lines.some(({ kind }) => kind === 'state' || kind === 'table'));
      await stream.settle();
      stream.close();
      return [`reader ${i}${query}`, linesOf(stream)] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  }

  /** What HTTP tells the viewer and a stranger, without the names of this match. */
  async told(): Promise<readonly string[]> {
    await this.stage.keepSignedIn();
    const { viewer, seats } = this.twins;
    const own = this.stage.people[typeof viewer === 'number' ? viewer : seats];
    const isRunning = this.match.position.status === 'running'; // all callers may read the record after the end
    const always = [this.get('', own), this.get('', undefined), this.get('/moves', own), this.picture()];
    return Promise.all([...always, ...(isRunning ? [this.get('/record', own), this.get('/account', own)] : [])]);
  }

  /** Waits until all requests that need no waiting are done, and their frames have arrived. */
  async settle(): Promise<void> {
    await this.match.tend(this.stage.now);
    await Promise.all(this.clients.map((client) => client.settle()));
    await Promise.all(this.streams.map((stream) => stream.settle()));
  }

  /** Sends a request other than a move. The answer may come later. */
  async ask(seat: Seat, name: string, payload: readonly unknown[]): Promise<void> {
    await this.send(seat, name, [this.nextId(), ...payload]);
  }

  /** Sends a text with the decision that the seat was shown last, or with a later one. */
  async tryMove(seat: Seat, text: string, later: number): Promise<void> {
    const { decision = 0 } = this.match.privateOf(seat);
    await this.send(seat, 'act', [this.nextId(), decision + later, text]);
  }

  /** Binds a temple without beads, as the route does after it has written its own journal. */
  async bind(temple: string, place: Seat | 'table'): Promise<void> {
    const { player: by } = this.person(place === 'table' ? 0 : place).session;
    void this.match.bindTemple(
      { temple, by, account: NEW_ACCOUNT, ...(place !== 'table' && { seat: place }) },
      this.stage.now,
    );
    await this.settle();
  }

  async unbind(temple: string): Promise<void> {
    void this.match.unbindTemple(temple, this.stage.now);
    await this.settle();
  }

  /** Drops this many more beads. */
  async drop(temple: string, { war, rain }: Tally): Promise<void> {
    const was = this.dropped.get(temple) ?? { war: 0, rain: 0 };
    const now = { war: was.war + war, rain: was.rain + rain };
    this.dropped.set(temple, now);
    void this.match.observe(temple, { epoch: 1, ...now, at: this.stage.now, isDoubtful: false });
    await this.settle();
  }

  /** Opens another connection to the seat and closes it. */
  async visit(seat: Seat): Promise<void> {
    const client = await comeBack(this.person(seat), this.summary);
    await client.settle();
    client.close();
    await this.settle();
  }

  close(): void {
    for (const client of this.clients) client.close();
    for (const stream of this.streams) stream.close();
  }

  private person(seat: number): Person {
    const person = this.stage.people[seat];
    if (person === undefined) throw new Error(`there is no person for seat ${seat}`);
    return person;
  }

  private client(seat: number): RawClient {
    const client = this.clients[seat];
    if (client === undefined) throw new Error(`seat ${seat} has no client`);
    return client;
  }

  /** A match starts to work when a frame arrives. The ping behind it shows when it has arrived. */
  private async send(seat: number, name: string, payload: unknown): Promise<void> {
    const client = this.client(seat);
    client.sendRequest(name, pack(payload));
    await client.settle();
    await this.settle();
  }

  private nextId(): number {
    return ++this.actions;
  }

  /** Its tag is that of all that it is painted from. A server without the page has none. */
  private async picture(): Promise<string> {
    const address = `${this.stage.server.address}/previews/en/match/${this.summary.match}.png`;
    const { status, headers } = await fetch(address, { method: 'HEAD' });
    return `${status} ${headers.get('etag')}`;
  }

  private async get(path: string, person: Person | undefined): Promise<string> {
    const { match, commitment } = this.summary;
    const headers = person === undefined ? {} : { authorization: `Bearer ${person.session.token}` };
    const response = await fetch(`${this.stage.server.address}/api/matches/${match}${path}`, { headers });
    const text = `${response.status} ${await response.text()}`;
    return text.replaceAll(match, 'MATCH').replaceAll(commitment, 'COMMITMENT');
  }
}

/** Malformed requests, which never reach the rules. */
const MALFORMED: readonly (readonly [name: string, payload: unknown])[] = [
  ['act', ['too', 'short']],
  ['act', [1, -1, '']],
  ['resign', []],
  ['asks', [1, 'sometimes']],
  ['habits', [1, 'lazy']],
  ['peek', [1]],
];

function onlooker({ people }: Stage) {
  const person = people.at(-1);
  if (person === undefined) throw new Error('there is no spectator');
  return person;
}

/** The viewer of the twins, if it has a seat, and the spectator. */
function viewersOf(stage: Stage, { viewer }: Twins): readonly Person[] {
  const own = typeof viewer === 'number' ? stage.people[viewer] : undefined;
  return own === undefined ? [onlooker(stage)] : [own, onlooker(stage)];
}

function linesOf({ texts }: PlainStream): readonly string[] {
  return texts.map((text) => `${text.length} bytes ${text}`);
}

/** Frames by size and hash, so that a difference is readable. */
function framesOf(client: RawClient): readonly string[] {
  return client.frames.filter((frame) => frame[0] !== FRAME.ping).map(textOf);
}

function textOf(frame: Buffer): string {
  const hash = createHash('sha256').update(frame).digest('hex').slice(0, 16);
  return `${frame.length} bytes ${hash} ${frame.toString('latin1').replace(/[^ -~]+/g, '.')}`;
}

// One server for twin matches: its games start where a test says, and its clock stands until a test moves it.

const REACT_SECONDS = 20;
/** By seat. The last one is the spectator. */
const NAMES = ['Ana', 'Beto', 'Caro', 'Dani', 'Eva', 'Fito', 'Gus'];
const MOST_CHOICES = 2 ** 32;
const MINUTE_MS = 60_000;

export class Stage {
  readonly server: Running;
  readonly people: readonly Person[];
  private readonly clock: { now: number };
  private next: Lucky | undefined;
  private readonly dealt = new Map<string, Lucky>();

  private constructor(server: Running, people: readonly Person[], clock: { now: number }) {
    this.server = server;
    this.people = people;
    this.clock = clock;
  }

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
    const clock = { now: Date.now() };
    let stage: Stage | undefined;
    const games = hosting(hostedGames().all, async (id, version) => {
      const game = await engine(id, version);
      return game && lucky(game, (chance) => stage?.deal(chance) ?? nothing());
    });
    // Heartbeats go by the time of the machine, and one of two twins may get one more.
    const server = await testServer({ ...settings, HEARTBEAT_SECONDS: '3600' }, { games, now: () => clock.now });
    const people = [];
    for (const name of NAMES) people.push(await newPerson(server.address, name));
    stage = new Stage(server, people, clock);
    return stage;
  }

  get now(): number {
    return this.clock.now;
  }

  pass(milliseconds: number): void {
    this.clock.now += milliseconds;
  }

  /** Renews tokens after a long wait. An expired token would leave nothing to compare. */
  async keepSignedIn(): Promise<void> {
    for (const person of this.people) if (person.session.expiresAt <= this.now + MINUTE_MS) await person.renew();
  }

  /** Sets the state from which the next match starts. */
  prepare(start: Lucky): void {
    this.next = start;
  }

  async newMatch({ game, preset, seats, settings }: Twins): Promise<MatchSummary> {
    const wanted = { game, preset, seats, table: { reactSeconds: REACT_SECONDS, ...settings } };
    await this.keepSignedIn();
    const [host] = this.people;
    const made = await host?.post<MatchSummary>('/api/matches', wanted);
    if (made?.status !== 200) throw new Error(`no match was made: ${JSON.stringify(made?.body)}`);
    return made.body;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Deals the same state again when a record is folded again. The chance of the record identifies it. */
  private deal(chance: Chance): Lucky {
    const key = [0, 1, 2].map(() => chance.die(MOST_CHOICES)).join();
    const start = this.dealt.get(key) ?? this.next ?? nothing();
    this.dealt.set(key, start);
    return start;
  }
}

function nothing(): never {
  throw new Error('no state was prepared for a match that starts');
}
