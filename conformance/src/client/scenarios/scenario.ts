/** What a scenario is, and what the scenarios of both doors share. */
import type { Tampering } from '../../gateway/gateway.ts';
import type { LocalServer } from '../localServer.ts';
import type { Act, Watcher } from '../watcher.ts';

export interface Stage {
  readonly server: LocalServer;
  readonly watcher: Watcher;
}

export interface Scenario {
  /** What the client does, in a line of the report. */
  readonly name: string;
  readonly game: string;
  /** So many seconds a match may take longer than others. */
  readonly patience?: number;
  readonly tampering: (stage: Stage) => Tampering;
}

export const GAME = 'space-aztecs';

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** True the given times, counted from 1. Notes that the scenario happened. */
export function at(watcher: Watcher, ...times: readonly number[]): () => boolean {
  let count = 0;
  return () => {
    const isTime = times.includes(++count);
    if (isTime) watcher.happened++;
    return isTime;
  };
}

/** The client must send this move again: it gets no answer. */
export function owe({ acts, owed }: Watcher, act: Act | undefined = acts.at(-1)): void {
  if (act !== undefined) owed.push(act);
}

/** A match in which nothing goes wrong. */
export const undisturbed = (game: string): Scenario => ({
  name: `plays a match of ${game} to its end`,
  game,
  tampering: ({ watcher }) => {
    watcher.happened++;
    return {};
  },
});

/** All objects with a field of a newer server. */
export function withNewFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNewFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withNewFields(field)]);
  return { ...Object.fromEntries(fields), ofANewerServer: { isNew: true } };
}
