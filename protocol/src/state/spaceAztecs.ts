/** The public view of Space Aztecs; rules/src/space-aztecs/view.ts fills it. */
import { schema, t } from '@colyseus/schema';
import { tableOf } from './table.ts';

const PileState = schema(
  { size: t.uint8().default(0), cards: t.array('string'), name: t.string().default('') },
  'SpaceAztecsPile',
);

const SetState = schema(
  { colour: t.string().default(''), name: t.string().default(''), inGame: t.boolean().default(true) },
  'SpaceAztecsSet',
);

const TempleState = schema({ card: t.string().default(''), aztecs: t.array('string') }, 'SpaceAztecsTemple');

const SaucerState = schema({ card: t.string().default(''), captured: t.array('string') }, 'SpaceAztecsSaucer');

const CityState = schema(
  {
    pile: t.uint8().default(0),
    time: t.string().default(''),
    visible: t.array('string'),
    temples: t.array(TempleState),
    codices: t.array('string'),
    saucers: t.array(SaucerState),
    score: t.int16().default(0),
    here: t.boolean().default(true),
  },
  'SpaceAztecsCity',
);

const LogState = schema({ cards: t.array('string'), gone: t.uint8().default(0) }, 'SpaceAztecsLog');

const SpaceAztecsView = schema(
  {
    phase: t.string().default(''),
    turn: t.uint8().default(0),
    round: t.uint8().default(0),
    starter: t.uint8().default(0),
    removed: t.string().default('none'),
    saucers: t.uint8().default(0),
    saucerLimit: t.uint8().default(0),
    piles: t.array(PileState),
    cities: t.array(CityState),
    card: t.string().default(''),
    victim: t.uint8().default(0),
    chosen: t.string().default(''),
    log: t.array(LogState),
    sets: t.array(SetState),
  },
  'SpaceAztecsView',
);

export const SpaceAztecsTable = tableOf('SpaceAztecs', SpaceAztecsView);
