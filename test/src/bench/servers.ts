/**
 * The servers that are measured, each in a process of its own as `npm start` runs it; and the cheapest clients that can play at each:
 * they look only at what the bench needs to know.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUSY } from '@flower-war/launcher/testing';
import { type Answer, type MatchSummary, type PrivateMessage, REQUESTS, type SeatedAnswer } from '@flower-war/protocol';
import { pack, unpack } from 'msgpackr';
import { WebSocket } from 'ws';
import { FRAME, isPrivate, newPerson, type Person } from '../support/sockets/rawClient.ts';

/** The servers that are measured beside each other. */
export type System =
  | 'ws'
  | 'bare'
  | 'bare with heartbeats'
  | 'default'
  | 'boardgame.io'
  | 'ours'
  | 'ours on disk'
  | 'real';

/** The servers at which our games are played: the room that a user would write, and ours. */
export type GameSystem = 'usual' | 'games' | 'games on disk';

/** A cache of the benches alone, so that they measure the same before and after the first `npm start`. */
export const CACHED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/bench', import.meta.url)),
} as const;

export interface Measured {
  readonly address: string;
  /** The address that tells what the server process has used. */
  readonly cpu: string;
}

export interface Served<S extends string = System> {
  readonly system: S;
  /** Another checkout, whose server is measured instead of this one's. */
  readonly checkout?: string | undefined;
  /** The folder of its data, if it is not a new one. */
  readonly folder?: string;
}

const HERE = fileURLToPath(new URL('child.ts', import.meta.url));

