/** Which moves can be taken back: the last ones, as long as no chance was drawn and nothing hidden was shown since. */
import type { AnyGame, Seat } from '@flower-war/rules';
import { canonical } from '../entry/canonical.ts';
import { type Entry, type EntryOf, lostIn } from '../entry/entries.ts';
import { windowOf } from '../position/facts.ts';
import type { Position } from '../position/position.ts';
import { type OpenStep, richerFields, type TakebackStep } from '../position/tableState.ts';

type Past = Pick<Position, 'past' | 'openStep'>;

const MOST_STEPS = 8;
const NOTHING: Past = { past: [], openStep: undefined };

/**
 * The moves that can be taken back after an entry. An entry that changes the state and is not a plain move clears them.
 */
export function pastAfter(
  engine: AnyGame,
  was: Position,
  now: Position,
  { entry, drew }: { readonly entry: Entry; readonly drew: boolean },
): Past {
  if (now.state === was.state) return { past: was.past, openStep: later(was.openStep, lostIn(entry)) };
  if (now.status !== 'running' || (entry.kind !== 'move' && entry.kind !== 'clock')) return NOTHING;
  const step = {
    ...(was.openStep ?? begun(was, entry)),
    drew: drew || was.openStep?.drew === true,
  };
  if (windowOf(engine, now) !== undefined) return { past: was.past, openStep: step };
  if (step.drew) return NOTHING;
  const { seat, before, notes, isHabit } = step;
  const done = { seat, before, notes, isHabit, after: now.state };
  return { past: [...was.past, done].slice(-MOST_STEPS), openStep: undefined };
}

function begun(was: Position, entry: EntryOf<'move' | 'clock'>): Omit<OpenStep, 'drew'> {
  const isHabit = entry.kind === 'move' && entry.by === 'habit';
  return { seat: entry.seat, before: was.state, notes: was.notes, isHabit, at: entry.at };
}

function later(step: OpenStep | undefined, lost: number): OpenStep | undefined {
  return step === undefined || lost === 0 ? step : { ...step, at: step.at + lost };
}

/** How many steps go with the last move that this player made; `undefined` if it cannot be taken back. */
export function stepsToTakeBack(engine: AnyGame, { past, created }: Position, seat: number): number | undefined {
  const last = past.findLastIndex((step) => step.seat === seat && !step.isHabit);
  const steps = last < 0 ? [] : past.slice(last);
  const seats = Array.from({ length: created.seats }, (_, one) => one as Seat);
  return last >= 0 && steps.every((step) => hidNothing(engine, step, seats)) ? steps.length : undefined;
}

/** Whether no seat has learned or shown anything that a spectator does not see. */
function hidNothing(engine: AnyGame, { before, after }: TakebackStep, seats: readonly Seat[]): boolean {
  return seats.every((seat) => ownPart(engine, before, seat) === ownPart(engine, after, seat));
}

/** The fields in which a seat sees more than a spectator, as text. */
function ownPart(engine: AnyGame, state: unknown, seat: Seat): string {
  const views = { own: engine.view(state, seat), spectator: engine.view(state, 'spectator') };
  return canonical(richerFields(views, (a, b) => canonical(a) === canonical(b)));
}
