/** Takes all turns, round by round. The order turns with each round, so that no system is always the first. */
import type { Outcome } from './job.ts';
import { isOfThisCheckout, type Measurement, type Turn } from './units.ts';

export interface Plan {
  readonly turns: readonly Turn[];
  readonly rounds: number;
  /** Whether each turn that measures our own code is also taken with an earlier checkout. */
  readonly withBefore: boolean;
}

/** The figures of one round, by `unit/system/figure`. */
export type Round = ReadonlyMap<string, number>;

export interface Trouble extends Turn {
  readonly which: Which;
  readonly what: string;
}

export interface Collected {
  readonly now: readonly Round[];
  readonly before: readonly Round[];
  readonly troubles: readonly Trouble[];
}

export type Which = 'now' | 'before';
export type TakeTurn = (turn: Turn, which: Which) => Promise<Outcome<Measurement>>;

export async function collect(plan: Plan, take: TakeTurn): Promise<Collected> {
  const rounds: Record<Which, Map<string, number>[]> = { now: [], before: [] };
  const troubles: Trouble[] = [];
  const given = new Set<string>();
  const takeOne = async (turn: Turn, which: Which) => {
    const name = `${which} ${turn.unit} ${turn.system}`;
    if (given.has(name)) return; // it would take its whole budget again
    const outcome = await take(turn, which);
    if (outcome.kind === 'measured') return note(rounds[which].at(-1), turn, outcome.value);
    given.add(name);
    troubles.push({ ...turn, which, what: told(outcome) });
  };
  for (let round = 0; round < plan.rounds; round++) {
    rounds.now.push(new Map());
    rounds.before.push(new Map());
    for (const [turn, which] of inOrder(plan, round)) await takeOne(turn, which);
  }
  return { ...rounds, troubles };
}

function inOrder({ turns, withBefore }: Plan, round: number): readonly (readonly [Turn, Which])[] {
  const units = [...new Set(turns.map(({ unit }) => unit))];
  return units.flatMap((unit) => {
    const own = turns.filter((turn) => turn.unit === unit);
    const first = round % own.length;
    const rotated = [...own.slice(first), ...own.slice(0, first)];
    return rotated.flatMap((turn) => {
      const both: readonly Which[] = round % 2 === 0 ? ['now', 'before'] : ['before', 'now'];
      const isBoth = withBefore && isOfThisCheckout(turn);
      return (isBoth ? both : (['now'] as const)).map((which) => [turn, which] as const);
    });
  });
}

/** A figure that could not be computed is none: as JSON it is `null`. */
function note(round: Map<string, number> | undefined, { unit }: Turn, measurement: Measurement): void {
  for (const [system, figures] of Object.entries(measurement))
    for (const [figure, value] of Object.entries(figures))
      if (Number.isFinite(value)) round?.set(`${unit}/${system}/${figure}`, value);
}

function told(outcome: Exclude<Outcome<Measurement>, { readonly kind: 'measured' }>): string {
  if (outcome.kind === 'stopped') return `stopped after ${outcome.afterSeconds} s`;
  return `failed: ${outcome.why}`;
}
