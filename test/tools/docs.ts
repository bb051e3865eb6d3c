/**
 * Writes the parts of docs/socket.md that are made from the recorded transcripts, the tables of docs/performance.md, the
 * schemas of the games, the AsyncAPI documents, the types of the client in C#, the page of the cards, the list of the tools, and the rulebooks.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { keptReport, PAGE, refreshedPage } from '../src/bench/all/report.ts';
import { csharpFiles } from '../src/schemas/csharp.ts';
import { gameSchemas, mqttDocument, openDataSchema, socketDocument } from '../src/schemas/documents.ts';
import { TOOLS_PAGE, toolsPage } from '../src/house/commands.ts';
import { textOf } from '../src/schemas/typeSchema.ts';
import { refreshed } from '../src/vectors/socketPage.ts';
import { CARDS_PAGE, cardsPage, rulebookPages } from '../src/words/pages.ts';

commandLine({ name: 'docs', does: 'writes the parts of docs/ that are made from code' });

const page = new URL('../../docs/socket.md', import.meta.url);
writeFileSync(page, refreshed(readFileSync(page, 'utf8')));
writeFileSync(CARDS_PAGE, cardsPage());
writeFileSync(TOOLS_PAGE, toolsPage());
for (const [place, text] of rulebookPages()) {
  mkdirSync(new URL('.', place), { recursive: true });
  writeFileSync(place, text);
}
writeFileSync(PAGE, refreshedPage(readFileSync(PAGE, 'utf8'), keptReport()));

for (const [name, schema] of Object.entries({ ...gameSchemas().schemas, 'open-data': openDataSchema() }))
  writeFileSync(new URL(`../../docs/schemas/${name}.json`, import.meta.url), textOf(schema));
for (const [name, document] of Object.entries({ socket: socketDocument(), mqtt: mqttDocument() }))
  writeFileSync(new URL(`../../docs/asyncapi/${name}.json`, import.meta.url), textOf(document));
for (const [path, text] of csharpFiles()) writeFileSync(new URL(`../../${path}`, import.meta.url), text);
