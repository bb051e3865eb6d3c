import { describe, expect, test } from 'vitest';
import { chanceFrom, fastChance } from '../contract/chance.ts';
import type { Options } from '../contract/optionSpec.ts';
import { chancesOf, drawOptions, optionsOf, playOut } from '../tools/matches.ts';
import { testGame } from '../tools/testing.ts';
import type { Colour } from './board.ts';
import { other, PATHS } from './board.ts';
import { tieqchieq } from './index.ts';
import { broken } from './invariants.ts';
import { INTRODUCE, moveFrom, PASS, STAY, STEP, TOSS } from './moves.ts';
import type { Event, Move, State } from './state.ts';
import { progress, reserve } from './state.ts';

const FROM = Array.from({ length: 14 }, (_, index) => moveFrom(index + 1));
const EVERY_MOVE: readonly Move[] = [TOSS, INTRODUCE, ...FROM, PASS, STEP, STAY];

// Invariants 1, 2 and 12, and the two halves of 9.
testGame(tieqchieq, { matches: 24, candidates: () => EVERY_MOVE, conserve: broken, redraw: 'nothing-hidden' });

interface Turn {
  readonly before: State;
  readonly after: State;
  readonly seat: Colour;
  readonly move: Move;
  readonly events: readonly Event[];
}

function turnsOf(seed: number, given: Options = drawOptions(tieqchieq.options, fastChance(seed))): readonly Turn[] {
  const chanceAt = chancesOf(seed);
  const state = tieqchieq.setup(given, 2, chanceAt(0));
  const { steps, final } = playOut(tieqchieq, { state, chanceAt, cap: 20_000 });
  return steps.map(({ before, seat, move, events }, index) => ({
    before,
    after: steps[index + 1]?.before ?? final,
    seat: seat === 0 ? 0 : 1,
    move,
    events,
  }));
}

const SEEDS = Array.from({ length: 24 }, (_, index) => index + 100);
const TURNS = SEEDS.flatMap((seed) => turnsOf(seed));

/** The positions of all six tokens of a colour, ascending. */
function positions({ sides }: State, seat: Colour): readonly number[] {
  const side = sides[seat];
  return [...Array(reserve(side)).fill(0), ...side.path, ...Array(side.home).fill(15)];
}

function kinds(events: readonly Event[]): readonly string[] {
  return events.map(({ kind }) => kind);
}

/** The positions that were lost and won between two lists. */
function moved(before: readonly number[], after: readonly number[]) {
  const lost = [...before];
  const won = after.filter((position) => {
    const index = lost.indexOf(position);
    if (index >= 0) lost.splice(index, 1);
    return index < 0;
  });
  return { lost, won };
}

describe('invariants of Part E', () => {
  test('[inv 3, 7] one token of the mover moves, forward or to its reserve; of the opponent one goes to its reserve', () => {
    for (const { before, after, seat, move } of TURNS) {
      const own = moved(positions(before, seat), positions(after, seat));
      const foe = moved(positions(before, other(seat)), positions(after, other(seat)));
      const walks = move.kind === 'introduce' || move.kind === 'move' || move.kind === 'step';
      expect(own.lost.length).toBeLessThanOrEqual(walks ? 1 : 0); // 0: one from the reserve attacked and lost
      for (const [index, position] of own.won.entries())
        expect(position === 0 || position > own.lost[index]!).toBe(true);
      expect(foe.won.every((position) => position === 0)).toBe(true);
      if (!before.options.stacking) expect(foe.won.length).toBeLessThanOrEqual(1);
      expect(new Set(foe.lost).size).toBeLessThanOrEqual(1);
    }
  });

  test('[inv 4] a roll move costs exactly the roll', () => {
    for (const { before, seat, events } of TURNS) {
      if (before.phase.kind !== 'acting' || before.options.surcharge !== 'exact') continue;
      const { cost } = PATHS[before.options.board][seat];
      for (const event of events) {
        if (event.kind !== 'moved' && event.kind !== 'introduced') continue;
        const spent = cost.slice(event.from + 1, event.to + 1).reduce((sum, one) => sum + one, 0);
        expect(spent).toBe(before.phase.roll);
      }
    }
  });

  test('[inv 5] a token on the sun is never removed', () => {
    const captures = TURNS.flatMap(({ events }) => events.filter((event) => event.kind === 'captured'));
    expect(captures.length).toBeGreaterThan(100);
    const attackedAt = captures.map((event) => event.at);
    // 8 is the sun for both colours, so a lost attack cannot have gone there either.
    expect(attackedAt).not.toContain(8);
  });

  test('[inv 6] an extra turn if and only if the last landing was on ring or sun and the token survived', () => {
    for (const { before, after, seat, events } of TURNS) {
      if (after.phase.kind === 'over') continue;
      const landing = events.findLast((event) => event.kind === 'moved' || event.kind === 'introduced');
      const lost = events.some((event) => event.kind === 'fought' && !event.won);
      const mark = landing && 'to' in landing ? PATHS[before.options.board][seat].mark[landing.to] : 'none';
      const extra = (mark === 'ring' || mark === 'sun') && !lost;
      expect(after.phase.kind === 'tossing' && after.phase.seat === seat).toBe(extra);
      expect(kinds(events).includes('extra-turn')).toBe(extra);
    }
  });

  test('[E5] only the active player has a move', () => {
    for (const { before, seat } of TURNS) {
      expect(tieqchieq.toMove(before)).toEqual([seat]);
      expect(tieqchieq.legalMoves(before, other(seat))).toEqual([]);
      expect(tieqchieq.legalMoves(before, 2)).toEqual([]);
    }
  });

  test('[inv 8] no heads change nothing but whose turn it is', () => {
    const blanks = TURNS.filter(({ events }) => events.some((event) => event.kind === 'tossed' && event.heads === 0));
    expect(blanks.length).toBeGreaterThan(100);
    for (const { before, after } of blanks) expect(after.sides).toBe(before.sides);
  });

  test('[inv 9] the match ends exactly with six tokens on X, or at the turn cap', () => {
    for (const { after } of TURNS) {
      const home = after.sides.some((side) => side.home === 6);
      const capped = after.tosses >= after.options.turnCap && after.phase.kind === 'over';
      expect(after.phase.kind === 'over').toBe(home || capped);
      if (home) expect(after.phase).toMatchObject({ reason: 'all-home' });
    }
  });

  test('[inv 11] with the colours exchanged, coins included, the match is the mirror image', () => {
    for (const seed of SEEDS.slice(0, 10)) {
      for (const { before, after, seat, move } of turnsOf(seed)) {
        const applied = tieqchieq.apply(mirror(before), other(seat), move, mirrored(before, chanceFor(seed)));
        const straight = tieqchieq.apply(before, seat, move, chanceFor(seed));
        if (!applied.ok || !straight.ok) throw new Error('a legal move is legal for both');
        expect(applied.state).toEqual(mirror(straight.state));
        expect(tieqchieq.legalMoves(mirror(after), other(seat))).toEqual(tieqchieq.legalMoves(after, seat));
      }
    }
  });
});

