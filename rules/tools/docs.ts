/** A part of `npm run docs`: writes the numbers and positions of the rulebooks, and the lessons. */

import { writeFileSync } from 'node:fs';
import { commandLine } from '@flower-war/protocol/command-line';
import { lessonFiles } from './lessons.ts';
import { rulebookFiles } from './rulebook.ts';

commandLine({ name: 'docs', does: 'writes the parts of docs/ that are made from code' });

for (const [path, text] of Object.entries({ ...rulebookFiles(), ...lessonFiles() })) writeFileSync(path, text);
