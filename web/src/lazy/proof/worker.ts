/** Verifies one record in a thread of its own, so that the page stays usable, and a record that never ends can be stopped. */
import type { Given } from './facts.ts';
import { loadProve } from './loadProve.ts';

addEventListener('message', ({ data }: MessageEvent<Given>) => {
  const prove = async () => postMessage(await (await loadProve())(data));
  // A rejection here would go unheard; an error of the timer reaches the page.
  prove().catch((error) =>
    setTimeout(() => {
      throw error;
    }),
  );
});
