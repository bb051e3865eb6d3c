/** How long players wait for their answers: while a fault hits another server than theirs, and while nothing fails. */
import type { Played } from '../crash/players.ts';
import type { Cluster } from './cluster.ts';

export interface Waits {
  /** Milliseconds, the shortest first. */
  readonly calm: readonly number[];
  readonly beside: readonly number[];
}

/** Beside a fault, the slowest hundredth of the answers may take so many times as long as without any. */
const MOST_TIMES = 3;
/** A machine that starts servers beside a load delays answers by so much. */
const NOISE_MS = 500;

interface Span {
  readonly from: number;
  readonly to: number;
}

export class Feeling {
  private readonly tables: readonly Played[];
  private readonly calm: number[] = [];
  private readonly beside: number[] = [];

  constructor(tables: readonly Played[]) {
    this.tables = tables;
  }

  /** Notes the answers of a time without a fault. */
  noteCalm(span: Span): void {
    this.calm.push(...this.waitsIn(span, () => true));
  }

  /** Notes the answers in matches that lived elsewhere when a fault began. */
  noteBeside(span: Span, homes: Homes, hit: readonly string[]): void {
    this.beside.push(...this.waitsIn(span, (match) => homes.has(match) && !hit.includes(homes.get(match) ?? '')));
  }

  get waits(): Waits {
    const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b);
    return { calm: sorted(this.calm), beside: sorted(this.beside) };
  }

  private waitsIn({ from, to }: Span, fits: (match: string) => boolean): readonly number[] {
    return this.tables.flatMap(({ told }) =>
      told
        .filter(({ match }) => fits(match))
        .flatMap(({ answers }) => answers.filter((one) => !one.wasDropped && one.at > from && one.at <= to))
        .map(({ took }) => took),
    );
  }
}

/** The name of the server in which each match lives. */
export type Homes = ReadonlyMap<string, string>;

export const HOMES =
  'SELECT claims.id, processes.name FROM claims JOIN processes ON processes.process = claims.owner WHERE ended_at IS NULL';

export const homesIn = async (cluster: Cluster): Promise<Homes> => homesOf(await cluster.ask(HOMES));

export function homesOf(rows: readonly Record<string, unknown>[]): Homes {
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]));
}

export function at(waits: readonly number[], share: number): number {
  return waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN;
}

/** What players felt of faults that did not hit their server. */
export function feltBy({ calm, beside }: Waits): readonly string[] {
  const [usual, then] = [at(calm, 0.99), at(beside, 0.99)];
  const isFelt = then > Math.max(MOST_TIMES * usual, usual + NOISE_MS);
  return isFelt ? [`others felt a fault: their slowest answers took ${then} ms, and ${usual} ms without a fault`] : [];
}
