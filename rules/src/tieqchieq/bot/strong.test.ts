import { expect, test } from 'vitest';
import { fastChance } from '../../contract/chance.ts';
import { drawOptions } from '../../tools/matches.ts';
import { tieqchieq } from '../index.ts';
import type { Settings } from '../options.ts';
import { positionOf } from './strong.ts';

test('the view tells the whole position, whatever the options', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const chance = fastChance(seed);
    const options = drawOptions(tieqchieq.options, chance) as Settings;
    let state = tieqchieq.setup(options, 2, chance);
    for (let [seat] = tieqchieq.toMove(state); seat !== undefined; [seat] = tieqchieq.toMove(state)) {
      expect(positionOf({ view: tieqchieq.view(state, seat), options })).toEqual(state);
      const applied = tieqchieq.apply(state, seat, chance.pick(tieqchieq.legalMoves(state, seat)), chance);
      if (!applied.ok) throw new Error(applied.reason);
      state = applied.state;
    }
  }
});
