/** `npm run do -- pack`: packs the packages that strangers install into `dist/`. */
import { join } from 'node:path';
import { commandLine } from '@flower-war/protocol/command-line';
import { packAll, packProgram } from './packing.ts';
import { ROOT } from './packs.ts';

commandLine({ name: 'do -- pack', does: 'builds the packages that strangers install, and packs them into dist/' });
await packAll(join(ROOT, 'dist'));
await packProgram(join(ROOT, 'dist'));
