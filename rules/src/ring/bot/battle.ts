/** Battles for a bot: what one is worth before the dice are rolled, and which card to play afterwards. */
import { cardOf } from '../cards/cards.ts';
import type { Card, CardId, Effect } from '../model/card.ts';
import type { BattleView } from '../view/view.ts';
import type { Judge, Rival } from './worth.ts';

/** What attacking is worth before the dice are rolled. */
export function fight(
  judge: Judge,
  rival: Rival,
  { roll, stake }: { readonly roll: number; readonly stake: number },
): number {
  const { win, lose } = oddsAhead(judge.ahead(rival, 'attacker') + roll);
  const at = judge.usualStake + stake;
  return win * judge.winning(rival, at) - lose * judge.losing(rival, at) + judge.weights.boldness;
}

/** What being attacked is worth; negative if it costs. */
export function defence(judge: Judge, rival: Rival, roll: number): number {
  const { win, lose } = oddsAhead(judge.ahead(rival, 'defender') - roll);
  const at = judge.usualStake;
  return win * judge.winning(rival, at) - lose * judge.losing(rival, at);
}

/** A battle in which the sides are playing cards. */
interface Position {
  readonly rival: Rival | undefined;
  readonly mine: Die;
  readonly theirs: Die;
  /** The pips that our cards and bonuses are ahead. */
  readonly ahead: number;
  readonly bonus: number;
  readonly stake: number;
  readonly isCoin: boolean;
}

export function positionOf({ sight }: Judge): Position {
  const { battle } = sight.view;
  const isMine = battle.attacker === sight.me;
  const [dice, theirs] = isMine ? [battle.attack, battle.defence] : [battle.defence, battle.attack];
  const [bonus, foes] = bonuses(battle, isMine);
  return {
    rival: sight.rivals.find(({ seat }) => seat === (isMine ? battle.defender : battle.attacker)),
    mine: dieOf(dice),
    theirs: dieOf(theirs),
    ahead: bonus - foes,
    bonus,
    stake: battle.stake,
    isCoin: battle.coin !== 'none',
  };
}

const bonuses = ({ attackBonus, defenceBonus }: BattleView, isMine: boolean): readonly [number, number] =>
  isMine ? [attackBonus, defenceBonus] : [defenceBonus, attackBonus];

const dieOf = (dice: readonly number[]): Die => (dice.length === 0 ? FRESH : shown(Math.max(...dice)));

/** What the battle is worth if neither side plays another card. */
export function worthOf(judge: Judge, { rival, mine, theirs, ahead, bonus, stake, isCoin }: Position): number {
  const least = Math.max(0, judge.stake(1, 1) + stake);
  if (isCoin) return (judge.winning(rival, least) - judge.losing(rival, least)) / 2;
  return expected(mine, theirs, (die, other) => {
    const by = die + ahead - other;
    const at = Math.max(0, judge.stake(die + bonus, other + bonus - ahead) + stake);
    if (by === 0 || at === 0) return 0;
    return by > 0 ? judge.winning(rival, at) : -judge.losing(rival, at);
  });
}

const DEPTH = 2;

/** What playing this card is worth, together with further cards after it. */
export function playing(judge: Judge, position: Position, card: CardId): number {
  const others = judge.sight.view.hand.filter((id) => id !== card && cardOf(id).timing === 'battle');
  return prospect(judge, position, { cards: [card], others: [...new Set(others)], depth: DEPTH });
}

interface Choice {
  readonly cards: readonly CardId[];
  readonly others: readonly CardId[];
  readonly depth: number;
}

function prospect(judge: Judge, position: Position, { cards, others, depth }: Choice): number {
  const outcomes = cards.flatMap((id) => {
    const rest = others.filter((other) => other !== id);
    return waysOf(judge, position, id).map(({ next, price }) => {
      const further = depth > 1 ? prospect(judge, next, { cards: rest, others: rest, depth: depth - 1 }) : -Infinity;
      return Math.max(worthOf(judge, next), further) - price;
    });
  });
  return Math.max(-Infinity, ...outcomes);
}

interface Way {
  readonly next: Position;
  readonly price: number;
}

