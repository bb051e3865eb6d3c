/** What a move of our games costs: random legal moves at all seats, at our server and in the room that a user would write instead. */
import { randomInt } from 'node:crypto';
import { Decoder } from '@colyseus/schema';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { REQUESTS, type SeatedAnswer } from '@flower-war/protocol';
import { GAMES } from '@flower-war/rules';
import { pack } from 'msgpackr';
import { FRAME } from '../support/sockets/rawClient.ts';
import { BenchSeat, type GameSystem, type Measured, type Served, STATUS_AT, usedBy, withServer } from './servers.ts';
import { quantile } from './moves.ts';
import { stateOf } from './usual.ts';

/** A seat whose player plays as soon as it may. */
interface Playing {
  readonly legal: readonly string[];
  readonly isOver: boolean;
  /** Resolves when the server has answered. */
  play(move: string): Promise<boolean>;
  /** Resolves when the seat is to move, or the match is over. */
  asked(): Promise<void>;
  close(): void;
}

/** Takes all seats of a new match. */
type Sit = (server: Measured, game: string, seats: number) => Promise<readonly Playing[]>;

const SERVERS = { usual: sitAtUsual, memory: sitAtOurs, disk: sitAtOurs } as const satisfies Record<string, Sit>;
const SYSTEMS = { usual: 'usual', memory: 'games', disk: 'games on disk' } as const satisfies Record<
  string,
  GameSystem
>;

interface GameLoad {
  readonly tables: number;
  /** How long all tables play until the server counts as warm. */
  readonly warmMs: number;
  readonly milliseconds: number;
}

/** A host with fifty players sees these moves in the first minutes after a start. */
const COLD = { from: 200, to: 2000 } as const;

export async function measureGame(game: string, load: GameLoad, checkout?: string) {
  const usual = await measureAt('usual', game, load);
  const memory = await measureAt('memory', game, load, checkout);
  const disk = await measureAt('disk', game, load, checkout);
  return {
    usual: 1e6 / usual.warm,
    memory: 1e6 / memory.warm,
    disk: 1e6 / disk.warm,
    warm: memory.warm,
    cold: memory.cold,
    p50: memory.p50,
    p99: memory.p99,
    usualP50: usual.p50,
    usualP99: usual.p99,
    written: disk.written,
    writtenAlone: disk.writtenAlone,
  };
}

type Where = keyof typeof SERVERS;

function measureAt(where: Where, game: string, load: GameLoad, checkout?: string) {
  const served: Served<GameSystem> = { system: SYSTEMS[where], ...(where !== 'usual' && { checkout }) };
  return withServer(served, async (server) => {
    const crowd = new Crowd(server, SERVERS[where], game);
    crowd.begin(load.tables);
    await crowd.until({ moves: COLD.from });
    const cold = await crowd.costOver({ moves: COLD.to });
    await crowd.until({ ms: load.warmMs });
    const warm = await crowd.costOver({ ms: load.milliseconds });
    await crowd.end();
    crowd.begin(1);
    const alone = await crowd.costOver({ ms: load.milliseconds });
    await crowd.end();
    const { took } = alone;
    return {
      cold: cold.cpu,
      warm: warm.cpu,
      written: warm.written,
      writtenAlone: alone.written,
      p50: quantile(took, 0.5),
      p99: quantile(took, 0.99),
    };
  });
}

/** Either this many moves since the start, or so much time from now on. */
type Until = { readonly moves: number } | { readonly ms: number };

class Crowd {
  private readonly server: Measured;
  private readonly sit: Sit;
  private readonly game: string;
  private took: number[] = [];
  private moves = 0;
  private isOn = true;
  private running: Promise<unknown> = Promise.resolve();

  constructor(server: Measured, sit: Sit, game: string) {
    this.server = server;
    this.sit = sit;
    this.game = game;
  }

  /** Tables that play match after match. */
  begin(tables: number): void {
    this.isOn = true;
    this.running = Promise.all(Array.from({ length: tables }, () => this.playOn()));
    this.running.catch(() => {}); // told by `until` and `end`
  }

  async end(): Promise<void> {
    this.isOn = false;
    await this.running;
  }

