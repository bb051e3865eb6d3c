/** Writes the parts of docs/operating.md that are made from the server's code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { refreshed } from './pages.ts';

const page = new URL('../../docs/operating.md', import.meta.url);
writeFileSync(page, refreshed(readFileSync(page, 'utf8')));
