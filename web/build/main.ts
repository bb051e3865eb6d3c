/** Builds the page if that must be, and tells the process that started it where the page lies. */
import { commandLine } from '@flower-war/protocol/command-line';
import { fileURLToPath } from 'node:url';
import { builtPage } from './built.ts';

commandLine({ name: 'do -- build-web', does: 'builds the page if that must be' });

process.once('disconnect', () => process.exit(1)); // the server that wanted the page is gone
const folder = await builtPage(fileURLToPath(new URL('../../', import.meta.url)));
if (process.send === undefined) console.log(folder);
else process.send({ folder }, () => process.exit(0));
