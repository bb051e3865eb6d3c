/** `npm run do -- web-size`: what the first play loads, and what lazy parts load beyond it. It fails beyond a budget. */
import { fileURLToPath } from 'node:url';
import { commandLine } from '@flower-war/protocol/command-line';
import { builtPage, BUDGETS, bytesIn, firstPlay, proofLoad, twinLoad } from './built.ts';

commandLine({ name: 'do -- web-size', does: 'tells what the page loads, and fails beyond a budget' });

const folder = await builtPage(fileURLToPath(new URL('../../', import.meta.url)));
const LOADS = [
  ['the first play', firstPlay(folder), BUDGETS.firstPlay],
  ['a proof', proofLoad(folder), BUDGETS.proof],
  ['the temple on the screen', twinLoad(folder), BUDGETS.twin],
] as const;
for (const [what, files, most] of LOADS) {
  for (const [file, size] of files) console.log(`${String(size).padStart(8)}  ${file}`);
  console.log(`${String(bytesIn(files)).padStart(8)}  of at most ${most} bytes for ${what}`);
  if (bytesIn(files) > most) process.exitCode = 1;
}
