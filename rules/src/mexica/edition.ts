/** The editions Mexica and early Flower War: their answer to every question on which editions differ. */
import type { Chance } from '../contract/chance.ts';
import type { Result, Seat, Standing } from '../contract/game.ts';
import { deckOf } from '../ring/cards/cards.ts';
import { WEEK_CARDS } from '../ring/cards/weekCards.ts';
import { type Compass, type Day, distance } from '../ring/model/calendar.ts';
import type { CardId } from '../ring/model/card.ts';
import { ask, change, type Edition, isHere, others, plan, tell, tribeOf } from '../ring/model/edition.ts';
import type { Move, Reason } from '../ring/model/move.ts';
import type { Settings } from '../ring/model/options.ts';
import type { Phase, Task } from '../ring/model/state.ts';
import { each, sum } from '../ring/play/effects.ts';
import { handOver } from '../ring/play/hand.ts';
import { given, greaterGod, settleBalance } from '../ring/play/offering.ts';
import { on, takeFrom, transfer } from '../ring/play/skulls.ts';
import { end, standingsBy } from '../ring/play/turn.ts';
import {
  broken,
  checkVictory,
  completed,
  emptied,
  type Ending,
  fullDecks,
  heldModifiers,
  lay,
  type MexicaStart,
  type MexicaTable,
  type MexicaWork,
  modifierSum,
  rebuild,
  returnVictory,
  shuffleAll,
  signsOf,
  takeWeek,
  tributeTo,
  used,
  weeksOf,
} from './table.ts';
import { OPTIONS, PRESETS } from './options.ts';
import { type MexicaView, view } from './view.ts';

/** No tribe comes from the center or the zenith. */
export type MexicaCompass = Exclude<Compass, 'center' | 'zenith'>;

const LETTERS: Readonly<Record<string, MexicaCompass>> = { E: 'east', N: 'north', W: 'west', S: 'south' };
const DECKS = ['day', 'war', 'rain'] as const;

/** The compass points in play, by the number of seats. */
const IN_PLAY = ['', '', 'EW', 'ENW', 'ENWS'];

const BATTLES = {
  battles: (): 'dice' => 'dice',
  areBattleCardsOn: () => true,
  stakeBonus: () => 0,
  payStake,
  afterBattle: () => {},
  rangedTargets,
  afterBattles: () => {},
  foughtCortes: () => {},
  refusal,
  candidates: ({ phase, ...table }: MexicaTable): readonly Move[] =>
    phase.kind === 'paying-card' ? payable(table, phase.seat).map((card) => ({ kind: 'pick', card })) : [],
  answer,
  perform: () => {},
};

export const MEXICA: Edition<MexicaCompass> = {
  id: 'mexica',
  rulesVersion: 5,
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
  preventsDraws: true,
  takeable: () => [],
  takeCard: () => {},
  endTurn,
  roundCapReached: (work) => end(work, { reason: 'round-cap' }),
  retire,
  result,
  standings: (table: MexicaTable) => standingsOf(table),
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
  const standings = standingsOf(table, winner);
  if (winner !== undefined)
    return { result: reason === 'retired' ? 'forfeit' : 'win', winners: [winner], standings, reason };
  if (table.options.noWinnerFallback === 'none') return { result: 'none', winners: [], standings, reason };
  const winners = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  return { result: winners.length > 1 ? 'draw' : 'win', winners, standings, reason };
}

