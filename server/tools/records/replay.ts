/** `npm run replay -- FILE [--from N] [--to N] [--state]`: the record of a match, entry by entry. */
import { parseArgs } from 'node:util';
import { type RecordFile, readRecord, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { entryLine, viewLines } from './entryWords.ts';
import { complain, readRecordFile, runTool, say, Unusable } from './recordFile.ts';
import { resultWords } from './resultWords.ts';
import { stepsOf } from './steps.ts';

const USAGE = `npm run replay -- FILE [--from N] [--to N] [--state] shows the record of a match, entry by entry.

  FILE      the record; - reads the piped input
  --from N  begins with this entry
  --to N    ends with this entry
  --state   shows the view after each entry`;

const OPTIONS = {
  from: { type: 'string', default: '0' },
  to: { type: 'string', default: 'Infinity' },
  state: { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const;

await runTool(async (given) => {
  const { values, positionals } = parseArgs({ args: [...given], options: OPTIONS, allowPositionals: true });
  if (values.help) return say(USAGE.split('\n'));
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Unusable(USAGE);
  const shown = { from: entryNumber('--from', values.from), to: entryNumber('--to', values.to), state: values.state };
  return replay(await readRecordFile(file), shown);
});

interface Shown {
  readonly from: number;
  readonly to: number;
  readonly state: boolean;
}

async function replay(record: RecordFile, { from, to, state }: Shown): Promise<number> {
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

function entryNumber(option: string, text: string): number {
  const number = Number(text);
  if (text !== 'Infinity' && !/^\d+$/.test(text))
    throw new Unusable(`${option} takes the number of an entry, not "${text}".`);
  return number;
}
