/** A position of Flower War that may be the one behind a view. */
import type { Question } from '../../contract/bot.ts';
import type { Chance } from '../../contract/chance.ts';
import type { Seat } from '../../contract/seat.ts';
import { sampledTable } from '../../ring/bot/sampledTable.ts';
import type { Move } from '../../ring/model/move.ts';
import { completed, DECKS } from '../invariants.ts';
import type { FlowerSettings } from '../model/options.ts';
import type { Apocalypse, DiscHolder, FlowerTable } from '../model/table.ts';
import { shuffled } from '../play/cardPiles.ts';
import type { FlowerView } from '../view.ts';

/** A view with the options and the legal moves of its seat. */
export type Asked = Question<FlowerView, Move, FlowerSettings>;

export function sampledPosition(question: Asked, chance: Chance): FlowerTable | undefined {
  const { view, options } = question;
  const open = view.piles.flatMap(({ cards }) => cards.map(({ card }) => card));
  const left = { day: 0, war: view.warDeck, rain: view.rainDeck };
  const table = sampledTable(question, { full: DECKS, open, left }, chance);
  if (table === undefined) return undefined;
  const position = { ...table, options, ...openParts(view) };
  const whole = completed(position, position);
  return { ...whole, decks: shuffled(chance, whole.decks) };
}

/** A covered card that would work again is taken for spent: the view does not tell. */
function openParts(view: FlowerView) {
  return {
    piles: view.piles.map(({ cards }) => cards.map(({ card, owner, live }) => ({ card, owner: owner as Seat, live }))),
    discs: view.discs.map((holder): DiscHolder => HOLDERS.get(holder) ?? (holder as Seat)),
    declined: view.leftLying,
    omens: view.omens,
    apocalypse: apocalypseOf(view),
    lastGiven: 'none' as const,
    favoured: view.favoured === '' ? ('none' as const) : view.favoured,
  };
}

const HOLDERS: ReadonlyMap<number, DiscHolder> = new Map([
  [6, 'day'],
  [7, 'gone'],
]);

function apocalypseOf({ apocalypse, counter, track, ending }: FlowerView): Apocalypse {
  return apocalypse ? { kind: 'counting', counter: counter as Seat, track, ending } : { kind: 'quiet' };
}
