/** Whole matches go on, while others come by quick play and through the lobby. */
import { asUser, humanPace, playMatches, userIndex } from '../player/crowd.ts';
import { optionsWith, PLAYED } from '../player/plan.ts';
import { lobbyRush, quickRush } from '../player/rush.ts';

export { handleSummary } from '../player/plan.ts';
export const options = optionsWith({ ...PLAYED, join_ms: ['p(99)<5000'], joined: ['count>0'] });

/** Of so many virtual users one comes by quick play, and one through the lobby. */
const ROUND = 5;

export const run = () => asUser(part);

function part(): Promise<void> {
  const place = userIndex() % ROUND;
  if (place === 0) return quickRush();
  return place === 1 ? lobbyRush() : playMatches(humanPace());
}
