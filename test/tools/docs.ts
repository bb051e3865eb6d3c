/**
 * Writes the parts of docs/socket.md that are made from the recorded transcripts, and the schemas of the games, and
 * the AsyncAPI documents.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mqttDocument } from '../src/asyncapi/mqttDocument.ts';
import { socketDocument } from '../src/asyncapi/socketDocument.ts';
import { gameSchemas } from '../src/schemas/gameSchemas.ts';
import { textOf } from '../src/schemas/schemaFiles.ts';
import { refreshed } from '../src/vectors/pages.ts';

const page = new URL('../../docs/socket.md', import.meta.url);
writeFileSync(page, refreshed(readFileSync(page, 'utf8')));

for (const [game, schema] of Object.entries(gameSchemas().schemas))
  writeFileSync(new URL(`../../docs/schemas/${game}.json`, import.meta.url), textOf(schema));
for (const [name, document] of Object.entries({ socket: socketDocument(), mqtt: mqttDocument() }))
  writeFileSync(new URL(`../../docs/asyncapi/${name}.json`, import.meta.url), textOf(document));
