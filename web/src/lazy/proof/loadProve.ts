/** Loads what verifies records. It is loaded alone, because the schemas in it look at once whether they may make code. */
import type { prove } from './prove.ts';

export async function loadProve(): Promise<typeof prove> {
  // A worker has globals of its own, and the policy of the page allows no code that is made from text.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  return (await import('./prove.ts')).prove;
}
