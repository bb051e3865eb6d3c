/** The public view of Space Aztecs; rules/src/space-aztecs/view.ts fills it. */
import { schema, t } from '@colyseus/schema';
import { list } from './list.ts';
import { tableOf } from './table.ts';

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

export const SpaceAztecsTable = tableOf('SpaceAztecs', SpaceAztecsView);
