/** The public table, synced to all viewers. Each game has its own schema: this frame around the game's own view. */
import { type InferSchemaInstanceType, type Schema, schema, t } from '@colyseus/schema';
import type { LastBead } from '../temple/beads.ts';
import { list } from './list.ts';
import type { SchemaJson } from './schemaJson.ts';

export const SeatState = schema(
  {
    kind: t.string<'free' | 'player' | 'bot'>().default('free'),
    name: t.string().default(''),
    /** Whether any connection of the seat is alive. A bot is always present. */
    present: t.boolean().default(false),
    /** The bot that stands in for an absent player. */
    bot: t.string().default(''),
  },
  'SeatState',
);

/** The clock of one seat, in milliseconds. `deadline` counts since 1970 and is 0 while the clock stands. */
const ClockState = schema({ left: t.number().default(0), deadline: t.number().default(0) }, 'ClockState');

/**
 * What became of the beads in a slot, in all lives of the device. `toTake`: refused beads that are still in the temple.
 */
export const SlotState = schema(
  {
    sensed: t.number().default(0),
    applied: t.number().default(0),
    held: t.number().default(0),
    refused: t.number().default(0),
    toTake: t.number().default(0),
    disputed: t.boolean().default(false),
  },
  'SlotState',
);

/** The bead that got a verdict last; `slot` is empty when there is none. */
const LastBeadState = schema(
  {
    slot: t.string<LastBead['slot'] | ''>().default(''),
    ordinal: t.uint32().default(0),
    verdict: t.string<LastBead['verdict'] | ''>().default(''),
    why: t.string<LastBead['why'] | ''>().default(''),
  },
  'LastBeadState',
);

/** A real temple. `seat`: the seat whose offerings it takes; 255 for the one temple on the table. */
export const TempleState = schema(
  {
    temple: t.string().default(''),
    name: t.string().default(''),
    seat: t.uint8().default(255),
    /** Whether the temple counts for this match. When it no longer does, its last counts stay. */
    counts: t.boolean().default(false),
    /** Whether the server has heard of the temple lately. */
    present: t.boolean().default(false),
    war: t.ref(SlotState),
    rain: t.ref(SlotState),
    last: t.ref(LastBeadState),
    /** Beads that wait for a confirmation, because so many came at once. */
    doubted: t.number().default(0),
    /** Beads that no seat owns yet. */
    unclaimed: t.number().default(0),
  },
  'TempleState',
);

/** The open offer of a player to the others; `what` is empty when there is none. */
const OfferState = schema(
  {
    what: t.string().default(''),
    by: t.uint8().default(0),
    minutes: t.uint16().default(0),
    accepted: list('uint8'),
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
    winners: list('uint8'),
    standings: list(StandingState),
  },
  'ResultState',
);

/** The fields that every game's table has around the view of the game. */
const frameFields = () => ({
  status: t.string<'open' | 'running' | 'over' | 'ended'>().default('open'),
  /** Counts the changes that the public was shown. */
  step: t.uint32().default(0),
  /** How many seconds late this is shown; 0: at once. */
  behind: t.uint16().default(0),
  seats: list(SeatState),
  /** The clocks as they were when the table last changed; empty at a table without a clock. */
  clocks: list(ClockState),
  offer: t.ref(OfferState),
  /** When an agreed pause ends, in milliseconds since 1970; 0 when there is none. */
  pausedUntil: t.number().default(0),
  result: t.ref(ResultState),
  temples: list(TempleState),
  /** Seats that make their offerings on the screen although they have a temple. */
  byHand: list('uint8'),
});

type Frame = SchemaJson<InferSchemaInstanceType<ReturnType<typeof frameFields>>>;
export type TempleJson = SchemaJson<InstanceType<typeof TempleState>>;

/** A table as plain data. A table that is shown at once may leave out `behind`. */
export type TableJson<V> = Omit<Frame, 'behind'> & {
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
