/** Says whether a server keeps to the protocol: who may enter, what a seat may ask, and whole matches of every game. */
import { type Answer, type Catalogue, type Entry, readRecord, verify } from '@flower-war/protocol';
import { deepEqual, engine, fastChance } from '@flower-war/rules';
import { Report, STANDING } from '../report.ts';
import { Caller } from '../wire/caller.ts';
import type { Connection } from '../wire/connection.ts';
import { checkActions, checkDoors, type Checking, type Game, hangUp, newGame, watch } from './checks.ts';

type Part = 'doors' | 'actions' | 'matches';
const ALL: readonly Part[] = ['doors', 'actions', 'matches'];

export interface ServerCheck {
  readonly url: string;
  /** Of the random matches and frames. */
  readonly seed: number;
  /** The games of the whole matches; if absent, all that the server hosts. */
  readonly games?: readonly string[];
  /** If absent, all. */
  readonly parts?: readonly Part[];
  readonly tell?: (line: string) => void;
}

export async function checkServer({ url, seed, games, parts = ALL, tell = () => {} }: ServerCheck): Promise<Report> {
  const report = new Report(tell);
  const checking = { url, seed, report };
  if (parts.includes('doors')) await checkDoors(checking);
  if (parts.includes('actions')) await checkActions(checking);
  if (parts.includes('matches')) await checkWholeMatches(checking, games);
  for (const check of Object.values(STANDING)) if (report.hasSeen(check)) tell(report.textOf(check));
  tell(report.sum);
  return report;
}

/** What was shown live is compared with what the server tells of each match afterwards. */
async function checkWholeMatches(checking: Checking, only?: readonly string[]): Promise<void> {
  const { url, report } = checking;
  const hosted: string[] = [];
  await report.run('the server lists the games that it hosts', async () => {
    const { games } = await new Caller(url, report).must<Catalogue>('GET /api/games');
    hosted.push(...games.map(({ id }) => id));
  });
  for (const id of hosted.filter((game) => only === undefined || only.includes(game)))
    await report.run(`${id}: a random match comes to its end, and record and replay say the same`, () =>
      wholeMatch(checking, id),
    );
}

async function wholeMatch(checking: Checking, id: string): Promise<void> {
  const game = await newGame(checking, id);
  const spectator = await watch(await Caller.guest(checking.url, checking.report), game.match);
  const played = await playRandomly(checking, game);
  await spectator.until('the end', () => spectator.isOver);
  await compareRecord(game, played);
  const [host] = game.callers as [Caller];
  for (const [index, seat] of game.seats.entries())
    await compareReplay(game.match.match, seat, game.callers[index] ?? host);
  await compareReplay(game.match.match, spectator, host);
  hangUp({ seats: [...game.seats, spectator] });
}

/** Every accepted move stands in the record exactly once, and the record verifies. */
async function compareRecord({ match, callers: [host] }: Game, played: readonly Played[]): Promise<void> {
  const record = (await host?.text(`GET /api/matches/${match.match}/record`)) ?? '';
  const verdict = await verify(record, engine);
  if (!verdict.ok) throw new Error(`the record does not verify: line ${verdict.line}: ${verdict.problem}`);
  const read = readRecord(record);
  const entries: readonly Entry[] = 'problem' in read ? [] : read.entries;
  const moves = entries.flatMap((entry) => (entry.kind === 'move' && entry.by === 'player' ? [entry] : []));
  for (const { id, seat, move } of played) {
    const found = moves.filter((entry) => entry.id === id && entry.seat === seat && entry.move === move);
    if (found.length !== 1) throw new Error(`the accepted move ${move} stands in the record ${found.length} times`);
  }
  if (moves.length !== played.length) throw new Error(`the record holds ${moves.length} moves, not ${played.length}`);
}

/** What was shown live must be what the replay shows, field by field: else a viewer saw too much or too little. */
async function compareReplay(match: string, live: Connection, caller: Caller): Promise<void> {
  const viewer = live.seat === undefined ? 'spectator' : `seat:${live.seat}`;
  const replay = await caller.replay(match, viewer);
  for (const [step, shown] of live.shown) {
    const view = replay.get(step);
    const field = view && differing(view, shown);
    if (field !== undefined) throw new Error(`${viewer} saw another ${field} in step ${step} than the replay shows`);
  }
  const lacking = [...live.shown.keys()].filter((step) => !replay.has(step)).length;
  if (lacking > 0) throw new Error(`${viewer} saw ${lacking} steps that the replay lacks`);
}

type Fields = Readonly<Record<string, unknown>>;

function differing(a: Fields, b: Fields): string | undefined {
  return Object.keys({ ...a, ...b }).find((field) => !deepEqual(a[field], b[field]));
}

/** A move that the server accepted. */
interface Played {
  readonly seat: number;
  readonly id: number;
  readonly move: string;
}

const AGAIN_MS = 250;

/** Plays legal moves at random, for every seat at once. */
async function playRandomly({ report, seed }: Checking, { seats }: Game): Promise<readonly Played[]> {
  const played: Played[] = [];
  const chance = fastChance(seed);
  let ids = 1000;
  const play = async (connection: Connection): Promise<void> => {
    for (let answered = 0; ; ) {
      const isAsked = () => connection.isShown && ![undefined, answered].includes(connection.own?.decision);
      await connection.until('a turn or the end', () => connection.isOver || isAsked());
      if (connection.isOver || connection.own === undefined) return;
      const { decision = 0, legal, seat } = connection.own;
      const [id, move] = [ids++, chance.pick(legal)];
      const answer = await finalAnswer(connection, [id, decision, move]);
      if (!connection.isClosed) await connection.settle();
      answered = decision;
      const isAccepted = answer.kind === 'accepted';
      // Another seat may have acted meanwhile; then this one is asked anew, or not at all.
      const isLate = answer.kind === 'rejected' && ['stale-decision', 'match-over'].includes(answer.code);
      const isRight = isAccepted || (isLate && connection.own.decision !== decision);
      report.expect(STANDING.accepted, isRight, () => `${move} of ${legal.join(', ')}: ${JSON.stringify(answer)}`);
      if (isAccepted) played.push({ seat, id, move });
    }
  };
  await Promise.all(seats.map(play));
  return played;
}

/** Asks again while the server says that it does not know, or that it is asked too fast. */
async function finalAnswer(connection: Connection, action: readonly unknown[]): Promise<Answer> {
  for (;;) {
    const answer = await connection.request('act', action);
    const isPassing = answer.kind === 'retry' || (answer.kind === 'rejected' && answer.code === 'too-many');
    if (!isPassing) return answer;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
