/** What winning a battle of Mexica is worth: tokens first, then cards, then victory cards. */

import type { Judge } from '../../ring/bot/judge.ts';
import type { Rival } from '../../ring/bot/sight.ts';
import { cardOf } from '../../ring/cards/cards.ts';
import type { Modifier } from '../../ring/model/card.ts';
import type { Side } from '../../ring/model/state.ts';
import { shield } from './cards.ts';
import { signWorth } from './landing.ts';
import { bonuses, type Situation, signOf } from './situation.ts';
import { DAY_CARD, DENIAL, OWN_PIPS, SIGN, STRANGE_PIPS } from './weights.ts';

export function winning(judge: Judge, now: Situation, rival: Rival | undefined, stake: number): number {
  if (rival === undefined || stake === 0) return 0;
  const { skulls, cards, victories } = rival.tribe;
  if (skulls > 0) return Math.min(stake, skulls) * (judge.skull + judge.envy(rival));
  if (cards > 0) return judge.weights.strangeCard * (1 + judge.envy(rival));
  const signs = victories.flatMap((card) => signOf(card) ?? []);
  if (signs.length === 0) return DAY_CARD;
  const gain = signs.some((sign) => now.lacking.includes(sign)) ? signWorth(now) : 0;
  return gain + (DENIAL[now.counts[rival.seat] ?? 0] ?? 0);
}

export function losing(judge: Judge, now: Situation, rival: Rival | undefined, stake: number): number {
  if (rival === undefined || stake === 0) return 0;
  const { skulls, cards, victories } = now.own;
  if (skulls > 0) return Math.min(stake, skulls) * (judge.skull + judge.envy(rival)) + shield(now);
  if (cards > 0) return Math.min(...now.view.hand.map((id) => judge.worth(id)));
  if (victories.length > 0) return (SIGN[now.signs.size - 1] ?? 0) + (DENIAL[1] ?? 0);
  return DAY_CARD * judge.envy(rival);
}

/** The pips that we are ahead of a rival, by week cards and by what both hands promise. */
export function ahead(now: Situation, rival: Rival, side: Side): number {
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
