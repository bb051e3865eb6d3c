import { expect, test } from 'vitest';
import type { AnyBot } from '../../catalogue/games.ts';
import { fastChance } from '../../contract/chance.ts';
import type { Seat } from '../../contract/game.ts';
import { entryOf, questionsAnswered } from '../../ring/bot/greedy.fixture.ts';
import { optionsOf, simulate } from '../../tools/matches.ts';
import { flowerWar } from '../index.ts';
import { presetOptions, wealthy } from '../matches.fixture.ts';
import type { FlowerSettings } from '../options.ts';
import type { FlowerTable } from '../table.ts';
import { greedy, scoresOf } from './greedy.ts';
import { PATIENT } from './weights.ts';

const FLOWER_WAR = entryOf('flower-war');
const QUESTIONS = [
  'moving',
  'ranged',
  'choosing-opponent',
  'battle',
  'reacting',
  'offering',
  'sacrificing',
  'drawing',
  'claiming',
  'playing',
  'discarding',
  'picking',
  'dealing',
  'giving',
  'cancelling',
  'taking-disc',
];

test('greedy answers every question with a legal move, whatever the options', () => {
  expect([...questionsAnswered(FLOWER_WAR, 60)].toSorted()).toEqual(QUESTIONS.toSorted());
});

test('[effects 3 and 9] no turn lasts for ever where cards may be sacrificed and taken back', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const chance = fastChance(seed);
    const options = presetOptions('flower-war', { mode: 'epic', length: 'short' });
    const dealt = wealthy.setup(options, 4, chance) as FlowerTable;
    const discs = dealt.discs.map((holder, index) => ([2, 4, 8].includes(index) ? 0 : holder));
    const apocalypse = { kind: 'counting', counter: 0, track: 0, ending: 'flood' } as const;
    const tribes = dealt.tribes.map((tribe) => ({ ...tribe, hand: tribe.hand.slice(0, 1) }));
    let state: ReturnType<typeof flowerWar.setup> = {
      ...dealt,
      discs,
      tribes,
      omens: [3, 5, 9],
      apocalypse,
    } as FlowerTable;
    for (let moves = 0; flowerWar.toMove(state).length > 0; moves++) {
      const [seat] = flowerWar.toMove(state) as [Seat];
      const [view, legal] = [flowerWar.view(state, seat), flowerWar.legalMoves(state, seat)];
      const move = greedy({ view, seat, options: dealt.options, legal }, chance);
      const applied = flowerWar.apply(state, seat, move, chance);
      if (!applied.ok) throw new Error(applied.reason);
      state = applied.state;
      if (applied.events.some(({ kind }) => kind === 'turn-ended')) moves = 0;
      expect(moves, `seed ${seed}`).toBeLessThan(400);
    }
  }
});

// In these matches the bot broke the level of the gods with one card, restored it with the next one, and so on.
test.each([
  [{ perSpace: 7, tokensTotal: 210 }, 1_000_183],
  [{ perSpace: 6, tokensTotal: 180 }, 1_000_643],
])('[effect 13] a tribe that breaks the level of the gods does not restore it: %o, luck %i', (days, luck) => {
  const options = optionsOf(FLOWER_WAR.game, 'flower-war', { ...days, countdown: 5, roundCap: 70 });
  let asked = 0;
  const counted: AnyBot = (question, chance) => {
    if (++asked > 5000) throw new Error('the match does not end');
    return FLOWER_WAR.bots.greedy(question, chance);
  };
  const { game } = FLOWER_WAR;
  const table = { options, bots: ['counted', 'counted'] as const, chance: fastChance(luck) };
  expect(simulate({ game, bots: { counted } }, table).moves).toBeLessThan(1000);
});

test('a battle card is worth nothing where no cards are played in battles', () => {
  const worthOf = (battleCards: string) => {
    const options = optionsOf(FLOWER_WAR.game, 'flower-war', { battleCards }) as FlowerSettings;
    const start = flowerWar.setup(options, 2, fastChance(1));
    const tribes = start.tribes.map((tribe, seat) => (seat === 0 ? { ...tribe, hand: ['W04', 'W09'] } : tribe));
    const state: typeof start = { ...start, tribes, phase: { kind: 'discarding', seat: 0 } };
    return scoresOf(
      { view: flowerWar.view(state, 0), seat: 0, options, legal: flowerWar.legalMoves(state, 0) },
      PATIENT,
    );
  };
  expect(worthOf('on').slice(0, 2)).toEqual([expect.closeTo(-0.2), expect.closeTo(-0.9)]);
  expect(worthOf('off').slice(0, 2)).toEqual([expect.closeTo(0), expect.closeTo(-0.9)]);
});
