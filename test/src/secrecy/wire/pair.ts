/** Plays a plan in twin matches, and compares all that the viewer gets from one with what it gets from the other. */
import { deepEqual } from '@flower-war/rules';
import type { Answered, Lucky, Way } from './oracle.ts';
import { isFolded, type Plan, type PlayStep, type Step, type Twins, type Two } from './plan.ts';
import { type Stage, Table } from './table.ts';

/** The only error that means that a viewer could tell the two matches apart. */
export class LeakFound extends Error {}

const LONGEST_SHOWN = 400;

/** How much was compared. `windows`: answers in hidden windows, of which `clocks` came from the clock. `habits`: answers of habits. */
type PairTally = ReturnType<typeof nothingSeen>;
export const nothingSeen = () => ({
  pairs: 0,
  steps: 0,
  frames: 0,
  bytes: 0,
  windows: 0,
  clocks: 0,
  secrets: 0,
  habits: 0,
});

export async function playPair(stage: Stage, plan: Plan, seen: PairTally): Promise<void> {
  const { twins } = plan;
  const tables: Two<Table> = [
    await Table.set(stage, twins, twins.starts[0]),
    await Table.set(stage, twins, twins.starts[1]),
  ];
  try {
    await new Pair(stage, plan, tables).play(seen);
  } finally {
    for (const table of tables) table.close();
  }
}

class Pair {
  private readonly stage: Stage;
  private readonly plan: Plan;
  private readonly tables: Two<Table>;

  constructor(stage: Stage, plan: Plan, tables: Two<Table>) {
    this.stage = stage;
    this.plan = plan;
    this.tables = tables;
  }

  async play(seen: PairTally): Promise<void> {
    seen.pairs++;
    this.compare('the beginning', this.tables[0].seen, this.tables[1].seen);
    for (const [i, { step, after }] of this.plan.steps.entries()) {
      this.stage.pass(1000);
      const when = `step ${i}, ${describe(step)}`;
      await this.take(step, when);
      this.compare(when, this.tables[0].seen, this.tables[1].seen);
      this.checkCourse(when, after);
      count(step, seen);
    }
    await this.lookAround('the end', this.tables);
    const frames = Object.values(this.tables[0].seen).flat();
    seen.frames += frames.length;
    seen.habits += await this.tables[0].habits();
    seen.bytes += frames.reduce((sum, frame) => sum + Number.parseInt(frame, 10), 0);
  }

  /** Both tables must have reached the planned state, so that no silent refusal goes unnoticed. */
  private checkCourse(when: string, after: Two<Lucky>): void {
    const { seed, game } = this.plan.twins;
    for (const i of [0, 1] as const)
      if (!deepEqual(this.tables[i].state, after[i]))
        throw new Error(`${game}, seed ${seed}, ${when}: twin ${i} is astray`);
  }

  private async take(step: Step, when: string): Promise<void> {
    const [a, b] = this.tables;
    switch (step.kind) {
      case 'play':
        return this.playBoth(step, when);
      case 'resign':
        for (const table of this.tables) await table.resign(step.seat);
        return;
      case 'secrets':
        for (const { seat, move } of step.moves[0]) await a.act(seat, move);
        for (const { seat, move } of step.moves[1]) await b.act(seat, move);
        return;
      case 'try':
        for (const table of this.tables) await table.tryAll(step.texts);
        return;
      case 'come':
        return this.lookAround(when, this.tables);
    }
  }

  /**
   * Plays one twin after the other. While a window is open in the first, it must look like the other before the move.
   */
  private async playBoth(step: PlayStep, when: string): Promise<void> {
    const [first, other] = step.first === 0 ? this.tables : ([...this.tables].reverse() as unknown as Two<Table>);
    const [own, others] = [step.answers[step.first], step.answers[1 - step.first] ?? []];
    const unasked = step.way === 'wish' ? own.map(({ seat }) => seat) : [];
    for (const seat of new Set(unasked)) await first.wish(seat, 'none');
    const before = first.seen;
    await first.act(step.seat, step.move);
    // A habit may have opened the window, after a move that was shown.
    if (own.length > 0 && step.way !== 'wish' && !isFolded(this.plan.twins)) {
      this.compare(`${when}, in the window`, before, first.seen);
      if (step.seat !== this.plan.twins.viewer) await this.probe(`${when}, in the window`, [first, other]);
    }
    await this.answer(first, own, step.way);
    await other.act(step.seat, step.move);
    await this.answer(other, others, 'pass');
    for (const seat of new Set(unasked)) await first.wish(seat, 'all');
  }

  /** Answers the windows. A wish does not answer the decisions of a seat that holds a battle card. */
  private async answer(table: Table, answers: readonly Answered[], way: Way): Promise<void> {
    for (const { seat, move } of answers) {
      if (!table.asks(seat)) continue;
      if (way === 'clock') await table.outlast();
      else await table.act(seat, move);
    }
  }

  private async probe(when: string, tables: Two<Table>): Promise<void> {
    await this.lookAround(when, tables);
    for (const table of tables) await table.tryAll(['pass', 'no such move']);
    this.compare(when, tables[0].seen, tables[1].seen);
  }

  private lookAround(when: string, tables: Two<Table>): Promise<void> {
    return lookAround(this.plan.twins, when, tables);
  }

  private compare(when: string, expected: Frames, actual: Frames): void {
    compare(this.plan.twins, when, [expected, actual]);
  }
}

type Frames = Readonly<Record<string, readonly string[]>>;

/** A viewer who connects now, and a caller over HTTP, get the same from both. */
export async function lookAround(twins: Twins, when: string, [a, b]: Two<Table>): Promise<void> {
  compare(twins, `${when}, on coming`, [await a.comers(), await b.comers()]);
  compare(twins, `${when}, over HTTP`, [{ http: await a.told() }, { http: await b.told() }]);
}

/** Compares what the viewers of one twin got with what the viewers of the other twin got. */
export function compare(
  { seed, game, preset }: Pick<Twins, 'seed' | 'game' | 'preset'>,
  when: string,
  [expected, actual]: Two<Frames>,
): void {
  for (const [who, frames] of Object.entries(expected)) {
    const others = actual[who] ?? [];
    if (deepEqual(frames, others)) continue;
    const at = frames.findIndex((frame, i) => frame !== others[i]);
    const index = at < 0 ? frames.length : at;
    const [one, other] = [frames, others].map((list) => (list[index] ?? 'nothing').slice(0, LONGEST_SHOWN));
    throw new LeakFound(
      `${game} ${preset}, seed ${seed}, ${when}: ${who} got as number ${index}\n  ${one}\n  and not\n  ${other}`,
    );
  }
}

function describe(step: Step): string {
  if (step.kind === 'play') return `seat ${step.seat} plays ${step.move}`;
  return step.kind === 'resign' ? `seat ${step.seat} resigns` : step.kind;
}

function count(step: Step, seen: PairTally): void {
  seen.steps++;
  if (step.kind === 'play') seen.windows += step.answers.flat().length;
  if (step.kind === 'play' && step.way === 'clock') seen.clocks += step.answers[step.first].length;
  if (step.kind === 'secrets') seen.secrets += step.moves.flat().length;
}
