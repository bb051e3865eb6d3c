/** Writes the parts of docs/socket.md that are made from the recorded transcripts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { refreshed } from '../src/vectors/pages.ts';

const page = new URL('../../docs/socket.md', import.meta.url);
writeFileSync(page, refreshed(readFileSync(page, 'utf8')));
