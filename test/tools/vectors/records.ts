/** npm run vectors:records: writes protocol/vectors/dice.json and the refused records. Then npm run format. */
import { commandLine } from '@flower-war/protocol/command-line';
import { readFileSync, writeFileSync } from 'node:fs';
import { verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { diceOf } from '../../src/vectors/recordDice.ts';
import { refusedRecords } from '../../src/vectors/refusedRecords.ts';

commandLine({ name: 'vectors:records', does: 'writes protocol/vectors/dice.json and the refused records' });

const FOLDER = new URL('../../../protocol/vectors/', import.meta.url);
const RECORDS = ['record.jsonl', 'record2.jsonl'];

const dice = await Promise.all(RECORDS.map((name) => diceOf(name, readFileSync(new URL(name, FOLDER), 'utf8'))));
const entries = dice.map(({ entries, ...head }) => {
  const lines = entries.map((entry) => `      ${JSON.stringify(entry)}`).join(',\n');
  return `  ${JSON.stringify(head).slice(0, -1)}, "entries": [\n${lines}\n  ]}`;
});
writeFileSync(new URL('dice.json', FOLDER), `[\n${entries.join(',\n')}\n]\n`);

const lines: string[] = [];
for (const { name, about, bytes } of refusedRecords()) {
  const verdict = await verify(bytes, engine);
  if (verdict.ok) throw new Error(`${name} is not refused`);
  const { line } = verdict;
  const [problem] = verdict.problem.split(' Expected'); // what is expected there grows with time
  writeFileSync(new URL(`refused/${name}.jsonl`, FOLDER), bytes);
  lines.push(`  ${JSON.stringify({ file: `${name}.jsonl`, about, line, problem })}`);
}
writeFileSync(new URL('refused/index.json', FOLDER), `[\n${lines.join(',\n')}\n]\n`);
