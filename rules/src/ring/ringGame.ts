/** Makes a game of an edition: it implements the contract for all editions on the ring. */

import type { Chance } from '../contract/chance.ts';
import type { Applied, CardWords, Game, Question, Refused, Seat } from '../contract/game.ts';
import type { SpellingCapability, TempleCapability, WindowsCapability } from './capabilities/temple.ts';
import { cardOf } from './cards/cards.ts';
import { faceOf, textOf, titleOf } from './cards/cardText.ts';
import { habitsIn, type RingHabits } from './habits/habits.ts';
import { legalMoves } from './judge/legalMoves.ts';
import { format, notation, parse } from './judge/notation.ts';
import { refusal } from './judge/refusal.ts';
import { START_DAYS } from './model/calendar.ts';
import type { CardId } from './model/card.ts';
import type { Draft, Edition, Work } from './model/edition.ts';
import type { Event } from './model/event.ts';
import type { Move, Reason } from './model/move.ts';
import type { Settings } from './model/options.ts';
import type { RingTable, Tribe } from './model/state.ts';
import { isHere } from './model/tribes.ts';
import { partsOf } from './parts/partsOf.ts';
import type { Prices } from './parts/named.ts';
import type { RingParts } from './parts/ringParts.ts';
import { playMove } from './play/playMove.ts';
import { run } from './play/run.ts';
import { newTurn } from './play/turn.ts';
import { fallback, settleLeaving } from './retiring.ts';
import { templeOf } from './temple.ts';
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