function standingsOf(table: MexicaTable, winner?: Seat): readonly Standing[] {
  return standingsBy(
    table.tribes.map((_, seat) => scoreOf(table, seat as Seat)),
    winner,
  );
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

/** [warLoss] If this loss empties the day, the collector counts as the tribe that emptied it. */
function loseOne(
  work: MexicaWork,
  { seat, day, isEmptied }: { readonly seat: Seat; readonly day: Day; readonly isEmptied: boolean },
): void {
  const { warLoss } = work.state.options;
  if (warLoss === 'collector') transfer(work, { n: 1, from: { seat }, to: 'out', why: 'war' });
  if (warLoss !== 'space' || isEmptied) return;
  transfer(work, { n: 1, from: { day }, to: 'out', why: 'war' });
  if (on(work.state, day) === 0) emptied(work, seat, day);
}

// [A7] The apocalypse: its trigger, its ending in flood or war, and the countdown.

const endingOf = ({ apocalypse }: Pick<MexicaTable, 'apocalypse'>): Ending =>
  apocalypse.kind === 'counting' ? apocalypse.ending : 'none';

/** [A4.8] Begins the apocalypse if it is triggered. Once it has begun, fixes the ending and counts down. */
function endTurn(work: MexicaWork): void {
  const { state } = work;
  settleBalance(work);
  if (state.apocalypse.kind === 'quiet') return isTriggered(state) ? trigger(work) : undefined;
  fixEnding(work);
  if (state.options.countdownUnit === 'turns') tick(work);
}

/** [countdownUnit] Counted in rounds, the countdown goes on in each turn of the tribe in whose turn it began. */
function beginTurn(work: MexicaWork): void {
  const { apocalypse, options, turn } = work.state;
  if (apocalypse.kind === 'counting' && options.countdownUnit === 'rounds' && apocalypse.counter === turn.seat)
    tick(work);
}

function isTriggered({ lake, prayed, issued, days, options }: MexicaTable): boolean {
  const { sacrificeThreshold, tonantzinCounts, apocTriggers } = options;
  const sacrificed = lake.war + lake.rain + (tonantzinCounts ? prayed : 0);
  if (apocTriggers !== 'weeks' && sacrificed >= sacrificeThreshold) return true;
  if (apocTriggers !== 'sacrifices' && issued.every((isIssued) => isIssued)) return true;
  return days.every((tokens) => tokens === 0);
}

function trigger(work: MexicaWork): void {
  const { turn, options } = work.state;
  const ending = options.apocFlavor === 'off' ? 'none' : 'open';
  const counter = isHere(work.state, turn.seat) ? turn.seat : after(work.state, turn.seat);
  work.state.apocalypse = { kind: 'counting', counter, left: options.countdown, ending };
  tell(work, { kind: 'apocalypse', counter });
  fixEnding(work);
}

/** Fixes the ending by the tallies as soon as they differ. It may change again unless an option locks it. */
function fixEnding(work: MexicaWork): void {
  const { apocalypse, options } = work.state;
  const greater = greaterGod(work.state);
  if (apocalypse.kind === 'quiet' || apocalypse.ending === 'none' || greater === undefined) return;
  if (apocalypse.ending !== 'open' && options.flavorLock) return;
  const isRain = (greater === 'rain') === (options.apocFlavor === 'most');
  const ending = isRain ? 'flood' : 'war';
  if (ending === apocalypse.ending) return;
  work.state.apocalypse = { ...apocalypse, ending };
  tell(work, { kind: 'ending-fixed', ending });
  if (ending === 'war' && options.warLoss === 'onset') loseEverywhere(work);
}

/** [warLoss] Every day loses a token. */
function loseEverywhere(work: MexicaWork): void {
  for (const [index, tokens] of work.state.days.entries())
    if (tokens > 0) transfer(work, { n: 1, from: { day: index + 1 }, to: 'out', why: 'war' });
}

/** Counts down, but not while the gods are level and either may still get ahead. */
function tick(work: MexicaWork): void {
  const { apocalypse } = work.state;
  if (apocalypse.kind === 'quiet') return;
  if (greaterGod(work.state) === undefined) return tell(work, { kind: 'forestalled' });
  const left = apocalypse.left - 1;
  work.state.apocalypse = { ...apocalypse, left };
  tell(work, { kind: 'countdown', left, isLast: left === 1 });
  if (left <= 0) endUnwon(work);
}

/** Time is up and no tribe has three signs. */
function endUnwon(work: MexicaWork): void {
  const ending = endingOf(work.state);
  end(work, { reason: ending === 'flood' || ending === 'war' ? ending : 'countdown' });
}

/** [countdownUnit] The tribe that counts leaves, so the next tribe counts on. */
function passCounting({ state }: MexicaWork, seat: Seat): void {
  const { apocalypse } = state;
  if (apocalypse.kind === 'counting' && apocalypse.counter === seat)
    state.apocalypse = { ...apocalypse, counter: after(state, seat) };
}

const after = (state: MexicaTable, seat: Seat): Seat => others(state, seat)[0] ?? seat;

// [A5.5] Battles: what the loser pays, and the range of attacks.

/** The loser pays tokens, else a hand card, else a victory card. If it has nothing, the winner draws a Day card. */
function payStake(work: MexicaWork, { winner, loser, stake }: Extract<Task, { kind: 'stake' }>): void {
  const paid = transfer(work, { n: stake, from: { seat: loser }, to: { seat: winner }, why: 'stake' });
  if (paid > 0) return;
  if (payable(work.state, loser).length > 0) ask(work, { kind: 'paying-card', seat: loser, to: winner });
  else plan(work, { kind: 'draw', seat: winner, deck: 'day' });
}

/** The cards that a loser may pay. Waiting events and week cards are never paid. */
function payable({ tribes, options }: Pick<MexicaTable, 'tribes' | 'options'>, seat: Seat): readonly CardId[] {
  const { hand, victories } = tribeOf({ tribes }, seat);
  if (hand.length > 0) return [...new Set(hand)].sort();
  return options.victoryCardsPayable === 'last' ? victories : [];
}

function refusal(table: MexicaTable, move: Move): Reason | undefined {
  if (table.phase.kind !== 'paying-card' || move.kind !== 'pick') return 'pick-a-card';
  return payable(table, table.phase.seat).includes(move.card) ? undefined : 'not-in-hand';
}

function answer(work: MexicaWork, move: Move): void {
  const { phase } = work.state;
  if (phase.kind !== 'paying-card' || move.kind !== 'pick') return;
  const { seat: from, to } = phase;
  const { hand } = tribeOf(work.state, from);
  if (hand.includes(move.card)) handOver(work, move.card, { from, to });
  else payVictory(work, move.card, { from, to });
}

function payVictory(work: MexicaWork, card: CardId, { from, to }: { readonly from: Seat; readonly to: Seat }): void {
  const { state } = work;
  change(work, from, { victories: tribeOf(state, from).victories.filter((other) => other !== card) });
  change(work, to, { victories: [...tribeOf(state, to).victories, card] });
  const isOpen = work.edition.areVictoriesOpen(state);
  tell(work, { kind: 'card-given', from, to, card, ...(isOpen && { isOpen }) });
  checkVictory(work, to);
}

/** The seats that the active tribe may attack from afar, once a turn. */
function rangedTargets(table: MexicaTable): readonly Seat[] {
  const { seat, farAttacks } = table.turn;
  if (farAttacks.length > 0) return [];
  const reach = modifierSum(table, seat, 'range');
  if (reach < 1) return [];
  const { day } = tribeOf(table, seat);
  const far = (other: Seat) => distance(day, tribeOf(table, other).day);
  return others(table, seat).filter((other) => far(other) >= 1 && far(other) <= reach);
}
