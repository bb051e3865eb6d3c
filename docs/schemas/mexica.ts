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

export const TribeState = schema(
  {
    compass: t.string(),
    day: t.uint8(),
    skulls: t.uint16(),
    cards: t.uint16(),
    pending: t.uint16(),
    victories: t.array('string'),
    modifiers: t.array('string'),
    nextModifiers: t.array('string'),
    here: t.boolean(),
  },
  'TribeState',
);

export const BattleState = schema(
  {
    on: t.boolean(),
    attacker: t.uint8(),
    defender: t.uint8(),
    attack: t.array('uint8'),
    defence: t.array('uint8'),
    attackKeeps: t.string(),
    defenceKeeps: t.string(),
    attackBonus: t.int16(),
    defenceBonus: t.int16(),
    stake: t.int16(),
    coin: t.string(),
  },
  'BattleState',
);

export const MexicaView = schema(
  {
    phase: t.string(),
    turn: t.uint8(),
    asked: t.uint8(),
    round: t.uint16(),
    roundCap: t.uint16(),
    perSpace: t.uint8(),
    countdown: t.uint8(),
    tribes: t.array(TribeState),
    days: t.array('uint8'),
    pool: t.uint16(),
    out: t.uint16(),
    warLake: t.uint16(),
    rainLake: t.uint16(),
    warTally: t.uint16(),
    rainTally: t.uint16(),
    warDeck: t.uint8(),
    rainDeck: t.uint8(),
    battle: t.ref(BattleState),
    amount: t.uint8(),
    day: t.uint8(),
    moment: t.string(),
    card: t.string(),
    hand: t.array('string'),
    pending: t.array('string'),
    looked: t.array('string'),
    dayDeck: t.uint16(),
    dayDiscards: t.array('string'),
    warDiscards: t.array('string'),
    rainDiscards: t.array('string'),
    weeks: t.array('uint8'),
    threshold: t.uint16(),
    apocalypse: t.boolean(),
    counter: t.uint8(),
    left: t.uint8(),
    ending: t.string(),
  },
  'MexicaView',
);

export const MexicaTable = schema(
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
    view: t.ref(MexicaView),
  },
  'MexicaTable',
);
