/** Whole matches of every game, compared with what the server tells of them afterwards. */
import { type Catalogue, type Entry, type ReplaySteps, readRecord, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { Caller } from '../wire/caller.ts';
import type { Connection } from '../wire/connection.ts';
import { type Played, playRandomly } from './playRandomly.ts';
import { type Checking, type Game, hangUp, newGame, watch } from './table.ts';

export async function checkWholeMatches(checking: Checking, only?: readonly string[]): Promise<void> {
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
  for (const [index, seat] of game.seats.entries())
    await compareReplay({ game, caller: game.callers[index] as Caller }, seat, `seat:${seat.seat}`);
  await compareReplay({ game, caller: game.callers[0] as Caller }, spectator, 'spectator');
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

interface Asking {
  readonly game: Game;
  readonly caller: Caller;
}

/** What was shown live must be what the replay shows, field by field: else a viewer saw too much or too little. */
async function compareReplay({ game, caller }: Asking, live: Connection, viewer: string): Promise<void> {
  let view: Readonly<Record<string, unknown>> = {};
  let compared = 0;
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page: ReplaySteps = await caller.must(
      `GET /api/matches/${game.match.match}/steps?viewer=${viewer}&from=${from}&limit=200`,
    );
    for (const { step, view: changed, gone = [] } of page.steps) {
      view = Object.fromEntries(Object.entries({ ...view, ...changed }).filter(([field]) => !gone.includes(field)));
      const shown = live.shown.get(step);
      if (shown === undefined) continue;
      compared++;
      const field = differing(view, shown as Readonly<Record<string, unknown>>);
      if (field !== undefined) throw new Error(`${viewer} saw another ${field} in step ${step} than the replay shows`);
    }
    from = page.next;
  }
  if (compared < live.shown.size)
    throw new Error(`${viewer} saw ${live.shown.size - compared} steps that the replay lacks`);
}

function differing(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys({ ...a, ...b }).find((field) => canonicalText(a[field]) !== canonicalText(b[field]));
}

function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
