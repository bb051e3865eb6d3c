/**
 * Learns the odds of Tieqchieq from matches of a bot against itself (temporal differences). After each match, from its end back to its
 * start, the odds of each position come nearer to those of the position that the best move led to, and to the result.
 */
import { type Chance, fastChance } from '../src/contract/chance.ts';
import type { Seat } from '../src/contract/game.ts';
import { at } from '../src/json.ts';
import { after, foreseen } from '../src/search/foreseeing.ts';
import { learn, type Sides, SIZE } from '../src/tieqchieq/bot/odds.ts';
import { foresightBy, sidesOf } from '../src/tieqchieq/bot/strong.ts';
import { tieqchieq } from '../src/tieqchieq/index.ts';
import type { Settings } from '../src/tieqchieq/options.ts';
import type { State } from '../src/tieqchieq/state.ts';
import { luckOf } from './series.ts';

interface Course {
  readonly options: Settings;
  readonly matches: number;
  readonly seed: number;
}

/** How fast is learned, at the start; at the end it is this part of it. */
const RATE = 0.02;
const RATE_LEFT = 0.05;
/** How much the result counts beside the next position, at the start; at the end not at all. */
const FAR = 0.7;
/** One move of this many is random, so that all kinds of positions come up. */
const RANDOM = 50;

export function learnedOdds({ options, matches, seed }: Course): readonly number[] {
  const first = fastChance(seed);
  const weights = Float64Array.from({ length: SIZE }, () => (first.die(FINE) / FINE - 1 / 2) * SPREAD);
  for (let index = 0; index < matches; index++) {
    const done = index / matches;
    const { moments, winner } = playedBy(weights, options, luckOf(seed, index));
    const [rate, far] = [RATE * (1 - (1 - RATE_LEFT) * done), FAR * (1 - done)];
    let odds = 0;
    for (const [back, { sides, seat, next }] of moments.toReversed().entries()) {
      const later = moments[moments.length - back];
      const came = later === undefined ? (winner === seat ? 1 : 0) : later.seat === seat ? odds : 1 - odds;
      odds = far * came + (1 - far) * next;
      learn(weights, { sides, odds, rate });
    }
  }
  return [...weights];
}

const FINE = 1000;
const SPREAD = 0.4;

/** A toss of a match. */
interface Moment {
  readonly sides: Sides;
  readonly seat: Seat;
  /** The odds of the seat after its toss, by its best move. */
  readonly next: number;
}

function playedBy(weights: Float64Array, options: Settings, chance: Chance) {
  const foresight = foresightBy(() => weights, 0);
  const moments: Moment[] = [];
  let state: State = tieqchieq.setup(options, 2, chance);
  for (let [seat] = tieqchieq.toMove(state); seat !== undefined; [seat] = tieqchieq.toMove(state)) {
    const { phase } = state;
    const own = seat;
    const legal = tieqchieq.legalMoves(state, own);
    const worths = legal.map((move) => {
      return phase.kind === 'tossing' ? 0 : after(foresight, { state, next: own, move }, { seat: own, depth: 0 });
    });
    const best = at(legal, worths.indexOf(Math.max(...worths)));
    const applied = tieqchieq.apply(state, own, chance.die(RANDOM) === 1 ? chance.pick(legal) : best, chance);
    if (!applied.ok) throw new Error(applied.reason);
    if (phase.kind === 'tossing') {
      const next = foreseen(foresight, applied.state, { seat: own, depth: 0 });
      moments.push({ sides: sidesOf(state, own), seat: own, next });
    }
    state = applied.state;
  }
  return { moments, winner: tieqchieq.result(state)?.winners[0] };
}
