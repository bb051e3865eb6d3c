/** Verifies a record, and says which check it does not pass. */
import type { Entry, RecordVerdict } from '@flower-war/protocol';
import { commitmentTo, type Flaw, readRecord, verify } from '@flower-war/protocol/verify';
import { frozenEngine } from '@flower-war/rules/frozen';

/** A line that holds a whole position is cut off. */
const MOST_SHOWN = 3000;

export async function prove({ record, parent }: Given): Promise<Proved> {
  const verdict = await verify(record, frozenEngine, parent === undefined ? {} : { parent });
  const read = readRecord(record);
  const entries = 'problem' in read ? undefined : read.entries;
  return {
    verdict,
    failed: verdict.ok ? undefined : failedIn(verdict, entries),
    flawed: verdict.ok ? undefined : lineOf(record, verdict.line).slice(0, MOST_SHOWN),
    facts: entries && factsIn(entries),
  };
}

type Entries = Exclude<ReturnType<typeof readRecord>, Flaw>['entries'];

/** `entries` is absent if already the lines are wrong. */
function failedIn({ code }: Flaw, entries: Entries | undefined): Check {
  if (entries === undefined) return code === 'signature' ? 'signed' : 'whole';
  const [created] = entries;
  const ended = entries.at(-1);
  if (created?.kind !== 'created' || ended?.kind !== 'ended') return 'whole';
  return commitmentTo(ended.secret) === created.commitment ? 'played' : 'committed';
}

function lineOf(record: string | Uint8Array, line: number): string {
  const text = typeof record === 'string' ? record : new TextDecoder().decode(record);
  return text.split('\n')[line - 1] ?? '';
}

// What a record says about its dice and its players.

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

function factsIn(entries: readonly Entry[]): Facts | undefined {
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

// What a proof is asked and what it says. The page takes these types alone, and loads the rest when it proves.

/** The exact bytes of a file, or the text that the server sent. */
export interface Given {
  readonly record: string | Uint8Array;
  /** The record of the match that this one goes on from, if it was found. */
  readonly parent: string | undefined;
}

export type Check = 'whole' | 'signed' | 'committed' | 'played';

export interface Proved {
  readonly verdict: RecordVerdict;
  /** The check that found the flaw. */
  readonly failed: Check | undefined;
  /** The line with the flaw, as it stands in the record. */
  readonly flawed: string | undefined;
  /** Absent if the lines cannot be read. */
  readonly facts: Facts | undefined;
}
