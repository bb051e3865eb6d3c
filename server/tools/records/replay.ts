/** `npm run do -- replay FILE [--from N] [--to N] [--state]`: the record of a match, entry by entry. */
import { foldRecord, type RecordFile, readRecord, verify } from '@flower-war/protocol';
import { commandLine } from '@flower-war/protocol/command-line';
import { engine } from '@flower-war/rules';
import { complain, readRecordFile, runTool, say } from './recordFile.ts';
import { entryLine, resultWords, type Step, viewLines } from './recordWords.ts';

const { values, words } = commandLine({
  name: 'do -- replay',
  does: 'shows the record of a match, entry by entry',
  words: { of: 'FILE', least: 1, most: 1, tells: 'the record; - reads the piped input' },
  flags: {
    from: { kind: 'whole', usual: 0, tells: 'begins with this entry' },
    to: { kind: 'whole', tells: 'ends with this entry' },
    state: { kind: 'switch', tells: 'shows the view after each entry' },
  },
});
const [file = ''] = words;

await runTool(async () => replay(await readRecordFile(file)));

async function replay(record: RecordFile): Promise<number> {
  const { from, to = Number.POSITIVE_INFINITY, state } = values;
  const read = readRecord(record);
  if (!('problem' in read) && read.entries.at(-1)?.kind !== 'ended')
    return complain(
      'The record is not complete: it does not reveal its secret yet, so its dice are not known. Replay it when the match is over.',
    );
  const verdict = await verify(record, engine);
  if (!verdict.ok) return complain(`line ${verdict.line}: ${verdict.problem}`);
  for (const step of await stepsOf(record)) {
    if (step.entry.seq < from || step.entry.seq > to) continue;
    say([entryLine(step), ...(state ? viewLines(step) : [])]);
  }
  return say(['', ...resultWords(verdict.result)]);
}

/** Folds a verified record, and keeps what each entry did. */
async function stepsOf(record: RecordFile): Promise<readonly Step[]> {
  const { created, entries, secret } = parts(record);
  const rules = await engine(created.game, created.rulesVersion);
  if (rules === undefined) throw new Error(`no rules for ${created.game} version ${created.rulesVersion}`);
  return [...foldRecord({ engine: rules, secret }, entries)].map((folded) => ({ engine: rules, ...folded }));
}

function parts(record: RecordFile) {
  const read = readRecord(record);
  if ('problem' in read) throw new Error('only a verified record has steps');
  const [created] = read.entries;
  const ended = read.entries.at(-1);
  if (created?.kind !== 'created' || ended?.kind !== 'ended') throw new Error('only a verified record has steps');
  return { created, entries: read.entries, secret: ended.secret };
}
