/** The same program for Node 20, which has no WebSocket of its own. */
import { WebSocket } from 'ws';
import { playMatch } from './playMatch.js';
import { proveMatch } from './proveMatch.js';

console.log(await proveMatch(await playMatch({ url: globalThis.process.argv[2], WebSocket })));
globalThis.process.exit(0);
