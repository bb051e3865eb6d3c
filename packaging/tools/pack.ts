/** `npm run do -- pack`: packs the packages that strangers install into `dist/`. */
import { join } from 'node:path';
import { commandLine } from '@flower-war/protocol/command-line';
import { packAll, tarballOf } from './packing.ts';
import { ROOT } from './packs.ts';
import { stageProgram } from './program.ts';

commandLine({ name: 'do -- pack', does: 'builds the packages that strangers install, and packs them into dist/' });
const into = join(ROOT, 'dist');
await packAll(into);
tarballOf(await stageProgram(into), into);
