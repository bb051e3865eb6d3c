/** The thread that pairs large tournaments, one after the other. A bug ends it, and shows again where the server pairs in its stead. */
import { parentPort } from 'node:worker_threads';
import { stepBack } from '../../base/scheduling.ts';
import { entryBy, type Found, type LargeField } from './byItself.ts';

/** A round waits for it: where the server needs the whole processor, this one gets a quarter of it, and not a tenth. */
const PRIORITY = 5;

stepBack(PRIORITY);

parentPort?.on('message', ({ tournament, facts }: LargeField) => {
  parentPort?.postMessage({ entry: entryBy(tournament, facts) } satisfies Found);
});
