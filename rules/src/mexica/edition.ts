/** The editions Mexica and early Flower War: their answer to every question on which editions differ. */
import type { Chance } from '../contract/chance.ts';
import type { Result, Seat } from '../contract/game.ts';
import { deckOf } from '../ring/cards/cards.ts';
import { WEEK_CARDS } from '../ring/cards/weekCards.ts';
import type { Compass, Day } from '../ring/model/calendar.ts';
import type { Edition } from '../ring/model/edition.ts';
import type { Move, Reason } from '../ring/model/move.ts';
import type { Settings } from '../ring/model/options.ts';
import type { Phase } from '../ring/model/state.ts';
import { change, isHere, tribeOf } from '../ring/model/tribes.ts';
import { plan } from '../ring/play/agenda.ts';
import { given } from '../ring/play/offering.ts';
import { each, sum } from '../ring/play/effects.ts';
import { on, takeFrom, transfer } from '../ring/play/skulls.ts';
import { end } from '../ring/play/turn.ts';
import { standingsBy } from '../ring/standings.ts';
import { beginTurn, endingOf, endTurn, passCounting } from './apocalypse.ts';
import { BATTLES } from './battles.ts';
import { broken, completed } from './invariants.ts';
import { OPTIONS, PRESETS } from './options.ts';
import {
  fullDecks,
  lay,
  type MexicaStart,
  type MexicaTable,
  type MexicaWork,
  rebuild,
  returnVictory,
  shuffleAll,
  used,
} from './table.ts';
import { type MexicaView, view } from './view.ts';
import { checkVictory, emptied, heldModifiers, modifierSum, signsOf, takeWeek, tributeTo, weeksOf } from './weeks.ts';

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
  land: () => {},
  collect,
  tributeTo,
  emptied,
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
  offerPrice: (table: MexicaTable, seat: Seat) => price(table, seat, table.options.godCardCost),
  offerRefusal,
  takesCards: () => false,
  drawsFor: () => true,
  prayerPrice: (table: MexicaTable, seat: Seat) => price(table, seat, table.options.tonantzinCost),
  prayed: ({ state }: MexicaWork, n: number) => {
    state.prayed += n;
  },
  givesToDay: () => false,
  takeable: () => [],
  takeCard: () => {},
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

/** [A6, A7] A tribe with three signs wins. If time runs out, no tribe wins, unless an option says otherwise. */
function result(table: MexicaTable, { reason, winner }: Extract<Phase, { kind: 'over' }>): Result {
  const standings = standingsBy(
    table.tribes.map((_, seat) => scoreOf(table, seat as Seat)),
    winner,
  );
  if (winner !== undefined)
    return { result: reason === 'retired' ? 'forfeit' : 'win', winners: [winner], standings, reason };
  if (table.options.noWinnerFallback === 'none') return { result: 'none', winners: [], standings, reason };
  const winners = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  return { result: winners.length > 1 ? 'draw' : 'win', winners, standings, reason };
}

function scoreOf(table: MexicaTable, seat: Seat) {
  const breakdown = {
    signs: signsOf(table, seat),
    weeks: weeksOf(table, seat).length,
    tokens: tribeOf(table, seat).skulls,
  };
  const { signs, weeks, tokens } = breakdown;
  return { seat, isHere: isHere(table, seat), order: [signs, weeks, tokens], breakdown };
}

// [A9] Where a retiring tribe's tokens and cards go.

/** The tribe's week cards go back to the box, but count as issued. */
function retire(work: MexicaWork, seat: Seat): void {
  const { state } = work;
  const { skulls, hand, pending, victories } = tribeOf(state, seat);
  transfer(work, { n: skulls, from: { seat }, to: 'pool', why: 'retired' });
  change(work, seat, { hand: [], pending: [], victories: [] });
  for (const card of [...hand, ...pending]) lay(work, seat, card);
  for (const card of victories) returnVictory(work, card);
  state.weeks = state.weeks.map((holder) => (holder === seat ? 'box' : holder));
  passCounting(work, seat);
}

// [A4.6] Sacrifices at the temple, or a prayer to Tonantzin.

const price = (table: MexicaTable, seat: Seat, usual: number): number =>
  Math.max(1, usual + modifierSum(table, seat, 'offer-cost'));

/** [mixOfferings] Unless an option allows it, a tribe may not both sacrifice and pray in one turn. */
function offerRefusal({ turn, options }: MexicaTable, { kind }: Move): Reason | undefined {
  if (options.mixOfferings) return undefined;
  if (kind === 'offer' && turn.hasPrayed) return 'already-prayed';
  return kind === 'tonantzin' && turn.offered > 0 ? 'already-sacrificed' : undefined;
}

// [A5.2] What a tribe collects on a day.

/** The first landing on a full day brings a Day card. In a war each collection costs one more token. */
function collect(work: MexicaWork, seat: Seat, day: Day): void {
  const { state } = work;
  if (endingOf(state) === 'flood') return;
  const isFirst = state.turn.seat === seat && !state.turn.hasCollected;
  const n = Math.max(0, 1 + (isFirst ? sum(each(work, seat, 'pickup')) : 0));
  const before = on(state, day);
  if (state.turn.seat === seat) state.turn = { ...state.turn, hasCollected: true };
  const taken = takeFrom(work, { seat, day, n, why: 'collect' });
  if (taken === 0 || state.phase.kind === 'over') return;
  if (before === state.options.perSpace && state.options.firstLandingDayCard)
    plan(work, { kind: 'draw', seat, deck: 'day' });
  if (endingOf(state) === 'war') loseOne(work, { seat, day, isEmptied: taken === before });
}

interface Collected {
  readonly seat: Seat;
  readonly day: Day;
  readonly isEmptied: boolean;
}

/** [warLoss] If this loss empties the day, the collector counts as the tribe that emptied it. */
function loseOne(work: MexicaWork, { seat, day, isEmptied }: Collected): void {
  const { warLoss } = work.state.options;
  if (warLoss === 'collector') transfer(work, { n: 1, from: { seat }, to: 'out', why: 'war' });
  if (warLoss !== 'space' || isEmptied) return;
  transfer(work, { n: 1, from: { day }, to: 'out', why: 'war' });
  if (on(work.state, day) === 0) emptied(work, seat, day);
}
