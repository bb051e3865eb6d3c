/** What landing on a day of Mexica is worth: tokens, a Day card, tribute, battles, and the week card. */

import { fight } from '../../ring/bot/battle.ts';
import type { Judge } from '../../ring/bot/judge.ts';
import { VICTORY_SIGNS } from '../../ring/cards/weekCards.ts';
import type { Day } from '../../ring/model/calendar.ts';
import { changes, type Situation, takesTribute } from './situation.ts';
import { DAY_CARD, DENIAL, SIGN, WEEK } from './weights.ts';

export function landing(judge: Judge, now: Situation, day: Day): number {
  const there = now.rivals.filter(({ tribe }) => tribe.day === day);
  const battles = there.reduce((sum, rival) => sum + fight(judge, rival, { roll: 0, stake: 0 }), 0);
  return collecting(judge, now, day) - tribute(judge, now, day) + battles;
}

function collecting(judge: Judge, now: Situation, day: Day): number {
  const { view, options } = now;
  const there = view.days[day - 1] ?? 0;
  if (judge.isFlooded || there === 0) return 0;
  const isFirst = view.phase === 'adding-steps' || view.phase === 'moving';
  const n = Math.max(0, 1 + (isFirst ? changes(now, 'pickup') : 0));
  const lost = view.ending === 'war' && n > 0 ? options.warLoss : 'onset';
  const isEmptied = n + (lost === 'space' ? 1 : 0) >= there;
  const first = there === view.perSpace && options.firstLandingDayCard ? DAY_CARD : 0;
  const kept = Math.min(n, there) - (lost === 'collector' ? 1 : 0);
  return kept * judge.skull + first + (isEmptied ? judge.emptying(day) : 0);
}

function tribute(judge: Judge, now: Situation, day: Day): number {
  if (takesTribute(now, now.me, day)) return 0;
  const due = now.rivals.filter(({ seat }) => takesTribute(now, seat, day));
  return due.reduce((sum, rival) => sum + judge.skull + judge.envy(rival), 0);
}

/** The worth of a day's week card: its bonus, its sign, and the loss to its holder. */
export function weekCard(now: Situation, day: Day): number {
  const holder = now.view.weeks[day - 1] ?? 0;
  if (holder === now.me) return 0;
  const sign = VICTORY_SIGNS.get(day);
  const gain = sign !== undefined && now.lacking.includes(sign) ? signWorth(now) : 0;
  const rival = now.rivals.find(({ seat }) => seat === holder);
  const denied = rival !== undefined && sign !== undefined ? (DENIAL[now.counts[rival.seat] ?? 0] ?? 0) : 0;
  return (WEEK[day - 1] ?? 0) + gain + denied;
}

export const signWorth = ({ signs }: Situation): number => SIGN[signs.size] ?? 0;
