/** Offerings: the worth of the card that the god returns, and how the tallies change the countdown and the ending. */
import { at } from '../../json/at.ts';
import type { Judge } from '../../ring/bot/judge.ts';
import type { God } from '../../ring/model/card.ts';
import { isTrigger, type Situation } from './situation.ts';
import { POLITICS, RIPENING, USEFUL } from './weights.ts';

export function offering(judge: Judge, now: Situation, god: God): number {
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
  const weight = POLITICS.time * now.confidence * lastWord(now);
  if (weight >= 0) return weight * (runs(after) - runs(before));
  // A tribe that breaks the level does not restore it, or its turn would never end where cards are offered.
  if (isBreaking || -now.lead > POLITICS.reach || isLate(now)) return 0;
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

const isLate = ({ view }: Situation): boolean => view.round > view.roundCap * POLITICS.late;

const runs = ({ war, rain }: Tallies): 0 | 1 => (war === rain ? 0 : 1);

const isNearer = ({ before, after }: Change): boolean =>
  Math.abs(after.war - after.rain) < Math.abs(before.war - before.rain);

/** The fewer tribes play before the countdown moves, the likelier the tallies stay as they are. */
function lastWord({ view, me, rivals }: Situation): number {
  const seats = view.tribes.length;
  const before = rivals.filter(({ seat }) => (seat - me + seats) % seats < (view.counter - me + seats) % seats);
  return 1 / (1 + (view.counter === me ? rivals.length : before.length));
}
