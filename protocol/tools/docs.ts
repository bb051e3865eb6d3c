/** Writes the generated parts of the pages in docs/, and docs/openapi.json. */

import { readFileSync, writeFileSync } from 'node:fs';
import { commandLine } from '@flower-war/protocol/command-line';
import { openApiText, refreshed } from './generated.ts';

commandLine({ name: 'docs', does: 'writes the parts of docs/ that are made from code' });

for (const name of ['record', 'protocol', 'protocol-reference', 'operating', 'temple-protocol']) {
  const page = new URL(`../../docs/${name}.md`, import.meta.url);
  writeFileSync(page, refreshed(readFileSync(page, 'utf8')));
}
writeFileSync(new URL('../../docs/openapi.json', import.meta.url), openApiText());
