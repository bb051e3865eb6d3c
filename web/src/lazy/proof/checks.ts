/** What a proof is asked and what it says. It loads nothing, so that the page and the worker share it. */
import type { RecordVerdict } from '@flower-war/protocol';
import type { Facts } from './facts.ts';

/** The exact bytes of a file, or the text that the server sent. */
export interface Given {
  readonly record: string | Uint8Array;
  /** The record of the match that this one goes on from, if it was found. */
  readonly parent: string | undefined;
}

/** In the order in which they are made. */
export const CHECKS = ['whole', 'signed', 'committed', 'played'] as const;
export type Check = (typeof CHECKS)[number];

export interface Proved {
  readonly verdict: RecordVerdict;
  /** The check that found the flaw. */
  readonly failed: Check | undefined;
  /** The line with the flaw, as it stands in the record. */
  readonly flawed: string | undefined;
  /** Absent if the lines cannot be read. */
  readonly facts: Facts | undefined;
}
