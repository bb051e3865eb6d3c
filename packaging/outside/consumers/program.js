/** A program: its argument is the address of a server. */
import { playMatch } from './playMatch.js';
import { proveMatch } from './proveMatch.js';

console.log(await proveMatch(await playMatch({ url: globalThis.process.argv[2] })));
globalThis.process.exit(0);
