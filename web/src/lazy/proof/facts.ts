/** What a record says about its dice and its players. */
import type { Entry, RecordVerdict } from '@flower-war/protocol';

export interface Facts {
  readonly match: string;
  readonly game: string;
  readonly rulesVersion: number;
  /** The SHA-256 of the secret, which all could read before they sat down. */
  readonly commitment: string;
  readonly secret: string | undefined;
  /** What each seat added to the dice; bots add nothing. */
  readonly added: readonly { readonly seat: number; readonly bytes: string }[];
}

export function factsIn(entries: readonly Entry[]): Facts | undefined {
  const [created] = entries;
  const ended = entries.at(-1);
  if (created?.kind !== 'created') return undefined;
  const { match, game, rulesVersion, commitment } = created;
  const secret = ended?.kind === 'ended' ? ended.secret : undefined;
  return { match, game, rulesVersion, commitment, secret, added: addedIn(entries) };
}

/** Of a seat that was given back, the last player counts. */
function addedIn(entries: readonly Entry[]): Facts['added'] {
  const bySeat = new Map<number, string>();
  for (const entry of entries) {
    if (entry.kind === 'started') break;
    if (entry.kind === 'absence' && entry.what === 'left') bySeat.delete(entry.seat);
    if (entry.kind === 'seated' && entry.by === 'player') bySeat.set(entry.seat, entry.contribution);
  }
  return [...bySeat].sort(([a], [b]) => a - b).map(([seat, bytes]) => ({ seat, bytes }));
}

// What a proof is asked and what it says. It loads nothing, so that the page and the worker share it.

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
