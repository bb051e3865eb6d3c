/** Writes the parts of docs/operating.md that are made from the server's code. */

import { readFileSync, writeFileSync } from 'node:fs';
import { commandLine } from '@flower-war/protocol/command-line';
import { refreshed } from './pages.ts';

commandLine({ name: 'docs', does: 'writes the parts of docs/ that are made from code' });

const page = new URL('../../docs/operating.md', import.meta.url);
writeFileSync(page, refreshed(readFileSync(page, 'utf8')));
