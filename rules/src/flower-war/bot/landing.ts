/** What landing on a day is worth: its skulls and cards, its tribes, and the events that the landing triggers. */
import { at } from '../../json/at.ts';
import { fight } from '../../ring/bot/battle.ts';
import type { Judge } from '../../ring/bot/judge.ts';
import type { Day } from '../../ring/model/calendar.ts';
import type { FlowerView } from '../view.ts';
import type { Situation } from './situation.ts';
import { POLITICS, TRAPS } from './weights.ts';

export function landing(judge: Judge, now: Situation, day: Day): number {
  return pickUp(judge, now, day) + meeting(judge, now, day);
}

type Entry = FlowerView['piles'][number]['cards'][number];

/** The card that works on a day. */
export function liveOn({ piles }: FlowerView, day: Day): Entry | undefined {
  const top = at(piles, day - 1).cards.at(-1);
  return top?.live === true ? top : undefined;
}

function pickUp(judge: Judge, now: Situation, day: Day): number {
  const live = liveOn(now.view, day);
  const isSafe = live?.owner === now.me && !now.options.trapsHitOwner;
  const trapped = live === undefined || isSafe ? 0 : (TRAPS[live.card]?.loses ?? 0);
  if (judge.isFlooded) return -trapped;
  const there = now.view.days[day - 1] ?? 0;
  const most = 1 + now.omens.pickup + (now.omens.coinForSkull ? 0.5 : 0);
  const empties = there > 0 && most >= there ? judge.emptying(day) : 0;
  return Math.min(there, most) - trapped + empties;
}

function meeting(judge: Judge, { rivals, omens }: Situation, day: Day): number {
  const there = rivals.filter(({ tribe }) => tribe.day === day);
  if (omens.battles === 'none') return there.reduce((sum, rival) => sum - judge.skull - judge.envy(rival), 0);
  return there.reduce((sum, rival) => sum + fight(judge, rival, { roll: 0, stake: 0 }), 0);
}

/** The worth of a day's last skull: it brings the day's disc, and enough discs begin the apocalypse. */
export function emptying(now: Situation, day: Day): number {
  const holder = now.view.discs[day - 1];
  if (holder === now.me || holder === GONE) return 0;
  if (holder !== ON_ITS_DAY) return POLITICS.disc / 2;
  return POLITICS.disc + (isTrigger(now) ? POLITICS.trigger * now.confidence : 0);
}

const ON_ITS_DAY = 6;
const GONE = 7;
const NEEDED = { quick: 1, long: 2, epic: 3 };

/** Whether one more disc begins the apocalypse. */
export const isTrigger = ({ view }: Situation): boolean =>
  !view.apocalypse && view.discs.filter((holder) => holder !== ON_ITS_DAY).length + 1 >= NEEDED[view.mode];
