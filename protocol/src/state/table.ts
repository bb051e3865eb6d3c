/** The public table, synced to everybody: one schema a game, all with this frame around the game's own view. */
import { type Schema, schema, t } from '@colyseus/schema';

export const SeatState = schema(
  {
    kind: t.string<'free' | 'player' | 'bot'>().default('free'),
    name: t.string().default(''),
    /** Whether any of its connections is alive; a bot always is. */
    present: t.boolean().default(false),
    /** The bot that stands in for an absent player. */
    bot: t.string().default(''),
  },
  'SeatState',
);

/** Of one seat, in milliseconds; `deadline` since 1970, 0 while the clock of the seat stands. */
const ClockState = schema({ left: t.number().default(0), deadline: t.number().default(0) }, 'ClockState');

/** What became of the beads in a slot, in all lives of the device. `toTake`: of the refused ones, those that are still in the temple. */
export const SlotState = schema(
  {
    ...{ sensed: t.number().default(0), applied: t.number().default(0), held: t.number().default(0) },
    ...{ refused: t.number().default(0), toTake: t.number().default(0), disputed: t.boolean().default(false) },
  },
  'SlotState',
);

/** The bead that something became of last; `slot` is empty when there is none. */
const LastBeadState = schema(
  {
    ...{ slot: t.string().default(''), ordinal: t.uint32().default(0) },
    ...{ verdict: t.string().default(''), why: t.string().default('') },
  },
  'LastBeadState',
);

/** A real temple. `seat`: whose offerings it takes; 255: it is the one temple on the table. */
export const TempleState = schema(
  {
    temple: t.string().default(''),
    name: t.string().default(''),
    seat: t.uint8().default(255),
    /** It counts for this match; when it does no more, its last counts stay. */
    counts: t.boolean().default(false),
    /** It was heard of lately. */
    present: t.boolean().default(false),
    war: t.ref(SlotState),
    rain: t.ref(SlotState),
    last: t.ref(LastBeadState),
    /** Beads that wait for a confirmation, as so many came at once; and beads that are nobody's yet. */
    doubted: t.number().default(0),
    unclaimed: t.number().default(0),
  },
  'TempleState',
);

/** What somebody has offered to the others; `what` is empty when nothing is. */
const OfferState = schema(
  {
    what: t.string().default(''),
    by: t.uint8().default(0),
    minutes: t.uint16().default(0),
    accepted: t.array('uint8'),
  },
  'OfferState',
);

const StandingState = schema(
  { seat: t.uint8(), place: t.uint8(), score: t.int32(), breakdown: t.map('int32') },
  'StandingState',
);

const ResultState = schema(
  {
    result: t.string().default(''),
    reason: t.string().default(''),
    winners: t.array('uint8'),
    standings: t.array(StandingState),
  },
  'ResultState',
);

export interface SlotJson {
  readonly sensed: number;
  readonly applied: number;
  readonly held: number;
  readonly refused: number;
  readonly toTake: number;
  readonly disputed: boolean;
}

export interface TempleJson {
  readonly temple: string;
  readonly name: string;
  readonly seat: number;
  readonly counts: boolean;
  readonly present: boolean;
  readonly war: SlotJson;
  readonly rain: SlotJson;
  readonly last: {
    readonly slot: string;
    readonly ordinal: number;
    readonly verdict: string;
    readonly why: string;
  };
  readonly doubted: number;
  readonly unclaimed: number;
}

/** What every game's table has. `step` counts what the public was shown. */
export interface TableJson<V> {
  readonly status: 'open' | 'running' | 'over' | 'ended';
  readonly step: number;
  /** How many seconds after the match this is shown; 0: at once. */
  readonly behind?: number;
  readonly seats: readonly {
    readonly kind: 'free' | 'player' | 'bot';
    readonly name: string;
    readonly present: boolean;
    readonly bot: string;
  }[];
  /** As they were when the table changed last; empty at a table without a clock. */
  readonly clocks: readonly { readonly left: number; readonly deadline: number }[];
  readonly offer: {
    readonly what: string;
    readonly by: number;
    readonly minutes: number;
    readonly accepted: readonly number[];
  };
  /** When an agreed pause ends, in milliseconds since 1970; 0 when there is none. */
  readonly pausedUntil: number;
  readonly result: {
    readonly result: string;
    readonly reason: string;
    readonly winners: readonly number[];
    readonly standings: readonly {
      readonly seat: number;
      readonly place: number;
      readonly score: number;
      readonly breakdown: Readonly<Record<string, number>>;
    }[];
  };
  readonly temples: readonly TempleJson[];
  /** Seats that offer on the screen although a temple is there. */
  readonly byHand: readonly number[];
  /** `view(state, 'spectator')` of the game; its defaults before the start. */
  readonly view: V;
}

export type TableClass = new () => Schema;

/** The table of a game whose public view has this schema. */
export function tableOf(name: string, View: new () => Schema): TableClass {
  return schema(
    {
      status: t.string().default('open'),
      step: t.uint32().default(0),
      behind: t.uint16().default(0),
      seats: t.array(SeatState),
      clocks: t.array(ClockState),
      offer: t.ref(OfferState),
      pausedUntil: t.number().default(0),
      result: t.ref(ResultState),
      temples: t.array(TempleState),
      byHand: t.array('uint8'),
      view: t.ref(View),
    },
    `${name}Table`,
  ) as unknown as TableClass;
}
