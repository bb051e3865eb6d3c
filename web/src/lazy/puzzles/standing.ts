/** The puzzles that there are, and how the player at this browser stands against them. */
import type { FlowerWarClient, PuzzleList } from '@flower-war/client';
import { type ListedPuzzle, listPuzzles, loadPuzzle, type Puzzle } from '@flower-war/rules/puzzles';
import rate from 'glicko2-lite';
import type { usePlayer } from '../../app/player.tsx';
import { keepJson, parsed, type Setting, setting } from '../../app/setting.ts';

// Those of the server, which serves this page and so has the same games. Without it, those that come with the page.

/** A server that does not answer so soon is not waited for. */
const WITHIN_MS = 4000;

interface AllPuzzles extends Pick<PuzzleList, 'mine'> {
  /** In the order of the days. */
  readonly puzzles: readonly ListedPuzzle[];
}

export const allPuzzles = (client: FlowerWarClient): Promise<AllPuzzles> =>
  client
    .with({ within: WITHIN_MS })
    .puzzles.list()
    .then(
      (list) => list as AllPuzzles,
      async () => ({ puzzles: await listPuzzles() }),
    );

/** One of those in the list. */
export async function anyPuzzle(client: FlowerWarClient, id: string): Promise<Puzzle> {
  return (await loadPuzzle(id)) ?? ((await client.puzzles.get(id)) as unknown as Puzzle);
}

// How the player stands on this device.

interface Standing {
  /** By puzzle: whether the first answer was right. Only that one counts. */
  readonly answers: Readonly<Record<string, boolean>>;
  /** Glicko-2, as the ratings of players: each puzzle is a match against its rating. */
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
  /** The most puzzles that were solved in a row of three minutes. */
  readonly best: number;
}

export const NEW: Standing = { answers: {}, rating: 1500, deviation: 350, volatility: 0.06, best: 0 };

const KEPT = 'flower-war-puzzles';
const standings = new Map<string, Setting<Standing>>();

/** Players who share a browser stand each for themselves, as on the server. */
export function standingOf(player: string): Setting<Standing> {
  const standing = standings.get(player) ?? openStanding(`${KEPT}-${player}`);
  standings.set(player, standing);
  return standing;
}

const kept = (name: string): Setting<Standing> =>
  setting(name, { read: (text): Standing => readStanding(text) ?? NEW, write: JSON.stringify });

/**
 * Earlier pages knew one standing for all players: the first who comes goes on with it. A browser may show such a page for some time yet
 * when it has no network.
 */
function openStanding(name: string): Setting<Standing> {
  const own = kept(name);
  const former = kept(KEPT).value();
  if (former !== NEW) own.choose(together(own.value(), former));
  keepJson(KEPT, undefined);
  return own;
}

/** The own answers come first. The rating is that of the standing with more answers. */
function together(own: Standing, former: Standing): Standing {
  const count = ({ answers }: Standing) => Object.keys(answers).length;
  const surer = count(former) > count(own) ? former : own;
  const answers = { ...former.answers, ...own.answers };
  return { ...surer, answers, best: Math.max(own.best, former.best) };
}

/** Nothing if what is kept is not a standing: it may be of another version of the page. */
export function readStanding(text: string | undefined): Standing | undefined {
  const kept = parsed<Partial<Standing>>(text);
  const isWhole = (['rating', 'deviation', 'volatility', 'best'] as const).every((key) => Number.isFinite(kept?.[key]));
  return isWhole && typeof kept?.answers === 'object' && kept.answers !== null ? (kept as Standing) : undefined;
}

/** How sure the rating of a puzzle is: it was estimated, and no person has answered before. */
const PUZZLE_DEVIATION = 150;

/** The standing after the first answer to a puzzle; a later answer changes nothing. */
export function answered(before: Standing, { id, rating }: ListedPuzzle, isRight: boolean): Standing {
  if (Object.hasOwn(before.answers, id)) return before;
  const after = rate(before.rating, before.deviation, before.volatility, [[rating, PUZZLE_DEVIATION, isRight ? 1 : 0]]);
  return {
    answers: { ...before.answers, [id]: isRight },
    rating: after.rating,
    deviation: after.rd,
    volatility: after.vol,
    best: before.best,
  };
}

type Player = ReturnType<typeof usePlayer>;

interface Given {
  readonly move: string;
  readonly isRight: boolean;
}

/** The first answer counts, on this device and on the server. Nothing waits for the server, and one that is gone never hears of it. */
export function count({ client, session }: Player, puzzle: ListedPuzzle, { move, isRight }: Given): void {
  const standing = standingOf(session.player);
  const before = standing.value();
  if (Object.hasOwn(before.answers, puzzle.id)) return;
  standing.choose(answered(before, puzzle, isRight));
  client.puzzles.answer(puzzle.id, move).catch(() => {});
}

/** The puzzle to go on with: of those that are left, the one that is as hard as the person is good. */
export function nextOf(all: readonly ListedPuzzle[], { answers, rating }: Standing): ListedPuzzle | undefined {
  const left = all.filter(({ id }) => !Object.hasOwn(answers, id));
  return left.toSorted((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating))[0];
}
