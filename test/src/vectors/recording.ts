/**
 * Records all transcripts on a real server. Luck follows from the state, moves from a seed, and the clock stands until a move is made, so
 * that a recording can be made again: only ids and tokens differ.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Decoder, Reflection, type Schema } from '@colyseus/schema';
import { Connection, FRAME, readFrame, Report, TableReader } from '@flower-war/conformance';
import {
  type ActionName,
  afterPrivate,
  type LobbyEntry,
  type MatchSummary,
  MESSAGES,
  NOTHING_TOLD,
  type PrivateMessage,
  REQUESTS,
  type SeatedAnswer,
} from '@flower-war/protocol';
import { type AnyGame, at, type Chance, engine, fastChance } from '@flower-war/rules';
import { hostedGames, hosting } from '@flower-war/server';
import { testServer } from '../support/server.ts';
import { newPerson, type Person } from '../support/sockets/rawClient.ts';

const NAMES = ['Ana', 'Beto', 'Caro', 'Dani'];
/** Any fixed time will do; the tokens that the server makes last for an hour of its clock. */
const BEGINNING = Date.UTC(2026, 0, 1);
/** How long a move takes on the server's clock. */
const MOVE_MS = 50;
const SEED = 7;

interface House {
  readonly url: string;
  readonly people: readonly Person[];
  /** What the clients found wrong with the frames. */
  readonly report: Report;
  /** Lets the server's clock go on by a move. */
  readonly pass: () => void;
}

/** Each transcript by its name. */
export async function recordAll(): Promise<ReadonlyMap<string, readonly Line[]>> {
  let now = BEGINNING;
  const games = hosting(hostedGames().all, async (id, version) => {
    const game = await engine(id, version);
    return game && loaded(game);
  });
  const server = await testServer({}, { games, now: () => now });
  const people: Person[] = [];
  for (const name of NAMES) people.push(await newPerson(server.address, name));
  const pass = () => {
    now += MOVE_MS;
  };
  const house = { url: server.address, people, report: new Report(), pass };
  try {
    const transcripts = new Map<string, readonly Line[]>();
    transcripts.set('tieqchieq', await wholeMatch(house));
    transcripts.set('tieqchieq-watched', await watched(house));
    for (const scene of LONG) {
      const [begin, end] = await beginAndEnd(house, scene);
      transcripts.set(`${scene.game}-begin`, begin);
      transcripts.set(`${scene.game}-end`, end);
    }
    transcripts.set('lobby', await lobby(house));
    const wrong = house.report.failed.map((check) => house.report.textOf(check));
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    return transcripts;
  } finally {
    await server.stop();
  }
}

/** The game with luck that follows from the state alone. */
function loaded(game: AnyGame): AnyGame {
  const luck = (state: unknown): Chance => {
    const digest = createHash('sha256').update(`${SEED} ${JSON.stringify(state)}`);
    return fastChance(digest.digest().readUInt32BE());
  };
  return {
    ...game,
    setup: (options, seats) => game.setup(options, seats, luck(seats)),
    apply: (state, seat, move) => game.apply(state, seat, move, luck(state)),
    leave: (state, seat) => game.leave(state, seat, luck(state)),
  };
}

const SHORT = { game: 'tieqchieq', seats: 2, options: { turnCap: 14, startPlayer: 'seat-0' }, seed: SEED };

/** Everything that a player may see and ask in one match, from the open table to the rematch. */
async function wholeMatch(house: House): Promise<readonly Line[]> {
  const scene = await MatchScene.open(house, { ...SHORT, table: { clock: { kind: 'turn', seconds: 60 } } });
  const client = await scene.sit(0);
  client.log.push({ from: 'client', bytes: Buffer.from([FRAME.ping]) });
  await client.connection.settle();
  await scene.sit(1);
  await scene.act(0, 'phrase', 'hello');
  await scene.act(1, 'say', 'Hola, ¿qué tal?');
  await scene.play(5);
  await scene.act(0, 'act', 0, 'toss');
  await scene.act(0, 'offer', 'pause', 5);
  await scene.act(1, 'reply', false);
  await scene.act(0, 'asks', 'none');
  await scene.play(200);
  await house.people[1]?.post(`/api/matches/${scene.match.match}/rematch`);
  await scene.settle();
  scene.close();
  return transcriptOf({ about: 'a whole match, as seat 0 sees it', game: SHORT.game, seat: 0 }, client.log);
}

