/** The steps of a replay: what one viewer saw, entry by entry; and those that a reader who comes back has missed. */
import type { Entry, ReplayStep, ReplayViewer } from '@flower-war/protocol';
import { type AnyGame, deepEqual } from '@flower-war/rules';
import { inWindow } from '../../match/record/entryKinds.ts';
import { explainedMoves } from '../../match/record/hiddenWindow.ts';
import type { FoldedRecord, Frame, Place } from './replays.ts';

interface StepsPage {
  readonly viewer: ReplayViewer;
  /** The first step of the page. */
  readonly from: number;
  readonly limit: number;
  /** Whether steps carry entry numbers. Not while a match runs: a gap would reveal another player's secret decision. */
  readonly isNumbered: boolean;
  /** Whether legal moves come with what they do. */
  readonly isExplained: boolean;
  /** Whether steps tell the order of the seats in place of the view. Only of an ended match: a running one has secrets. */
  readonly isRanked: boolean;
  /** The page ends before the first entry for which this is false. */
  readonly mayShow: (entry: Entry) => boolean;
}

interface Page {
  readonly steps: ReplayStep[];
  /** The first step of the next page, if there is one. */
  readonly next?: number;
}

type Fields = Readonly<Record<string, unknown>>;

export async function pageOf(folded: FoldedRecord, wanted: StepsPage): Promise<Page> {
  const { viewer, from, limit, isNumbered, isRanked, mayShow } = wanted;
  const { engine } = folded.folding;
  const steps: ReplayStep[] = [];
  const tell = isRanked ? rankings(engine, viewer) : views(engine, wanted);
  for await (const frame of folded.from((kept) => stepOf(kept, viewer) < from)) {
    if (!mayShow(frame.entry)) break;
    if (!isShown(frame, viewer) || stepOf(frame, viewer) < from) continue;
    const step = stepOf(frame, viewer);
    if (steps.length === limit) return { steps, next: step };
    steps.push({
      step,
      ...(isNumbered && { seq: frame.entry.seq }),
      ...toldOf(frame, viewer),
      status: tableOf(frame, viewer).status,
      events: eventsOf(engine, frame, viewer),
      ...tell(frame),
    });
  }
  return { steps };
}

type StepContent = Pick<ReplayStep, 'view' | 'gone' | 'legal' | 'decision' | 'moves' | 'standings' | 'back'>;

/** What the viewer saw and was asked, one step after the other. */
function views(engine: AnyGame, { viewer, isExplained }: StepsPage): (frame: Frame) => StepContent {
  let last: Fields | undefined;
  return (frame) => {
    const view = viewOf(engine, frame, viewer);
    const changed = changes(last, view);
    last = view;
    return { ...changed, ...askedOf(frame, viewer), ...(isExplained && explainedOf(engine, frame, viewer)) };
  };
}

/** The order of the seats, one step after the other, and what was taken back. */
function rankings(engine: AnyGame, viewer: ReplayViewer): (frame: Frame) => StepContent {
  let last: unknown;
  return ({ position: { state }, back }) => {
    const standings = state === undefined ? undefined : engine.standings?.(state);
    const told = { view: {}, ...(back && { back: stepOf(back, viewer) }) };
    if (standings === undefined || deepEqual(standings, last)) return told;
    last = standings;
    return { ...told, standings: [...standings] as NonNullable<StepContent['standings']> };
  };
}

function stepOf({ entry, shown }: Pick<Place, 'entry' | 'shown'>, viewer: ReplayViewer): number {
  if (viewer === 'all') return entry.seq;
  return viewer === 'spectator' ? shown.step : shown.stepOf(viewer);
}

function isShown({ flush }: Frame, viewer: ReplayViewer): boolean {
  return viewer === 'all' || flush.public || (viewer !== 'spectator' && flush.seats.has(viewer));
}

function tableOf({ position, shown }: Frame, viewer: ReplayViewer) {
  return viewer === 'all' ? position : shown.table;
}

