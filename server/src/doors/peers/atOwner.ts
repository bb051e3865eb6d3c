/** Lets the process that owns something answer a request for it: this one, or another one. */
import type { Owned } from '@flower-war/protocol';
import { Elsewhere, type Peer } from '../../store/ownership/elsewhere.ts';
import { type Passed, type Passing, unavailable } from './exchange.ts';
import { forwardedIn } from './forwardedRequests.ts';

/** What a request needs, and whether it may make this process the owner of what has none. */
export interface Need {
  readonly kind: Owned;
  readonly id: string;
  readonly mayClaim: boolean;
}

export interface Owners {
  /** Owns it, or claims it, or throws `Elsewhere`. */
  mustBeHere(kind: Owned, id: string): Promise<void>;
  /** The other living process that owns it. */
  peerOf(kind: Owned, id: string): Promise<Peer | undefined>;
}

export interface Ways {
  readonly owners: Owners;
  readonly forwarder: { pass(passing: Passing): Promise<Passed> };
}

/** What has moved once while it was looked for may be found at the second look. */
const LOOKS = 2;

type Asking = Omit<Passing, 'peer'>;

/**
 * Runs the handler here if this process owns what the request needs. A request that came from another process goes no
 * further. A handler that throws `Elsewhere` has done nothing before.
 */
export async function atOwner(ways: Ways, need: Need | undefined, asked: Asking & Running): Promise<void> {
  const { run, ...asking } = asked;
  for (let look = 0; look < LOOKS; look++) {
    const peer = await peerOrRun(ways, need, run);
    if (peer === undefined) return;
    if (asking.response.headersSent) throw new Elsewhere(asking.request.path, peer);
    if (forwardedIn(asking.request) !== undefined) throw new Elsewhere(need?.id ?? asking.request.path, peer);
    if (asking.response.destroyed) return; // the caller has left
    if ((await ways.forwarder.pass({ ...asking, peer })) === 'answered') return;
  }
  if (need?.mayClaim !== false) throw unavailable();
  await run(); // it only reads, so the store answers for a peer that does not
}

interface Running {
  readonly run: () => Promise<void>;
}

/** The process that must answer; undefined if the handler ran here. */
async function peerOrRun({ owners }: Ways, need: Need | undefined, run: Running['run']): Promise<Peer | undefined> {
  try {
    if (need?.mayClaim === false) {
      const peer = await owners.peerOf(need.kind, need.id);
      if (peer !== undefined) return peer;
    } else if (need !== undefined) await owners.mustBeHere(need.kind, need.id);
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof Elsewhere) return error.peer;
    throw error;
  }
}