/** A spectator comes into a running match. One of the players resigns. */
async function watched(house: House): Promise<readonly Line[]> {
  const scene = await MatchScene.open(house, SHORT);
  for (const seat of [0, 1]) await scene.sit(seat);
  await scene.play(4);
  const client = await scene.watch();
  await scene.play(4);
  await scene.act(1, 'resign');
  scene.close();
  return transcriptOf({ about: 'what a spectator sees until a player resigns', game: SHORT.game }, client.log);
}

/** Flower War ends with a live card on the table, which no reader should meet for the first time in a real match. */
const LONG: readonly Scene[] = [
  { game: 'flower-war', seats: 3, options: { length: 'short' }, seed: 33 },
  { game: 'mexica', seats: 3, options: { length: 'short' }, seed: SEED },
  { game: 'space-aztecs', seats: 3, seed: SEED },
];
const FIRST_MOVES = 24;
/** A new connection is made after this many moves, and the last one is kept. */
const STRETCH = 16;

async function beginAndEnd(house: House, scene: Scene): Promise<readonly [readonly Line[], readonly Line[]]> {
  const played = await MatchScene.open(house, scene);
  const first = await played.sit(0);
  for (let seat = 1; seat < scene.seats; seat++) await played.sit(seat);
  await played.play(FIRST_MOVES);
  let last = first;
  while (!played.isOver) {
    for (let seat = scene.seats - 1; seat >= 0; seat--) last = await played.comeBack(seat);
    await played.play(STRETCH);
  }
  played.close();
  const { game } = scene;
  return [
    transcriptOf({ about: 'the first moves, as seat 0 sees them', game, seat: 0 }, first.log),
    transcriptOf({ about: 'the end of the match, from a new connection of seat 0', game, seat: 0 }, last.log),
  ];
}

/** The list of matches, while matches come, change and go. */
async function lobby(house: House): Promise<readonly Line[]> {
  const scene = { game: 'space-aztecs', seats: 2, seed: 1 };
  const host = at(house.people, 0);
  const first = await asked<MatchSummary>(host, '/api/matches', { game: scene.game, seats: scene.seats });
  const place = await asked<SeatedAnswer>(host, '/api/lobby', { game: scene.game, status: 'open' });
  // The list has no steps, which the client looks for in a table.
  const { connection, log } = await opened({ ...house, report: new Report() }, place);
  /** Waits until the list shows this many free seats in each of its matches, in the order in which these came. */
  const shows = (...free: readonly number[]) =>
    connection.until('the list', () => {
      const { matches = {} } = connection.table as { readonly matches?: Readonly<Record<string, LobbyEntry>> };
      const entries = Object.values(matches).sort((a, b) => a.createdAt - b.createdAt);
      return isDeepStrictEqual(
        entries.map((entry) => entry.free),
        free,
      );
    });
  await shows(2);
  const second = await MatchScene.open(house, scene);
  await shows(2, 2);
  await asked(host, `/api/matches/${first.match}/bots`, { bot: 'greedy' });
  await shows(1, 2);
  await second.sit(0);
  await shows(1, 1);
  await second.sit(1);
  await shows(1);
  second.close();
  connection.drop();
  const about = 'the open matches of a game: one comes, a bot sits down in another, one fills up and goes';
  return transcriptOf({ about }, log);
}

interface Scene {
  readonly game: string;
  readonly seats: number;
  readonly seed: number;
  readonly options?: object;
  readonly table?: object;
}

