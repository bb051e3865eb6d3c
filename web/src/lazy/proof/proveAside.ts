/** Verifies a record in a worker, or in the page where browsers have none. */
import type { Given, Proved } from './checks.ts';
import { loadProve } from './loadProve.ts';

/** The longest honest record takes a few seconds. */
const PATIENCE_MS = 60_000;

const ENDLESS: Proved = {
  verdict: {
    ok: false,
    line: 1,
    code: 'parent',
    problem: 'the rules run for ever with the state that it goes on from',
  },
  failed: 'played',
  flawed: undefined,
  facts: undefined,
};

export async function proveAside(given: Given): Promise<Proved> {
  const worker = madeWorker();
  try {
    return worker === undefined ? await proveHere(given) : await provedBy(worker, given);
  } finally {
    worker?.terminate();
  }
}

/** Rules can run for ever only with a state that the record itself brings along. */
function provedBy(worker: Worker, given: Given): Promise<Proved> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(ENDLESS), PATIENCE_MS);
    worker.onmessage = ({ data }: MessageEvent<Proved>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = () => {
      clearTimeout(timer);
      proveHere(given).then(resolve, reject);
    };
    worker.postMessage(given);
  });
}

const proveHere = async (given: Given): Promise<Proved> => (await loadProve())(given);

/** Older browsers have no workers that are modules. */
function madeWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}
