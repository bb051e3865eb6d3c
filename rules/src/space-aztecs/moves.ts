/** The moves: whose they are, which are legal and why others are not, and how they are written. */
import { type Seat, SEATS } from '../contract/game.ts';
import { at } from '../json.ts';
import { type CardId, CARDS, type Colour, colourOf } from './cards.ts';
import {
  aztecOf,
  cityOf,
  handOf,
  isHere,
  type Move,
  type Phase,
  pileOf,
  PLACES,
  present,
  type Reason,
  type State,
  templesFor,
  visibleOf,
} from './state.ts';

/** All seats that must decide now. While all choose, these are the seats that have not chosen yet. */
export function toMove(state: State): readonly Seat[] {
  const { phase } = state;
  switch (phase.kind) {
    case 'over':
      return [];
    case 'choosing':
      return present(state).filter((seat) => handOf(state, seat).chosen === '');
    case 'taking':
    case 'hiding':
    case 'capturing':
      return [phase.seat];
  }
}

/**
 * Why this move may not be played now. While all choose, it reads only the seat's own pile, so that it tells no secret.
 */
export function refusal(state: State, seat: Seat, move: Move): Reason | undefined {
  const { phase } = state;
  if (phase.kind !== 'over' && !mayAct(state, seat)) return 'not-your-turn';
  switch (phase.kind) {
    case 'taking':
      return move.kind === 'take' ? refusalToTake(state, move.pile) : 'take-first';
    case 'choosing':
      return move.kind === 'choose' ? refusalToChoose(state, seat, move.card) : 'choose-first';
    case 'hiding':
      return refusalToHide(state, phase, move);
    case 'capturing':
      return move.kind === 'capture' ? refusalToCapture(state, phase, move) : 'capture-first';
    case 'over':
      return 'match-over';
  }
}

/** Whether the seat may act. It may change its choice as long as another seat has not chosen. */
const mayAct = (state: State, seat: Seat): boolean =>
  state.phase.kind === 'choosing' ? isHere(state, seat) : toMove(state).includes(seat);

function refusalToTake(state: State, pile: number): Reason | undefined {
  if (state.hands.some((hand) => hand.pile === pile)) return 'pile-held';
  return pileOf(state, pile).cards.length === 0 ? 'pile-empty' : undefined;
}

function refusalToChoose(state: State, seat: Seat, card: CardId): Reason | undefined {
  return heldBy(state, seat).includes(card) ? undefined : 'not-in-your-pile';
}

function refusalToHide(state: State, { seat, card }: Hiding, move: Move): Reason | undefined {
  if (move.kind === 'show') return undefined;
  if (move.kind !== 'hide') return 'hide-or-show';
  const temples = templesFor(cityOf(state, seat), aztecOf(card).colour);
  return temples.some((temple) => temple.card === move.temple) ? undefined : 'no-such-temple';
}

function refusalToCapture(state: State, { seat, victim }: Capturing, move: Capture): Reason | undefined {
  if (move.seat !== victim) return 'not-that-seat';
  return captives(state, { seat, victim }).includes(move.card) ? undefined : 'no-such-captive';
}

type Hiding = Extract<Phase, { kind: 'hiding' }>;
type Capturing = Pick<Extract<Phase, { kind: 'capturing' }>, 'seat' | 'victim'>;
type Capture = Extract<Move, { kind: 'capture' }>;

/** The Aztecs that the seat's last saucer may take from this victim. */
export function captives(state: State, { seat, victim }: Capturing): readonly CardId[] {
  return visibleOf(cityOf(state, victim), saucerColour(state, seat));
}

function saucerColour(state: State, seat: Seat): Colour {
  const { saucers } = cityOf(state, seat);
  const colour = colourOf(at(saucers, saucers.length - 1).card);
  if (colour === undefined) throw new Error('every saucer has a colour');
  return colour;
}

/** The cards of the pile that the seat holds. */
function heldBy(state: State, seat: Seat): readonly CardId[] {
  const { pile } = handOf(state, seat);
  return pile === 0 ? [] : pileOf(state, pile).cards;
}

/** Legal moves in canonical order: by verb as listed, then by pile or card id. */
export function legalMoves(state: State, seat: Seat): readonly Move[] {
  if (state.phase.kind === 'over' || !mayAct(state, seat)) return [];
  return candidates(state, seat).filter((move) => refusal(state, seat, move) === undefined);
}

function candidates(state: State, seat: Seat): readonly Move[] {
  const { phase } = state;
  switch (phase.kind) {
    case 'taking':
      return state.piles.map((_, index) => takePile(index + 1));
    case 'choosing':
      return heldBy(state, seat).toSorted().map(chooseCard);
    case 'hiding':
      return [
        ...cityOf(state, seat)
          .temples.map(({ card }) => card)
          .toSorted()
          .map(hideUnder),
        SHOW,
      ];
    case 'capturing':
      return captives(state, phase)
        .toSorted()
        .map((card) => captureFrom(phase.victim, card));
    case 'over':
      return [];
  }
}

/**
 * [D4] The clock chooses the card with the earliest time, which is the first. Otherwise it plays the first legal move.
 */
export function fallback(state: State, seat: Seat): Move {
  return state.phase.kind === 'choosing' ? chooseCard(at(heldBy(state, seat), 0)) : at(legalMoves(state, seat), 0);
}

// Moves as text and back: `take 3`, `choose X5`, `hide P-T1`, `show`, `capture @1 Y-A08` (seats from 0).

export function format(move: Move): string {
  switch (move.kind) {
    case 'take':
      return `take ${move.pile}`;
    case 'choose':
      return `choose ${move.card}`;
    case 'hide':
      return `hide ${move.temple}`;
    case 'show':
      return 'show';
    case 'capture':
      return `capture @${move.seat} ${move.card}`;
  }
}

/** Each move exists once, because moves never change. */
export const SHOW: Move = { kind: 'show' };

const idsOf = (kind: 'aztec' | 'temple'): readonly CardId[] =>
  CARDS.filter((card) => card.kind === kind).map(({ id }) => id);

/** All moves of the notation. */
export const EVERY_MOVE: readonly Move[] = [
  ...PLACES.map((_, index): Move => ({ kind: 'take', pile: index + 1 })),
  ...CARDS.map(({ id }): Move => ({ kind: 'choose', card: id })),
  ...idsOf('temple').map((temple): Move => ({ kind: 'hide', temple })),
  SHOW,
  ...SEATS.flatMap((seat) => idsOf('aztec').map((card): Move => ({ kind: 'capture', seat, card }))),
];

const BY_TEXT: ReadonlyMap<string, Move> = new Map(EVERY_MOVE.map((move) => [format(move), move]));

export function parse(text: string): Move | undefined {
  return BY_TEXT.get(text);
}

const known = (text: string): Move => {
  const move = parse(text);
  if (move === undefined) throw new Error(`no move is written ${text}`);
  return move;
};

const takePile = (pile: number): Move => known(`take ${pile}`);
const chooseCard = (card: CardId): Move => known(`choose ${card}`);
const hideUnder = (temple: CardId): Move => known(`hide ${temple}`);
const captureFrom = (seat: Seat, card: CardId): Move => known(`capture @${seat} ${card}`);
