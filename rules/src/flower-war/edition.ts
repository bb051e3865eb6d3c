/** The edition Flower War: its answer to every question on which editions differ. */
import type { Chance } from '../contract/chance.ts';
import type { Result, Seat, Standing } from '../contract/game.ts';
import { cardOf, deckOf } from '../ring/cards/cards.ts';
import type { Compass, Day } from '../ring/model/calendar.ts';
import { type God, GODS } from '../ring/model/card.ts';
import { type Edition, plan, present, tribeOf } from '../ring/model/edition.ts';
import type { Move, Reason } from '../ring/model/move.ts';
import type { Settings } from '../ring/model/options.ts';
import type { Phase, Task } from '../ring/model/state.ts';
import { toss } from '../ring/play/battle.ts';
import { each, sum, sumOf } from '../ring/play/effects.ts';
import { canDraw } from '../ring/play/hand.ts';
import { given, settleBalance } from '../ring/play/offering.ts';
import { takeFrom, transfer } from '../ring/play/skulls.ts';
import { end, standingsBy } from '../ring/play/turn.ts';
import { broken, completed, type FlowerStart, type FlowerTable, type FlowerWork } from './table.ts';
import { DISC_WORDS, omens } from './discs.ts';
import { OPTIONS, PRESETS } from './options.ts';
import { cancelOmen, cancelWithDog, endingOf, fixEnding, passCounting, strike, tick } from './apocalypse.ts';
import { BATTLES, emptied, leaveDisc, offerLeftDisc, take } from './battles.ts';
import { CARDS, layHand, liveAgainst, shuffled, spring, takeable, takeFromPile } from './cardPiles.ts';
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
  rulesVersion: 5,
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
  land: spring,
  collect,
  tributeTo: (): readonly Seat[] => [],
  emptied,
  ...BATTLES,
  ...CARDS,
  offerPrice: (table: FlowerTable) => omens(table).price,
  offerRefusal,
  takesCards: (table: FlowerTable) => omens(table).takesCards,
  drawsFor: (table: FlowerTable, cards: number) => cards === 0 || !omens(table).cardsDrawNothing,
  prayerPrice: () => undefined,
  prayed: () => {},
  givesToDay: (table: FlowerTable) => omens(table).givesToDay,
  preventsDraws: false,
  takeable: (table: FlowerTable, god: 'war' | 'rain') => (omens(table).takesFromPiles ? takeable(table, god) : []),
  takeCard: takeFromPile,
  refusal,
  candidates,
  answer,
  perform,
  given,
  endTurn,
  roundCapReached: (work) => end(work, { reason: 'round-cap' }),
  retire,
  result,
  standings: (table: FlowerTable) => standingsOf(table, { reason: '' }),
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

/** [C7] Most skulls win; then discs, then cards in hand; then the victory is shared. In an eternal balance it is shared. */
function result(table: FlowerTable, { reason, winner }: Extract<Phase, { kind: 'over' }>): Result {
  const standings = standingsOf(table, { reason, winner });
  const first = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  const winners = winner === undefined ? first : [winner];
  if (reason === 'retired') return { result: 'forfeit', winners, standings, reason };
  return { result: winners.length > 1 ? 'draw' : 'win', winners, standings, reason };
}

/** No reason yet: the match goes on. */
function standingsOf(
  table: FlowerTable,
  { reason, winner }: { readonly reason: string; readonly winner?: Seat | undefined },
): readonly Standing[] {
  const all = table.tribes.map((_, seat) => scoreOf(table, { seat: seat as Seat, reason }));
  return standingsBy(all, winner);
}

function scoreOf(table: FlowerTable, { seat, reason }: { readonly seat: Seat; readonly reason: string }) {
  const { skulls, hand } = tribeOf(table, seat);
  const discs = table.discs.filter((holder) => holder === seat).length;
  const isShared = table.options.tieBreak === 'shared' || reason === 'balance';
  const order = isShared ? [skulls] : [skulls, discs, hand.length];
  return { seat, isHere: present(table).includes(seat), order, breakdown: { skulls, discs, cards: hand.length } };
}

// [C10] Where a retiring tribe's skulls, discs and cards go.

/** The tribe's discs stay off the board and have no holder. Its traps stay where they lie. */
function retire(work: FlowerWork, seat: Seat): void {
  const { state } = work;
  transfer(work, { n: tribeOf(state, seat).skulls, from: { seat }, to: 'pool', why: 'retired' });
  layHand(work, seat);
  state.discs = state.discs.map((holder) => (holder === seat ? 'gone' : holder));
  passCounting(state, seat);
}

