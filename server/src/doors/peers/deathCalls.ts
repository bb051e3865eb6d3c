/** One process asks the others whether they have declared it dead, while it cannot ask the store itself. */
import type { RequestListener, ServerResponse } from 'node:http';
import type { Log } from '../../base/log.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { Peer } from '../../store/ownership/elsewhere.ts';
import { PEER_HEADERS } from './peerHeaders.ts';

const PATH = '/internal/dead/';
const ANSWERED_WITHIN_MS = 1000;
const DEAD = 'dead';
const NOT_DEAD = 'not dead';

/** Whether one of them reaches the store, and finds the process dead there. */
export async function isDeadFor(others: readonly Peer[], process: string, token: string): Promise<boolean> {
  const asked = others
    .filter(({ address }) => address !== '')
    .map(({ address }) => ask(address + PATH + process, token));
  return (await Promise.all(asked)).includes(DEAD);
}

async function ask(url: string, token: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const answer = await fetch(url, { headers: { [PEER_HEADERS.token]: token }, signal });
    return await answer.text();
  } catch {
    return undefined; // it is gone, or does not reach the store either
  }
}

interface Answering {
  readonly journal: Pick<Journal, 'isDead'>;
  readonly log: Log;
}

/** Answers such questions, and leaves all other requests to `next`. Behind the check of the token only. */
export function answeringDeath(answering: Answering, next: RequestListener): RequestListener {
  return (request, response) => {
    const { url = '', method } = request;
    if (!url.startsWith(PATH) || method !== 'GET') return void next(request, response);
    void answer(answering, url.slice(PATH.length), response);
  };
}

async function answer({ journal, log }: Answering, process: string, response: ServerResponse): Promise<void> {
  try {
    response.end((await journal.isDead(process)) ? DEAD : NOT_DEAD);
  } catch (err) {
    log.debug({ err }, 'another process asked whether it is dead, and the store did not answer');
    response.writeHead(503).end();
  }
}
