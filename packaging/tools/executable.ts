/** `npm run do -- executable`: makes the executables in `dist/`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '@flower-war/protocol/command-line';
import { ARCHS, executables } from './executables.ts';
import { ROOT } from './packs.ts';
import { stageProgram } from './program.ts';

const { values } = commandLine({
  name: 'do -- executable',
  does: 'builds the program and Node as one file for Linux, into dist/',
  flags: { arch: { kind: 'text', among: [...ARCHS, 'both'], usual: 'both', tells: 'for which processors' } },
});
const into = join(ROOT, 'dist');
mkdirSync(into, { recursive: true });
executables(await stageProgram(into), into, values.arch === 'both' ? ARCHS : [values.arch]);
