/** The edition Flower War: its answer to every question on which editions differ. */
import type { Chance } from '../contract/chance.ts';
import { deckOf } from '../ring/cards/cards.ts';
import type { Compass } from '../ring/model/calendar.ts';
import type { Edition } from '../ring/model/edition.ts';
import type { Settings } from '../ring/model/options.ts';
import { given, settleBalance } from '../ring/play/balance.ts';
import { end } from '../ring/play/turn.ts';
import { broken, completed } from './invariants.ts';
import { omens } from './model/discs.ts';
import { DISC_WORDS } from './model/discWords.ts';
import { OPTIONS, PRESETS } from './model/options.ts';
import type { FlowerStart, FlowerTable, FlowerWork } from './model/table.ts';
import { result } from './outcome.ts';
import { endingOf, fixEnding, tick } from './play/apocalypse.ts';
import { ARRIVING, firstPickups } from './play/arriving.ts';
import { BATTLES } from './play/battles.ts';
import { CARDS, shuffled } from './play/cardPiles.ts';
import { OFFERINGS } from './play/offerings.ts';
import { PHASES } from './play/phases.ts';
import { retire } from './play/retiring.ts';
import { type FlowerView, view } from './view.ts';

const LETTERS: Readonly<Record<string, Compass>> = {
  E: 'east',
  N: 'north',
  W: 'west',
  S: 'south',
  C: 'center',
  Z: 'zenith',
};
/** The compass points in play, by the number of seats. */
const IN_PLAY = ['', '', 'EW', 'ENW', 'ENSW', 'ENSCW', 'ENSCZW'];

export const FLOWER_WAR: Edition = {
  id: 'flower-war',
  rulesVersion: 3,
  seats: [2, 6],
  usualSeats: 4,
  presets: PRESETS,
  options: OPTIONS,
  cards: [...new Set([...deckOf('flowerWar', 'war'), ...deckOf('flowerWar', 'rain')])],
  discs: DISC_WORDS,
  order,
  setup,
  beginTurn: (work: FlowerWork) => tick(work),
  movement: (table: FlowerTable) => omens(table).movement,
  moves: (table: FlowerTable) => ({
    times: omens(table).movesTwice ? 2 : 1,
    firstArrives: table.options.olin === 'full',
  }),
  isFlooded: (table: FlowerTable) => endingOf(table) === 'flood',
  ...ARRIVING,
  ...BATTLES,
  ...CARDS,
  ...OFFERINGS,
  ...PHASES,
  given,
  endTurn,
  roundCapReached: (work) => end(work, { reason: 'round-cap' }),
  retire,
  result,
  view,
  isLevel: ({ warTally, rainTally, favoured }: FlowerView) => warTally === rainTally && favoured === '',
  roundsLeft: ({ apocalypse, ending, countdown, track }: FlowerView) =>
    apocalypse ? { ending, left: Math.max(0, countdown - track) } : undefined,
  reshuffle: (table: FlowerTable, chance) => ({ ...table, decks: shuffled(chance, table.decks) }),
  broken,
  completed,
};

function order({ turnOrder }: Settings, seats: number): readonly Compass[] {
  return [...turnOrder].filter((letter) => IN_PLAY[seats]?.includes(letter)).flatMap((letter) => LETTERS[letter] ?? []);
}

function setup(table: FlowerStart, chance: Chance): FlowerTable {
  const decks = { day: [], war: deckOf('flowerWar', 'war'), rain: deckOf('flowerWar', 'rain') };
  const empty = Array.from({ length: 20 });
  const full: FlowerTable = {
    ...table,
    decks: shuffled(chance, decks),
    piles: empty.map(() => []),
    discs: empty.map(() => 'day'),
    declined: [],
    omens: [],
    apocalypse: { kind: 'quiet' },
    lastGiven: 'none',
    favoured: 'none',
  };
  return firstPickups(full);
}

function endTurn(work: FlowerWork): void {
  settleBalance(work);
  if (work.state.phase.kind !== 'over') fixEnding(work);
}
