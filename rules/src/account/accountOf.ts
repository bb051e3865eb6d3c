/**
 * The account of a match that has ended: for each seat, prior + luck + skill = result, in whole millionths of a victory. Luck is what
 * dice and draws gave against their mean. Skill has three parts: what the seat lost against its best choices, what the choices of the
 * others gave it, and the rest, which the values do not explain.
 */
import type { AnyGame } from '../catalogue/games.ts';
import { type Result, type Seat, SEATS } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';
import { at } from '../json.ts';
import { type Change, expected, type Judged, judged, luckOf, millionths } from './moments.ts';
import type { State } from './traits.ts';
import { areValued, sharesIn, sharesOf, VAGUE_EDITIONS, type Valuing, valuingOf } from './value.ts';
import { VALUE_VERSION, VALUE_WEIGHTS } from './weights.ts';

export { areValued, VAGUE_EDITIONS, VALUE_VERSION };

/** A match from its start to its end, as its record tells it. */
export interface Course {
  readonly game: AnyGame;
  readonly preset: string;
  readonly options: Options;
  readonly seats: number;
  /** The first state. */
  readonly start: State;
  /** The match goes on from a position of another one, so it had no deal. */
  readonly isContinued: boolean;
  readonly steps: readonly CourseStep[];
  readonly result: Pick<Result, 'winners'>;
}

export interface CourseStep {
  /** The number of the entry of the record. */
  readonly seq: number;
  readonly before: State;
  readonly after: State;
  /** The move, in notation; absent where the state changed by other means, such as a seat that left. */
  readonly made?: { readonly seat: Seat; readonly move: string; readonly isChosen: boolean };
}

/** In millionths of a victory. `within`: half of the 95 % interval of what was sampled; 0 for what is exact. */
export interface Figure {
  readonly value: number;
  readonly within: number;
}

export interface SeatAccount {
  readonly seat: Seat;
  readonly prior: Figure;
  readonly luck: Figure;
  /** `own`, `others` and `rest` together. */
  readonly skill: Figure;
  /** What the choices of the seat gave against its best ones: never more than 0. */
  readonly own: Figure;
  /** What the choices of the others gave to the seat. */
  readonly others: Figure;
  /** What the values do not explain, and the decisions that no view allows to judge. */
  readonly rest: Figure;
  readonly result: number;
  /** The choices among several moves, and how many of them were judged. */
  readonly choices: number;
  readonly judged: number;
}

/** A move that chance or a mistake made worth telling. By seat, in millionths. */
export interface Moment {
  readonly seq: number;
  readonly seat: Seat;
  readonly move: string;
  readonly luck?: readonly number[];
  readonly skill?: readonly number[];
  /** The best move that the seat could have found, if it is another one. */
  readonly best?: string;
}

export interface Account {
  readonly version: number;
  readonly preset: string;
  /** The values were learned from matches with these options and as many seats. */
  readonly isUsual: boolean;
  readonly seats: readonly SeatAccount[];
  readonly moments: readonly Moment[];
}

/** The account of a course; nothing if no values were learned for its edition and number of seats. */
export function accountOf(course: Course): Account | undefined {
  const { game, preset, seats } = course;
  const valuing = valuingOf(game, preset, seats);
  if (valuing === undefined) return undefined;
  const deal = dealOf(valuing, course);
  const weighed = course.steps.flatMap((step, index) => weighedMove(valuing, course, { step, index }));
  const result = sharesOf(course.result.winners, seats).map(millionths);
  return {
    version: VALUE_VERSION,
    preset,
    isUsual: isUsual(course),
    seats: SEATS.slice(0, seats).map((seat) => seatAccount(seat, { deal, weighed, result: at(result, seat) })),
    moments: weighed.map(({ moment }) => moment).filter(isWorthTelling),
  };
}

/**
 * Whether accounts of such matches may be compared with each other: the values were learned from matches like these, by the rules of
 * today, and do not stray far.
 */
export function isComparable(match: Pick<Course, 'game' | 'preset' | 'options' | 'seats'>): boolean {
  const { game, preset, seats } = match;
  return isUsual(match) && !VAGUE_EDITIONS.has(preset) && valuingOf(game, preset, seats) !== undefined;
}

/** The luck of each seat as its account has it, in millionths of a victory. To judge no choice takes a fraction of the time. */
export function luckBySeat(course: Course): readonly number[] | undefined {
  const valuing = valuingOf(course.game, course.preset, course.seats);
  if (valuing === undefined) return undefined;
  const lucks = course.steps.map((step, index) => stepLuck(valuing, course.game, { step, index }));
  const changes = [dealOf(valuing, course).luck, ...lucks].filter((luck) => luck !== undefined);
  return SEATS.slice(0, course.seats).map((seat) => summed(seat, changes).value);
}

