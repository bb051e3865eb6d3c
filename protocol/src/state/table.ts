/** The public table, synced to all viewers. Each game has its own schema: this frame around the game's own view. */
import { type InferSchemaInstanceType, type Schema, schema, t, type ToJSON } from '@colyseus/schema';
import type { LastBead } from '../temple/beads.ts';

/**
 * A list in a schema, without an instance until its first item comes: an empty one would cost memory at every table.
 * Its type stays that of a list, because readers see an empty list where there is none (plainState.ts).
 */
export const list = ((item: 'string') => t.array(item).optional()) as unknown as typeof t.array;

/** The plain data of a schema: what `toJSON` gives, readonly all the way down. */
export type SchemaJson<S extends Schema> = Frozen<ToJSON<S>>;
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

export const SeatState = schema(
  {
    /** Who sits there. */
    kind: t.string<'free' | 'player' | 'bot'>().default('free'),
    /** The name of the player or bot; empty for a free seat. */
    name: t.string().default(''),
    /** Whether any connection of the seat is alive. A bot is always present. */
    present: t.boolean().default(false),
    /** The bot that stands in for an absent player. */
    bot: t.string().default(''),
  },
  'SeatState',
);

/** The clock of one seat. */
const ClockState = schema(
  {
    /** The time that was left when the table last changed, in milliseconds. */
    left: t.number().default(0),
    /** When the time is over, in milliseconds since 1970; 0 while the clock stands. */
    deadline: t.number().default(0),
  },
  'ClockState',
);

/** What became of the beads in a slot, in all lives of the device. */
export const SlotState = schema(
  {
    /** The beads that the temple has counted. */
    sensed: t.number().default(0),
    /** Those that became offerings. */
    applied: t.number().default(0),
    /** Those that wait. */
    held: t.number().default(0),
    /** Those that count for nothing. */
    refused: t.number().default(0),
    /** Refused beads that are still in the temple. */
    toTake: t.number().default(0),
    /** Whether a player disputes the count. */
    disputed: t.boolean().default(false),
  },
  'SlotState',
);

/** The bead that got a verdict last. */
const LastBeadState = schema(
  {
    /** Its slot: `war` or `rain`; empty when there is no such bead. */
    slot: t.string<LastBead['slot'] | ''>().default(''),
    /** Its number among all beads of the slot, from 1 on. */
    ordinal: t.uint32().default(0),
    /** What became of it: `applied`, `held` or `refused`. */
    verdict: t.string<LastBead['verdict'] | ''>().default(''),
    /** Why; `ok` if it was applied. */
    why: t.string<LastBead['why'] | ''>().default(''),
  },
  'LastBeadState',
);

/** A real temple. */
export const TempleState = schema(
  {
    /** Its id. */
    temple: t.string().default(''),
    /** Its name. */
    name: t.string().default(''),
    /** The seat whose offerings it takes; 255 for the one temple on the table. */
    seat: t.uint8().default(255),
    /** Whether the temple counts for this match. When it no longer does, its last counts stay. */
    counts: t.boolean().default(false),
    /** Whether the server has heard of the temple lately. */
    present: t.boolean().default(false),
    /** The beads in the slot of the god of war. */
    war: t.ref(SlotState),
    /** The beads in the slot of the god of rain. */
    rain: t.ref(SlotState),
    /** The bead that got a verdict last. */
    last: t.ref(LastBeadState),
    /** Beads that wait for a confirmation, because so many came at once. */
    doubted: t.number().default(0),
    /** Beads that no seat owns yet. */
    unclaimed: t.number().default(0),
  },
  'TempleState',
);

/** The open offer of a player to the others. */
const OfferState = schema(
  {
    /** What is offered: `takeback`, `abort`, `pause` or `resume`; empty when there is no offer. */
    what: t.string().default(''),
    /** The seat that made the offer. */
    by: t.uint8().default(0),
    /** How long the offered pause lasts; 0 for any other offer. */
    minutes: t.uint16().default(0),
    /** The seats that have accepted, with the one that made the offer. */
    accepted: list('uint8'),
  },
  'OfferState',
);

const StandingState = schema(
  {
    /** The seat. */
    seat: t.uint8(),
    /** Its place, from 1 on; seats may share a place. */
    place: t.uint8(),
    /** Its score. */
    score: t.int32(),
    /** The parts of the score, by name. */
    breakdown: t.map('int32'),
  },
  'StandingState',
);

const ResultState = schema(
  {
    /** How it ended: `win`, `draw`, `forfeit`, `none` or `aborted`; empty until the end. */
    result: t.string().default(''),
    /** What ended it, such as `turn-cap`; empty until the end. */
    reason: t.string().default(''),
    /** The seats that have won. None, or several that share the victory. */
    winners: list('uint8'),
    /** All seats in their final order. */
    standings: list(StandingState),
  },
  'ResultState',
);

/** The fields that every game's table has around the view of the game. */
const frameFields = () => ({
  /** `open` until all seats are taken, `over` for a moment until the end is written. */
  status: t.string<'open' | 'running' | 'over' | 'ended'>().default('open'),
  /** Counts the changes that the public was shown. */
  step: t.uint32().default(0),
  /** How many seconds late this is shown; 0: at once. */
  behind: t.uint16().default(0),
  /** The seats, from 0 on. */
  seats: list(SeatState),
  /** The clocks as they were when the table last changed; empty at a table without a clock. */
  clocks: list(ClockState),
  /** The open offer of a player to the others. */
  offer: t.ref(OfferState),
  /** When an agreed pause ends, in milliseconds since 1970; 0 when there is none. */
  pausedUntil: t.number().default(0),
  /** The result of the match. */
  result: t.ref(ResultState),
  /** The temples that count or counted for this match. */
  temples: list(TempleState),
  /** Seats that make their offerings on the screen although they have a temple. */
  byHand: list('uint8'),
  /** By seat, until when its player is on vacation, in milliseconds since 1970; 0 for no vacation. Empty if there is none. */
  vacations: list('number'),
});

type Frame = SchemaJson<InferSchemaInstanceType<ReturnType<typeof frameFields>>>;
export type TempleJson = SchemaJson<InstanceType<typeof TempleState>>;

/** A table as plain data. A table that is shown at once may leave out `behind`. */
export type TableJson<V> = Omit<Frame, 'behind'> & {
  /** How many seconds late this is shown; absent or 0: at once. */
  readonly behind?: number;
  /** `view(state, 'spectator')` of the game; its defaults before the start. */
  readonly view: V;
};

export interface TableClass {
  new (): Schema;
  /** The view with fewer and shorter fields, as the schema has them; absent if the schema has them all. */
  readonly packed?: (view: never) => object;
}

/** The table of a game whose public view has this schema. */
export function tableOf(name: string, View: new () => Schema, packed?: TableClass['packed']): TableClass {
  const Table = schema({ ...frameFields(), view: t.ref(View) }, `${name}Table`) as unknown as TableClass;
  return packed === undefined ? Table : Object.assign(Table, { packed });
}
