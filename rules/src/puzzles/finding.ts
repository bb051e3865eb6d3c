/**
 * Finds puzzles in matches: decisions in which one answer brings its seat more than each other one, surely. An answer is tried in
 * positions that look to the seat like the true one, so nothing that the seat could not know enters. From there bots `greedy` play on to
 * the end. All answers are tried in the same positions and with the same luck, so that what differs is due to the answer.
 */
import type { Course } from '../account/accountOf.ts';
import { judged } from '../account/moments.ts';
import { type SeatQuestion, type State, TRAITS } from '../account/traits.ts';
import { sharesOf, VAGUE_EDITIONS, valuingOf } from '../account/value.ts';
import { type Chance, fastChance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';
import { at } from '../json.ts';
import { greedyCourse, type Playable } from '../tools/matches.ts';
import type { Puzzle, Theme } from './puzzle.ts';

/** A seat that has to answer. */
interface Decision {
  readonly state: State;
  readonly seat: Seat;
  readonly options: Options;
}

/** For each try, the seat's share of the victory after each answer. */
type Tries = readonly (readonly number[])[];

/** Nothing if the view tells too little to imagine the position, or if a match does not end. */
export function triedOut(
  playable: Playable,
  decision: Decision,
  { seed, tries }: { readonly seed: number; readonly tries: number },
): Tries | undefined {
  const { game } = playable;
  const question = questionOf(playable, decision);
  const imagined = TRAITS.get(game.id)?.imagined;
  const all: (readonly number[])[] = [];
  for (let index = 0; index < tries; index++) {
    const own = seed * SEEDS + index;
    const state = imagined?.(question, fastChance(own));
    if (state === undefined) return undefined;
    const shares = question.legal.map((move) => shareAfter(playable, { state, seed: own, question, move }));
    const known = shares.filter((share) => share !== undefined);
    if (known.length < shares.length) return undefined;
    all.push(known);
  }
  return all;
}

const SEEDS = 10_007;

function questionOf({ game }: Playable, { state, seat, options }: Decision): SeatQuestion {
  return { view: game.view(state, seat), seat, options, legal: game.legalMoves(state, seat) };
}

interface Answered {
  readonly state: State;
  readonly seed: number;
  readonly question: SeatQuestion;
  readonly move: unknown;
}

/** Guards against a match that never ends. */
const MOST_MOVES = 6000;

function shareAfter({ game, bots }: Playable, { state: start, seed, question, move }: Answered): number | undefined {
  const { seat, options } = question;
  let [state, mover, turn, step] = [start, seat, 0, 0];
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const luck = luckAt(seed, turn, step);
    const asked = () => ({ view: game.view(state, mover), seat: mover, options, legal: game.legalMoves(state, mover) });
    const applied = game.apply(state, mover, moves === 0 ? move : bots.greedy(asked(), luck), luck);
    if (!applied.ok) return undefined;
    state = applied.state;
    const result = game.result(state);
    if (result !== undefined) return at(sharesOf(result.winners, result.standings.length), seat);
    const next = at(game.toMove(state), 0);
    [turn, step] = next === mover ? [turn, step + 1] : [turn + 1, 0];
    mover = next;
  }
  return undefined;
}

const STEPS = 64;
const TURNS = 8192;

/** The same luck at the same moment after each answer, however many moves a turn took before. */
const luckAt = (seed: number, turn: number, step: number): Chance =>
  fastChance((seed * TURNS + (turn % TURNS)) * STEPS + (step % STEPS));

/** How far the best answer is ahead of the others. */
interface Lead {
  /** The places of the best answers among the legal moves: several, if they came to the same in each try. */
  readonly best: readonly number[];
  readonly shares: readonly number[];
  /** So much the best are surely ahead of the next one, in shares; below zero if they may be behind. */
  readonly surely: number;
}

/** Of that many standard errors a lead is surely more than nothing: 99 % for up to seven comparisons together. */
const SURE = 3;

