/** Whole matches at the pace of people. */
import { asUser, humanPace, playMatches } from '../player/crowd.ts';
import { optionsWith, PLAYED } from '../player/plan.ts';

export { handleSummary } from '../player/plan.ts';
export const options = optionsWith(PLAYED);

export const run = () => asUser(() => playMatches(humanPace()));
