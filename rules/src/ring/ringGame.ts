/** Makes a game of an edition: it implements the contract for all editions on the ring. */
import type { Chance } from '../contract/chance.ts';
import type { Applied, CardWords, Game, Question, Refused, Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { templeOf } from './temple.ts';
import type { SpellingCapability, TempleCapability, WindowsCapability } from './capabilities.ts';
import { cardOf } from './cards/cards.ts';
import { faceOf, textOf, titleOf } from './cards/cardText.ts';
import { habitsIn, type RingHabits } from './habits.ts';
import { legalMoves } from './judge/legalMoves.ts';
import { format, notation, parse } from './judge/notation.ts';
import { refusal } from './judge/refusal.ts';
import { START_DAYS } from './model/calendar.ts';
import type { CardId, Deck } from './model/card.ts';
import { type At, type Draft, type Edition, isHere, plan, present, tell, type Work } from './model/edition.ts';
import type { Event } from './model/event.ts';
import type { Move, Reason } from './model/move.ts';
import type { Settings } from './model/options.ts';
import type { RingTable, Task, Tribe } from './model/state.ts';
import { named, type Prices, type RingEffects, type RingParts, type MoveQuestion as SeenWith } from './parts.ts';
import { homeDeck } from './play/hand.ts';
import { playMove, run } from './play/playMove.ts';
import { end, newTurn } from './play/turn.ts';
import { bare, hide, type State, tableFor, WINDOWS } from './view/hidden.ts';
import { type RingView, viewEvent } from './view/view.ts';

export interface RingGame<V, E extends Event = Event> extends Game<State, Move, E, V, Reason> {
  readonly temple: TempleCapability<State, Move, V>;
  readonly windows: WindowsCapability<State, E>;
  readonly spelling: SpellingCapability;
  readonly habits: RingHabits;
  parts(seen: Question<V, Move>, move: Move): RingParts;
}

/** `E` holds the events that this edition can tell. */
export function ringGame<V extends RingView, E extends Event>(edition: Edition, prices: Prices<V>): RingGame<V, E> {
  return gameOf<V>(edition, prices) as RingGame<V, E>;
}

function gameOf<V extends RingView>(edition: Edition, prices: Prices<V>): RingGame<V> {
  const { id, rulesVersion, seats, usualSeats, presets, options, cards } = edition;
  return {
    id,
    rulesVersion,
    seats,
    usualSeats,
    presets,
    options,
    cards: [...cards.map(wordsOf), ...(edition.discs ?? [])],
    setup: (settings: Settings, count, chance) => setUp(edition, { settings, seats: count, chance }),
    opening: ({ turn: { seat }, round }) => [{ kind: 'turn-began', seat, round, extra: false }],
    toMove: ({ phase }) => (phase.kind === 'over' ? [] : [phase.seat]),
    refusal: (state, seat, move) => refusal({ state, edition }, seat, move),
    legalMoves: (state, seat) => legalMoves({ state, edition }, seat),
    apply: (state, seat, move, chance) => apply(edition, state, { seat, move, chance }),
    fallback: (state, seat) => fallback({ state, edition }, seat),
    leave: (state, seat, chance) => leave(edition, state, { seat, chance }),
    reshuffle: (state, chance) => edition.reshuffle(state, chance),
    view: (state, viewer) => edition.view(tableFor(state, viewer), viewer) as V,
    viewEvent,
    parts: (seen: Question<V, Move, Settings>, move) => partsOf(prices as Prices, seen, move),
    result: (state) => (state.phase.kind === 'over' ? edition.result(state, state.phase) : undefined),
    standings: (state) =>
      state.phase.kind === 'over' ? edition.result(state, state.phase).standings : edition.standings(state),
    temple: templeOf(edition),
    windows: WINDOWS,
    spelling: { notation },
    habits: habitsIn(edition),
    parse,
    format,
  };
}

function wordsOf(id: CardId): CardWords {
  const card = cardOf(id);
  const { deck, timing, cost } = card;
  return { id, title: titleOf(id), deck, timing, cost, text: textOf(card), face: faceOf(id) };
}

interface Setting {
  readonly settings: Settings;
  readonly seats: number;
  readonly chance: Chance;
}

function setUp(edition: Edition, { settings, seats, chance }: Setting): RingTable {
  const { perSpace, tokensTotal, startSpaces } = settings;
  const tribes = edition.order(settings, seats).map(
    (compass): Tribe => ({
      compass,
      day: START_DAYS[startSpaces][compass],
      skulls: 0,
      hand: [],
      pending: [],
      victories: [],
      modifiers: [],
      nextModifiers: [],
      isHere: true,
    }),
  );
  const days = Array.from({ length: 20 }, () => perSpace);
  const table: RingTable = {
    options: settings,
    round: 1,
    tribes,
    days,
    pool: Math.max(0, tokensTotal - 20 * perSpace),
    out: 0,
    lake: { war: 0, rain: 0 },
    tally: { war: 0, rain: 0 },
    decks: { day: [], war: [], rain: [] },
    turn: newTurn(0, false),
    battles: [],
    agenda: [],
    phase: { kind: 'moving', seat: 0 },
    leaving: [],
  };
  return edition.setup(table, chance);
}

interface Playing {
  readonly seat: Seat;
  readonly move: Move;
  readonly chance: Chance;
}

function apply(
  edition: Edition,
  state: State,
  { seat, move, chance }: Playing,
): Applied<State, Event> | Refused<Reason> {
  const reason = refusal({ state, edition }, seat, move);
  if (reason !== undefined) return { ok: false, reason };
  return change(edition, state, chance, (work) => {
    work.isAsking = false;
    playMove(work, move);
    run(work);
  });
}

function leave(edition: Edition, state: State, { seat, chance }: Omit<Playing, 'move'>): Applied<State, Event> {
  const isGone = !isHere(state, seat) || state.leaving.includes(seat);
  if (state.phase.kind === 'over' || isGone) return { ok: true, state, events: [] };
  return change(edition, state, chance, (work) => {
    work.state.leaving = [...state.leaving, seat];
  });
}

const draftOf = (table: RingTable): Draft<RingTable> => ({ ...table, agenda: [...table.agenda] });

function change(edition: Edition, state: State, chance: Chance, act: (work: Work) => void): Applied<State, Event> {
  const work: Work = { state: draftOf(bare(state)), edition, chance, events: [], isAsking: true };
  act(work);
  settleLeaving(work);
  return { ok: true, ...hide(state, work.state, work.events) };
}

// The parts of a move: what it is about, what it costs and gives, and whether it ends the turn.

type RingMoveQuestion = SeenWith<RingView, Settings>;

function partsOf(prices: Prices, seen: RingMoveQuestion, move: Move): RingParts {
  const parts = { ...named(seen, move), ...effectsOf(prices, seen, move) };
  if (parts.verb !== 'take-card' || move.kind !== 'take-card') return parts;
  const card = prices.lying(seen, move);
  return card === undefined ? parts : { ...parts, card };
}

function effectsOf(prices: Prices, seen: RingMoveQuestion, move: Move): RingEffects {
  switch (move.kind) {
    case 'offer':
      return offeringEffects(prices, seen, move);
    case 'tonantzin':
      return { costs: paid(seen, prices.prayer(seen)), ...drawn(prices, seen, { deck: 'day' }) };
    case 'give':
      return { costs: paid(seen, move.n) };
    case 'skull':
      return { costs: paid(seen, 1) };
    case 'play':
      return played(seen, prices.card(seen, cardOf(move.card)));
    case 'pick':
      return picked(seen, move.card);
    case 'claim':
      return drawn(prices, seen, { deck: move.god });
    case 'draw':
      return { gives: { cards: 1, ...(seen.view.god !== '' && { deck: seen.view.god }) } };
    case 'take-card':
      return { gives: { cards: 1 } };
    case 'discard':
      return { costs: { cards: 1 } };
    case 'done':
      return finished(seen);
    case 'end':
      return stopped(seen);
    case 'roll':
    case 'pass':
    case 'decline':
    case 'take':
    case 'go':
    case 'cancel':
    case 'step':
    case 'extra':
    case 'attack':
    case 'fight':
    case 'choose':
      return {};
  }
}

function paid({ view, seat }: RingMoveQuestion, skulls: number) {
  return { skulls, left: at(view.tribes, seat).skulls - skulls };
}

function offeringEffects(prices: Prices, seen: RingMoveQuestion, { god, n = 1 }: Extract<Move, { kind: 'offer' }>) {
  const { skulls, orCards, mayDrawNothing = false } = prices.offering(seen);
  return {
    costs: orCards ? { skulls, orCards } : paid(seen, n * skulls),
    ...(mayDrawNothing ? {} : drawn(prices, seen, { deck: god, cards: n })),
  };
}

function drawn(
  prices: Prices,
  seen: RingMoveQuestion,
  { deck, cards = 1 }: { readonly deck: Deck; readonly cards?: number },
): RingEffects {
  return prices.hasCards(seen, deck) ? { gives: { cards, deck } } : {};
}

const played = (seen: RingMoveQuestion, skulls: number): RingEffects =>
  skulls === 0 ? {} : { costs: paid(seen, skulls) };

/** A dealt card is not in the hand yet. An exchanged one brings another card of its deck. */
function picked(seen: RingMoveQuestion, card: string): RingEffects {
  const { view } = seen;
  if (view.phase === 'dealing') return {};
  const parts = named(seen, { kind: 'pick', card });
  const costs = { cards: 1 };
  return parts.verb === 'pick' && parts.use === 'exchange'
    ? { costs, gives: { cards: 1, deck: homeDeck(card) } }
    : { costs };
}

/** After the last offering come the cards. A tribe without any ends its turn. */
function finished(seen: RingMoveQuestion): RingEffects {
  const { phase, hand, pending } = seen.view;
  if (phase === 'offering') return hand.length + pending.length === 0 ? { endsTurn: true } : {};
  return phase === 'playing' ? stopped(seen) : {};
}

/** The turn ends, and what the hand may not hold is discarded. */
function stopped({ view: { hand }, options: { handLimit } }: RingMoveQuestion): RingEffects {
  const excess = handLimit > 0 ? hand.length - handLimit : 0;
  return excess > 0 ? { endsTurn: true, costs: { cards: excess } } : { endsTurn: true };
}

// A seat gives up. Its open questions get the clock's answers, and its tribe leaves between two steps of the turn.

/** The move that the clock plays for an absent seat. */
function fallback(where: At, seat: Seat): Move {
  const legal = legalMoves(where, seat);
  const { phase, tally } = where.state;
  const usual = (move: Move) => {
    if (phase.kind === 'drawing') return move.kind === 'draw';
    if (phase.kind === 'claiming')
      return move.kind === 'claim' && move.god === (tally.rain < tally.war ? 'rain' : 'war');
    if (phase.kind === 'discarding') return move.kind === 'decline';
    return move.kind === 'pass' || move.kind === 'done';
  };
  return legal.find(usual) ?? at(legal, 0);
}

/** Runs after every answer: answers for leaving seats, and takes their tribes off the board once that is possible. */
function settleLeaving(work: Work): void {
  const { state } = work;
  while (state.leaving.length > 0 && state.phase.kind !== 'over') {
    if (isBetween(state)) retireAll(work);
    else if (state.leaving.includes(state.phase.seat)) answerFor(work, state.phase.seat);
    else return;
  }
}

const STEPS: readonly Task['kind'][] = [
  'begin-turn',
  'after-move',
  'ranged',
  'after-battles',
  'offer',
  'cards',
  'hand-limit',
  'end-turn',
];
const CALM: readonly RingTable['phase']['kind'][] = [
  'moving',
  'adding-steps',
  'ranged',
  'offering',
  'playing',
  'discarding',
];

/** Whether the agenda has only steps of the turn, so that no effect is unfinished. */
const isBetween = ({ agenda, phase }: RingTable): boolean =>
  CALM.includes(phase.kind) && agenda.every(({ kind }) => STEPS.includes(kind));

function answerFor(work: Work, seat: Seat): void {
  const move = fallback(work, seat);
  work.isAsking = false;
  playMove(work, move);
  run(work);
}

function retireAll(work: Work): void {
  const { state } = work;
  const { leaving } = state;
  state.leaving = [];
  for (const seat of leaving) if (isHere(state, seat) && state.phase.kind !== 'over') retire(work, seat);
  if (state.phase.kind === 'over') return;
  if (isHere(state, state.turn.seat)) return;
  state.agenda = [];
  work.isAsking = false;
  plan(work, { kind: 'end-turn' });
  run(work);
}

function retire(work: Work, seat: Seat): void {
  work.edition.retire(work, seat);
  work.state.tribes = work.state.tribes.with(seat, {
    ...at(work.state.tribes, seat),
    isHere: false,
    modifiers: [],
    nextModifiers: [],
  });
  tell(work, { kind: 'retired', seat });
  const [last, ...more] = present(work.state);
  if (more.length === 0 && last !== undefined) end(work, { reason: 'retired', winner: last });
}
