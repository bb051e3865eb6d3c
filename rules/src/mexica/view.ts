/** What a viewer may know of Mexica: everything except the decks, and the hands and waiting events of others. */
import type { Viewer } from '../contract/game.ts';
import { remembered } from '../json.ts';
import type { CardId } from '../ring/model/card.ts';
import { type RingView, ringView } from '../ring/view/view.ts';
import type { MexicaTable } from './table.ts';

export interface MexicaView extends RingView {
  /** The cards left in the deck of the days. */
  readonly dayDeck: number;
  /** The discarded cards of the deck of the days, the top one last. */
  readonly dayDiscards: readonly CardId[];
  /** The discarded cards of the war god's deck, the top one last. */
  readonly warDiscards: readonly CardId[];
  /** The discarded cards of the rain god's deck, the top one last. */
  readonly rainDiscards: readonly CardId[];
  /** By day: the seat that holds its week card; 6 if the box holds it, 7 if it went back to the box. */
  readonly weeks: readonly number[];
  /** The number of sacrifices that sets off the apocalypse. */
  readonly threshold: number;
  /** Whether the countdown has begun. */
  readonly apocalypse: boolean;
  /** The seat whose turn set it off. */
  readonly counter: number;
  /** How many steps of the countdown are left. */
  readonly left: number;
  /** How the match ends if the countdown ends; `open` while the gods are level, `none` if no ending strikes. */
  readonly ending: 'none' | 'open' | 'flood' | 'war';
  /** The god who counts as the greater one although the tallies are level; empty while the tallies may still differ. */
  readonly favoured: '' | 'war' | 'rain';
}

const BOX = 6;
const USED_BOX = 7;

export function view(table: MexicaTable, viewer: Viewer): MexicaView {
  const { options, decks, discards, weeks, issued, apocalypse } = table;
  const counting = apocalypse.kind === 'counting' ? apocalypse : { counter: 0, left: 0, ending: 'none' as const };
  const base = ringView(table, viewer);
  return {
    ...base,
    tribes: options.victoryCardsPublic
      ? base.tribes
      : base.tribes.map((tribe, seat) => (seat === viewer || viewer === 'all' ? tribe : covered(tribe))),
    dayDeck: decks.day.length,
    dayDiscards: discards.day,
    warDiscards: discards.war,
    rainDiscards: discards.rain,
    weeks: weekHolders(weeks)(issued),
    threshold: options.sacrificeThreshold,
    apocalypse: apocalypse.kind === 'counting',
    counter: counting.counter,
    left: counting.left,
    ending: counting.ending,
    favoured: table.favoured === 'none' ? '' : table.favoured,
  };
}

const weekHolders = remembered((weeks: MexicaTable['weeks']) =>
  remembered((issued: MexicaTable['issued']) =>
    weeks.map((holder, day) => (holder === 'box' ? (issued[day] ? USED_BOX : BOX) : holder)),
  ),
);

/** [victoryCardsPublic] Counts victory cards as hidden hand cards. */
const covered = remembered((tribe: RingView['tribes'][number]): RingView['tribes'][number] => ({
  ...tribe,
  cards: tribe.cards + tribe.victories.length,
  victories: [],
}));
