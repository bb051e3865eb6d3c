/** A part of `npm run docs`: writes the numbers and positions of the rulebooks. */
import { commandLine } from '@flower-war/protocol/command-line';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { files } from './files.ts';

commandLine({ name: 'docs', does: 'writes the parts of docs/ that are made from code' });

for (const [path, text] of Object.entries(files())) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
