/** What an edition tells its bot about worth. The unit is one skull of the bot's own. */
import type { Chance } from '../../contract/chance.ts';
import { type Question, type Seat, SEATS } from '../../contract/game.ts';
import { at } from '../../json.ts';
import type { Day } from '../model/calendar.ts';
import type { Card, CardId, Deck } from '../model/card.ts';
import type { Move } from '../model/move.ts';
import type { TurnModifier } from '../model/state.ts';
import type { RingView, TribeView } from '../view/view.ts';

export interface Judge {
  readonly sight: Sight;
  readonly weights: Weights;
  /** Whether skulls no longer leave the days. */
  readonly isFlooded: boolean;
  /** One more or less of our own skulls. */
  readonly skull: number;
  /** What it is worth that this rival loses a skull. */
  envy(rival: Rival): number;
  /** How dangerous a rival is. The bot hurts the most dangerous one. */
  threat(rival: Rival): number;
  costOf(card: Card): number;
  /** What holding this card is worth. */
  worth(card: CardId): number;
  /** What the next card of this deck is worth. */
  drawn(deck: Deck): number;
  landing(day: Day): number;
  /** What taking the last skull of this day is worth. */
  emptying(day: Day): number;
  week(day: Day): number;
  /** The stake of most battles. */
  readonly usualStake: number;
  /** The stake of a battle with these totals, before cards change it. */
  stake(mine: number, theirs: number): number;
  /** The pips that we are ahead of a rival, before dice and cards. Cortes is not a rival. */
  ahead(rival: Rival, side: 'attacker' | 'defender'): number;
  winning(rival: Rival | undefined, stake: number): number;
  losing(rival: Rival | undefined, stake: number): number;
  /** What laying a trap or a lingering card on our day is worth. */
  laying(card: Card): number;
  /** What laying any card on our day is worth, because the card below it no longer works. */
  covering(): number;
  /** What a move that only this edition has is worth, or an offering. */
  editionMove(move: Move): number;
}

/** Weights that stay the same in every situation. */
export interface Weights {
  /** The part of a card's worth that counts as lost when the card is used. */
  readonly patience: number;
  /** What one more of each modifier is worth. */
  readonly changes: Readonly<Record<TurnModifier['kind'], number>>;
  /** A hand card of a rival. */
  readonly strangeCard: number;
  /** Added to the worth of any attack, because a bot that never dares is dull. */
  readonly boldness: number;
}

// What a bot sees before it judges: its own tribe, its rivals and its legal moves.

export interface Rival {
  readonly seat: Seat;
  readonly tribe: TribeView;
}

export interface Sight<V extends RingView = RingView> {
  readonly view: V;
  readonly me: Seat;
  readonly own: TribeView;
  readonly rivals: readonly Rival[];
}

export function sightOf<V extends RingView>(view: V, me: Seat): Sight<V> {
  const rivals = SEATS.flatMap((seat) => {
    const tribe = view.tribes[seat];
    return tribe?.here === true && seat !== me ? [{ seat, tribe }] : [];
  });
  return { view, me, own: at(view.tribes, me), rivals };
}

/**
 * The question with single acts alone. A bot loses nothing by being asked again after each of them, and it learns what each has brought. It
 * cannot judge several at once, because it does not know the cards that they draw.
 */
export function singly<V, O>(question: Question<V, Move, O>): Question<V, Move, O> {
  const legal = question.legal.filter(
    (move) => move.kind !== 'end' && !(move.kind === 'offer' && move.n !== undefined),
  );
  return legal.length < question.legal.length ? { ...question, legal } : question;
}

/** Picks at random among the moves with the highest score. */
export function best<M>(legal: readonly M[], score: (move: M) => number, chance: Chance): M {
  if (legal.length === 1) return at(legal, 0);
  const scores = legal.map(score);
  const highest = Math.max(...scores);
  return chance.pick(legal.filter((_, index) => scores[index] === highest));
}
