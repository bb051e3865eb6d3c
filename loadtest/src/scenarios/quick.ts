/** All want to play at once, with no matter whom. */
import { asUser } from '../player/crowd.ts';
import { optionsWith, PLAN } from '../player/plan.ts';
import { quickRush } from '../player/rush.ts';

export { handleSummary } from '../player/plan.ts';
export const options = optionsWith({
  join_ms: ['p(99)<2000'],
  joined: [`count==${PLAN.players}`],
});

export const run = () => asUser(quickRush);