/** The ways to play a card. A card that burns others may burn any number; any other card has one way. */
function waysOf(judge: Judge, position: Position, id: CardId): readonly Way[] {
  const card = cardOf(id);
  const plain = { next: withCard(judge, position, id), price: priceOf(judge, card) };
  const burning = card.effects.find((effect) => effect.kind === 'discard-for-roll');
  if (burning === undefined) return [plain];
  const fuel = burnable(judge, id).slice(0, burning.max);
  return fuel.map((_, index) => ({
    next: raised(plain.next, (index + 1) * burning.per),
    price: plain.price + fuel.slice(0, index + 1).reduce((sum, worth) => sum + worth, 0),
  }));
}

/** The worth of each of our other hand cards, the cheapest first. */
function burnable(judge: Judge, id: CardId): readonly number[] {
  const others = judge.sight.view.hand.toSpliced(judge.sight.view.hand.indexOf(id), 1);
  return others.map((other) => judge.worth(other)).toSorted((a, b) => a - b);
}

function priceOf(judge: Judge, card: Card): number {
  const gains = card.effects.reduce((sum, effect) => sum + (effect.kind === 'gain' ? effect.n : 0), 0);
  return (judge.costOf(card) - gains) * judge.skull + judge.weights.patience * judge.worth(card.id);
}

/** The position after we play this card. */
export function withCard(judge: Judge, position: Position, id: CardId): Position {
  const card = cardOf(id);
  const dayCount = taken(judge) - judge.costOf(card);
  return card.effects.reduce((now, effect) => withEffect(now, effect, dayCount), position);
}

/** The same battle as the other side sees it. */
export const mirrored = ({ mine, theirs, ahead, bonus, ...rest }: Position): Position => ({
  ...rest,
  mine: theirs,
  theirs: mine,
  ahead: -ahead,
  bonus: bonus - ahead,
});

export const raised = (position: Position, n: number): Position => ({
  ...position,
  ahead: position.ahead + n,
  bonus: position.bonus + n,
});

function withEffect(position: Position, effect: Effect, dayCount: number): Position {
  switch (effect.kind) {
    case 'roll':
      return raised(position, effect.n === 'quarter-of-day-count' ? Math.floor(dayCount / 4) : effect.n);
    case 'dice':
      return effect.side === 'self'
        ? { ...position, mine: extra(position.mine, effect.keep) }
        : { ...position, theirs: extra(position.theirs, effect.keep) };
    case 'stake':
      return { ...position, stake: position.stake + effect.n };
    case 'coin-duel':
      return { ...position, isCoin: true };
    default:
      return position;
  }
}

const extra = (die: Die, keep: 'high' | 'low'): Die => (keep === 'high' ? highest(die, FRESH) : lowest(die, FRESH));
const taken = ({ sight: { view, own } }: Judge): number => view.perSpace - (view.days[own.day - 1] ?? 0);

/** Dice as odds: how likely each number of pips is, 1 first. */
type Die = readonly number[];

const FACES = 6;
const FRESH: Die = Array.from({ length: FACES }, () => 1 / FACES);
const shown = (pips: number): Die => Array.from({ length: FACES }, (_, index) => (index + 1 === pips ? 1 : 0));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

/** The odds of the higher of two dice. */
const highest = (die: Die, other: Die): Die =>
  die.map((odds, i) => odds * sum(other.slice(0, i + 1)) + (other[i] ?? 0) * sum(die.slice(0, i)));

const lowest = (die: Die, other: Die): Die => highest(die.toReversed(), other.toReversed()).toReversed();

/** The average value of two dice, by the pips that both show. */
function expected(mine: Die, theirs: Die, value: (mine: number, theirs: number) => number): number {
  let all = 0;
  for (const [i, p] of mine.entries())
    if (p > 0) for (const [j, q] of theirs.entries()) if (q > 0) all += p * q * value(i + 1, j + 1);
  return all;
}

/** How often a fair die wins and loses against another if it is ahead by this many pips. */
function oddsAhead(by: number): { readonly win: number; readonly lose: number } {
  return { win: beats(by), lose: beats(-by) };
}

/** How often a die wins if it is ahead by `by` pips; between whole numbers in proportion. */
function beats(by: number): number {
  const whole = Math.floor(by);
  const part = by - whole;
  return (1 - part) * beatsWhole(whole) + part * beatsWhole(whole + 1);
}

const beatsWhole = (by: number): number => BEATS[Math.max(0, Math.min(2 * FACES, by + FACES))] ?? 0;

const BEATS: readonly number[] = Array.from({ length: 2 * FACES + 1 }, (_, index) =>
  expected(FRESH, FRESH, (mine, theirs) => (mine + index - FACES > theirs ? 1 : 0)),
);
