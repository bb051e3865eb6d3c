/** The matches on this device: the open one, which goes on when the page is opened again, and the last ones that came to their end. */
import {
  begin,
  bots,
  type LocalMatch,
  type LocalSetting,
  type MadeMove,
  movesOf,
  replayed,
  seeded,
  shownIn,
} from '@flower-war/rules/local';
import { fastChance, type Options, playable, resolveOptions } from '@flower-war/rules/playable';
import { type Setting, setting } from '../../app/setting.ts';
import { LocalTable } from './localTable.ts';

/** The easy ones first. */
export const LEVELS = ['random', 'greedy', 'strong'] as const;

/** All that makes the match again. */
export interface KeptMatch {
  readonly game: string;
  readonly seats: number;
  readonly level: (typeof LEVELS)[number];
  readonly seed: number;
  /** Absent in what an older page kept. */
  readonly rulesVersion?: number;
  readonly moves: readonly MadeMove[];
}

/** The match that is open here. */
export const CURRENT: Setting<KeptMatch | undefined> = setting('flower-war-device-match', {
  read: (text) => parsed<KeptMatch>(text),
  write: JSON.stringify,
});

const MOST = 5;

/** The last ones that came to their end, the newest first. */
export const PLAYED: Setting<readonly KeptMatch[]> = setting('flower-war-device-matches', {
  read: (text): readonly KeptMatch[] => {
    const kept = parsed<readonly (KeptMatch | null)[]>(text);
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.game === 'string' && Array.isArray(one.moves)) : [];
  },
  write: JSON.stringify,
});

/** What is kept may be of another version of the page. */
function parsed<T>(text = 'null'): T | undefined {
  try {
    return (JSON.parse(text) as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** In place of the id of a match: the names of the bots follow from it. */
export const ID = 'DEVICE';
const PERSON = 0;

/** People who come for the first time want to see an end. */
const LENGTH = { length: 'short' };

/** Throws if what is kept is of another version of the page, and cannot be played any more. */
export async function tableOf(kept: KeptMatch, name: string): Promise<LocalTable> {
  const match = await matchOf(kept);
  return new LocalTable(match, {
    id: ID,
    seats: sittersOf(kept, name),
    onChange: (now) => keep({ ...kept, moves: movesOf(now) }, shownIn(now).result !== undefined),
  });
}

export async function matchOf(kept: KeptMatch): Promise<LocalMatch> {
  const { seats, level, seed } = kept;
  const loaded = await playable(kept.game);
  const { game } = loaded;
  const options = optionsOf(game);
  const names = Array.from({ length: seats }, (_, seat) => (seat === PERSON ? undefined : level));
  const setting: LocalSetting = {
    game,
    options,
    seat: PERSON,
    start: game.setup(options, seats, fastChance(seed)),
    chanceAt: seeded(seed),
    answer: bots(loaded, { names, seed }),
    habits: game.habits?.list.filter(({ pace }) => pace === 'usual').map((habit) => habit.name) ?? [],
  };
  return kept.moves.length === 0 ? begin(setting) : replayed(setting, kept.moves);
}

/** Who sits where: the person, and bots. */
export const sittersOf = ({ seats, level }: KeptMatch, name: string) =>
  Array.from({ length: seats }, (_, seat) =>
    seat === PERSON ? ({ kind: 'player', name } as const) : ({ kind: 'bot', name: level } as const),
  );

function keep(match: KeptMatch, isOver: boolean): void {
  CURRENT.choose(match);
  if (isOver) PLAYED.choose([match, ...PLAYED.value().filter(({ seed }) => seed !== match.seed)].slice(0, MOST));
}

function optionsOf(game: Parameters<typeof resolveOptions>[0]): Options {
  const hasLengths = game.options.some(({ name }) => name === 'length');
  const resolved = resolveOptions(game, undefined, hasLengths ? LENGTH : {});
  if (!resolved.ok) throw new Error(`the options of a match on this device are refused: ${resolved.reason}`);
  return resolved.options;
}