function leadIn(tries: Tries, sure = SURE): Lead {
  const answers = at(tries, 0).map((_, answer) => answer);
  const shares = answers.map((answer) => meanOf(tries.map((one) => at(one, answer))));
  const first = answers.reduce((most, answer) => (at(shares, answer) > at(shares, most) ? answer : most), 0);
  const best = answers.filter((answer) => tries.every((one) => at(one, answer) === at(one, first)));
  const leads = answers
    .filter((answer) => !best.includes(answer))
    .map((answer) =>
      leastOf(
        tries.map((one) => at(one, first) - at(one, answer)),
        sure,
      ),
    );
  return { best, shares, surely: leads.length === 0 ? 0 : Math.min(...leads) };
}

const meanOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function leastOf(differences: readonly number[], sure: number): number {
  const mean = meanOf(differences);
  const variance = meanOf(differences.map((one) => (one - mean) * (one - mean)));
  return mean - sure * Math.sqrt(variance / (differences.length - 1));
}

/** By so much of a victory the answer of a puzzle is ahead of each other one, at 99 %. */
const MARGIN = 0.05;

/** The tries with which a lead is found again. */
const SMALL = { seed: 1, tries: 12 } as const;

/** Most decisions drop out after few tries. Each stage has luck of its own, so that no answer is kept for its luck. */
const STAGES = [
  { ...SMALL, sure: 0, margin: 0 },
  { seed: 2, tries: 60, sure: 2, margin: 0 },
  { seed: 3, tries: 400, sure: SURE, margin: MARGIN },
];

/** The lead of the best answer; nothing if it is not sure, or too small to be found again. */
function leadOf(playable: Playable, decision: Decision): Lead | undefined {
  let found: Lead | undefined;
  for (const { sure, margin, ...amount } of STAGES) {
    const tries = triedOut(playable, decision, amount);
    if (tries === undefined) return undefined;
    const lead = leadIn(tries, sure);
    const isOther = found !== undefined && !lead.best.every((answer) => found?.best.includes(answer));
    const areMany = 2 * lead.best.length > lead.shares.length;
    if (lead.surely <= margin || isOther || areMany) return undefined;
    found = lead;
  }
  return found;
}

/** Whether a puzzle is one by the rules and the bots of today: its answers are the legal moves, and its best are ahead again. */
export function isProved(playable: Playable, { given, seat, best, answers }: Puzzle): boolean {
  const decision = { state: given, seat, options: given.options };
  const legal = questionOf(playable, decision).legal.map((move) => playable.game.format(move));
  const tries = triedOut(playable, decision, SMALL);
  if (tries === undefined || legal.toSorted().join() !== Object.keys(answers).toSorted().join()) return false;
  const lead = leadIn(tries, 0);
  return lead.surely > 0 && lead.best.map((place) => at(legal, place)).join() === best.join();
}

// Puzzles in the course of a match.

/** A person keeps this many answers in view. */
const MOST_ANSWERS = 6;
/** This many decisions of a match are tried: those in which the values of positions see most between the answers. */
const MOST_TRIED = 6;
const MOST_TRIED_BLINDLY = 40;

/** At most one puzzle of each match, so that no two are alike. Its early part takes long to play on from, and decides less. */
export function puzzleIn(playable: Playable, course: Course): Puzzle | undefined {
  const { steps, options, preset } = course;
  const late = steps.slice(Math.floor(steps.length / 2)).flatMap(({ before, made }) => {
    if (made?.isChosen !== true) return [];
    const decision = { state: before, seat: made.seat, options };
    return canBePuzzle(playable, decision) ? [decision] : [];
  });
  for (const decision of promising(playable, course, late)) {
    const lead = leadOf(playable, decision);
    if (lead !== undefined) return puzzleOf(playable, decision, { lead, preset });
  }
  return undefined;
}

/** A person sees all its answers at a glance, and its view tells enough to imagine the position. */
function canBePuzzle(playable: Playable, decision: Decision): boolean {
  const question = questionOf(playable, decision);
  const { length } = question.legal;
  if (length < 2 || length > MOST_ANSWERS) return false;
  return TRAITS.get(playable.game.id)?.imagined?.(question, fastChance(1)) !== undefined;
}

/**
 * The decisions that are tried, the most promising first. The values of some editions tell too little: there the last decisions come
 * first, from which little is left to play on.
 */
