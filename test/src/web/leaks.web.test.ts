/** In twin matches that differ only in what a viewer must not know, the page asks, shows, announces and sounds the same. */
import { expect, test } from 'vitest';
import { LeakFound } from '../secrecy/wire/pair.ts';
import { plansFrom } from '../secrecy/wire/plan.ts';
import { Stage } from '../secrecy/wire/stage.ts';
import { inBrowser } from './inBrowser.ts';
import { playBeforePages, type SeenPages } from './twinPages.ts';

const SEED = Number(process.env['SEED'] ?? 1);
/** Hidden windows are rare: the first plan of several has one. */
const MOST_PLANS = 5;
const EDITIONS = ['flower-war', 'mexica', 'space-aztecs'].map((game) => ({ game, preset: game }));
const PLANTED = [
  ['title', `setTimeout(() => { document.title = 'Your cards are better'; }, 300)`],
  ['sound', `setTimeout(() => new OscillatorNode(new AudioContext()).start(), 300)`],
] as const;

let stage: Stage;
const openStage = async () => {
  stage = await Stage.open({ WEB: 'on' });
  return { address: stage.server.address, stop: () => stage.stop() };
};

inBrowser(({ browser }) => {
  test.each(EDITIONS)(`$game: a viewer notices nothing, from seed ${SEED} on`, async (edition) => {
    const seen: SeenPages = { steps: 0, windows: 0, announced: 0, sounds: 0 };
    const hasWindows = edition.game !== 'space-aztecs'; // it has neither dice nor windows
    const isEnough = () => seen.steps > 2 && (seen.windows > 0 || !hasWindows);
    for (const plan of plansFrom(edition, { seed: SEED, count: MOST_PLANS }))
      if (!isEnough()) await playBeforePages(browser(), { stage, plan }, seen);
    expect(isEnough(), JSON.stringify(seen)).toBe(true);
    expect(seen.announced).toBeGreaterThan(0);
    if (hasWindows) expect(seen.sounds).toBeGreaterThan(0);
  });

  test.each(PLANTED)('a page that betrays something by its %s is noticed', async (_, planted) => {
    const [plan] = plansFrom({ game: 'flower-war', preset: 'flower-war' }, { seed: SEED, count: 1 });
    if (plan === undefined) throw new Error('there is no plan');
    const seen: SeenPages = { steps: 0, windows: 0, announced: 0, sounds: 0 };
    await expect(playBeforePages(browser(), { stage, plan, planted }, seen)).rejects.toThrow(LeakFound);
  });
}, openStage);
