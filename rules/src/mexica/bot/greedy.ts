/** A bot for Mexica. It goes for the three signs: by last tokens, by cards still in the decks, and by robbing. */
import type { Bot, Question } from '../../contract/game.ts';
import { effectsWorth } from '../../ring/bot/effects.ts';
import { best, type Judge, type Rival, singly } from '../../ring/bot/worth.ts';
import { scoreOf } from '../../ring/bot/moves.ts';
import { cardOf } from '../../ring/cards/cards.ts';
import { dayNumber } from '../../ring/cards/dayCards.ts';
import type { CardId, Deck, God, Modifier } from '../../ring/model/card.ts';
import type { Move } from '../../ring/model/move.ts';
import type { Side } from '../../ring/model/state.ts';
import { baseStake } from '../../ring/play/battle.ts';
import { overlooking } from '../../search/overlooking.ts';
import type { MexicaSettings } from '../options.ts';
import type { MexicaView } from '../view.ts';
import {
  bonuses,
  changes,
  DECKS,
  isInDeck,
  landing,
  signOf,
  signWorth,
  type Situation,
  situationOf,
  sizeOf,
  weekCard,
} from './situation.ts';
import {
  DAY_CARD,
  DENIAL,
  ENVY,
  GOD_CARD,
  HASTY,
  HELD,
  HELD_DAY,
  OWN_PIPS,
  POLITICS,
  RIPENING,
  SHIELD,
  SIGN,
  STRANGE_PIPS,
  type Taste,
  THREAT,
  TOKEN,
  USUAL_STAKE,
  WEIGHTS,
} from './weights.ts';

export const greedy: Bot<MexicaView, Move, MexicaSettings> = (question, chance) => {
  const judge = judgeOf(situationOf(question, HASTY));
  return best(singly(question).legal, (move) => scoreOf(judge, move), chance);
};

const overlooks = overlooking<MexicaView, Move, MexicaSettings>({
  guess: (question) => scoresOf(question, HASTY),
  obvious: 0.7,
  overlooks: 25,
});
export const easy: Bot<MexicaView, Move, MexicaSettings> = (question, chance) => overlooks(singly(question), chance);

/** What each legal move is worth to a bot of this taste, in tokens. */
export function scoresOf(question: Question<MexicaView, Move, MexicaSettings>, taste: Taste): readonly number[] {
  const judge = judgeOf(situationOf(question, taste));
  return question.legal.map((move) => scoreOf(judge, move));
}

function judgeOf(now: Situation): Judge {
  const { view, options, own: tribe, counts } = now;
  const judge: Judge = {
    sight: now,
    weights: WEIGHTS,
    isFlooded: view.ending === 'flood',
    skull: tribe.skulls <= TOKEN.few ? TOKEN.first : tribe.skulls <= TOKEN.many ? TOKEN.next : TOKEN.spare,
    usualStake: USUAL_STAKE[options.battlePayment],
    envy: ({ seat }) => ENVY[counts[seat] ?? 0] ?? 0,
    threat: ({ seat, tribe: { skulls } }) => THREAT * (counts[seat] ?? 0) + skulls,
    costOf: () => 0,
    worth: (id) => worth(judge, now, id),
    drawn: (deck) => drawn(now, deck),
    landing: (day) => landing(judge, now, day),
    emptying: (day) => weekCard(now, day),
    week: (day) => weekCard(now, day),
    stake: (mine, theirs) => baseStake(options.battlePayment, [mine, theirs]),
    ahead: (rival, side) => ahead(now, rival, side),
    winning: (rival, stake) => winning(judge, now, rival, stake),
    losing: (rival, stake) => losing(judge, now, rival, stake),
    laying: () => 0,
    covering: () => 0,
    editionMove: (move) => editionMove(judge, now, move),
  };
  return judge;
}

/** Moves that only Mexica has, or that work differently there. */
function editionMove(judge: Judge, now: Situation, move: Move): number {
  switch (move.kind) {
    case 'offer':
      return offering(judge, now, move.god);
    case 'tonantzin':
      return prayer(judge, now);
    case 'draw':
      return 1;
    case 'pick':
      return -judge.worth(move.card);
    case 'discard':
      return -1;
    default:
      return 0;
  }
}

/** What winning a battle of Mexica is worth: tokens first, then cards, then victory cards. */
function winning(judge: Judge, now: Situation, rival: Rival | undefined, stake: number): number {
  if (rival === undefined || stake === 0) return 0;
  const { skulls, cards, victories } = rival.tribe;
  if (skulls > 0) return Math.min(stake, skulls) * (judge.skull + judge.envy(rival));
  if (cards > 0) return judge.weights.strangeCard * (1 + judge.envy(rival));
  const signs = victories.flatMap((card) => signOf(card) ?? []);
  if (signs.length === 0) return DAY_CARD;
  const gain = signs.some((sign) => now.lacking.includes(sign)) ? signWorth(now) : 0;
  return gain + (DENIAL[now.counts[rival.seat] ?? 0] ?? 0);
}

function losing(judge: Judge, now: Situation, rival: Rival | undefined, stake: number): number {
  if (rival === undefined || stake === 0) return 0;
  const { skulls, cards, victories } = now.own;
  if (skulls > 0) return Math.min(stake, skulls) * (judge.skull + judge.envy(rival)) + shield(now);
  if (cards > 0) return Math.min(...now.view.hand.map((id) => judge.worth(id)));
  if (victories.length > 0) return (SIGN[now.signs.size - 1] ?? 0) + (DENIAL[1] ?? 0);
  return DAY_CARD * judge.envy(rival);
}

