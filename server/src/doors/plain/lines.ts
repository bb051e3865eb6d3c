/** The lines of a stream: what a viewer sees now, and what changed since the line before. */
import type { StreamLineOf, StreamTable } from '@flower-war/protocol';
import { deepEqual } from '@flower-war/rules';
import type { Flush, Own } from '../../match/shown/viewerProgress.ts';

type Fields = Readonly<Record<string, unknown>>;
type Events = StreamLineOf<'step'>['events'];
type Question = Pick<StreamLineOf<'step'>, 'legal' | 'decision' | 'awaited' | 'until' | 'asks' | 'habits' | 'undo'>;

/** What one viewer sees: a seat, with its private part, or the spectators. */
export interface Sighted {
  readonly step: number;
  readonly table: StreamTable;
  /** The view of the public and the private part together. */
  readonly view: Fields;
  readonly own: Own | undefined;
}

/** What a change told this viewer. */
export interface ViewerNews {
  readonly events: readonly unknown[];
  /** Whether the viewer's private part is new. */
  readonly isAsked: boolean;
}

/** What an entry told the viewer in this seat, or the spectators. Undefined if nothing. */
export function toldBy(
  { public: isPublic, publicEvents, seats }: Flush,
  seat: number | undefined,
): ViewerNews | undefined {
  const own = seat === undefined ? undefined : seats.get(seat);
  if (own === undefined && !isPublic) return undefined;
  return { events: own?.events ?? publicEvents, isAsked: own !== undefined };
}

export function wholeLine({ step, table, view, own }: Sighted): StreamLineOf<'state'> {
  return { kind: 'state', step, ...(own && { seat: own.private.seat }), table, view: { ...view }, ...questionOf(own) };
}

export function stepLine(was: Sighted, now: Sighted, { events, isAsked }: ViewerNews): StreamLineOf<'step'> {
  const gone = Object.keys(was.view).filter((field) => !Object.hasOwn(now.view, field));
  return {
    kind: 'step',
    from: was.step,
    step: now.step,
    table: changed(was.table, now.table),
    view: changed(was.view, now.view),
    ...(gone.length > 0 && { gone }),
    events: [...events] as Events,
    ...(isAsked && questionOf(now.own)),
  };
}

/** Undefined if the table looks the same. */
export function tableLine(was: StreamTable, now: StreamTable): StreamLineOf<'table'> | undefined {
  const table = changed(was, now);
  return Object.keys(table).length === 0 ? undefined : { kind: 'table', table };
}

function questionOf(own: Own | undefined): Question {
  if (own === undefined) return {};
  const { legal, decision, until, asks, habits, undo } = own.private;
  return {
    legal: [...legal],
    ...(decision !== undefined && { decision }),
    ...(own.isAwaited && { awaited: true }),
    ...(until !== undefined && { until }),
    ...(asks !== undefined && { asks }),
    ...(habits !== undefined && { habits: [...habits] }),
    ...(undo && { undo }),
  };
}

/** The fields of `now` that differ. */
function changed<T extends object>(was: T, now: T): Partial<T> {
  const fields = Object.entries(now).filter(([field, value]) => !deepEqual(value, (was as Fields)[field]));
  return Object.fromEntries(fields) as Partial<T>;
}