  async until(goal: Until): Promise<void> {
    const end = performance.now() + ('ms' in goal ? goal.ms : Number.POSITIVE_INFINITY);
    while (performance.now() < end && !('moves' in goal && this.moves >= goal.moves))
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 20)), this.running]);
  }

  /** Microseconds of the server's processor and bytes on its disk for a move, and how long each move took, in milliseconds. */
  async costOver(goal: Until) {
    const [before, moves] = [await usedBy(this.server), this.moves];
    this.took = [];
    await this.until(goal);
    const after = await usedBy(this.server);
    const many = this.moves - moves;
    return { cpu: (after.cpu - before.cpu) / many, written: (after.written - before.written) / many, took: this.took };
  }

  private async playOn(): Promise<void> {
    const { game } = GAMES.get(this.game as never) ?? {};
    const seats = game?.usualSeats ?? game?.seats[1] ?? 2;
    while (this.isOn) {
      const players = await this.sit(this.server, this.game, seats);
      await Promise.all(players.map((player) => this.playOne(player)));
      for (const player of players) player.close();
    }
  }

  private async playOne(player: Playing): Promise<void> {
    while (this.isOn && !player.isOver) {
      const { legal } = player;
      const began = performance.now();
      if (legal.length > 0 && (await player.play(legal[randomInt(legal.length)] ?? ''))) {
        this.took.push(performance.now() - began);
        this.moves++;
      }
      // Others may stop in the middle, when the time is over.
      while (this.isOn && !player.isOver && player.legal.length === 0)
        await Promise.race([player.asked(), new Promise((resolve) => setTimeout(resolve, 200))]);
    }
  }
}

/** At our server: the SDK. */
const ourSeat = (live: LiveMatch): Playing => ({
  get legal() {
    return live.legal;
  },
  get isOver() {
    return live.isOver;
  },
  play: async (move) => (await live.play(move)).kind === 'accepted',
  asked: () => live.until(({ isOver, legal }) => isOver || legal.length > 0),
  close: () => live.close(),
});

async function sitAtOurs({ address: url }: Measured, game: string, seats: number): Promise<readonly Playing[]> {
  const people = Array.from({ length: seats }, () => new FlowerWarClient({ url }));
  for (const person of people) await person.signIn();
  const match = await people[0]?.create({ game, seats });
  const lives: Playing[] = [];
  for (const person of people) lives.push(ourSeat(await person.join(match as never)));
  return lives;
}

const ACT = REQUESTS.indexOf('act');

/** In the room that a user would write: its frames, decoded as Colyseus' own client does. */
async function usualSeat(address: string, game: string): Promise<Playing> {
  const state = new (stateOf(game).State)();
  const decoder = new Decoder(state);
  let requests = 0;
  const take = (frame: Buffer, seat: BenchSeat<string>) => {
    const [kind] = frame;
    if (kind === FRAME.join) seat.send(Buffer.from([FRAME.join]));
    else if (kind === FRAME.response) seat.answered(frame.length, frame[STATUS_AT] === 0 ? undefined : 'illegal');
    else if (kind === FRAME.state || kind === FRAME.patch) {
      decoder.decode(frame, { offset: 1 });
      seat.joined();
      seat.shown();
    }
  };
  const move = (text: string) => {
    requests = (requests + 1) % 128;
    return Buffer.concat([Buffer.from([FRAME.request, requests, ACT]), pack([0, 0, text])]);
  };
  const seat = await BenchSeat.connect({ address, take, move });
  return {
    get legal() {
      return state.own[0]?.legal.split('\n').filter(Boolean) ?? []; // it is shown its own part alone
    },
    get isOver() {
      return state.over;
    },
    play: (text) =>
      seat.play(text).then(
        () => true,
        () => false,
      ),
    asked: () => seat.seen(seat.views + 1),
    close: () => seat.close(),
  };
}

async function sitAtUsual({ address }: Measured, game: string, seats: number): Promise<readonly Playing[]> {
  const got = async (path: string) => (await fetch(address + path)).json();
  const { roomId } = (await got(`/room?${game}&${seats}`)) as { readonly roomId: string };
  const players: Playing[] = [];
  for (let seat = 0; seat < seats; seat++) {
    const { processId, sessionId } = (await got(`/seat?${roomId}`)) as SeatedAnswer['connection'];
    const socket = `${address.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`;
    players.push(await usualSeat(socket, game));
  }
  return players;
}