/** The pips that we are ahead of a rival, by week cards and by what both hands promise. */
function ahead(now: Situation, rival: Rival, side: Side): number {
  const held = rolls(bonuses(now, now.me), side);
  const theirs = rolls(bonuses(now, rival.seat), side === 'attacker' ? 'defender' : 'attacker');
  const effects = now.view.hand.map(cardOf).flatMap(({ timing, effects: all }) => (timing === 'battle' ? all : []));
  const hand = OWN_PIPS * rolls(effects as readonly Modifier[], side);
  return held + Math.min(MOST_PIPS, hand) - theirs - STRANGE_PIPS * Math.min(rival.tribe.cards, MOST_CARDS);
}

const MOST_PIPS = 3;
const MOST_CARDS = 4;

const rolls = (modifiers: readonly Modifier[], side: Side): number =>
  modifiers.reduce((sum, modifier) => sum + (modifier.kind === 'roll' ? pips(modifier, side) : 0), 0);

function pips({ side: whose, n }: Extract<Modifier, { kind: 'roll' }>, side: Side): number {
  if (whose !== 'any' && whose !== side) return 0;
  return n === 'quarter-of-day-count' ? 1 : Math.max(0, n);
}

/** What cards of Mexica are worth in the hand and in a deck. */
function worth(judge: Judge, now: Situation, id: CardId): number {
  const { timing, effects, deck } = cardOf(id);
  if (timing === 'victory') return victoryWorth(now, id);
  if (timing === 'event') return effectsWorth(judge, effects, {});
  const held = deck === 'day' ? HELD_DAY[dayNumber(id)] : HELD[id];
  const steers = effects.some(({ kind }) => kind === 'move-choice');
  return ((held ?? 0) + (steers ? now.taste.steering : 0)) * ripeness(now) + shield(now);
}

function ripeness({ view, rivals }: Situation): number {
  return view.apocalypse ? Math.min(1, view.left / (rivals.length + 1) / RIPENING) : 1;
}

/** The worth of a victory card: of its sign if we lack it, and of denying it to rivals in any case. */
function victoryWorth(now: Situation, id: CardId): number {
  const sign = signOf(id);
  if (sign !== undefined && now.lacking.includes(sign)) return signWorth(now);
  return now.own.victories.includes(id) ? (SIGN[now.signs.size - 1] ?? 0) : (DENIAL[1] ?? 0);
}

/** The worth of a last token or card: a tribe without any pays with victory cards. */
function shield({ own }: Situation): number {
  return own.victories.length > 0 && own.skulls + own.cards <= FEW ? SHIELD : 0;
}

const FEW = 2;

/** The worth of the next card of a deck, with the chance that it is a sign that we lack. */
function drawn(now: Situation, deck: Deck): number {
  const usual = (deck === 'day' ? DAY_CARD : GOD_CARD) * Math.max(0, 1 - now.view.hand.length / now.taste.plenty);
  const sign = now.lacking.find((one) => DECKS[one] === deck);
  if (sign === undefined || !isInDeck(now.view, sign)) return usual;
  return usual + signWorth(now) / sizeOf(now.view, deck);
}

// Offerings: the cards and signs that they bring, the time that is left, and the ending in flood or war.

/** Late in a match, what it is worth that the gods are not level. More than any tokens that this costs. */
const IMPATIENCE = 5;

function offering(judge: Judge, now: Situation, god: God): number {
  const price = Math.max(1, now.options.godCardCost + changes(now, 'offer-cost'));
  const politics = now.view.apocalypse ? time(now, god, price) : haste(now, price) + ending(now, god);
  return judge.drawn(god) - price * judge.skull + politics;
}

function prayer(judge: Judge, now: Situation): number {
  const price = Math.max(1, now.options.tonantzinCost + changes(now, 'offer-cost'));
  return judge.drawn('day') - price * judge.skull;
}

/** Every token in the lake brings the end nearer. A tribe that would win before the end dislikes that. */
function haste({ view, prospect }: Situation, price: number): number {
  const full = (view.warLake + view.rainLake) / view.threshold;
  return prospect > 0 ? -POLITICS.haste * price * Math.max(0, full - POLITICS.early) : 0;
}

/** In a flood no day gives its card any more, so a tribe that needs one prefers war. */
function ending({ view, lacking }: Situation, god: God): number {
  const needsDays = lacking.some((sign) => !isInDeck(view, sign));
  return needsDays === (god === 'war') ? POLITICS.ending : 0;
}

const isLate = ({ round, roundCap }: Situation['view']): boolean => round * 2 > roundCap;

/** Time stands still while the gods are level. That is good for the tribe that is nearest to victory. Late in a match no
 * tribe keeps them level, or the match would not end. */
function time({ view, prospect, own }: Situation, god: God, price: number): number {
  const by = view.warTally - view.rainTally;
  const next = by + (god === 'war' ? price : -price);
  const worth = (prospect * POLITICS.time) / Math.max(1, view.left);
  const stands = (difference: number) => (difference === 0 ? 1 : 0);
  if (isLate(view)) return IMPATIENCE * (stands(by) - stands(next));
  const isOnTheWay = prospect > 0 && Math.abs(next) < Math.abs(by) && Math.abs(next) < own.skulls;
  if (!isOnTheWay || next === 0) return worth * (stands(next) - stands(by));
  return worth / (1 + Math.abs(next));
}