/** A connection, and all its frames but the pings by which it settles. */
interface Tapped {
  readonly connection: Connection;
  readonly log: TappedFrame[];
}

async function opened({ url, report }: House, { seat, connection }: SeatedAnswer): Promise<Tapped> {
  const log: TappedFrame[] = [];
  const tap = (from: TappedFrame['from'], bytes: Buffer) => {
    if (bytes[0] !== FRAME.ping) log.push({ from, bytes });
  };
  const open = await Connection.open({ url, report, seat, connection, tap });
  await open.settle();
  return { connection: open, log };
}

/** A match whose clients write down every frame. */
class MatchScene {
  readonly match: MatchSummary;
  private readonly house: House;
  private readonly choice: Chance;
  /** By seat; those of spectators behind them. */
  private readonly clients: Connection[] = [];
  /** The decision that a client has answered last. */
  private readonly answered = new Map<Connection, number>();
  private actions = 0;

  private constructor(house: House, match: MatchSummary, seed: number) {
    this.house = house;
    this.match = match;
    this.choice = fastChance(seed);
  }

  static async open(house: House, { seed, ...wish }: Scene): Promise<MatchScene> {
    const match = await asked<MatchSummary>(at(house.people, 0), '/api/matches', wish);
    return new MatchScene(house, match, seed);
  }

  async sit(seat: number): Promise<Tapped> {
    const sitting = { commitment: this.match.commitment, contribution: randomBytes(16).toString('hex'), seat };
    return this.enter(seat, 'seat', sitting);
  }

  /** Replaces the connection of a seat by a new one, which gets everything anew. */
  async comeBack(seat: number): Promise<Tapped> {
    this.clients[seat]?.drop();
    return this.enter(seat, 'connect');
  }

  async watch(): Promise<Tapped> {
    return this.enter(this.clients.length, 'watch');
  }

  get isOver(): boolean {
    return this.clients.every(({ own }) => own?.decision === undefined);
  }

  /**
   * Plays moves at random, until this many are played or no seat has anything to decide. It does not stop while a hidden
   * window keeps an answer back.
   */
  async play(most: number): Promise<void> {
    const isWaiting = () => this.clients.some(({ isAnswered }) => !isAnswered);
    for (let moves = 0; !this.isOver && (moves < most || isWaiting()); moves++) await this.playOne();
  }

  /** Sends an action of a seat with a fresh id, and waits until all clients have what follows. */
  async act(seat: number, action: ActionName, ...parts: readonly unknown[]): Promise<void> {
    await at(this.clients, seat).request(REQUESTS.indexOf(action), [++this.actions, ...parts]);
    await this.settle();
  }

  async settle(): Promise<void> {
    for (const client of this.clients) await client.settle();
  }

  close(): void {
    for (const client of this.clients) client.drop();
  }

  private async playOne(): Promise<void> {
    const client = this.choice.pick(this.asked());
    if (client.own?.decision === undefined) throw new Error('no seat has anything to decide');
    const { decision, legal } = client.own;
    this.house.pass();
    const request = client.send(REQUESTS.indexOf('act'), [++this.actions, decision, this.choice.pick(legal)]);
    this.answered.set(client, decision);
    const goesOn = () => client.answers.has(request) || this.asked().length > 0;
    await Promise.race(this.clients.map((one) => one.until('an answer or another decision', goesOn)));
    await this.settle();
  }

  /** The clients whose seats have a decision that they have not answered. */
  private asked(): readonly Connection[] {
    return this.clients.filter((one) => one.own?.decision !== undefined && one.own.decision !== this.answered.get(one));
  }

  private async enter(index: number, way: string, body: object = {}): Promise<Tapped> {
    const person = at(this.house.people, index);
    const place = await asked<SeatedAnswer>(person, `/api/matches/${this.match.match}/${way}`, body);
    const tapped = await opened(this.house, place);
    this.clients[index] = tapped.connection;
    await this.settle();
    return tapped;
  }
}

