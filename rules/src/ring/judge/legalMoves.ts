/**
 * The legal moves of a phase, in canonical order: the candidates that `refusal` lets through. Two long lists are not
 * judged again, because the judge itself goes by them: the aims of a card and the cards of the piles.
 */
import type { Seat } from '../../contract/game.ts';
import { cardOf } from '../cards/cards.ts';
import { DAYS, type Day } from '../model/calendar.ts';
import { type CardId, GODS, type God } from '../model/card.ts';
import { type At, others, tribeOf } from '../model/edition.ts';
import type { Aim, Move } from '../model/move.ts';
import type { Choice, Phase, RingTable } from '../model/state.ts';
import { designs, handOf } from '../play/hand.ts';
import { offers } from '../play/offering.ts';
import { aims, stepsOf } from '../play/playingCards.ts';
import { refusal, refusalOfCard } from './refusal.ts';

const NONE: readonly Move[] = [];
const say = (
  ...kinds: readonly ('roll' | 'pass' | 'skull' | 'draw' | 'decline' | 'discard' | 'done')[]
): readonly Move[] => kinds.map((kind) => ({ kind }));
const EVERY_DAY: readonly Day[] = Array.from({ length: DAYS }, (_, index) => index + 1);
const DONE = say('done');
const PASS = say('pass');
const ROLL = say('roll');
const SKULL = say('skull');
const KEEP = say('decline');
const DRAWS = say('draw', 'decline');
const STOPS = say('discard', 'done');

export function legalMoves(where: At, seat: Seat): readonly Move[] {
  const { phase } = where.state;
  if (phase.kind === 'over' || phase.seat !== seat) return NONE;
  const moves = candidates(where, seat);
  return IS_JUDGED.has(phase.kind) ? moves : judged(where, seat, moves);
}

const judged = (where: At, seat: Seat, moves: readonly Move[]): readonly Move[] =>
  moves.filter((move) => refusal(where, seat, move) === undefined);

/** The phases whose candidates are legal. */
const IS_JUDGED: ReadonlySet<Phase['kind']> = new Set(['playing', 'drawing']);

function candidates(where: At, seat: Seat): readonly Move[] {
  const { state, edition } = where;
  const { phase } = state;
  switch (phase.kind) {
    case 'moving':
      return movesBy(edition.movement(state));
    case 'adding-steps':
      return Array.from({ length: phase.most + 1 }, (_, n) => ({ kind: 'extra', n }));
    case 'choosing-opponent':
      return phase.foes.toSorted().map((foe) => ({ kind: 'fight', target: tribeOf(state, foe).compass }));
    case 'ranged':
      return [
        ...edition
          .rangedTargets(state)
          .toSorted()
          .map((foe): Move => ({ kind: 'attack', target: tribeOf(state, foe).compass })),
        ...PASS,
      ];
    case 'battle':
    case 'reacting':
      return [...designs(handOf(state, seat)).map((card): Move => ({ kind: 'play', card, aim: {} })), ...PASS];
    case 'offering':
      return offers(where);
    case 'sacrificing':
      return [...SKULL, ...picks(handOf(state, seat))];
    case 'drawing':
      return [...judged(where, seat, DRAWS), ...taking(where, phase.god)];
    case 'playing':
      return [...plays(where, seat), ...STOPS];
    case 'discarding':
      return [...picks(handOf(state, seat)), ...KEEP];
    case 'picking':
      return [...picks(handOf(state, seat)), ...DONE];
    case 'choosing':
      return choices(state, phase.choice);
    case 'dealing':
      return [...picks(phase.looked), ...PASS];
    case 'giving':
      return choices(state, { of: 'seat', seats: others(state, seat).toSorted() });
    case 'paying-card':
    case 'claiming':
    case 'cancelling':
    case 'taking-disc':
      return edition.candidates(state);
    case 'over':
      return NONE;
  }
}

function movesBy(movement: 'roll' | 'anywhere' | 'one-step'): readonly Move[] {
  if (movement === 'roll') return ROLL;
  if (movement === 'anywhere') return EVERY_DAY.map((day) => ({ kind: 'go', day }));
  return [1, -1].map((n) => ({ kind: 'step', n }));
}

const picks = (cards: readonly CardId[]): readonly Move[] => designs(cards).map((card) => ({ kind: 'pick', card }));

/** All plays of hand cards that the card step allows, with every aim. */
function plays(where: At, seat: Seat): readonly Move[] {
  const cards = designs(handOf(where.state, seat)).filter((card) => refusalOfCard(where, seat, card) === undefined);
  return cards.flatMap((card) =>
    aims(where.state, seat, cardOf(card)).map((aim): Move => ({ kind: 'play', card, aim })),
  );
}

const taking = ({ state, edition }: At, god: God): readonly Move[] =>
  edition.takeable(state, god).map((place): Move => ({ kind: 'take-card', ...place }));

function choices(state: RingTable, choice: Choice): readonly Move[] {
  const aimed = (list: readonly Aim[]) => list.map((aim): Move => ({ kind: 'choose', aim }));
  switch (choice.of) {
    case 'seat':
      return aimed(choice.seats.map((seat) => ({ target: tribeOf(state, seat).compass })));
    case 'steps':
      return aimed(stepsOf(choice).map((steps) => ({ steps })));
    case 'god':
      return aimed(GODS.map((god) => ({ god })));
    case 'day':
      return aimed(EVERY_DAY.map((day) => ({ day })));
  }
}
