/** Folds a verified record, and keeps what each entry did. */
import { type Engines, type FoldedEntry, foldRecord, type RecordFile, readRecord } from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';

export interface Step extends FoldedEntry {
  readonly engine: AnyGame;
}

export async function stepsOf(record: RecordFile, engines: Engines): Promise<readonly Step[]> {
  const { created, entries, secret } = parts(record);
  const engine = await engines(created.game, created.rulesVersion);
  if (engine === undefined) throw new Error(`no rules for ${created.game} version ${created.rulesVersion}`);
  return [...foldRecord({ engine, secret }, entries)].map((folded) => ({ engine, ...folded }));
}

function parts(record: RecordFile) {
  const read = readRecord(record);
  if ('problem' in read) throw new Error('only a verified record has steps');
  const [created] = read.entries;
  const ended = read.entries.at(-1);
  if (created?.kind !== 'created' || ended?.kind !== 'ended') throw new Error('only a verified record has steps');
  return { created, entries: read.entries, secret: ended.secret };
}
