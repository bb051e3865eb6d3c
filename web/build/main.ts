/** Builds the page if that must be, and tells the process that started it where the page lies, and the documents for players. */
import { commandLine } from '@flower-war/protocol/command-line';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { builtPage, docsFolder } from './built.ts';

commandLine({ name: 'do -- build-web', does: 'builds the page if that must be' });

process.once('disconnect', () => process.exit(1)); // the server that wanted the page is gone
const root = fileURLToPath(new URL('../../', import.meta.url));
const [folder, docs] = [await builtPage(root), docsFolder(root)];
if (process.send === undefined) console.log(folder);
else process.send({ folder, ...(existsSync(docs) && { docs }) }, () => process.exit(0));
