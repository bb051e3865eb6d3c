/** What all games on the ring of twenty days show; rules/src/ring/view/view.ts fills it. */
import { schema, t } from '@colyseus/schema';
import { list } from './list.ts';

const TribeState = schema(
  {
    compass: t.string().default(''),
    day: t.uint8().default(0),
    skulls: t.uint16().default(0),
    cards: t.uint16().default(0),
    pending: t.uint16().default(0),
    victories: list('string'),
    modifiers: list('string'),
    nextModifiers: list('string'),
    here: t.boolean().default(true),
  },
  'TribeState',
);

const BattleState = schema(
  {
    on: t.boolean().default(false),
    attacker: t.uint8().default(0),
    defender: t.uint8().default(0),
    attack: list('uint8'),
    defence: list('uint8'),
    attackKeeps: t.string().default('high'),
    defenceKeeps: t.string().default('high'),
    attackBonus: t.int16().default(0),
    defenceBonus: t.int16().default(0),
    stake: t.int16().default(0),
    coin: t.string().default('none'),
  },
  'BattleState',
);

/** A function that returns fields, not a class: each game's view puts them beside its own. */
export const ringFields = () => ({
  phase: t.string().default(''),
  turn: t.uint8().default(0),
  asked: t.uint8().default(0),
  round: t.uint16().default(0),
  roundCap: t.uint16().default(0),
  perSpace: t.uint8().default(0),
  countdown: t.uint8().default(0),
  tribes: list(TribeState),
  days: list('uint8'),
  pool: t.uint16().default(0),
  out: t.uint16().default(0),
  warLake: t.uint16().default(0),
  rainLake: t.uint16().default(0),
  warTally: t.uint16().default(0),
  rainTally: t.uint16().default(0),
  warDeck: t.uint8().default(0),
  rainDeck: t.uint8().default(0),
  battle: t.ref(BattleState),
  amount: t.uint8().default(0),
  day: t.uint8().default(0),
  god: t.string().default(''),
  moment: t.string().default(''),
  card: t.string().default(''),
  hand: list('string'),
  pending: list('string'),
  looked: list('string'),
});
