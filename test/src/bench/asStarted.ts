/** How `npm start` runs a server: with these flags of Node, and with a cache of the code that Node compiles. */
import { fileURLToPath } from 'node:url';
import { BUSY } from '@flower-war/launcher/testing';

export const FLAGS = BUSY;

/** A cache of the benches alone, so that they measure the same before and after the first `npm start`. */
export const CACHED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/bench', import.meta.url)),
} as const;
