/** The public view of Flower War; rules/src/flower-war/view.ts fills it. */
import { schema, t } from '@colyseus/schema';
import { ringFields } from './ring.ts';
import { tableOf } from './table.ts';

const PileCardState = schema(
  { card: t.string().default(''), owner: t.uint8().default(0), live: t.boolean().default(false) },
  'PileCardState',
);

const PileState = schema({ cards: t.array(PileCardState) }, 'PileState');

const FlowerWarView = schema(
  {
    ...ringFields(),
    mode: t.string().default('quick'),
    piles: t.array(PileState),
    discs: t.array('uint8'),
    leftLying: t.array('uint8'),
    omens: t.array('uint8'),
    apocalypse: t.boolean().default(false),
    counter: t.uint8().default(0),
    track: t.uint8().default(0),
    ending: t.string().default('none'),
    favoured: t.string().default(''),
  },
  'FlowerWarView',
);

export const FlowerWarTable = tableOf('FlowerWar', FlowerWarView);
