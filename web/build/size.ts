/** `npm run web:size`: what the first play loads. It fails beyond the budget. */
import { fileURLToPath } from 'node:url';
import { builtPage } from './built.ts';
import { bytesIn, FIRST_PLAY_BUDGET, firstPlay } from './firstPlay.ts';

const files = firstPlay(await builtPage(fileURLToPath(new URL('../../', import.meta.url))));
for (const [file, size] of files) console.log(`${String(size).padStart(8)}  ${file}`);
console.log(`${String(bytesIn(files)).padStart(8)}  of at most ${FIRST_PLAY_BUDGET} bytes`);
process.exitCode = bytesIn(files) <= FIRST_PLAY_BUDGET ? 0 : 1;
