/** What a person is told of an account: the chances of all seats over the match, and the few moments that are worth a look. */
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { type ExplainedMove, explainedMoves, type LocalMatch, newest } from '../tools/localMatch.ts';
import { type Account, accountOf, type Course, type CourseStep, type Moment } from './accountOf.ts';
import { millionths } from './moments.ts';
import { sharesIn, sharesOf, VAGUE_EDITIONS, valuingOf } from './value.ts';

/** By seat, in millionths of a victory: what the position after an entry of the record is worth. The start has the number 0. */
export interface Chances {
  readonly seq: number;
  readonly by: readonly number[];
}

/** A move that chance or a mistake made worth a look. */
export interface Mark {
  readonly seq: number;
  readonly kind: 'luck' | 'mistake';
  /** The seat that moved. */
  readonly seat: Seat;
  readonly move: ExplainedMove;
  /** The seat whose chance changed, and by how much. */
  readonly of: Seat;
  readonly by: number;
  /** Of a mistake: what the seat could have found, and what it saw. */
  readonly best?: { readonly move: ExplainedMove; readonly view: object };
}

/** The chances come at once. The account takes seconds. */
export interface Telling {
  readonly chances: readonly Chances[];
  readonly account?: Account;
  /** By seat: what mattered to it. Behind the last seat: what mattered most to any. The earliest first. */
  readonly marks: readonly (readonly Mark[])[];
}

/** Nothing for an edition whose values tell nothing, and for rules without values. The last telling is the whole one. */
export function* tellingsOf(course: Course): Generator<Telling> {
  if (VAGUE_EDITIONS.has(course.preset)) return;
  const chances = chancesIn(course);
  if (chances === undefined) return;
  yield { chances, marks: [] };
  const account = accountOf(course);
  if (account === undefined) return;
  const viewers = [...account.seats.map(({ seat }) => seat), undefined];
  yield { chances, account, marks: viewers.map((viewer) => marksIn(course, account, viewer)) };
}

/** The course of a match that was played without a server; nothing while it runs. The number of a step is its place. */
export function courseOfLocal(match: LocalMatch): Course | undefined {
  const { setting, moments } = match;
  const { game, options, start } = setting;
  const result = game.result(newest(match).state);
  if (result === undefined) return undefined;
  const steps = moments.slice(1).map(({ state: after, made }, index) => ({
    seq: index + 1,
    before: at(moments, index).state,
    after,
    ...(made !== undefined &&
      'move' in made && { made: { seat: made.seat, move: made.move, isChosen: made.isHabit !== true } }),
  }));
  const [preset] = game.presets;
  const seats = result.standings.length;
  return { game, preset: preset?.id ?? game.id, options, seats, start, isContinued: false, steps, result };
}

function chancesIn({ game, preset, seats, start, steps, result }: Course): readonly Chances[] | undefined {
  const valuing = valuingOf(game, preset, seats);
  if (valuing === undefined) return undefined;
  const worth = (state: CourseStep['after']) => sharesIn(valuing, state).map(millionths);
  const end = steps.at(-1)?.seq;
  const after = steps.slice(0, -1).map((step) => ({ seq: step.seq, by: worth(step.after) }));
  // A match may end by agreement, in a position that is open.
  const ended = end === undefined ? [] : [{ seq: end, by: sharesOf(result.winners, seats).map(millionths) }];
  return [{ seq: 0, by: worth(start) }, ...after, ...ended];
}

// The moments: some that were luck, and some that were mistakes.

const MOST_MARKS = 5;
/** As many mistakes are told, also where luck weighed more. */
const MISTAKES = 2;
/** Less than two percent is not worth a look. */
const LEAST = 20_000;

type Weighed = Pick<Mark, 'kind' | 'of' | 'by'> & { readonly moment: Moment };

function marksIn(course: Course, account: Account, viewer: Seat | undefined): readonly Mark[] {
  const weighed = account.moments.flatMap((moment) => weighedFor(moment, account, viewer));
  const heavy = weighed.filter(({ by }) => Math.abs(by) >= LEAST).toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const [lucky, wrong] = [heavy.filter(({ kind }) => kind === 'luck'), heavy.filter(({ kind }) => kind === 'mistake')];
  const mistakes = wrong.slice(0, Math.max(MISTAKES, MOST_MARKS - lucky.length));
  const told = new Set(mistakes.map(({ moment }) => moment));
  const luck = lucky.filter(({ moment }) => !told.has(moment)).slice(0, MOST_MARKS - mistakes.length);
  return [...mistakes, ...luck].toSorted((a, b) => a.moment.seq - b.moment.seq).map((one) => markOf(course, one));
}

/** Luck counts for the viewer, or for the seat that it moved most. A mistake counts for the seat that made it, if mistakes of that seat are sure. */
function weighedFor(moment: Moment, { seats }: Account, viewer: Seat | undefined): readonly Weighed[] {
  const { seat, luck, skill } = moment;
  const most = luck?.reduce((best, by, one) => (Math.abs(by) > Math.abs(at(luck, best)) ? one : best), 0) ?? 0;
  const of = viewer ?? (most as Seat);
  const { own } = at(seats, seat);
  const isSure = Math.abs(own.value) > own.within;
  const isMistake = skill !== undefined && moment.best !== undefined && isSure && (viewer ?? seat) === seat;
  return [
    ...(luck === undefined ? [] : [{ moment, kind: 'luck' as const, of, by: at(luck, of) }]),
    ...(isMistake ? [{ moment, kind: 'mistake' as const, of: seat, by: at(skill, seat) }] : []),
  ];
}

function markOf({ game, options, steps }: Course, { moment, ...weighed }: Weighed): Mark {
  const { seq, seat, move, best } = moment;
  const { before } = steps.find((step) => step.seq === seq) as CourseStep;
  const legal = game.legalMoves(before, seat).map((one) => game.format(one));
  const view = game.view(before, seat);
  const explained = explainedMoves(game, { options, view, seat, legal });
  const told = (wanted: string) => explained.find((one) => one.move === wanted) ?? { move: wanted, verb: '' };
  const isMistake = weighed.kind === 'mistake' && best !== undefined;
  return { seq, seat, ...weighed, move: told(move), ...(isMistake && { best: { move: told(best), view } }) };
}
