/** A part of `npm run docs`: writes the numbers and positions of the rulebooks, the lessons, and the recorded match of the first page. */

import { writeFileSync } from 'node:fs';
import { commandLine } from '@flower-war/protocol/command-line';
import { lessonFiles } from './lessons.ts';
import { rulebookFiles } from './rulebook.ts';
import { showcaseFiles } from './showcase.ts';

commandLine({ name: 'docs', does: 'writes the parts of docs/ that are made from code' });

const files = { ...rulebookFiles(), ...lessonFiles(), ...showcaseFiles() };
for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
