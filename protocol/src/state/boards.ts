/** The public view of each game, as it is synced; `view.ts` of the game in rules/src fills it. */
import { schema, t } from '@colyseus/schema';
import type { GameId } from '@flower-war/rules';
import { list, type TableClass, tableOf } from './table.ts';
import { type Pile, packedPile } from './plainState.ts';

// What all games on the ring of twenty days show; rules/src/ring/view/view.ts fills it.

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
const ringFields = () => ({
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

const FlowerWarView = schema(
  {
    ...ringFields(),
    mode: t.string().default('quick'),
    /** By day: its cards in one text (plainState.ts). */
    packedPiles: list('string'),
    discs: list('uint8'),
    leftLying: list('uint8'),
    omens: list('uint8'),
    apocalypse: t.boolean().default(false),
    counter: t.uint8().default(0),
    track: t.uint8().default(0),
    ending: t.string().default('none'),
    favoured: t.string().default(''),
  },
  'FlowerWarView',
);

/** The piles cross the wire packed. */
function packed({ piles, ...view }: { readonly piles: readonly Pile[] }): object {
  return { ...view, packedPiles: piles.map(packedOnce) };
}

/** A pile that stays as it was stays the same object. */
const texts = new WeakMap<Pile, string>();

function packedOnce(pile: Pile): string {
  const text = texts.get(pile) ?? packedPile(pile);
  texts.set(pile, text);
  return text;
}

// Mexica, and the early editions of Flower War.

const MexicaView = schema(
  {
    ...ringFields(),
    dayDeck: t.uint16().default(0),
    dayDiscards: list('string'),
    warDiscards: list('string'),
    rainDiscards: list('string'),
    weeks: list('uint8'),
    threshold: t.uint16().default(0),
    apocalypse: t.boolean().default(false),
    counter: t.uint8().default(0),
    left: t.uint8().default(0),
    ending: t.string().default('none'),
    favoured: t.string().default(''),
  },
  'MexicaView',
);

// Space Aztecs.

const PileState = schema(
  { size: t.uint8().default(0), cards: list('string'), name: t.string().default('') },
  'SpaceAztecsPile',
);

const SetState = schema(
  { colour: t.string().default(''), name: t.string().default(''), inGame: t.boolean().default(true) },
  'SpaceAztecsSet',
);

const TempleState = schema({ card: t.string().default(''), aztecs: list('string') }, 'SpaceAztecsTemple');

const SaucerState = schema({ card: t.string().default(''), captured: list('string') }, 'SpaceAztecsSaucer');

const CityState = schema(
  {
    pile: t.uint8().default(0),
    time: t.string().default(''),
    visible: list('string'),
    temples: list(TempleState),
    codices: list('string'),
    saucers: list(SaucerState),
    score: t.int16().default(0),
    here: t.boolean().default(true),
  },
  'SpaceAztecsCity',
);

const LogState = schema({ cards: list('string'), gone: t.uint8().default(0) }, 'SpaceAztecsLog');

const SpaceAztecsView = schema(
  {
    phase: t.string().default(''),
    turn: t.uint8().default(0),
    round: t.uint8().default(0),
    starter: t.uint8().default(0),
    removed: t.string().default('none'),
    saucers: t.uint8().default(0),
    saucerLimit: t.uint8().default(0),
    piles: list(PileState),
    cities: list(CityState),
    card: t.string().default(''),
    victim: t.uint8().default(0),
    chosen: t.string().default(''),
    log: list(LogState),
    sets: list(SetState),
  },
  'SpaceAztecsView',
);

// Tieqchieq.

const SideState = schema(
  { path: list('uint8'), home: t.uint8().default(0), reserve: t.uint8().default(0) },
  'TieqchieqSide',
);

const TieqchieqView = schema(
  {
    board: t.string().default(''),
    phase: t.string().default(''),
    turn: t.uint8().default(0),
    roll: t.uint8().default(0),
    at: t.uint8().default(0),
    tosses: t.uint32().default(0),
    turnCap: t.uint32().default(0),
    sides: list(SideState),
  },
  'TieqchieqView',
);

/** The compiler names a game that is missing here. */
const OF_GAMES: Readonly<Record<GameId, TableClass>> = {
  'flower-war': tableOf('FlowerWar', FlowerWarView, packed),
  mexica: tableOf('Mexica', MexicaView),
  'space-aztecs': tableOf('SpaceAztecs', SpaceAztecsView),
  tieqchieq: tableOf('Tieqchieq', TieqchieqView),
};

/** The table schema of every game, by its id. */
export const TABLES: Readonly<Record<string, TableClass>> = OF_GAMES;
