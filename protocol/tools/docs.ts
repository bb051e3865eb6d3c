/** Writes the generated parts of the pages in docs/, docs/openapi.json, and docs/schemas/. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiText, refreshed } from './generated.ts';
import { STATES, schemaFile } from './schemaFiles.ts';

for (const name of ['record', 'protocol', 'protocol-reference', 'operating', 'temple-protocol']) {
  const page = new URL(`../../docs/${name}.md`, import.meta.url);
  writeFileSync(page, refreshed(readFileSync(page, 'utf8')));
}
writeFileSync(new URL('../../docs/openapi.json', import.meta.url), openApiText());
for (const [name, schema] of Object.entries(STATES))
  writeFileSync(new URL(`../../docs/schemas/${name}.ts`, import.meta.url), schemaFile(schema));
