/** A part of `npm run docs`: writes the numbers and positions of the rulebooks. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { files } from './files.ts';

for (const [path, text] of Object.entries(files())) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
