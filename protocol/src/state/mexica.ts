/** The public view of Mexica and early Flower War; rules/src/mexica/view.ts fills it. */
import { schema, t } from '@colyseus/schema';
import { list } from './list.ts';
import { ringFields } from './ring.ts';
import { tableOf } from './table.ts';

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

export const MexicaTable = tableOf('Mexica', MexicaView);
