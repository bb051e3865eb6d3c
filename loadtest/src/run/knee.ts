/** Raises the number of players run by run, until the server is too slow for them. */
import type { Step } from '../report/kneePage.ts';
import { type RunWanted, runOnce } from './runOnce.ts';

/** Ends by itself even if no number is too much. */
const MOST_STEPS = 20;

/** The wanted number of players is the first step, and each further step adds as many. */
export async function findKnee(
  wanted: RunWanted,
  signal: AbortSignal,
  onStep: (step: Step) => void,
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (let nth = 1; nth <= MOST_STEPS; nth++) {
    const players = wanted.players * nth;
    const step = { players, figures: (await runOnce({ ...wanted, players }, signal)).figures };
    onStep(step);
    steps.push(step);
    if (step.figures.verdict !== 'kept') break;
  }
  return steps;
}