const chanceFor = (seed: number) => fastChance(seed * 7);

function mirror(state: State): State {
  const { phase } = state;
  const turned =
    phase.kind === 'over'
      ? 'winner' in phase
        ? { ...phase, winner: other(phase.winner) }
        : phase
      : { ...phase, seat: other(phase.seat) };
  return { ...state, sides: [state.sides[1], state.sides[0]], phase: turned };
}

/** The coins of a battle have a side for each colour; those of a toss only count heads. */
function mirrored({ phase }: State, chance: ReturnType<typeof fastChance>) {
  if (phase.kind === 'tossing') return chance;
  return chanceFrom((sides) => (sides === 2 && !chance.coin() ? 0 : 1));
}

describe('setup and end', () => {
  const options = (given: Options) => {
    return optionsOf(tieqchieq, undefined, given);
  };

  test('[E8] the starting player is drawn; [startPlayer = host] seat 0 starts', () => {
    const starters = (given: Options) =>
      new Set(SEEDS.map((seed) => tieqchieq.toMove(tieqchieq.setup(options(given), 2, fastChance(seed)))[0]));
    expect(starters({})).toEqual(new Set([0, 1]));
    expect(starters({ startPlayer: 'host' })).toEqual(new Set([0]));
  });

  test('[E8] the turn cap counts every toss, and the larger sum of positions wins', () => {
    const capped = SEEDS.map((seed) => turnsOf(seed, options({ turnCap: 30 })).at(-1)!.after);
    for (const state of capped) {
      const sums = state.sides.map(progress);
      const result = tieqchieq.result(state)!;
      expect(state.tosses).toBe(30);
      expect(result.reason).toBe('turn-cap');
      expect(result.winners).toEqual([0, 1].filter((seat) => sums[seat] === Math.max(...sums)));
    }
  });

  test('[E8] equal sums at the turn cap are a draw that both win', () => {
    const state: State = {
      ...(tieqchieq.setup(options({ startPlayer: 'host', turnCap: 1 }), 2, fastChance(1)) as State),
      phase: { kind: 'over', reason: 'turn-cap' },
    };
    expect(tieqchieq.result(state)).toMatchObject({ result: 'draw', winners: [0, 1] });
    expect(tieqchieq.result(state)?.standings.map(({ place }) => place)).toEqual([1, 1]);
  });

  test('[E8] who retires gives the other the match, even from behind', () => {
    const state = turnsOf(100, options({})).at(40)!.before;
    const left = tieqchieq.leave(state, 1, fastChance(1));
    expect(kinds(left.events)).toEqual(['retired', 'ended']);
    expect(tieqchieq.result(left.state)).toMatchObject({ result: 'forfeit', winners: [0], reason: 'retired' });
  });

  test('[0.3] the clock passes where it may, and otherwise plays the first legal move', () => {
    for (const { before, seat } of TURNS) {
      const legal = tieqchieq.legalMoves(before, seat);
      const expected = before.phase.kind === 'acting' && before.options.mayPass ? PASS : legal[0];
      expect(tieqchieq.fallback(before, seat)).toBe(expected);
    }
  });
});