function promising(playable: Playable, course: Course, decisions: readonly Decision[]): readonly Decision[] {
  if (VAGUE_EDITIONS.has(course.preset)) return decisions.toReversed().slice(0, MOST_TRIED_BLINDLY);
  const known = decisions.map((decision) => ({ decision, promise: promiseIn(playable, course, decision) }));
  const sorted = known.filter(({ promise }) => promise > 0).toSorted((a, b) => b.promise - a.promise);
  return sorted.slice(0, MOST_TRIED).map(({ decision }) => decision);
}

/** How far the best answer is ahead by the values of positions, the more the more answers there are. */
function promiseIn(playable: Playable, { preset, seats }: Course, decision: Decision): number {
  const question = questionOf(playable, decision);
  const { legal, seat } = question;
  const valuing = valuingOf(playable.game, preset, seats);
  if (valuing === undefined) return 0;
  const behind = legal.map((move) => -(judged(valuing, question, move)?.by[seat] ?? 0)).toSorted((a, b) => a - b);
  return (behind.find((loss) => loss > 0) ?? 0) * (legal.length - 1);
}

function puzzleOf(
  playable: Playable,
  decision: Decision,
  { lead, preset }: { readonly lead: Lead; readonly preset: string },
): Puzzle {
  const { game, bots } = playable;
  const question = questionOf(playable, decision);
  const names = question.legal.map((move) => game.format(move));
  const best = lead.best.map((place) => at(names, place));
  const choices = [bots.greedy, bots.strong].map((bot) => game.format(bot(question, fastChance(1))));
  const misses = choices.filter((choice) => !best.includes(choice)).length;
  const { seat, state } = decision;
  return {
    id: `${game.id}-${hashOf(JSON.stringify(state))}`,
    game: game.id as Puzzle['game'],
    preset,
    theme: themeOf(playable, question, state),
    rating: ratingOf(lead, misses),
    seat,
    best,
    answers: Object.fromEntries(names.map((name, index) => [name, Math.round(100 * at(lead.shares, index))])),
    given: state,
  };
}

/** A short name that follows from the text alone. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

const EASIEST = 900;
const ANSWER = 80;
const MISS = 250;
const CLOSE = 300;
/** A lead of so much is seen at once. */
const PLAIN = 0.5;

/** How hard it looks, on the scale of players' ratings: many answers, a small lead, and bots that miss it. */
function ratingOf({ shares, best }: Lead, misses: number): number {
  const next = Math.max(...shares.filter((_, place) => !best.includes(place)));
  const closeness = Math.max(0, 1 - (Math.max(...shares) - next) / PLAIN);
  return Math.round(EASIEST + ANSWER * (shares.length - 2) + MISS * misses + CLOSE * closeness);
}

/** What a decision is about, told from what is asked alone: it must not tell the answer. */
function themeOf({ game }: Playable, question: SeatQuestion, { phase }: State): Theme {
  switch (game.id) {
    case 'tieqchieq':
      return question.legal.some((move) => 'fights' in (game.parts?.(question, move) ?? {})) ? 'attack' : 'race';
    case 'space-aztecs':
      return phase.kind === 'taking' ? 'piles' : 'city';
    default:
      return BATTLES.includes(phase.kind) ? 'battle' : GODS.includes(phase.kind) ? 'gods' : 'cards';
  }
}

const BATTLES = ['battle', 'ranged', 'reacting'];
const GODS = ['offering', 'sacrificing', 'giving'];

// Matches between bots.

interface BotTable {
  readonly seats: number;
  readonly matches: number;
  readonly seed: number;
}

/** The puzzles of short matches among bots `greedy`, in the first edition of a game. */
export function* botPuzzles(playable: Playable, { seats, matches, seed }: BotTable): Generator<Puzzle, void, void> {
  const { presets, options: specs } = playable.game;
  const options = specs.some(({ name }) => name === 'length') ? { length: 'short' } : {};
  for (let index = 0; index < matches; index++) {
    const chance = fastChance(seed * 1_000_003 + index);
    const puzzle = puzzleIn(playable, greedyCourse(playable, { preset: at(presets, 0).id, options, seats, chance }));
    if (puzzle !== undefined) yield puzzle;
  }
}
