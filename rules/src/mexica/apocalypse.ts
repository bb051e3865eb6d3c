/** [A7] The apocalypse: its trigger, its ending in flood or war, and the countdown. */
import type { Seat } from '../contract/game.ts';
import { others } from '../ring/model/tribes.ts';
import { tell } from '../ring/play/agenda.ts';
import { greaterGod, settleBalance } from '../ring/play/offering.ts';
import { transfer } from '../ring/play/skulls.ts';
import { end } from '../ring/play/turn.ts';
import type { Ending, MexicaTable, MexicaWork } from './table.ts';

export const endingOf = ({ apocalypse }: Pick<MexicaTable, 'apocalypse'>): Ending =>
  apocalypse.kind === 'counting' ? apocalypse.ending : 'none';

/** [A4.8] Begins the apocalypse if it is triggered. Once it has begun, fixes the ending and counts down. */
export function endTurn(work: MexicaWork): void {
  const { state } = work;
  settleBalance(work);
  if (state.apocalypse.kind === 'quiet') return isTriggered(state) ? trigger(work) : undefined;
  fixEnding(work);
  if (state.options.countdownUnit === 'turns') tick(work);
}

/** [countdownUnit] Counted in rounds, the countdown goes on in each turn of the tribe in whose turn it began. */
export function beginTurn(work: MexicaWork): void {
  const { apocalypse, options, turn } = work.state;
  if (apocalypse.kind === 'counting' && options.countdownUnit === 'rounds' && apocalypse.counter === turn.seat)
    tick(work);
}

function isTriggered({ lake, prayed, issued, days, options }: MexicaTable): boolean {
  const { sacrificeThreshold, tonantzinCounts, apocTriggers } = options;
  const sacrificed = lake.war + lake.rain + (tonantzinCounts ? prayed : 0);
  if (apocTriggers !== 'weeks' && sacrificed >= sacrificeThreshold) return true;
  if (apocTriggers !== 'sacrifices' && issued.every((isIssued) => isIssued)) return true;
  return days.every((tokens) => tokens === 0);
}

function trigger(work: MexicaWork): void {
  const { turn, options } = work.state;
  const ending = options.apocFlavor === 'off' ? 'none' : 'open';
  work.state.apocalypse = { kind: 'counting', counter: turn.seat, left: options.countdown, ending };
  tell(work, { kind: 'apocalypse', counter: turn.seat });
  fixEnding(work);
}

/** Fixes the ending by the tallies as soon as they differ. It may change again unless an option locks it. */
function fixEnding(work: MexicaWork): void {
  const { apocalypse, options } = work.state;
  const greater = greaterGod(work.state);
  if (apocalypse.kind === 'quiet' || apocalypse.ending === 'none' || greater === undefined) return;
  if (apocalypse.ending !== 'open' && options.flavorLock) return;
  const isRain = (greater === 'rain') === (options.apocFlavor === 'most');
  const ending = isRain ? 'flood' : 'war';
  if (ending === apocalypse.ending) return;
  work.state.apocalypse = { ...apocalypse, ending };
  tell(work, { kind: 'ending-fixed', ending });
  if (ending === 'war' && options.warLoss === 'onset') loseEverywhere(work);
}

/** [warLoss] Every day loses a token. */
function loseEverywhere(work: MexicaWork): void {
  for (const [index, tokens] of work.state.days.entries())
    if (tokens > 0) transfer(work, { n: 1, from: { day: index + 1 }, to: 'out', why: 'war' });
}

/** Counts down, but not while the gods are level and either may still get ahead. */
function tick(work: MexicaWork): void {
  const { apocalypse } = work.state;
  if (apocalypse.kind === 'quiet') return;
  if (greaterGod(work.state) === undefined) return tell(work, { kind: 'forestalled' });
  const left = apocalypse.left - 1;
  work.state.apocalypse = { ...apocalypse, left };
  tell(work, { kind: 'countdown', left, isLast: left === 1 });
  if (left <= 0) endUnwon(work);
}

/** Time is up and no tribe has three signs. */
function endUnwon(work: MexicaWork): void {
  const ending = endingOf(work.state);
  end(work, { reason: ending === 'flood' || ending === 'war' ? ending : 'countdown' });
}

/** [countdownUnit] The tribe that counts has left, so the next tribe counts on. */
export function passCounting({ state }: MexicaWork, seat: Seat): void {
  const next = others(state, seat)[0];
  if (state.apocalypse.kind === 'counting' && state.apocalypse.counter === seat && next !== undefined)
    state.apocalypse = { ...state.apocalypse, counter: next };
}
