/** Runs operations on one database. */
import type { Work } from './work.ts';

/** Groups of operations by name: data, so that another thread can run them. */
export type Groups = Readonly<Record<string, Readonly<Record<string, (...given: never[]) => Work<unknown>>>>>;

/** An operation to run. What is given must be plain data. */
export interface Call {
  readonly group: string;
  readonly name: string;
  readonly given: readonly unknown[];
}

export interface Engine {
  /** Several processes may use the data at once. */
  readonly isShared: boolean;
  /** How many transactions were committed. Only SQLite counts them. */
  readonly commits?: number;
  /** Called with `group.name` of each transaction, also of those that are run again. Only PostgreSQL counts them. */
  onTransaction?: (operation: string) => void;
  /** Resolves when what the operation changed is durable. Rejects with a `StoreError` if the outcome is unknown. */
  run(call: Call): Promise<unknown>;
  close(): Promise<void>;
}

/** A failure outside our code, such as a full disk or a lost connection. A later retry may help. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The operations of a group, as functions that wait for their outcome. */
export type Waiting<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends (...given: infer Given) => Work<infer Outcome>
    ? (...given: Given) => Promise<Outcome>
    : never;
};

export type Stores<All> = { readonly [Name in keyof All]: Waiting<All[Name]> };

export function storesOn<All extends Groups>(engine: Engine, groups: All): Stores<All> {
  const waiting = (group: string, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, (...given: unknown[]) => engine.run({ group, name, given })] as const),
    );
  const entries = Object.entries(groups).map(([group, one]) => [group, waiting(group, Object.keys(one))] as const);
  return Object.fromEntries(entries) as unknown as Stores<All>;
}

/** The operation that a call names. */
export function workOf(groups: Groups, { group, name, given }: Call): Work<unknown> {
  const operation = groups[group]?.[name];
  if (operation === undefined) throw new Error(`no operation ${group}.${name}`);
  return operation(...(given as never[]));
}
