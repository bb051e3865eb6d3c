/** Makes offerings of beads. The rules judge them like a tap on a screen. */
import type { AnyGame, Seat, Slot } from '@flower-war/rules';
import { settled } from '../beads/account.ts';
import { advanced, chanceOf, type JudgedEntry, type Position, refused } from '../position/position.ts';
import { isReady, liveTemples, readyBeads, slotsInOrder, withTemple } from '../position/temples.ts';

interface Next {
  readonly temple: string;
  readonly seat: Seat;
  readonly slot: Slot;
  readonly price: number;
  readonly moves: readonly unknown[];
}

/** What a match must do by itself now: draw a card that is owed, or make an offering of waiting beads. */
export function templeDue(
  engine: AnyGame,
  position: Position,
): { readonly what: 'drawn' | 'offered'; readonly temple: string } | undefined {
  const { gift } = position.temples;
  if (gift !== undefined && position.status === 'running' && position.pause === undefined)
    return { what: 'drawn', temple: gift.temple };
  const next = nextOffering(engine, position);
  return next && { what: 'offered', temple: next.temple };
}

/** The seat that is in its offering step now, if it uses a temple. */
function offeringSeat(engine: AnyGame, { status, state, pause, temples }: Position): Seat | undefined {
  if (status !== 'running' || pause !== undefined || engine.temple === undefined) return undefined;
  const standing = engine.temple.standing(state);
  return standing?.step === 'now' && !temples.byHand.includes(standing.seat) ? standing.seat : undefined;
}

/** The offering that is made next, if the beads for it are there. */
function nextOffering(engine: AnyGame, position: Position): Next | undefined {
  const seat = offeringSeat(engine, position);
  if (seat === undefined || position.temples.gift !== undefined) return undefined;
  for (const [temple, bound] of liveTemples(position))
    for (const slot of slotsInOrder(bound, seat)) {
      const offering = engine.temple?.offering(position.state, seat, slot);
      if (typeof offering !== 'object' || readyBeads(bound, slot, seat) < offering.price) continue;
      return { temple, seat, slot, ...offering };
    }
  return undefined;
}

/**
 * Makes the next offering; `undefined` if none can be made. Each is an entry of its own, since its outcome may be
 * hidden.
 */
export function offerNext(engine: AnyGame, position: Position, seq: number): JudgedEntry | undefined {
  const next = nextOffering(engine, position);
  const bound = next && position.temples.all.get(next.temple);
  if (next === undefined || bound === undefined) return undefined;
  const { temple, seat, slot, price } = next;
  const isMeant = isReady(bound, slot, seat);
  const paid = { ...bound, account: settled(bound.account, { isMeant, most: price }, 'ok') };
  const temples = withTemple(position, temple, paid);
  const played = playAll(engine, { ...position, temples }, { ...next, seq });
  if (!played.ok || played.position.status !== 'running') return played;
  const isOwed = engine.temple?.gift(played.position.state, seat) !== undefined;
  return isOwed ? { ...played, position: withGift(played.position, { temple, seat }) } : played;
}

/** Draws the card of the last offering. */
export function drawGift(engine: AnyGame, position: Position, seq: number): JudgedEntry {
  const seat = position.temples.gift?.seat;
  const draw: unknown = seat === undefined ? undefined : engine.temple?.gift(position.state, seat);
  if (seat === undefined || draw === undefined) return refused('nothing-to-draw');
  return playAll(engine, withGift(position, undefined), { seat, moves: [draw], seq });
}

function withGift(position: Position, gift: Position['temples']['gift']): Position {
  return { ...position, temples: { ...position.temples, gift } };
}

interface Played {
  readonly seat: Seat;
  readonly moves: readonly unknown[];
  readonly seq: number;
}

/** Plays moves that the rules themselves named. A refusal of one is a bug in the rules. */
function playAll(engine: AnyGame, position: Position, { seat, moves, seq }: Played): JudgedEntry {
  const { chance, drew } = chanceOf(position, seq);
  let { state } = position;
  const events: unknown[] = [];
  for (const move of moves) {
    const applied = engine.apply(state, seat, move, chance);
    if (!applied.ok) return refused(applied.reason);
    state = applied.state;
    events.push(...applied.events);
  }
  return { ...advanced(engine, { ...position, state }, events), drew: drew(), actor: seat };
}
