/** A match as a device keeps it: what makes it again, and whether the rules and the bots lead to what it says. */
import {
  begin,
  bots,
  dueMove,
  type LocalMatch,
  type MadeMove,
  movesOf,
  newest,
  replayed,
  seeded,
  withMove,
} from '@flower-war/rules/local';
import { fastChance, type Options, playable, resolveOptions } from '@flower-war/rules/playable';

/** The easy ones first. */
export const LEVELS = ['easy', 'greedy', 'strong'] as const;

/** What an older page kept has `random`, too. */
const KEPT_LEVELS = [...LEVELS, 'random'] as const;

/** All that makes the match again. */
export interface KeptMatch {
  readonly game: string;
  readonly seats: number;
  readonly level: (typeof KEPT_LEVELS)[number];
  readonly seed: number;
  /** Absent in what an older page kept. */
  readonly rulesVersion?: number;
  readonly moves: readonly MadeMove[];
}

/** The seat of the person. */
export const PERSON = 0;

/** People who come for the first time want to see an end. */
const LENGTH = { length: 'short' };

/** The match as its own rules make it. `other-rules`: this page does not have them, or what an older page kept does not name them. */
export async function matchOf(kept: KeptMatch): Promise<LocalMatch | 'other-rules'> {
  const loaded = await rulesOf(kept.game, kept.rulesVersion);
  if (loaded === undefined) return 'other-rules';
  const match = replayed(begun(loaded, kept).setting, kept.moves);
  return movesOf(match).length === kept.moves.length ? match : 'other-rules';
}

type Loaded = Awaited<ReturnType<typeof playable>>;

/** A game by this version of its rules, by default today's, with the bots of today. Nothing if this page does not have it. */
export async function rulesOf(id: string, version?: number): Promise<Loaded | undefined> {
  const { game: current, bots: today } = await playable(id);
  if (version === undefined || version === current.rulesVersion) return { game: current, bots: today };
  const { frozenEngine } = await import('@flower-war/rules/frozen');
  const game = await frozenEngine(id, version);
  const sure = (bot: Bot) => sureBot(bot, today.random);
  return (
    game && { game, bots: { ...today, easy: sure(today.easy), greedy: sure(today.greedy), strong: sure(today.strong) } }
  );
}

type Bot = Loaded['bots']['random'];

/** Where a bot does not understand old rules, any move is better than none. */
const sureBot =
  (bot: Bot, instead: Bot): Bot =>
  (question, chance) => {
    try {
      return bot(question, chance);
    } catch {
      return instead(question, chance);
    }
  };

/** The match before its first move. */
function begun(loaded: Loaded, { seats, level, seed }: KeptMatch): LocalMatch {
  const { game } = loaded;
  const options = optionsOf(game);
  const names = Array.from({ length: seats }, (_, seat) => (seat === PERSON ? undefined : level));
  return begin({
    game,
    options,
    seat: PERSON,
    start: game.setup(options, seats, fastChance(seed)),
    chanceAt: seeded(seed),
    answer: bots(loaded, { names, seed }),
    habits: game.habits?.list.filter(({ pace }) => pace === 'usual').map((habit) => habit.name) ?? [],
  });
}

function optionsOf(game: Parameters<typeof resolveOptions>[0]): Options {
  const hasLengths = game.options.some(({ name }) => name === 'length');
  const resolved = resolveOptions(game, undefined, hasLengths ? LENGTH : {});
  if (!resolved.ok) throw new Error(`the options of a match on this device are refused: ${resolved.reason}`);
  return resolved.options;
}

// The proof.

export type KeptCheck = 'whole' | 'played' | 'bots';

/** What may be wrong, by the check that finds it. */
const FOUND_BY = {
  form: 'whole',
  unended: 'whole',
  'other-rules': 'played',
  'not-allowed': 'played',
  'other-bot': 'bots',
  'other-habit': 'bots',
} as const satisfies Readonly<Record<string, KeptCheck>>;

export type KeptFlaw = keyof typeof FOUND_BY;

/** `move` counts from 1; absent where it is not one move that is wrong. */
interface FlawedKept {
  readonly flaw: KeptFlaw;
  readonly failed: KeptCheck;
  readonly move?: number;
}

export interface ProvedKept {
  /** Absent if the match is right. */
  readonly flawed: FlawedKept | undefined;
  /** Absent if it cannot be read. */
  readonly kept: KeptMatch | undefined;
}

/** After each move `told` is called with how many are done: strong bots think long. */
export async function proveKept(text: string, told: (moves: number, of: number) => void): Promise<ProvedKept> {
  const kept = keptIn(text);
  const loaded = kept && (await playable(kept.game).catch(() => undefined));
  const [least, most] = loaded?.game.seats ?? [0, 0];
  if (kept === undefined || loaded === undefined || kept.seats < least || kept.seats > most)
    return { flawed: found('form'), kept: undefined };
  const { rulesVersion } = loaded.game;
  if ((kept.rulesVersion ?? rulesVersion) !== rulesVersion) return { flawed: found('other-rules'), kept };
  let match = begun(loaded, kept);
  for (const [index, made] of kept.moves.entries()) {
    const next = after(match, made);
    if (typeof next === 'string') return { flawed: found(next, index + 1), kept };
    match = next;
    told(index + 1, kept.moves.length);
  }
  const isEnded = loaded.game.result(newest(match).state) !== undefined;
  return { flawed: isEnded ? undefined : found('unended'), kept };
}

const found = (flaw: KeptFlaw, move?: number): FlawedKept => ({
  flaw,
  failed: FOUND_BY[flaw],
  ...(move !== undefined && { move }),
});

/** The match after a move, or what is wrong with it. What the person chose has only to be allowed. */
function after(match: LocalMatch, made: MadeMove): LocalMatch | KeptFlaw {
  const played = withMove(match, made);
  if (!played.ok || 'leaves' in made) return 'not-allowed';
  if (made.seat !== PERSON && match.setting.answer(match, made.seat) !== made.move) return 'other-bot';
  if (made.isHabit === true && !isDueHabit(match, made.move)) return 'other-habit';
  return played.match;
}

function isDueHabit(match: LocalMatch, move: string): boolean {
  const due = dueMove(match);
  return due?.isHabit === true && due.move === move;
}

// What a file says, which may be damaged, of another program, or made to harm.

/** Many times as many as the longest match has. */
const MOST_MOVES = 20_000;
const LONGEST_MOVE = 100;

/** Whether a file is meant as a match of a device. The record of a server is several lines, each a value of its own. */
export const isKept = (text: string): boolean => 'moves' in parsed(text);

function keptIn(text: string): KeptMatch | undefined {
  const { game, seats, level, seed, rulesVersion, moves } = parsed(text);
  if (typeof game !== 'string' || !isCount(seats) || !isCount(seed) || !Array.isArray(moves)) return undefined;
  if (rulesVersion !== undefined && !isCount(rulesVersion)) return undefined;
  const known = KEPT_LEVELS.find((one) => one === level);
  if (known === undefined || moves.length > MOST_MOVES || !moves.every((made) => isMade(made, seats))) return undefined;
  return { game, seats, level: known, seed, ...(rulesVersion !== undefined && { rulesVersion }), moves };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function isMade(made: unknown, seats: number): made is MadeMove {
  const { seat, move, isHabit, leaves } = (made ?? {}) as Readonly<Record<string, unknown>>;
  const isHabitual = isHabit === undefined || (isHabit === true && seat === PERSON);
  const isMove = typeof move === 'string' && move.length <= LONGEST_MOVE && leaves === undefined;
  return isCount(seat) && seat < seats && isMove && isHabitual;
}
