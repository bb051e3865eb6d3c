/** Folds a record that is known to be good, and keeps what each entry did. */
import {
  advance,
  begin,
  type Engines,
  type Entry,
  type Position,
  type RecordFile,
  readRecord,
} from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';

export interface Step {
  readonly engine: AnyGame;
  readonly entry: Entry;
  readonly position: Position;
  readonly events: readonly unknown[];
}

export async function stepsOf(record: RecordFile, engines: Engines): Promise<readonly Step[]> {
  const { created, entries, secret } = parts(record);
  const engine = await engines(created.game, created.rulesVersion);
  if (engine === undefined) throw new Error(`no rules for ${created.game} version ${created.rulesVersion}`);
  const steps: Step[] = [{ engine, entry: created, position: begin(created), events: [] }];
  for (const entry of entries.slice(1)) {
    const outcome = advance({ engine, secret }, steps.at(-1)?.position ?? begin(created), entry);
    if (!outcome.ok) throw new Error(`entry ${entry.seq} of a verified record cannot follow: ${outcome.reason}`);
    steps.push({ engine, entry, position: outcome.position, events: outcome.events });
  }
  return steps;
}

function parts(record: RecordFile) {
  const read = readRecord(record);
  if ('problem' in read) throw new Error('only a verified record has steps');
  const [created] = read.entries;
  const ended = read.entries.at(-1);
  if (created?.kind !== 'created' || ended?.kind !== 'ended') throw new Error('only a verified record has steps');
  return { created, entries: read.entries, secret: ended.secret };
}
