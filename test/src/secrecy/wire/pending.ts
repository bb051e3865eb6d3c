/**
 * Twin matches in which a move is pending: the viewer must be told the same in both, for every request that players
 * make meanwhile. With a delay both twins have moved, and only one has a window open. Without a delay the second twin
 * still thinks, because a plain move would have been shown. There the mover, who can tell this, is no viewer.
 */
import { fastChance, type Seat, SEATS } from '@flower-war/rules';
import { type CommandName, drawCommand, type Scene } from './commands.ts';
import { type Followed, followed, type Lucky, looksAlike, NO_CHANCE, played, type Rules, rulesOf } from './oracle.ts';
import { compare, lookAround } from './pair.ts';
import type { Plan, PlayStep, Two } from './plan.ts';
import type { Stage } from './stage.ts';
import { Table } from './table.ts';
import { gameOf, type Twins } from './twins.ts';

const REACT_DELAY_SECONDS = 10;
const MOST_COMMANDS = 5;
const THINKING_MS = 3000;

/** A move that opens a window in the first of two matches that look alike, and the states before the move. */
export interface Pending {
  readonly twins: Twins;
  readonly step: PlayStep;
  readonly isLate: boolean;
}

/** How much was compared, and how often each command was sent. */
export type SeenPending = ReturnType<typeof nothingPending>;
export const nothingPending = () => ({
  pairs: 0,
  frames: 0,
  commands: {} as Partial<Record<CommandName, number>>,
});

/** Each move that opens a window in one twin alone, once with a delay and once without. */
export function pendingIn({ twins, steps }: Plan): readonly Pending[] {
  const { windows } = rulesOf(gameOf(twins));
  return steps.flatMap(({ step, after }, i): readonly Pending[] => {
    // A viewer who is asked after the other seats is asked at a different time in each twin.
    if (after.some((state) => windows?.open(state) !== undefined)) return [];
    if (step.kind !== 'play' || step.answers[step.first].length === 0) return [];
    if (step.answers[1 - step.first]?.length !== 0) return [];
    const starts = steps[i - 1]?.after ?? twins.starts;
    const ordered: Two<Lucky> = step.first === 0 ? starts : [starts[1], starts[0]];
    const from = { twins: { ...twins, seed: twins.seed * 100 + i, starts: ordered }, step };
    const isMover = step.seat === twins.viewer;
    return [{ ...from, isLate: true }, ...(isMover ? [] : [{ ...from, isLate: false }])];
  });
}

export async function playPending(stage: Stage, pending: Pending, seen: SeenPending): Promise<void> {
  const { twins, isLate } = pending;
  const clock = clockOf(pending);
  const settings = { clock, ...(isLate ? { reactDelaySeconds: REACT_DELAY_SECONDS } : { reactSeconds: 600 }) };
  const set = (start: Lucky) => Table.set(stage, { ...twins, settings }, start);
  const tables: Two<Table> = [await set(twins.starts[0]), await set(twins.starts[1])];
  try {
    await new PendingPair(stage, pending, tables).play(seen);
  } finally {
    for (const table of tables) table.close();
  }
}

const CLOCKS = [
  { kind: 'none' },
  { kind: 'turn', seconds: 60 },
  { kind: 'bank', seconds: 90, increment: 2 },
  { kind: 'days', days: 1 },
] as const;

const clockOf = ({ twins }: Pending) => fastChance(-twins.seed).pick(CLOCKS);

class PendingPair {
  private readonly stage: Stage;
  private readonly pending: Pending;
  private readonly tables: Two<Table>;
  private when = 'the beginning';

  constructor(stage: Stage, pending: Pending, tables: Two<Table>) {
    this.stage = stage;
    this.pending = pending;
    this.tables = tables;
  }

  async play(seen: SeenPending): Promise<void> {
    const { isLate, step } = this.pending;
    const [windowed, plain] = this.tables;
    this.compare();
    this.when = `seat ${step.seat} plays ${step.move}${isLate ? ', late' : ''}`;
    await windowed.act(step.seat, step.move);
    if (isLate) await plain.act(step.seat, step.move);
    this.compare();
    this.stage.pass(THINKING_MS);
    const isOver = await this.command(seen);
    // Without a delay, a clock that stood still in the window shows it when the window is over.
    const isComparable = isLate || clockOf(this.pending).kind === 'none';
    if (!isOver && isComparable) await this.resolve();
    await this.lookAround();
    seen.pairs++;
    seen.frames += Object.values(windowed.seen).flat().length;
  }

  /** Returns whether a command ended the comparison. */
  private async command({ commands }: SeenPending): Promise<boolean> {
    const scene = this.scene();
    for (let left = scene.chance.die(MOST_COMMANDS); left > 0; left--) {
      const { name, on, isLast = false } = drawCommand(scene);
      this.when += `, ${name}`;
      commands[name] = (commands[name] ?? 0) + 1;
      for (const table of this.tables) await on(table);
      this.compare();
      await this.lookAround();
      if (isLast && !this.pending.isLate) return true;
    }
    return false;
  }

  /** Each seat that is asked passes. Then the second twin makes its move, or both moves are shown. */
  private async resolve(): Promise<void> {
    const { isLate, step } = this.pending;
    const [windowed, plain] = this.tables;
    for (const { seat, move } of step.answers[step.first]) if (windowed.asks(seat)) await windowed.act(seat, move);
    if (!isLate) await plain.act(step.seat, step.move);
    this.compare();
    if (!isLate) return;
    this.when += ', shown';
    this.stage.pass(REACT_DELAY_SECONDS * 1000);
    for (const table of this.tables) await table.settle();
    this.compare();
  }

  private scene(): Scene {
    const { twins, step, isLate } = this.pending;
    const rules = rulesOf(gameOf(twins));
    const seats = SEATS.slice(0, twins.seats);
    const busy = [step.seat, ...step.answers[step.first].map(({ seat }) => seat)];
    const turn = rules.temple?.standing(twins.starts[0])?.seat;
    const free = seats.filter((seat) => !busy.includes(seat));
    const idle = seats.filter((seat) => seat !== turn);
    return {
      chance: fastChance(twins.seed),
      viewer: twins.viewer,
      seats,
      free,
      idle,
      isLate,
      leavesAlike: isLate && leavesAlike(rules, { twins, step }),
    };
  }

  private lookAround(): Promise<void> {
    return lookAround(this.pending.twins, this.when, this.tables);
  }

  private compare(): void {
    compare(this.pending.twins, this.when, [this.tables[0].seen, this.tables[1].seen]);
  }
}

/**
 * Whether both twins still look alike once the viewer has left right after the move. Who leaves may have to draw a card first, and the decks
 * of the twins differ.
 */
function leavesAlike(rules: Rules, { twins, step }: { readonly twins: Twins; readonly step: PlayStep }): boolean {
  const { viewer, starts } = twins;
  const move = rules.parse(step.move);
  if (typeof viewer !== 'number' || move === undefined) return false;
  const after = starts.map((state): Followed => {
    const { state: moved, events } = played(rules, { state, events: [] }, { seat: step.seat, move });
    const left = rules.leave(moved, viewer as Seat, NO_CHANCE);
    return followed(rules, { state: left.state, events: [...events, ...left.events] }, viewer);
  });
  return looksAlike(rules, after as unknown as Two<Followed>, viewer);
}
