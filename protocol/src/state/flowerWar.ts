/** The public view of Flower War; rules/src/flower-war/view.ts fills it. */
import { schema, t } from '@colyseus/schema';
import { list, type Pile, packedPile } from './list.ts';
import { ringFields } from './ring.ts';
import { tableOf } from './table.ts';

const FlowerWarView = schema(
  {
    ...ringFields(),
    mode: t.string().default('quick'),
    /** By day: its cards in one text (packedPiles.ts). */
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

export const FlowerWarTable = tableOf('FlowerWar', FlowerWarView, packed);
