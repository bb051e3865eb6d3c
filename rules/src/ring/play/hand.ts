/** How cards come into a hand and leave it. */
import type { Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { cardOf } from '../cards/cards.ts';
import type { Card, CardId, Deck, God } from '../model/card.ts';
import { ask, type At, change, isHere, others, plan, tell, tribeOf, type Work } from '../model/edition.ts';
import type { Dealt, Phase, RingTable, Task } from '../model/state.ts';

export const handOf = (state: Pick<RingTable, 'tribes'>, seat: Seat): readonly CardId[] => tribeOf(state, seat).hand;

/** The designs among these cards, each once, in the order of ids. */
export function designs(cards: readonly CardId[]): readonly CardId[] {
  const found: CardId[] = [];
  for (const card of cards) if (!found.includes(card)) found.push(card);
  return found.length > 1 ? found.sort() : found;
}

/** The deck to which a card goes back. */
export function homeDeck(id: CardId): Deck {
  const { deck } = cardOf(id);
  if (deck === 'week') throw new Error(`${id} is in no deck`);
  return deck;
}

/** Takes one copy of the card out of the hand. */
export function withdraw(work: Work, seat: Seat, card: CardId): void {
  const hand = handOf(work.state, seat);
  const index = hand.indexOf(card);
  if (index < 0) throw new Error(`seat ${seat} does not hold ${card}`);
  change(work, seat, { hand: hand.toSpliced(index, 1) });
}

/** Discards a hand card unused. */
export function discard(work: Work, seat: Seat, card: CardId): void {
  withdraw(work, seat, card);
  tell(work, { kind: 'card-discarded', seat, card });
  work.edition.lay(work, seat, card);
}

/** Gives a tribe a card: face up, among its waiting events, or into its hand, as the card's kind says. */
function receive(work: Work, seat: Seat, { card, deck }: { readonly card: CardId; readonly deck: Deck }): void {
  const { timing } = cardOf(card);
  const isVictory = timing === 'victory';
  const isOpen = isVictory && work.edition.areVictoriesOpen(work.state);
  const { hand, pending, victories } = tribeOf(work.state, seat);
  tell(work, { kind: 'card-drawn', seat, deck, card, isOpen });
  if (isVictory) change(work, seat, { victories: [...victories, card] });
  else if (timing === 'event') change(work, seat, { pending: [...pending, card] });
  else change(work, seat, { hand: [...hand, card] });
  work.edition.gained(work, seat);
}

/** Gives a hand card to another tribe. Only these two learn which card it is. */
export function handOver(work: Work, card: CardId, { from, to }: { readonly from: Seat; readonly to: Seat }): void {
  withdraw(work, from, card);
  change(work, to, { hand: [...handOf(work.state, to), card] });
  tell(work, { kind: 'card-given', from, to, card });
  work.edition.gained(work, to);
}

export const canPay = (state: RingTable, seat: Seat, cost: number): boolean => tribeOf(state, seat).skulls >= cost;
export const isLasting = ({ timing }: Card): boolean => timing === 'trap' || timing === 'linger';

// Drawing and dealing: the decks, their renewal, and the receiver of each card.

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

/** Whether the deck has this many cards. A deck with too few is renewed first. */
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
  state: RingTable,
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