/** Runs a server for as long as the work takes. */
export async function withServer<T>(served: Served<string>, work: (server: Measured) => Promise<T>): Promise<T> {
  const { checkout } = served;
  const program = checkout === undefined ? HERE : join(checkout, 'test/src/bench/child.ts');
  const child = spawn(process.execPath, [...BUSY, program, ...argsOf(served)], {
    env: { ...process.env, ...CACHED },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    return await work(await started(child));
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

async function started({ stdout }: ChildProcess): Promise<Measured> {
  for await (const chunk of stdout ?? []) return JSON.parse(String(chunk));
  throw new Error('the server did not start');
}

/** The arguments of `child.ts`. */
function argsOf({ system, folder = mkdtempSync(join(tmpdir(), 'bench-')) }: Served<string>): readonly string[] {
  if (system.endsWith(' on disk')) return [system.replace(' on disk', ''), folder];
  return system === 'real' ? ['real', folder] : [system];
}

interface Used {
  /** Microseconds of the processor since the start. */
  readonly cpu: number;
  /** Bytes of memory. */
  readonly rss: number;
  /** Bytes on the disk since the start. */
  readonly written: number;
}

/** What the server process has used. */
export async function usedBy({ cpu }: Measured): Promise<Used> {
  const { user, system, rss, written } = (await (await fetch(cpu)).json()) as NodeJS.CpuUsage & Omit<Used, 'cpu'>;
  return { cpu: user + system, rss, written };
}

/** How a server is spoken to. */
interface Dialect<M = number> {
  readonly address: string;
  /** Tells the seat what a frame means, and may send what the handshake or a heartbeat asks for. */
  readonly take: (frame: Buffer, seat: BenchSeat<M>) => void;
  readonly move: (move: M) => string | Buffer;
}

/** A client with a seat. At the board of the bench a move is the number of the turn. */
export class BenchSeat<M = number> {
  /** Without the answers to its own moves. */
  bytesDown = 0;
  bytesUp = 0;
  /** How many changes of the board it has been shown. */
  views = 0;
  /** Called when the board has been shown for the first time. */
  joined: () => void = () => {};
  private readonly socket: WebSocket;
  private readonly dialect: Dialect<M>;
  private onAnswer: (refusal?: string) => void = () => {};
  private onView: () => void = () => {};

  private constructor(socket: WebSocket, dialect: Dialect<M>) {
    this.socket = socket;
    this.dialect = dialect;
  }

  /** Resolves when the board has been shown. */
  static connect<M>(dialect: Dialect<M>): Promise<BenchSeat<M>> {
    const socket = new WebSocket(dialect.address);
    const seat = new BenchSeat(socket, dialect);
    socket.on('message', (frame: Buffer) => {
      seat.bytesDown += frame.length;
      dialect.take(frame, seat);
    });
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      seat.joined = () => resolve(seat);
    });
  }

  send(frame: string | Buffer): void {
    this.socket.send(frame);
  }

  /** Resolves when the server has said that the move is played; rejects when it was refused. */
  play(move: M): Promise<void> {
    const frame = this.dialect.move(move);
    this.bytesUp += frame.length;
    this.send(frame);
    return new Promise((resolve, reject) => {
      this.onAnswer = (refusal) =>
        refusal === undefined ? resolve() : reject(new Error(`the move was refused: ${refusal}`));
    });
  }

  /** The server has answered the last move, with these bytes. */
  answered(bytes: number, refusal?: string): void {
    this.bytesDown -= bytes;
    this.onAnswer(refusal);
  }

  shown(): void {
    this.views++;
    this.onView();
  }

  /** Resolves when this number of changes has been shown since the connection began. */
  seen(views: number): Promise<void> {
    if (this.views >= views) return Promise.resolve();
    return new Promise((resolve) => {
      this.onView = () => this.views >= views && resolve();
    });
  }

  close(): void {
    this.socket.terminate();
  }
}

/** Takes the seat. */
export type TakeSeat = () => Promise<BenchSeat>;

/** Makes a match at this address, in which both seats are free. */
type NewMatch = (address: string) => Promise<readonly [red: TakeSeat, yellow: TakeSeat]>;

const both = (take: (seat: 0 | 1) => Promise<BenchSeat>) => [() => take(0), () => take(1)] as const;
const socketOf = (address: string) => address.replace('http', 'ws');
let made = 0;

const newWsMatch: NewMatch = async (address) => {
  const match = `match-${++made}`;
  const take: Dialect['take'] = (frame, seat) => {
    const text = String(frame);
    if (text.startsWith('{"turn"')) seat.shown();
    else if (text.startsWith('{"board"')) seat.joined();
    else seat.answered(frame.length, text.startsWith('{"played"') ? undefined : text);
  };
  const move = (turn: number) => `{"put":${turn}}`;
  return both((seat) => BenchSeat.connect({ address: `${socketOf(address)}/${match}/${seat}`, take, move }));
};

/** A refused move is not answered. An update is the answer and the view, so its bytes count. */
const newBoardgameIoMatch: NewMatch = async (address) => {
  const { matchID } = await posted<{ matchID: string }>(`${address}/games/board/create`, { numPlayers: 2 });
  return both(async (seat) => {
    const playerID = String(seat);
    const { playerCredentials: credentials } = await posted<{ playerCredentials: string }>(
      `${address}/games/board/${matchID}/join`,
      { playerID, playerName: `Player ${seat}` },
    );
    let state = 0;
    const take: Dialect['take'] = (frame, own) => {
      const text = String(frame);
      if (text.startsWith('0')) own.send('40/board,');
      if (text === '2') own.send('3');
      if (text.startsWith('40/board'))
        own.send(`42/board,${JSON.stringify(['sync', matchID, playerID, credentials, 2])}`);
      if (text.startsWith('42/board,["sync"')) own.joined();
      if (!text.startsWith('42/board,["update"')) return;
      state = Number(/"_stateID":(\d+)/.exec(text)?.[1]);
      own.answered(0);
      own.shown();
    };
    const move = (turn: number) => {
      const payload = { type: 'put', args: [turn], playerID, credentials };
      return `42/board,${JSON.stringify(['update', { type: 'MAKE_MOVE', payload }, state, matchID, playerID])}`;
    };
    const socketIo = '/socket.io/?EIO=4&transport=websocket';
    return BenchSeat.connect({ address: socketOf(address) + socketIo, take, move });
  });
};

const newBareMatch: NewMatch = async (address) => {
  const got = async (path: string) => (await fetch(address + path)).json();
  const { roomId } = (await got('/room')) as { readonly roomId: string };
  return both(async () => enter(address, (await got(`/seat?${roomId}`)) as SeatedAnswer['connection']));
};

/** Both people are signed in, and the match is made: what is left is to take the seats. */
const newMatchOf =
  (game: string): NewMatch =>
  async (address) => {
    const people = [await newPerson(address), await newPerson(address)] as const;
    const { body: match } = await people[0].post<MatchSummary>('/api/matches', { game, seats: 2 });
    return both(async (seat) => enter(address, (await reserve(people[seat], match, seat)).connection));
  };

const OF_BENCH = newMatchOf('board');

/** How a match is made and its seats are taken at each server. */
export const NEW_MATCH: Readonly<Record<System, NewMatch>> = {
  ws: newWsMatch,
  bare: newBareMatch,
  'bare with heartbeats': newBareMatch,
  default: newBareMatch,
  'boardgame.io': newBoardgameIoMatch,
  ours: OF_BENCH,
  'ours on disk': OF_BENCH,
  real: newMatchOf('flower-war'),
};

/** Takes the seat over HTTP, without a socket. */
export async function reserve(
  person: Person,
  { match, commitment }: MatchSummary,
  seat: number,
): Promise<SeatedAnswer> {
  const wanted = { commitment, contribution: 'ab'.repeat(16), seat };
  const { status, body } = await person.post<SeatedAnswer>(`/api/matches/${match}/seat`, wanted);
  if (status !== 200) throw new Error(`no seat: ${JSON.stringify(body)}`);
  return body;
}

const ACT = REQUESTS.indexOf('act');

/** Enters a room of Colyseus or of ours: only the first bytes of a frame are looked at, and what must be unpacked is. */
export function enter(url: string, { processId, roomId, sessionId }: SeatedAnswer['connection']): Promise<BenchSeat> {
  /** A bare room asks for none. */
  let decision: number | undefined;
  let requests = 0;
  const take: Dialect['take'] = (frame, seat) => {
    const [kind] = frame;
    if (kind === FRAME.join) seat.send(Buffer.from([FRAME.join]));
    else if (kind === FRAME.state) seat.joined();
    else if (kind === FRAME.response) seat.answered(frame.length, refusalIn(frame));
    else if (kind === FRAME.patch) seat.shown();
    else if (isPrivate(frame)) decision = (unpack(frame.subarray(2)) as PrivateMessage)[2];
  };
  const move = (turn: number) => {
    requests = (requests + 1) % 128;
    const head = Buffer.from([FRAME.request, requests, ACT]);
    return Buffer.concat([head, pack([(Math.random() * 2 ** 16) >>> 0, decision ?? turn, 'put'])]);
  };
  const address = `${socketOf(url)}/${processId}/${roomId}?sessionId=${sessionId}`;
  return BenchSeat.connect({ address, take, move });
}

/** An answer begins behind three bytes: the kind of frame, the number of the request, the status. */
export const STATUS_AT = 2;
const ANSWER_AT = 3;

/** A bare room answers an error with a status, and this server with a code. */
function refusalIn(frame: Buffer): string | undefined {
  if (frame[STATUS_AT] !== 0) return frame.toString('latin1', ANSWER_AT);
  const answer = unpack(frame.subarray(ANSWER_AT)) as Answer;
  const isPlayed = !('code' in answer) && answer.kind !== 'retry' && !('repeated' in answer);
  return isPlayed ? undefined : JSON.stringify(answer);
}

async function posted<T>(url: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<T>;
}
