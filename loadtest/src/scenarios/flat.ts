/** Whole matches in which every player moves as soon as it may. */
import { asUser, humanPace, playMatches } from '../player/crowd.ts';
import { optionsWith, PLAYED } from '../player/plan.ts';

export { handleSummary } from '../player/plan.ts';
export const options = optionsWith(PLAYED);

export const run = () => asUser(() => playMatches(humanPace()));
