/** A lobby rush: all look for a match at once. */
import { asUser } from '../player/crowd.ts';
import { optionsWith, PLAN } from '../player/plan.ts';
import { lobbyRush } from '../player/rush.ts';

export { handleSummary } from '../player/plan.ts';
export const options = optionsWith({
  join_ms: ['p(99)<5000'],
  joined: [`count==${PLAN.players}`],
});

export const run = () => asUser(lobbyRush);
