/** A bot for Flower War. It weighs what skulls, cards, time and the two gods are worth to it now. */
import type { Bot, Question } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { best, type Judge, type Rival, singly } from '../../ring/bot/worth.ts';
import { scoreOf } from '../../ring/bot/moves.ts';
import { cardOf } from '../../ring/cards/cards.ts';
import type { God } from '../../ring/model/card.ts';
import type { Move } from '../../ring/model/move.ts';
import type { Side } from '../../ring/model/state.ts';
import { baseStake } from '../../ring/play/battle.ts';
import { overlooking } from '../../search/overlooking.ts';
import type { FlowerSettings } from '../options.ts';
import type { FlowerView } from '../view.ts';
import {
  average,
  costOf,
  covering,
  emptying,
  isDry,
  isTrigger,
  landing,
  laying,
  type Situation,
  situationOf,
  standing,
  worth,
} from './situation.ts';
import {
  BROKE,
  GENEROUS,
  LEADER,
  OWN_PIPS,
  POLITICS,
  RIPENING,
  STRANGE_PIPS,
  type Taste,
  USEFUL,
  USUAL_STAKE,
  WEIGHTS,
} from './weights.ts';

export const greedy = botOf(GENEROUS);

const overlooks = overlooking<FlowerView, Move, FlowerSettings>({
  guess: (question) => scoresOf(question, GENEROUS),
  obvious: 0.3,
  overlooks: 26,
});
export const easy: Bot<FlowerView, Move, FlowerSettings> = (question, chance) => overlooks(singly(question), chance);

export function botOf(taste: Taste): Bot<FlowerView, Move, FlowerSettings> {
  return (question, chance) => {
    const judge = judgeOf(situationOf(question, taste));
    return best(singly(question).legal, (move) => scoreOf(judge, move), chance);
  };
}

/** What each legal move is worth to a bot of this taste, in skulls. */
export function scoresOf(question: Question<FlowerView, Move, FlowerSettings>, taste: Taste): readonly number[] {
  const judge = judgeOf(situationOf(question, taste));
  return question.legal.map((move) => scoreOf(judge, move));
}

function judgeOf(now: Situation): Judge {
  const { options, omens } = now;
  const judge: Judge = {
    sight: now,
    weights: WEIGHTS,
    isFlooded: isDry(now),
    skull: 1,
    usualStake: Math.max(0, USUAL_STAKE[options.battlePayment] + omens.stake),
    envy: (rival) => envy(now, rival),
    threat: ({ tribe }) => standing(tribe),
    costOf: (card) => costOf(now, card),
    worth: (id) => worth(now, id),
    drawn: (deck) => (deck === 'day' ? 0 : average(now, deck)),
    landing: (day) => landing(judge, now, day),
    emptying: (day) => emptying(now, day),
    week: () => 0,
    stake: (mine, theirs) => Math.max(0, baseStake(options.battlePayment, [mine, theirs]) + omens.stake),
    ahead: (rival, side) => ahead(now, rival, side),
    winning: (rival, stake) => winning(now, rival, stake),
    losing: (rival, stake) => losing(now, rival, stake),
    laying: (card) => laying(now, card.id),
    covering: () => covering(now),
    editionMove: (move) => editionMove(judge, now, move),
  };
  return judge;
}

/** Moves that only Flower War has, or that work differently there. */
function editionMove(judge: Judge, now: Situation, move: Move): number {
  switch (move.kind) {
    case 'offer':
      return offering(judge, now, move.god);
    case 'give':
      return -move.n;
    case 'skull':
      return -judge.skull;
    case 'pick':
      return -judge.worth(move.card);
    case 'draw':
      return (judge.drawn('war') + judge.drawn('rain')) / 2;
    case 'claim':
      return judge.drawn(move.god as God);
    case 'take-card':
      return judge.worth(now.view.piles[move.day - 1]?.cards[move.index - 1]?.card ?? '');
    case 'discard':
      return judge.covering() - Math.max(MEAN, Math.min(...now.view.hand.map((id) => judge.worth(id))));
    case 'take':
      return judge.emptying(now.view.day);
    case 'cancel':
      return cancelling(judge, now, move.day);
    default:
      return 0;
  }
}

/** To discard a card costs at least this. */
const MEAN = 0.1;

const HANDS_LOST = 6;

/** The worth of cancelling an omen: only the one that takes hands matters. */
function cancelling({ weights: { strangeCard } }: Judge, { view, rivals }: Situation, day: number): number {
  if (day !== HANDS_LOST) return 0;
  const theirs = rivals.reduce((sum, { tribe }) => sum + tribe.cards, 0) / rivals.length;
  return strangeCard * (view.hand.length - theirs);
}

// What winning a battle of Flower War is worth.

/** What it is worth that this rival has one skull less. It is worth most if this rival leads. */
function envy({ rivals, strongest }: Situation, rival: Rival): number {
  if (rivals.length === 1) return 1;
  return (rival.seat === strongest?.seat ? LEADER.first : LEADER.other) / rivals.length;
}

/** The pips that our hand promises, less those that the rival's hand promises. */
function ahead(now: Situation, rival: Rival, side: Side): number {
  if (now.omens.battles === 'coin') return 0;
  return pips(now, side) - STRANGE_PIPS * Math.min(rival.tribe.cards, MOST_CARDS);
}

const MOST_CARDS = 4;

function pips(now: Situation, side: Side): number {
  const usable = now.view.hand.map(cardOf).filter((card) => costOf(now, card) <= now.own.skulls);
  const rolls = usable.flatMap(({ effects }) => effects.filter((effect) => effect.kind === 'roll'));
  const mine = rolls.filter((roll) => roll.side === 'any' || roll.side === side);
  return OWN_PIPS * mine.reduce((sum, { n }) => sum + (n === 'quarter-of-day-count' ? 1 : Math.max(0, n)), 0);
}

