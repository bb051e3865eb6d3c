import type { Chance } from '../contract/chance.ts';
import {
  type Applied,
  type Game,
  type Refused,
  type Result,
  type Seat,
  SEATS,
  type Standing,
} from '../contract/game.ts';
import { at } from '../json.ts';
import { byTime, type CardId, type Colour, COLOURS, dealt } from './cards.ts';
import { CARD_WORDS } from './cardTexts.ts';
import { OPTIONS, PRESETS, type Settings } from './options.ts';
import {
  type City,
  cityOf,
  clockwise,
  type Event,
  type Hand,
  handOf,
  isHere,
  type Move,
  type Pile,
  PLACES,
  type Play,
  present,
  putBack,
  type Reason,
  type State,
  withCity,
  withHand,
  withPile,
} from './state.ts';
import { parts } from './parts.ts';
import { fallback, format, legalMoves, parse, refusal, toMove } from './moves.ts';
import { capture, closeChoices, end, hide, nextTaker, revealNext, show } from './revealing.ts';
import { type Line, scoresOf, tieBreaksOf, totalOf } from './scoring.ts';
import { type View, view, viewEvent } from './view.ts';

/** A drafting game of cities, temples and saucers. All players choose their cards at the same time and in secret. */
export const spaceAztecs: Game<State, Move, Event, View, Reason> = {
  id: 'space-aztecs',
  rulesVersion: 1,
  seats: [2, 6],
  usualSeats: 4,
  presets: PRESETS,
  options: OPTIONS,
  cards: CARD_WORDS,
  setup,
  optionAmiss,
  toMove,
  refusal,
  legalMoves,
  apply,
  fallback,
  leave,
  reshuffle,
  view,
  viewEvent,
  parts,
  result,
  standings: standingsOf,
  parse,
  format,
};

/** [D7] The highest total wins; then most Aztecs in the city, then most temples. After that the victory is shared. */
function result(state: State): Result | undefined {
  const { phase } = state;
  if (phase.kind !== 'over') return undefined;
  const standings = standingsOf(state);
  const winners = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  const { reason } = phase;
  if (reason === 'retired') return { result: 'forfeit', winners, standings, reason };
  return { result: winners.length > 1 ? 'draw' : 'win', winners, standings, reason };
}

/** [SA-24] Seats that have left come last. Equal ranks share a place. */
function standingsOf(state: State): readonly Standing[] {
  const scores = scoresOf(state.cities, state.removed);
  const ranked = clockwise(state, 0).map((seat) => {
    const lines = scores[seat] ?? [];
    return { seat, lines, rank: rankOf(state, cityOf(state, seat), totalOf(lines)) };
  });
  return ranked
    .toSorted((a, b) => compare(b.rank, a.rank) || a.seat - b.seat)
    .map(({ seat, lines, rank }) => {
      const place = 1 + ranked.filter((other) => compare(other.rank, rank) > 0).length;
      return standing(seat, place, lines);
    });
}

