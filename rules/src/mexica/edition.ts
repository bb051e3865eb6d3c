/** The editions Mexica and early Flower War: their answer to every question on which editions differ. */
import type { Chance } from '../contract/chance.ts';
import { deckOf } from '../ring/cards/cards.ts';
import { WEEK_CARDS } from '../ring/cards/weekCards.ts';
import type { Compass } from '../ring/model/calendar.ts';
import type { Edition } from '../ring/model/edition.ts';
import type { Settings } from '../ring/model/options.ts';
import { given } from '../ring/play/balance.ts';
import { end } from '../ring/play/turn.ts';
import { beginTurn, endingOf, endTurn } from './apocalypse.ts';
import { ARRIVING } from './arriving.ts';
import { BATTLES } from './battles.ts';
import { fullDecks, lay, rebuild, shuffleAll, used } from './decks.ts';
import { broken, completed } from './invariants.ts';
import { OFFERINGS } from './offerings.ts';
import { OPTIONS, PRESETS } from './options.ts';
import { result } from './outcome.ts';
import { retire } from './retiring.ts';
import type { MexicaStart, MexicaTable } from './table.ts';
import { type MexicaView, view } from './view.ts';
import { checkVictory, heldModifiers, takeWeek } from './weeks.ts';

/** No tribe comes from the center or the zenith. */
export type MexicaCompass = Exclude<Compass, 'center' | 'zenith'>;

const LETTERS: Readonly<Record<string, MexicaCompass>> = { E: 'east', N: 'north', W: 'west', S: 'south' };
const DECKS = ['day', 'war', 'rain'] as const;
/** The compass points in play, by the number of seats. */
const IN_PLAY = ['', '', 'EW', 'ENW', 'ENWS'];

export const MEXICA: Edition<MexicaCompass> = {
  id: 'mexica',
  rulesVersion: 3,
  seats: [2, 4],
  usualSeats: 4,
  presets: PRESETS,
  options: OPTIONS,
  cards: [...DECKS.flatMap((deck) => [...new Set(deckOf('mexica', deck))]), ...WEEK_CARDS.map(({ id }) => id)],
  order: ({ turnOrder }: Settings, seats) =>
    [...turnOrder].filter((letter) => IN_PLAY[seats]?.includes(letter)).flatMap((letter) => LETTERS[letter] ?? []),
  setup,
  beginTurn,
  movement: () => 'roll',
  moves: () => ({ times: 1, firstArrives: true }),
  isFlooded: (table: MexicaTable) => endingOf(table) === 'flood',
  ...ARRIVING,
  ...BATTLES,
  heldModifiers,
  costOf: () => 0,
  isBanned: () => false,
  spendsAtOnce: false,
  lay,
  arm: () => {},
  rebuild,
  usedCards: used,
  takeWeek,
  gained: checkVictory,
  areVictoriesOpen: ({ options }: MexicaTable) => options.victoryCardsPublic,
  ...OFFERINGS,
  endTurn,
  roundCapReached: (work) => end(work, { reason: 'round-cap' }),
  retire,
  result,
  view,
  isLevel: ({ warTally, rainTally, favoured }: MexicaView) => warTally === rainTally && favoured === '',
  given,
  roundsLeft: ({ apocalypse, ending, left }: MexicaView) => (apocalypse ? { ending, left } : undefined),
  reshuffle: (table, chance) => ({ ...table, decks: shuffleAll(table.decks, chance) }),
  broken,
  completed,
};

function setup(table: MexicaStart, chance: Chance): MexicaTable {
  return {
    ...table,
    decks: shuffleAll(fullDecks(table.options), chance),
    discards: { day: [], war: [], rain: [] },
    weeks: table.days.map(() => 'box'),
    issued: table.days.map(() => false),
    prayed: 0,
    apocalypse: { kind: 'quiet' },
    lastGiven: 'none',
    favoured: 'none',
  };
}
