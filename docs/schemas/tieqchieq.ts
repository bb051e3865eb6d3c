/** Made by `npm run docs` for `schema-codegen`, which makes classes of other languages. */
import { schema, t } from '@colyseus/schema';

export const SeatState = schema(
  {
    kind: t.string(),
    name: t.string(),
    present: t.boolean(),
    bot: t.string(),
  },
  'SeatState',
);

export const ClockState = schema(
  {
    left: t.number(),
    deadline: t.number(),
  },
  'ClockState',
);

export const OfferState = schema(
  {
    what: t.string(),
    by: t.uint8(),
    minutes: t.uint16(),
    accepted: t.array('uint8'),
  },
  'OfferState',
);

export const StandingState = schema(
  {
    seat: t.uint8(),
    place: t.uint8(),
    score: t.int32(),
    breakdown: t.map('int32'),
  },
  'StandingState',
);

export const ResultState = schema(
  {
    result: t.string(),
    reason: t.string(),
    winners: t.array('uint8'),
    standings: t.array(StandingState),
  },
  'ResultState',
);

export const SlotState = schema(
  {
    sensed: t.number(),
    applied: t.number(),
    held: t.number(),
    refused: t.number(),
    toTake: t.number(),
    disputed: t.boolean(),
  },
  'SlotState',
);

export const LastBeadState = schema(
  {
    slot: t.string(),
    ordinal: t.uint32(),
    verdict: t.string(),
    why: t.string(),
  },
  'LastBeadState',
);

export const TempleState = schema(
  {
    temple: t.string(),
    name: t.string(),
    seat: t.uint8(),
    counts: t.boolean(),
    present: t.boolean(),
    war: t.ref(SlotState),
    rain: t.ref(SlotState),
    last: t.ref(LastBeadState),
    doubted: t.number(),
    unclaimed: t.number(),
  },
  'TempleState',
);

export const TieqchieqSide = schema(
  {
    path: t.array('uint8'),
    home: t.uint8(),
    reserve: t.uint8(),
  },
  'TieqchieqSide',
);

export const TieqchieqView = schema(
  {
    board: t.string(),
    phase: t.string(),
    turn: t.uint8(),
    roll: t.uint8(),
    at: t.uint8(),
    tosses: t.uint32(),
    turnCap: t.uint32(),
    sides: t.array(TieqchieqSide),
  },
  'TieqchieqView',
);

export const TieqchieqTable = schema(
  {
    status: t.string(),
    step: t.uint32(),
    behind: t.uint16(),
    seats: t.array(SeatState),
    clocks: t.array(ClockState),
    offer: t.ref(OfferState),
    pausedUntil: t.number(),
    result: t.ref(ResultState),
    temples: t.array(TempleState),
    byHand: t.array('uint8'),
    view: t.ref(TieqchieqView),
  },
  'TieqchieqTable',
);
