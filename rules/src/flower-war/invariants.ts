/** What must hold in every state of Flower War. */
import { CARDS, deckOf } from '../ring/cards/cards.ts';
import { brokenOnRing, completed as completedOnRing, inHands } from '../ring/invariants.ts';
import type { FlowerTable } from './model/table.ts';

export function broken(table: FlowerTable): readonly string[] {
  return [...brokenOnRing(table, cardsOf(table), ALL), ...brokenPiles(table), ...brokenApocalypse(table)];
}

const ALL = [...deckOf('flowerWar', 'war'), ...deckOf('flowerWar', 'rain')];

/** Completes a position that an author wrote by hand. */
export const completed = (table: FlowerTable, written: object): FlowerTable =>
  completedOnRing(table, written, { full: DECKS, used: inPiles(table) });

export const DECKS = { day: [], war: deckOf('flowerWar', 'war'), rain: deckOf('flowerWar', 'rain') };

const cardsOf = (table: FlowerTable): readonly string[] => [...inHands(table), ...inPiles(table)];

const inPiles = ({ piles }: FlowerTable): readonly string[] => piles.flatMap((pile) => pile.map(({ card }) => card));

/** Only traps and lingering cards can be live. */
function brokenPiles({ piles }: FlowerTable): readonly string[] {
  const isWrong = (card: string) => !['trap', 'linger'].includes(CARDS.get(card)?.timing ?? '');
  const wrong = piles.flatMap((pile) => pile.filter(({ card, live }) => live && isWrong(card)));
  return wrong.map(({ card }) => `${card} cannot be live`);
}

function brokenApocalypse({ discs, omens, apocalypse, options, phase }: FlowerTable): readonly string[] {
  const taken = discs.filter((holder) => holder !== 'day').length;
  const needed = { quick: 1, long: 2, epic: 3 }[options.mode];
  const isCounting = apocalypse.kind === 'counting';
  return [
    ...(taken >= needed === isCounting ? [] : [`${taken} discs are taken, but the apocalypse is ${apocalypse.kind}`]),
    ...(new Set(omens).size === omens.length ? [] : ['an omen is in force twice']),
    ...(omens.every((day) => discs[day - 1] !== 'day') ? [] : ['an omen is in force whose disc is on the board']),
    ...(isCounting && apocalypse.track > options.countdown ? [`the track stands at ${apocalypse.track}`] : []),
    ...(isCounting && apocalypse.track === options.countdown && phase.kind !== 'over' ? ['the track is full'] : []),
  ];
}
