import { describe, expect, test } from 'vitest';
import { type Chance, fastChance, outcomesOf } from '../src/contract/chance.ts';
import { at } from '../src/json.ts';
import { type Colour, other, PATHS, TOKENS, X } from '../src/tieqchieq/board.ts';
import { greedy } from '../src/tieqchieq/bot/greedy.ts';
import { tieqchieq } from '../src/tieqchieq/index.ts';
import type { Settings } from '../src/tieqchieq/options.ts';
import type { Side, State } from '../src/tieqchieq/state.ts';
import { optionsOf } from '../src/tools/matches.ts';
import { BestReply, sideOf } from './bestReply.ts';

const HOME = 4;
const POSITIONS = 400;

describe('the most that a player can win', () => {
  test.each(tieqchieq.presets)(
    '$id: all odds follow from the odds that come next, by the rules and by greedy itself',
    ({ id }) => {
      const options = optionsOf(tieqchieq, id) as Settings;
      const reply = new BestReply({ options, leastHome: HOME, within: 1e-6 });
      const chance = fastChance(7);
      for (let n = 0; n < POSITIONS; n++) {
        const state = drawn(options, chance);
        const player: Colour = chance.coin() ? 0 : 1;
        expect(worthAfter({ reply, player }, state, { kind: 'toss' }), JSON.stringify(state)).toBeCloseTo(
          worthOf({ reply, player }, state),
          4,
        );
      }
    },
  );
});

/** A random position before a toss. */
function drawn(options: Settings, chance: Chance): State {
  const taken: number[] = [];
  const facing = PATHS[options.board][0].facing;
  const side = (): Side => {
    const home = HOME + chance.die(TOKENS - HOME) - 1;
    const free = Array.from({ length: X - 1 }, (_, index) => index + 1).filter((one) => !taken.includes(one));
    const path = chance.shuffle(free).slice(0, chance.die(TOKENS - home + 1) - 1);
    taken.push(...path.map((position) => at(facing, position)).filter((square) => square > 0));
    return { path: path.toSorted((a, b) => a - b), home };
  };
  return { options, sides: [side(), side()], phase: { kind: 'tossing', seat: chance.coin() ? 0 : 1 }, tosses: 0 };
}

interface Sight {
  readonly reply: BestReply;
  readonly player: Colour;
}

/** The odds of the player as a person would work them out who knows the odds before each toss. */
function worthOf(sight: Sight, state: State): number {
  const { phase, sides } = state;
  const { reply, player } = sight;
  if (phase.kind === 'over') return tieqchieq.result(state)?.winners.includes(player) ? 1 : 0;
  if (phase.kind === 'tossing') {
    const [own, theirs] = [sides[player], sides[other(player)]].map(({ path, home }) => sideOf(path, home));
    return reply.odds(own ?? 0, theirs ?? 0, phase.seat === player);
  }
  const { seat } = phase;
  const legal = tieqchieq.legalMoves(state, seat);
  if (seat === player) return Math.max(...legal.map((move) => worthAfter(sight, state, move)));
  const question = { view: tieqchieq.view(state, seat), seat, options: state.options, legal };
  const choices = [...outcomesOf((chance) => greedy(question, chance))];
  return choices.reduce((sum, { of, odds }) => sum + odds * worthAfter(sight, state, of), 0);
}

function worthAfter(sight: Sight, state: State, move: Parameters<typeof tieqchieq.apply>[2]): number {
  const [seat = 0] = tieqchieq.toMove(state);
  const outcomes = [...outcomesOf((chance) => tieqchieq.apply(state, seat, move, chance))];
  return outcomes.reduce((sum, { of, odds }) => sum + (of.ok ? odds * worthOf(sight, of.state) : Number.NaN), 0);
}
