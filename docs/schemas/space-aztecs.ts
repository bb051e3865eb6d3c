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

export const SpaceAztecsPile = schema(
  {
    size: t.uint8(),
    cards: t.array('string'),
    name: t.string(),
  },
  'SpaceAztecsPile',
);

export const SpaceAztecsTemple = schema(
  {
    card: t.string(),
    aztecs: t.array('string'),
  },
  'SpaceAztecsTemple',
);

export const SpaceAztecsSaucer = schema(
  {
    card: t.string(),
    captured: t.array('string'),
  },
  'SpaceAztecsSaucer',
);

export const SpaceAztecsCity = schema(
  {
    pile: t.uint8(),
    time: t.string(),
    visible: t.array('string'),
    temples: t.array(SpaceAztecsTemple),
    codices: t.array('string'),
    saucers: t.array(SpaceAztecsSaucer),
    score: t.int16(),
    here: t.boolean(),
  },
  'SpaceAztecsCity',
);

export const SpaceAztecsLog = schema(
  {
    cards: t.array('string'),
    gone: t.uint8(),
  },
  'SpaceAztecsLog',
);

export const SpaceAztecsSet = schema(
  {
    colour: t.string(),
    name: t.string(),
    inGame: t.boolean(),
  },
  'SpaceAztecsSet',
);

export const SpaceAztecsView = schema(
  {
    phase: t.string(),
    turn: t.uint8(),
    round: t.uint8(),
    starter: t.uint8(),
    removed: t.string(),
    saucers: t.uint8(),
    saucerLimit: t.uint8(),
    piles: t.array(SpaceAztecsPile),
    cities: t.array(SpaceAztecsCity),
    card: t.string(),
    victim: t.uint8(),
    chosen: t.string(),
    log: t.array(SpaceAztecsLog),
    sets: t.array(SpaceAztecsSet),
  },
  'SpaceAztecsView',
);

export const SpaceAztecsTable = schema(
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
    view: t.ref(SpaceAztecsView),
  },
  'SpaceAztecsTable',
);
