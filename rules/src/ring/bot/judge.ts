/** What an edition tells its bot about worth. The unit is a skull in the own hand. */
import type { Day } from '../model/calendar.ts';
import type { Card, CardId, Deck } from '../model/card.ts';
import type { Move } from '../model/move.ts';
import type { TurnModifier } from '../model/state.ts';
import type { Rival, Sight } from './sight.ts';

export interface Judge {
  readonly sight: Sight;
  readonly weights: Weights;
  /** Whether skulls leave the days. */
  readonly isFlooded: boolean;
  /** One own skull more or less. */
  readonly skull: number;
  /** What it is worth that this rival loses a skull. */
  envy(rival: Rival): number;
  /** How much it matters who wins: the rival to hurt has the most. */
  threat(rival: Rival): number;
  costOf(card: Card): number;
  /** A card as long as it is held. */
  worth(card: CardId): number;
  /** The next card of a deck. */
  drawn(deck: Deck): number;
  landing(day: Day): number;
  /** To take the last skull of a day. */
  emptying(day: Day): number;
  week(day: Day): number;
  /** What is at stake in most battles. */
  readonly usualStake: number;
  /** What a battle is about when the totals are these, before cards change it. */
  stake(mine: number, theirs: number): number;
  /** Pips that the sides are ahead by, before dice and cards. Cortes is no rival. */
  ahead(rival: Rival, side: 'attacker' | 'defender'): number;
  winning(rival: Rival | undefined, stake: number): number;
  losing(rival: Rival | undefined, stake: number): number;
  /** A trap or a lingering card on the day where one stands. */
  laying(card: Card): number;
  /** To put any card on that day: what lies there works no more. */
  covering(): number;
  /** What only this edition asks, and offerings. */
  editionMove(move: Move): number;
}

/** What weighs alike whatever is going on. */
export interface Weights {
  /** Part of a card's worth that is lost when it is used: the rest would come to nothing anyway. */
  readonly patience: number;
  /** One more of each. */
  readonly changes: Readonly<Record<TurnModifier['kind'], number>>;
  /** A hand card of somebody else. */
  readonly strangeCard: number;
  /** Bots that never dare are dull: added to any attack. */
  readonly boldness: number;
}
