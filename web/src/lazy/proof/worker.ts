/** Verifies one record in a thread of its own, so that the page stays usable, and a record that never ends can be stopped. */
import type { Given } from './prove.ts';

addEventListener('message', ({ data }: MessageEvent<Given>) => {
  // A worker has globals of its own, and the policy of the page allows no code that is made from text.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const prove = async () => postMessage(await (await import('./prove.ts')).prove(data));
  // A rejection here would go unheard; an error of the timer reaches the page.
  prove().catch((error) =>
    setTimeout(() => {
      throw error;
    }),
  );
});
