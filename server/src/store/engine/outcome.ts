/** What became of a call. */
import { type Call, StoreError } from './engine.ts';

export type Outcome = { readonly value: unknown } | { readonly failure: Error };

/** A mistake in our own code keeps its name. */
export function failureOf(cause: unknown, { group, name }: Call): Error {
  const { code, message } = cause as Error & { readonly code?: string };
  return code === 'ERR_SQLITE_ERROR' ? new StoreError(`${group}.${name}: ${message}`, { cause }) : (cause as Error);
}
