/** Turns skulls that are dropped into a real temple into offerings, as if a player had tapped them on a screen. */
import type { Seat } from '../contract/game.ts';
import type { Offering, OfferingStep, Slot, TempleCapability, TempleLights } from './capabilities.ts';
import { type Edition, tribeOf } from './model/edition.ts';
import type { Move } from './model/move.ts';
import type { Phase, Task } from './model/state.ts';
import { canDraw, handOf } from './play/hand.ts';
import { offerRefusal } from './play/offering.ts';
import type { State } from './view/hidden.ts';
import type { RingView } from './view/view.ts';

/** The phases of the offering step. */
const OFFERING: readonly Phase['kind'][] = ['offering', 'sacrificing', 'drawing'];
const CARDS: readonly Phase['kind'][] = ['playing', 'discarding', 'picking', 'dealing', 'giving', 'paying-card'];
const SKULL: Move = { kind: 'skull' };

export function templeOf<V extends object>(edition: Edition): TempleCapability<State, Move, V> {
  return {
    standing,
    canPay: (state, seat) => tribeOf(state, seat).skulls >= edition.offerPrice(state, seat),
    offering: (state, seat, slot) => (asks(state, seat) ? offering(edition, state, { seat, slot }) : 'not-now'),
    gift: (state, seat) => (asks(state, seat) ? gift(edition, state) : undefined),
    pays: ({ kind }) => kind === 'offer' || kind === 'skull',
    lights: (view) => lights(edition, view as object as RingView),
  };
}

const asks = ({ phase }: State, seat: Seat): boolean => phase.kind !== 'over' && phase.seat === seat;

function standing({ phase, turn: { seat }, agenda }: State): OfferingStep | undefined {
  if (phase.kind === 'over') return undefined;
  const isPlanned = (kinds: readonly Task['kind'][]) => agenda.some(({ kind }) => kinds.includes(kind));
  const isAhead = phase.kind === 'moving' || isPlanned(['begin-turn', 'after-move', 'ranged', 'offer']);
  // Tasks before the offerings are still planned when they ask. A card that moves a tribe may come in between.
  const isNow = phase.kind === 'offering' || (isAhead && OFFERING.includes(phase.kind) && !isPlanned(EARLIER));
  if (isNow && phase.seat === seat) return { seat, step: 'now' };
  return { seat, step: isAhead ? 'before' : 'after' };
}

const EARLIER: readonly Task['kind'][] = [
  'begin-turn',
  'after-move',
  'arrive',
  'visit',
  'ranged',
  'after-battles',
  'fights',
  'fight',
  'dice',
  'exchange',
  'settle',
  'stake',
  'end-battle',
];

function offering(
  edition: Edition,
  state: State,
  { seat, slot }: { readonly seat: Seat; readonly slot: Slot },
): Offering<Move> | 'no-skulls' | 'not-now' {
  const { phase } = state;
  const { skulls } = tribeOf(state, seat);
  if (phase.kind === 'sacrificing') {
    if (phase.god !== slot) return 'not-now';
    return skulls > 0 ? { price: 1, moves: [SKULL] } : 'no-skulls';
  }
  if (phase.kind !== 'offering') return 'not-now';
  const offer: Move = { kind: 'offer', god: slot };
  const refused = offerRefusal({ state, edition }, offer);
  if (refused === 'too-few-skulls' || (refused === undefined && skulls === 0)) return 'no-skulls';
  if (refused !== undefined) return 'not-now';
  // Where cards may stand for skulls, each skull is paid singly.
  const isPaidSingly = edition.takesCards(state) && handOf(state, seat).length > 0;
  return isPaidSingly
    ? { price: 1, moves: [offer, SKULL] }
    : { price: edition.offerPrice(state, seat), moves: [offer] };
}

/** The move that draws the card for an offering; undefined if the seat could take a card from a pile instead. */
function gift(edition: Edition, state: State): Move | undefined {
  const { phase } = state;
  if (phase.kind !== 'drawing' || edition.takeable(state, phase.god).length > 0) return undefined;
  return canDraw({ state, edition }, phase.god) ? { kind: 'draw' } : undefined;
}

function lights(edition: Edition, view: RingView): TempleLights {
  const { turn, countdown: of, warTally: war, rainTally: rain } = view;
  const counting = edition.roundsLeft(view);
  return {
    phase: phaseOf(view.phase),
    turn,
    counts: { war, rain },
    ...(counting && { apocalypse: { ...counting, of, forestalled: edition.isLevel(view) } }),
  };
}

function phaseOf(phase: Phase['kind']): TempleLights['phase'] {
  if (phase === 'over') return 'over';
  if (OFFERING.includes(phase)) return 'offer';
  return CARDS.includes(phase) ? 'play' : 'move';
}