function isUsual({ game, preset, options, seats }: Pick<Course, 'game' | 'preset' | 'options' | 'seats'>): boolean {
  return VALUE_WEIGHTS[preset]?.[seats] !== undefined && isEdition(game, preset, options);
}

function isEdition({ presets, options: specs }: AnyGame, preset: string, options: Options): boolean {
  const own = presets.find(({ id }) => id === preset)?.options ?? {};
  return specs.every(({ name, default: usual }) => options[name] === (own[name] ?? usual));
}

interface Deal {
  readonly prior: Change;
  readonly luck: Change;
}

/** What the seats had before the deal, and what the deal gave them. */
function dealOf(valuing: Valuing, { game, options, seats, start, isContinued }: Course): Deal {
  const came = sharesIn(valuing, start).map(millionths);
  const none = came.map(() => 0);
  if (isContinued) return { prior: { by: came, variance: none }, luck: { by: none, variance: none } };
  const { by, variance } = expected((chance) => sharesIn(valuing, game.setup(options, seats, chance)), 0);
  return {
    prior: { by, variance },
    luck: { by: came.map((share, seat) => share - at(by, seat)), variance },
  };
}

// Each move is weighed by itself, and then all are summed up.

interface Weighed {
  readonly moment: Moment;
  readonly luck?: Change;
  readonly skill?: Judged;
  readonly isChoice: boolean;
}

interface Numbered {
  readonly step: CourseStep;
  readonly index: number;
}

function stepLuck(valuing: Valuing, game: AnyGame, { step, index }: Numbered): Change | undefined {
  const { before, after, made } = step;
  if (made === undefined) return undefined;
  return luckOf(valuing, { before, seat: made.seat, move: game.parse(made.move), after }, index + 1);
}

function weighedMove(valuing: Valuing, { game, options }: Course, numbered: Numbered): readonly Weighed[] {
  const { before, made, seq } = numbered.step;
  if (made === undefined) return [];
  const { seat } = made;
  const move: unknown = game.parse(made.move);
  const luck = stepLuck(valuing, game, numbered);
  const legal = made.isChosen ? game.legalMoves(before, seat) : [];
  const isChoice = legal.length > 1;
  const question = { view: game.view(before, seat), seat, options, legal };
  const skill = isChoice ? judged(valuing, question, move) : undefined;
  const moment: Moment = {
    seq,
    seat,
    move: made.move,
    ...(luck && { luck: luck.by }),
    ...(skill && { skill: skill.by }),
    ...(skill && skill.best !== made.move && { best: skill.best }),
  };
  return [{ moment, ...(luck && { luck }), ...(skill && { skill }), isChoice }];
}

const isWorthTelling = ({ luck = [], skill = [] }: Moment): boolean => [...luck, ...skill].some((share) => share !== 0);

interface Summing {
  readonly deal: Deal;
  readonly weighed: readonly Weighed[];
  readonly result: number;
}

function seatAccount(seat: Seat, { deal, weighed, result }: Summing): SeatAccount {
  const isOwn = ({ moment }: Weighed) => moment.seat === seat;
  const own = weighed.filter(isOwn);
  const others = weighed.filter((one) => !isOwn(one));
  const prior = summed(seat, [deal.prior]);
  const luck = summed(seat, [deal.luck, ...weighed.flatMap((one) => one.luck ?? [])]);
  const mine = summed(
    seat,
    own.flatMap((one) => one.skill ?? []),
  );
  const theirs = summed(
    seat,
    others.flatMap((one) => one.skill ?? []),
  );
  const skill = { value: result - prior.value - luck.value, variance: prior.variance + luck.variance };
  const rest = {
    value: skill.value - mine.value - theirs.value,
    variance: skill.variance + mine.variance + theirs.variance,
  };
  return {
    seat,
    prior: figure(prior),
    luck: figure(luck),
    skill: figure(skill),
    own: figure(mine),
    others: figure(theirs),
    rest: figure(rest),
    result,
    choices: own.filter(({ isChoice }) => isChoice).length,
    judged: own.filter((one) => one.skill !== undefined).length,
  };
}

interface Summed {
  readonly value: number;
  readonly variance: number;
}

function summed(seat: Seat, changes: readonly Change[]): Summed {
  return changes.reduce(
    ({ value, variance }: Summed, change) => ({
      value: value + at(change.by, seat),
      variance: variance + at(change.variance, seat),
    }),
    { value: 0, variance: 0 },
  );
}

const NORMAL = 1.96;

const figure = ({ value, variance }: Summed): Figure => ({
  value,
  within: Math.ceil(1_000_000 * NORMAL * Math.sqrt(variance)),
});
