/** Writes the generated parts of docs/record.md and docs/protocol.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { refreshed } from './generated.ts';

for (const name of ['record', 'protocol']) {
  const page = new URL(`../../docs/${name}.md`, import.meta.url);
  writeFileSync(page, refreshed(readFileSync(page, 'utf8')));
}