function rankOf({ options }: State, city: City, total: number): readonly number[] {
  if (!city.isHere) return [0];
  return options.tieBreak === 'shared' ? [1, total] : [1, total, ...tieBreaksOf(city)];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((n, i) => n !== b[i]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

const standing = (seat: Seat, place: number, lines: readonly Line[]): Standing => ({
  seat,
  place,
  score: totalOf(lines),
  breakdown: Object.fromEntries(lines),
});

/** [D11] A seat retires. Its city stays, other seats may rob it, and its saucers count for the end. */
function leave(state: State, seat: Seat): Applied<State, Event> {
  if (state.phase.kind === 'over' || !isHere(state, seat)) return { ok: true, state, events: [] };
  const story: Event[] = [{ kind: 'retired', seat }];
  const gone = returnHeld(withCity(state, seat, { isHere: false }), seat, story);
  return { ok: true, state: goOn(gone, seat, story), events: story };
}

/** Puts back a held pile or an announced card. The event does not show a secret choice. */
function returnHeld(state: State, seat: Seat, story: Event[]): State {
  const play = state.announced.find((one) => one.seat === seat);
  const { pile } = handOf(state, seat);
  if (play === undefined && pile === 0) return state;
  story.push({ kind: 'returned', seat, pile: play?.pile ?? pile });
  return play === undefined ? withHand(state, seat, { pile: 0, chosen: '' }) : unannounced(state, play);
}

const unannounced = (state: State, play: Play): State => ({
  ...putBack(state, play.pile, play.card),
  announced: state.announced.filter((one) => one !== play),
});

/** The match goes on without the seat. Its Aztec before a temple stays outside, and its saucer takes no more Aztecs. */
function goOn(state: State, seat: Seat, story: Event[]): State {
  const { phase } = state;
  if (present(state).length === 1) return end(tidied(state), 'retired', story);
  switch (phase.kind) {
    case 'taking':
      return nextTaker(state);
    case 'choosing':
      return closeChoices(state, story);
    case 'hiding':
      return phase.seat === seat ? revealNext(show(state, seat, phase.card), story) : state;
    case 'capturing':
      return phase.seat === seat ? revealNext(state, story) : state;
    case 'over':
      return state;
  }
}

/** The last seat no longer holds a pile. Announced cards are never revealed. */
function tidied(state: State): State {
  const shown = state.phase.kind === 'hiding' ? show(state, state.phase.seat, state.phase.card) : state;
  return present(shown).reduce((next, seat) => withHand(next, seat, { pile: 0, chosen: '' }), shown);
}

// [D3] The deal, and dealing unseen piles anew.

/** The most seats with which a set is removed. */
const MOST_SEATS_WITHOUT_A_SET = 4;

const EMPTY_CITY: City = { visible: [], temples: [], codices: [], saucers: [], isHere: true };

function setup(options: Settings, seats: number, chance: Chance): State {
  const removed = removedFor(options, seats, chance);
  const deck = chance.shuffle(dealt({ removed, codex: options.codex }));
  const starter = namedStarter(options, seats) ?? chance.pick(SEATS.slice(0, seats));
  return nextTaker({
    options,
    removed,
    round: 1,
    starter,
    piles: pilesOf(deck),
    announced: [],
    phase: { kind: 'choosing' },
    cities: Array.from({ length: seats }, () => EMPTY_CITY),
    hands: Array.from({ length: seats }, () => emptyHand(options)),
  });
}

/** The starting seat that the option names; undefined if it is random. */
function namedStarter({ startPlayer }: Pick<Settings, 'startPlayer'>, seats: number): Seat | undefined {
  if (startPlayer === 'host') return 0;
  return SEATS.slice(0, seats).find((seat) => startPlayer === `seat-${seat}`);
}

/** The starting player must sit at the table. */
function optionAmiss({ startPlayer }: Settings, seats: number): string | undefined {
  const isNamed = startPlayer !== 'random' && startPlayer !== 'host';
  return isNamed && namedStarter({ startPlayer }, seats) === undefined ? 'startPlayer' : undefined;
}

function removedFor({ removedSet }: Settings, seats: number, chance: Chance): Colour | 'none' {
  if (seats > MOST_SEATS_WITHOUT_A_SET) return 'none';
  return removedSet === 'random' ? chance.pick(COLOURS) : removedSet;
}

const emptyHand = ({ memoryAid }: Settings): Hand => ({
  pile: 0,
  chosen: '',
  memory: memoryAid === 'ownLog' ? PLACES.map(() => []) : [],
});

function pilesOf(deck: readonly CardId[]): readonly Pile[] {
  const cardsOf = (pile: number) => deck.filter((_, index) => index % PLACES.length === pile);
  return PLACES.map((_, pile) => ({ cards: byTime(cardsOf(pile)), isSeen: false }));
}

/** Deals anew the piles that no seat has ever held. All other cards are known to a seat. */
function reshuffle(state: State, chance: Chance): State {
  const unseen = state.piles.filter(({ isSeen }) => !isSeen);
  const cards = chance.shuffle(unseen.flatMap((pile) => pile.cards));
  const starts = unseen.map((_, index) => unseen.slice(0, index).reduce((sum, pile) => sum + pile.cards.length, 0));
  const redealt = (pile: Pile): Pile => {
    const start = at(starts, unseen.indexOf(pile));
    return { ...pile, cards: byTime(cards.slice(start, start + pile.cards.length)) };
  };
  return { ...state, piles: state.piles.map((pile) => (pile.isSeen ? pile : redealt(pile))) };
}

function apply(state: State, seat: Seat, move: Move): Applied<State, Event> | Refused<Reason> {
  const reason = refusal(state, seat, move);
  if (reason) return { ok: false, reason };
  const story: Event[] = [];
  return { ok: true, state: play(state, { seat, move }, story), events: story };
}

/** Plays a move. Only for moves that `refusal` allows. */
function play(state: State, { seat, move }: { readonly seat: Seat; readonly move: Move }, story: Event[]): State {
  switch (move.kind) {
    case 'take':
      return take(state, { seat, pile: move.pile }, story);
    case 'choose':
      story.push({ kind: 'chose', seat, card: move.card });
      return closeChoices(withHand(state, seat, { chosen: move.card }), story);
    case 'hide':
      return revealNext(hide(state, { seat, temple: move.temple, card: revealedIn(state) }, story), story);
    case 'show':
      return revealNext(show(state, seat, revealedIn(state)), story);
    case 'capture':
      return capture(state, { seat, victim: move.seat, card: move.card }, story);
  }
}

function take(state: State, { seat, pile }: { readonly seat: Seat; readonly pile: number }, story: Event[]): State {
  story.push({ kind: 'took', seat, pile });
  return nextTaker(withHand(withPile(state, pile, { isSeen: true }), seat, { pile }));
}

function revealedIn({ phase }: State): CardId {
  if (phase.kind !== 'hiding') throw new Error('no Aztec stands before a temple');
  return phase.card;
}
