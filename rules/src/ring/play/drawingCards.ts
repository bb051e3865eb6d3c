/** Drawing and dealing: the decks, their renewal, and the receiver of each card. */

import type { Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import type { CardId, Deck, God } from '../model/card.ts';
import type { At, Work } from '../model/edition.ts';
import type { Dealt, Phase, Table, Task } from '../model/state.ts';
import { isHere, others } from '../model/tribes.ts';
import { ask, plan, tell } from './agenda.ts';
import { homeDeck, receive } from './hand.ts';

/** Draws one card. Other tribes may prevent it; the card then stays on its deck. */
export function draw(work: Work, { seat, deck }: Extract<Task, { kind: 'draw' }>): void {
  if (!isHere(work.state, seat)) return;
  if (!isReady(work, deck, 1)) return tell(work, { kind: 'deck-empty', deck });
  const asked = others(work.state, seat);
  plan(work, { kind: 'window', moment: 'draw', asked, by: seat }, { kind: 'take-top', seat, deck });
}

export function takeTop(work: Work, { seat, deck }: Extract<Task, { kind: 'take-top' }>): void {
  const [card] = lift(work, deck, 1);
  if (card !== undefined && isHere(work.state, seat)) receive(work, seat, { card, deck });
}

/** Whether the deck has so many cards. A deck with too few is renewed first. */
function isReady(work: Work, deck: Deck, n: number): boolean {
  if (work.state.decks[deck].length < n) work.edition.rebuild(work, deck);
  return work.state.decks[deck].length >= n;
}

/** Whether a draw could bring a card. */
export const canDraw = (work: At, deck: Deck): boolean =>
  work.state.decks[deck].length > 0 || work.edition.usedCards(work.state, deck) > 0;

/** Takes the top cards off a deck, the topmost first. */
function lift({ state }: Work, deck: Deck, n: number): readonly CardId[] {
  const cards = state.decks[deck];
  const rest = Math.max(0, cards.length - n);
  state.decks = { ...state.decks, [deck]: cards.slice(0, rest) };
  return cards.slice(rest).toReversed();
}

/** `seat` looks at the top cards and hands them out: one each, or one to keep and one to give away. */
export function deal(
  work: Work,
  seat: Seat,
  { god, mode }: { readonly god: God; readonly mode: 'keep-give' | 'one-each' },
): void {
  const wanted = mode === 'one-each' ? 1 + others(work.state, seat).length : 2;
  isReady(work, god, wanted);
  const looked = lift(work, god, wanted);
  if (looked.length === 0) return tell(work, { kind: 'deck-empty', deck: god });
  if (looked.length === 1 && mode === 'keep-give') return handOut(work, [{ seat, card: at(looked, 0) }]);
  ask(work, { kind: 'dealing', seat, mode, looked, dealt: [] });
}

type Dealing = Extract<Phase, { kind: 'dealing' }>;

/** The seat that gets the next card. With one card each, all get one in order, beginning with the dealer. */
export function receiver(
  state: Table,
  { seat, mode, looked, dealt }: Dealing,
): { readonly seat: Seat; readonly maySkip: boolean } {
  const order = mode === 'one-each' ? [seat, ...others(state, seat)] : [seat];
  const open = order.filter((one) => !dealt.some((done) => done.seat === one));
  return { seat: at(open, 0), maySkip: open.length > looked.length };
}

/** Gives this card, or none, to the next receiver. */
export function dealOne(work: Work, dealing: Dealing, card: CardId | undefined): void {
  const { seat } = receiver(work.state, dealing);
  const dealt: readonly Dealt[] = [...dealing.dealt, { seat, ...(card !== undefined && { card }) }];
  const looked = card === undefined ? dealing.looked : dealing.looked.toSpliced(dealing.looked.indexOf(card), 1);
  if (dealing.mode === 'keep-give')
    return ask(work, { kind: 'giving', seat: dealing.seat, kept: at(dealt, 0).card ?? '', given: at(looked, 0) });
  if (looked.length > 0) return ask(work, { ...dealing, looked, dealt });
  handOut(work, dealt);
}

export function give(work: Work, { seat, kept, given }: Extract<Phase, { kind: 'giving' }>, to: Seat): void {
  handOut(work, [
    { seat, card: kept },
    { seat: to, card: given },
  ]);
}

/**
 * Hands the dealt cards to their seats, the dealer first. If one of them ends the match, the rest are still handed out.
 */
function handOut(work: Work, dealt: readonly Dealt[]): void {
  for (const { seat, card } of dealt) if (card !== undefined) receive(work, seat, { card, deck: homeDeck(card) });
}
