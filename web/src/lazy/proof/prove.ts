/** Verifies a record, and says which check it does not pass. */
import { commitmentTo, type Flaw, readRecord, verify } from '@flower-war/protocol/verify';
import { frozenEngine } from '@flower-war/rules/frozen';
import { type Check, factsIn, type Given, type Proved } from './facts.ts';

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
