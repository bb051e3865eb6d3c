/** Plays the matches of a row in several threads. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { added, type Counts, type Portion } from './figures.ts';

const PORTION = 50;

export interface Threads {
  readonly play: (wanted: Portion) => Promise<Counts | undefined>;
  readonly close: () => Promise<void>;
}

/** `isLate` says when there is no time for another portion: then a row has fewer matches. */
export function startThreads(many: number, isLate: () => boolean): Threads {
  const workers = Array.from({ length: many }, () => new Worker(new URL('./thread.ts', import.meta.url)));
  return {
    play: (wanted) => playAll(workers, wanted, isLate),
    close: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  };
}

async function playAll(
  workers: readonly Worker[],
  wanted: Portion,
  isLate: () => boolean,
): Promise<Counts | undefined> {
  const portions = portionsOf(wanted).values();
  const played: (readonly [from: number, counts: Counts])[] = [];
  await Promise.all(
    workers.map(async (worker) => {
      for (const portion of portions) {
        if (isLate()) return;
        const answered = once(worker, 'message');
        worker.postMessage(portion);
        const [counts] = (await answered) as [Counts];
        played.push([portion.from, counts]);
      }
    }),
  );
  const inOrder = played.toSorted(([a], [b]) => a - b).map(([, counts]) => counts);
  return inOrder.length === 0 ? undefined : inOrder.reduce(added);
}

function portionsOf({ from, matches, ...rest }: Portion): readonly Portion[] {
  const many = Math.ceil(matches / PORTION);
  return Array.from({ length: many }, (_, index) => ({
    ...rest,
    from: from + index * PORTION,
    matches: Math.min(PORTION, matches - index * PORTION),
  }));
}
