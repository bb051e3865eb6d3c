/** `npm run do -- replay FILE [--from N] [--to N] [--state]`: the record of a match, entry by entry. */
import { type RecordFile, readRecord, verify } from '@flower-war/protocol';
import { commandLine } from '@flower-war/protocol/command-line';
import { engine } from '@flower-war/rules';
import { entryLine, stepsOf, viewLines } from './entryWords.ts';
import { complain, readRecordFile, resultWords, runTool, say } from './recordFile.ts';

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

await runTool(async () => {
  const { from, to = Number.POSITIVE_INFINITY, state } = values;
  return replay(await readRecordFile(file), { from, to, state });
});

interface PrintedRange {
  readonly from: number;
  readonly to: number;
  readonly state: boolean;
}

async function replay(record: RecordFile, { from, to, state }: PrintedRange): Promise<number> {
  const read = readRecord(record);
  if (!('problem' in read) && read.entries.at(-1)?.kind !== 'ended')
    return complain(
      'The record is not complete: it does not reveal its secret yet, so its dice are not known. Replay it when the match is over.',
    );
  const verdict = await verify(record, engine);
  if (!verdict.ok) return complain(`line ${verdict.line}: ${verdict.problem}`);
  for (const step of await stepsOf(record, engine)) {
    if (step.entry.seq < from || step.entry.seq > to) continue;
    say([entryLine(step), ...(state ? viewLines(step) : [])]);
  }
  return say(['', ...resultWords(verdict.result)]);
}
