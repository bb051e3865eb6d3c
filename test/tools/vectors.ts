/** npm run vectors: records protocol/vectors/socket anew. Needed when the schema of a table or a message has changed. */
import { commandLine } from '@flower-war/protocol/command-line';
import { writeFileSync } from 'node:fs';
import { recordAll } from '../src/vectors/recording.ts';

commandLine({ name: 'do -- vectors', does: 'records protocol/vectors/socket anew' });

for (const [name, lines] of await recordAll()) {
  const file = new URL(`../../protocol/vectors/socket/${name}.jsonl`, import.meta.url);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  console.log(`${name}: ${lines.length - 2} frames`);
}
process.exit(0);
