/** What a viewer may know of Flower War: everything except the decks and the hands of others. */
import type { Viewer } from '../contract/game.ts';
import { remembered, rememberedLast } from '../json.ts';
import type { CardId } from '../ring/model/card.ts';
import { type RingView, ringView } from '../ring/view/view.ts';
import type { FlowerSettings } from './options.ts';
import type { Entry, FlowerTable } from './table.ts';

export interface FlowerView extends RingView {
  /** The way of playing that the table has chosen. */
  readonly mode: FlowerSettings['mode'];
  /** By day: its pile of cards. */
  readonly piles: readonly PileView[];
  /** By day: the seat that holds its disc; 6 if the disc is on its day, 7 if its holder has left. */
  readonly discs: readonly number[];
  /** Days whose disc a tribe left there: any tribe that arrives may take it. */
  readonly leftLying: readonly number[];
  /** The days whose discs change the rules now. */
  readonly omens: readonly number[];
  /** Whether the countdown has begun. */
  readonly apocalypse: boolean;
  /** The seat that counts down. */
  readonly counter: number;
  /** How many steps of the countdown are done. */
  readonly track: number;
  /** How the match ends if the countdown ends; `open` while the gods are level, `none` if no ending strikes. */
  readonly ending: 'none' | 'open' | 'flood' | 'invasion';
  /** The god who counts as the greater one although the tallies are level; empty while the tallies may still differ. */
  readonly favoured: '' | 'war' | 'rain';
}

/** A pile with its top card last. Only the top card can be live. */
export interface PileView {
  /** The cards, the top one last. */
  readonly cards: readonly PileCardView[];
}

interface PileCardView {
  /** The card. */
  readonly card: CardId;
  /** The seat that laid it. */
  readonly owner: number;
  /** Whether it still works: a trap that waits, or a card that lingers. */
  readonly live: boolean;
}

const HOLDERS = { day: 6, gone: 7 };

export function view(table: FlowerTable, viewer: Viewer): FlowerView {
  return { ...ringView(table, viewer), ...openPart(table) };
}

const openPart = rememberedLast((table: FlowerTable) => {
  const { options, piles, discs, declined: leftLying, omens, apocalypse } = table;
  const counting = apocalypse.kind === 'counting' ? apocalypse : { counter: 0, track: 0, ending: 'none' as const };
  const { counter, track, ending } = counting;
  return {
    mode: options.mode,
    piles: pileViews(piles),
    discs: discHolders(discs),
    leftLying,
    omens,
    apocalypse: apocalypse.kind === 'counting',
    counter,
    track,
    ending,
    favoured: table.favoured === 'none' ? ('' as const) : table.favoured,
  };
});

const pileViews = remembered((piles: FlowerTable['piles']) => piles.map(pileView));

const pileView = remembered(
  (cards: FlowerTable['piles'][number]): PileView => ({
    cards: cards.map((entry, index) => coveredUnless(index === cards.length - 1, entry)),
  }),
);

const discHolders = remembered((discs: FlowerTable['discs']) =>
  discs.map((holder) => (typeof holder === 'number' ? holder : HOLDERS[holder])),
);

function coveredUnless(isTop: boolean, entry: Entry): Entry {
  return isTop || !entry.live ? entry : { ...entry, live: false };
}