/** Throws at a refusal. */
async function asked<T>(person: Person, path: string, body: object): Promise<T> {
  const answer = await person.post<T>(path, body);
  if (answer.status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

// A recording as the lines of a file: each frame in hex, with what a reader must make of it.

interface TappedFrame {
  readonly from: 'server' | 'client';
  readonly bytes: Buffer;
}

interface Head {
  readonly about: string;
  /** Absent in the lobby. */
  readonly game?: string;
  /** Absent for a viewer without a seat. */
  readonly seat?: number;
}

type Line = Readonly<Record<string, unknown>>;

function transcriptOf(head: Head, log: readonly TappedFrame[]): readonly Line[] {
  const reading = new Reading(head.seat ?? 0);
  const lines = log.map(({ from, bytes }) => ({ from, hex: bytes.toString('hex'), ...reading.read(bytes) }));
  return [{ ...head, frames: lines.length }, ...lines, { end: reading.state }];
}

/** What a reader keeps from frame to frame. */
class Reading {
  state: unknown = {};
  private readonly seat: number;
  private table: TableReader | undefined;
  private told = NOTHING_TOLD;

  constructor(seat: number) {
    this.seat = seat;
  }

  read(bytes: Buffer): Line {
    const frame = readFrame(bytes);
    switch (frame.kind) {
      case 'join': {
        const { token, serializer, description } = frame;
        if (description.length === 0) return { kind: 'join' };
        this.table = new TableReader(description);
        return { kind: 'join', token, serializer, description: described(description) };
      }
      case 'state':
        return { kind: 'state', state: this.shown(frame.kind, frame.bytes) };
      case 'patch': {
        const before = this.state;
        return { kind: 'patch', merge: mergePatch(before, this.shown(frame.kind, frame.bytes)) };
      }
      case 'data':
        return { kind: 'message', ...this.message(Number(frame.name), frame.payload) };
      case 'answer':
        return { kind: 'answer', request: frame.request, status: 0, payload: frame.payload };
      case 'request':
        return {
          kind: 'request',
          request: frame.request,
          action: REQUESTS[Number(frame.name)],
          payload: frame.payload,
        };
      case 'ping':
      case 'leave':
        return { kind: frame.kind };
      case 'error':
        throw new Error(`the server says the error ${frame.code}: ${frame.text}`);
    }
  }

  private shown(kind: 'state' | 'patch', bytes: Buffer): unknown {
    if (this.table === undefined) throw new Error('a state came before its description');
    this.state = this.table.read(kind, bytes);
    return this.state;
  }

  private message(number: number, payload: unknown): Line {
    const message = Object.entries(MESSAGES).find((entry) => entry[1] === number)?.[0];
    if (number !== MESSAGES.private) return { message, payload };
    const next = afterPrivate(this.told, payload as PrivateMessage, this.seat);
    this.told = next.told;
    return { message, payload, own: next.shown };
  }
}

/** The library's own class of descriptions is a schema too. */
function described(description: Buffer): unknown {
  const decoder = new Decoder(new (Reflection as unknown as new () => Schema)());
  decoder.decode(description);
  return decoder.state.toJSON();
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The difference of two JSON values as a merge patch (RFC 7396): objects are merged, everything else is replaced. */
function mergePatch(before: unknown, after: unknown): unknown {
  if (!isFields(before) || !isFields(after)) return after;
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(before[name], value));
  const gone = Object.keys(before).filter((name) => !(name in after));
  return Object.fromEntries([
    ...changed.map(([name, value]) => [name, mergePatch(before[name], value)]),
    ...gone.map((name) => [name, null]),
  ]);
}

export function merged(before: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  const was = isFields(before) ? before : {};
  const kept = Object.entries(was).filter(([name]) => patch[name] !== null);
  const changed = Object.entries(patch).filter(([, value]) => value !== null);
  return Object.fromEntries([...kept, ...changed.map(([name, value]) => [name, merged(was[name], value)])]);
}