// [C4.5] How omens change offerings.

/** [effect 18] A tribe that can sacrifice must do so. */
function offerRefusal(table: FlowerTable, { kind }: Move): Reason | undefined {
  const { mustSacrifice, takesCards, price } = omens(table);
  if (kind !== 'done' || !mustSacrifice || table.turn.offered > 0) return undefined;
  const { skulls, hand } = tribeOf(table, table.turn.seat);
  return skulls + (takesCards ? hand.length : 0) >= price ? 'sacrifice-first' : undefined;
}

// [C4.2, C4.3] The cards that act on an arriving tribe, and the skulls that it picks up.

/** The omens at the moment of arrival count for the whole pick-up, even if it brings a disc. */
function collect(work: FlowerWork, seat: Seat, day: Day): void {
  const { state } = work;
  offerLeftDisc(work, seat, day);
  if (isForbidden(state)) return;
  const { coinForSkull, pickup } = omens(state);
  const isFirst = state.turn.seat === seat && !state.turn.hasCollected;
  const n = 1 + pickup + lingering(state, seat, day) + (isFirst ? sum(each(work, seat, 'pickup')) : 0);
  if (state.turn.seat === seat) state.turn = { ...state.turn, hasCollected: true };
  takeFrom(work, { seat, day, n, why: 'pick-up' });
  if (coinForSkull && toss(work, 'omen')) takeFrom(work, { seat, day, n: 1, why: 'omen' });
}

/** In a flood no skull leaves a day; in an invasion only if the option says so. */
const isForbidden = (table: FlowerTable): boolean =>
  endingOf(table) === 'flood' || (endingOf(table) === 'invasion' && !table.options.invasionPickup);

function lingering(table: FlowerTable, seat: Seat, day: Day): number {
  const live = liveAgainst(table, seat, day);
  return live === undefined ? 0 : sumOf(cardOf(live.card).effects, 'pickup');
}

/** [firstTurnPickup] Every tribe but the first begins with a skull. */
function firstPickups(table: FlowerTable): FlowerTable {
  if (!table.options.firstTurnPickup) return table;
  const days = [...table.days];
  const tribes = table.tribes.map((tribe, seat) => {
    if (seat === 0) return tribe;
    days[tribe.day - 1] = (days[tribe.day - 1] ?? 0) - 1;
    return { ...tribe, skulls: 1 };
  });
  return { ...table, days, tribes };
}

// Phases and tasks that only Flower War has.

function refusal(table: FlowerTable, move: Move): Reason | undefined {
  const { phase } = table;
  switch (phase.kind) {
    case 'claiming':
      if (move.kind === 'claim') return hasCard(table, move.god) ? undefined : 'deck-empty';
      return move.kind === 'decline' ? undefined : 'draw-or-decline';
    case 'cancelling':
      return move.kind === 'cancel' && phase.discs.includes(move.day) ? undefined : 'cancel-an-omen';
    case 'taking-disc':
      return move.kind === 'take' || move.kind === 'decline' ? undefined : 'take-or-decline';
    default:
      return 'not-now';
  }
}

const hasCard = (state: FlowerTable, god: God): boolean => canDraw({ state, edition: FLOWER_WAR }, god);

function candidates(table: FlowerTable): readonly Move[] {
  const { phase } = table;
  switch (phase.kind) {
    case 'claiming': {
      const gods = GODS.filter((god) => hasCard(table, god));
      return [...gods.map((god): Move => ({ kind: 'claim', god })), { kind: 'decline' }];
    }
    case 'cancelling':
      return phase.discs.map((day) => ({ kind: 'cancel', day }));
    case 'taking-disc':
      return [{ kind: 'take' }, { kind: 'decline' }];
    default:
      return [];
  }
}

function answer(work: FlowerWork, move: Move): void {
  const { phase } = work.state;
  if (phase.kind === 'claiming' && move.kind === 'claim')
    plan(work, { kind: 'draw', seat: phase.seat, deck: move.god });
  if (phase.kind === 'cancelling' && move.kind === 'cancel') cancelOmen(work, move.day);
  if (phase.kind !== 'taking-disc') return;
  if (move.kind === 'take') take(work, phase.seat, phase.day);
  else leaveDisc(work, phase.day);
}

function perform(work: FlowerWork, { name, seat, day }: Extract<Task, { kind: 'own' }>): void {
  if (name === 'fix-ending') fixEnding(work);
  if (name === 'cancel') cancelWithDog(work, seat);
  if (name === 'strike') strike(work, day);
}
