/** A bot that tries its moves out in positions that it imagines. There all tribes play on as its own guess says. */
import type { Chance } from '../../contract/chance.ts';
import type { Question, Seat } from '../../contract/game.ts';
import { balanceIn, leadOf, playingOn, sampledTable, searchingOnRing } from '../../ring/bot/sampledTable.ts';
import { cardOf } from '../../ring/cards/cards.ts';
import type { CardId } from '../../ring/model/card.ts';
import type { Move } from '../../ring/model/move.ts';
import type { State } from '../../ring/view/hidden.ts';
import { flowerWar } from '../index.ts';
import { type Apocalypse, completed, DECKS, type DiscHolder, type FlowerTable } from '../table.ts';
import type { FlowerSettings } from '../options.ts';
import { shuffled } from '../cardPiles.ts';
import type { FlowerView } from '../view.ts';
import { botOf, scoresOf } from './greedy.ts';
import { HELD, LAND, PATIENT, PER_RIVAL, POLITICS } from './weights.ts';

export const strong = searchingOnRing<FlowerView, FlowerSettings>({
  game: flowerWar,
  guess: (question) => scoresOf(question, PATIENT),
  sampled: sampledPosition,
  playsOn: playingOn({ game: flowerWar, bot: botOf(PATIENT), rests: ['battle', 'reacting'] }),
  worth,
  limits: { candidates: 4, margin: 1.5, horizon: 4, moves: 3000, trust: 8 },
});

/** What the victory is worth beyond the skulls. */
const VICTORY = 12;

/** The skulls that the tribe is ahead, with its cards and discs; and the victory, if the match is over. */
function worth(state: State, seat: Seat): number {
  const table = state as FlowerTable;
  const standings = table.tribes.map(({ skulls, hand }, other) => {
    const discs = table.discs.filter((holder) => holder === other).length;
    return (
      skulls + POLITICS.disc * discs + hand.reduce((sum, card) => sum + heldWorth(card, table.tribes.length - 1), 0)
    );
  });
  const winners = flowerWar.result(state)?.winners;
  if (winners === undefined) return leadOf(standings, seat);
  const share = winners.includes(seat) ? 1 / winners.length : 0;
  return VICTORY * (2 * share - 1);
}

export function heldWorth(id: CardId, rivals: number): number {
  return cardOf(id).isLand === true ? LAND : (HELD[id] ?? 0) + (PER_RIVAL[id] ?? 0) * rivals;
}

// A position of Flower War that may be the one behind a view.

/** A view with the options and the legal moves of its seat. */
type FlowerQuestion = Question<FlowerView, Move, FlowerSettings>;

export function sampledPosition(question: FlowerQuestion, chance: Chance): FlowerTable | undefined {
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
    ...balanceIn(view),
  };
}

const HOLDERS: ReadonlyMap<number, DiscHolder> = new Map([
  [6, 'day'],
  [7, 'gone'],
]);

function apocalypseOf({ apocalypse, counter, track, ending }: FlowerView): Apocalypse {
  return apocalypse ? { kind: 'counting', counter: counter as Seat, track, ending } : { kind: 'quiet' };
}