function viewOf(engine: AnyGame, { position, shown }: Frame, viewer: ReplayViewer): Fields {
  if (viewer === 'all') return position.state === undefined ? {} : (engine.view(position.state, 'all') as Fields);
  const table = (shown.table.view ?? {}) as Fields;
  return viewer === 'spectator' ? table : { ...table, ...shown.privateOf(viewer).view };
}

function eventsOf(engine: AnyGame, { caused, flush }: Frame, viewer: ReplayViewer): ReplayStep['events'] {
  const told = viewer === 'all' ? caused.flatMap((event) => engine.viewEvent(event, 'all') ?? []) : flush.publicEvents;
  const own = typeof viewer === 'number' ? flush.seats.get(viewer)?.events : undefined;
  return [...(own ?? told)] as ReplayStep['events'];
}

/** The fields that differ from the step before. The first step of a page has all fields. */
function changes(last: Fields | undefined, view: Fields): Pick<ReplayStep, 'view' | 'gone'> {
  if (last === undefined) return { view };
  const changed = Object.entries(view).filter(([field, value]) => !deepEqual(value, last[field]));
  const gone = Object.keys(last).filter((field) => !Object.hasOwn(view, field));
  return { view: Object.fromEntries(changed), ...(gone.length > 0 && { gone }) };
}

/** What this entry told a seat alone. */
const privateIn = ({ flush }: Frame, viewer: ReplayViewer) =>
  typeof viewer === 'number' ? flush.seats.get(viewer)?.private : undefined;

/** The question and legal moves, if this entry sent the seat a private part. */
function askedOf(frame: Frame, viewer: ReplayViewer): Pick<ReplayStep, 'decision' | 'legal'> {
  const told = privateIn(frame, viewer);
  if (told === undefined) return {};
  const { decision, legal } = told;
  return { legal: [...legal], ...(decision !== undefined && { decision }) };
}

function explainedOf(engine: AnyGame, frame: Frame, viewer: ReplayViewer): Pick<ReplayStep, 'moves'> {
  const own = privateIn(frame, viewer);
  if (own === undefined) return {};
  const { position, shown } = frame;
  return { moves: explainedMoves(engine, { options: position.created.options, spectator: shown.table.view, own }) };
}

type StepHead = Pick<ReplayStep, 'at' | 'kind' | 'seat' | 'move' | 'what'>;

function toldOf({ entry, before }: Frame, viewer: ReplayViewer): StepHead {
  const isWish = entry.kind === 'move' && entry.by === 'wish'; // the wishing player does not see the window either
  const isOwn = 'seat' in entry && entry.seat === viewer && !isWish;
  const { kind, at } = entry;
  // To other viewers the hidden moves of a window look played when it opened.
  if (inWindow(kind) === 'hidden' && !isOwn && viewer !== 'all')
    return { kind: 'move', at: before.window?.movedAt ?? at };
  return {
    kind,
    at,
    ...('seat' in entry && { seat: entry.seat }),
    ...('move' in entry && { move: entry.move }),
    ...('what' in entry && { what: entry.what }),
  };
}

// The steps that a viewer was not shown while away, one by one, as the viewer would have seen them.

interface Away {
  readonly viewer: ReplayViewer;
  /** The last step that the viewer has seen. */
  readonly from: number;
  /** The last step that the viewer may see. */
  readonly until: number;
  /** The most steps that are told one by one. */
  readonly most: number;
}

/** The frame of the step `from`, then one for each step after it. Undefined if the viewer must see all anew. */
export async function missedSteps(folded: FoldedRecord, away: Away): Promise<readonly Frame[] | undefined> {
  const { viewer, from, until, most } = away;
  const frames: Frame[] = [];
  let step = -1;
  for await (const frame of folded.from((kept) => stepOf(kept, viewer) < from)) {
    const now = stepOf(frame, viewer);
    if (now > until) break;
    if (now === from) frames[0] = frame;
    else if (now > from && isShown(frame, viewer)) frames.push(frame);
    if (frames.length > most + 1) return undefined;
    step = now;
  }
  const [first] = frames;
  const hasAll = first !== undefined && stepOf(first, viewer) === from && step === until;
  return hasAll ? frames : undefined;
}