/** A loser without skulls pays nothing; the winner may then draw a card. */
function winning(now: Situation, rival: Rival | undefined, stake: number): number {
  if (rival === undefined) return (now.view.days[now.own.day - 1] ?? 0) > 0 ? 1 : 0;
  const paid = Math.min(stake, rival.tribe.skulls);
  return paid > 0 || stake === 0 ? paid * (1 + envy(now, rival)) : BROKE;
}

function losing(now: Situation, rival: Rival | undefined, stake: number): number {
  if (rival === undefined) return Math.min(1, now.own.skulls);
  const paid = Math.min(stake, now.own.skulls);
  return paid > 0 || stake === 0 ? paid * (1 + envy(now, rival)) : BROKE * envy(now, rival);
}

// Offerings: the worth of the card that the god returns, and how the tallies change the countdown and the ending.

function offering(judge: Judge, now: Situation, god: God): number {
  return judge.drawn(god) - price(judge, now) + politics(judge, now, god);
}

/**
 * The price of one offering. A card that may stand for a skull costs what the card is worth. A tribe with few cards
 * gladly pays a skull to draw. Cards do not count while an omen lets the tribe take a card back at once, as it would
 * never stop.
 */
function price(judge: Judge, now: Situation): number {
  const { hand } = now.view;
  const rest = (now.omens.price - 1) * judge.skull;
  if (now.omens.takesCards && !now.omens.takesFromPiles && hand.length > 0)
    return rest + Math.min(judge.skull, trouble(now) + Math.min(...hand.map((id) => judge.worth(id))));
  const useful = hand.filter((id) => judge.worth(id) >= USEFUL).length;
  return rest + judge.skull - (now.left > RIPENING ? (now.taste.appetite[useful] ?? 0) : 0);
}

/** Keeps the bot from exchanging cards for ever: each own card on this day's pile makes an exchange worth less. */
function trouble({ view, own, me }: Situation): number {
  const pile = at(view.piles, own.day - 1).cards;
  return TROUBLE * (pile.length - pile.findLastIndex(({ owner }) => owner !== me));
}

const TROUBLE = 0.1;

interface Tallies {
  readonly war: number;
  readonly rain: number;
}

function politics(judge: Judge, now: Situation, god: God): number {
  const { warTally: war, rainTally: rain } = now.view;
  const after = god === 'war' ? { war: war + now.omens.price, rain } : { war, rain: rain + now.omens.price };
  const before = { war, rain };
  const ending = endingWeight(now) * (neglect(after) - neglect(before));
  if (now.view.apocalypse) return ending + time(judge, now, { before, after });
  const wrong = god === 'war' ? -now.confidence : now.confidence;
  return ending - POLITICS.lean * Math.max(0, wrong);
}

/** 1 if the rain is neglected, which brings the flood; -1 if the war is. */
const neglect = ({ war, rain }: Tallies): number => Math.sign(war - rain);

/** The leader wants the flood, in which no tribe picks up skulls. The nearer the apocalypse, the more it counts. */
function endingWeight(now: Situation): number {
  const { view, confidence, lowest } = now;
  if (view.apocalypse) return view.ending === 'open' ? POLITICS.ending * confidence : 0;
  return isTrigger(now) ? (POLITICS.ending * confidence) / lowest / lowest : 0;
}

interface Change {
  readonly before: Tallies;
  readonly after: Tallies;
}

/** The leader wants time to run. A tribe that can still catch up wants it to stand still, most of all near the end. */
function time(judge: Judge, now: Situation, { before, after }: Change): number {
  const isBreaking = breaksLevel(now);
  if (isBreaking && runs(after) > runs(before)) return now.omens.price * judge.skull + POLITICS.decision;
  const weight = now.taste.time * now.confidence * lastWord(now);
  if (weight >= 0) return weight * (runs(after) - runs(before));
  // A tribe that breaks the level does not restore it, or its turn would never end where cards are offered.
  if (isBreaking || -now.lead > now.taste.reach || isLate(now)) return 0;
  const hold = -weight / now.left;
  if (!runs(after) || !isNearer({ before, after })) return hold * (runs(before) - runs(after));
  const missing = Math.abs(after.war - after.rain) / now.omens.price;
  return missing < now.own.skulls ? Math.max(0, hold - missing * (judge.skull - judge.drawn('war'))) : 0;
}

/**
 * Whether our tribe should break the level: while the gods are level, the match never ends. It should if it would still
 * be first after it paid, or if it is late and it is first now.
 */
function breaksLevel(now: Situation): boolean {
  const most = Math.max(...now.rivals.map(({ tribe }) => tribe.skulls));
  const ahead = Math.max(now.lead, now.own.skulls - most);
  return ahead >= now.omens.price || (isLate(now) && now.own.skulls >= most);
}

const isLate = ({ view, taste }: Situation): boolean => view.round > view.roundCap * taste.late;

const runs = ({ war, rain }: Tallies): 0 | 1 => (war === rain ? 0 : 1);

const isNearer = ({ before, after }: Change): boolean =>
  Math.abs(after.war - after.rain) < Math.abs(before.war - before.rain);

/** The fewer tribes play before the countdown moves, the likelier the tallies stay as they are. */
function lastWord({ view, me, rivals }: Situation): number {
  const seats = view.tribes.length;
  const before = rivals.filter(({ seat }) => (seat - me + seats) % seats < (view.counter - me + seats) % seats);
  return 1 / (1 + (view.counter === me ? rivals.length : before.length));
}
