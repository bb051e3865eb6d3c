/** `npm run do -- web-size`: what the first play loads, and what lazy parts load beyond it. It fails beyond a budget. */
import { commandLine } from '@flower-war/protocol/command-line';
import { fileURLToPath } from 'node:url';
import { builtPage } from './built.ts';
import { bytesIn, FIRST_PLAY_BUDGET, firstPlay } from './firstPlay.ts';
import { PROOF_BUDGET, proofLoad } from './proof.ts';
import { TWIN_BUDGET, twinLoad } from './twin.ts';

commandLine({ name: 'do -- web-size', does: 'tells what the page loads, and fails beyond a budget' });

const folder = await builtPage(fileURLToPath(new URL('../../', import.meta.url)));
const BUDGETS = [
  ['the first play', firstPlay(folder), FIRST_PLAY_BUDGET],
  ['a proof', proofLoad(folder), PROOF_BUDGET],
  ['the temple on the screen', twinLoad(folder), TWIN_BUDGET],
] as const;
for (const [what, files, most] of BUDGETS) {
  for (const [file, size] of files) console.log(`${String(size).padStart(8)}  ${file}`);
  console.log(`${String(bytesIn(files)).padStart(8)}  of at most ${most} bytes for ${what}`);
  if (bytesIn(files) > most) process.exitCode = 1;
}
