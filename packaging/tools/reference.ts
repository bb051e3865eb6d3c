/** `npm run do -- reference`: the types and the comments of the SDK as pages, by TypeDoc. */
import { execFileSync } from 'node:child_process';
import { commandLine } from '@flower-war/protocol/command-line';

commandLine({ name: 'do -- reference', does: 'writes the reference of the SDK as HTML' });
const cwd = new URL('../../', import.meta.url);
execFileSync('node_modules/.bin/typedoc', ['--options', 'client-sdk/typedoc.json'], { cwd, stdio: 'inherit' });
