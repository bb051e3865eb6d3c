/** Passes requests on to the processes that own what they need. */
import { Agent, type IncomingMessage } from 'node:http';
import type { Owned } from '@flower-war/protocol';
import { Elsewhere, type Peer } from '../../store/ownership/elsewhere.ts';
import { Exchange, type Passed, type Passing, unavailable } from './exchange.ts';

const LOOK_EVERY_MS = 1000;

interface ForwarderParts {
  /** The token that only processes know. */
  readonly token: string;
  /** The processes that are alive, by the word of the store. */
  readonly living: () => Promise<readonly { readonly process: string }[]>;
  /** Called once for each request; `lost`: it is not known what the peer did. */
  readonly count: (outcome: Passed | 'lost') => void;
}

export class Forwarder {
  private readonly parts: ForwarderParts;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly running = new Set<Exchange>();
  private timer: NodeJS.Timeout | undefined;

  constructor(parts: ForwarderParts) {
    this.parts = parts;
  }

  /** Refuses with `unavailable` if it cannot be known what the peer did. */
  async pass(passing: Passing): Promise<Passed> {
    const exchange = new Exchange(passing);
    this.running.add(exchange);
    this.timer ??= setInterval(() => void this.cutDead(), LOOK_EVERY_MS).unref();
    let outcome: Passed | 'lost' = 'lost';
    try {
      outcome = await exchange.run(this.parts.token, this.agent);
      return outcome;
    } finally {
      this.parts.count(outcome);
      this.running.delete(exchange);
    }
  }

  stop(): void {
    clearInterval(this.timer);
    this.agent.destroy();
  }

  /** A process that stopped in the middle, or whose machine is gone, ends no connection by itself. */
  private async cutDead(): Promise<void> {
    if (this.running.size === 0) return;
    const living = await this.parts.living().catch(() => undefined);
    if (living === undefined) return;
    for (const exchange of this.running)
      if (!living.some(({ process }) => process === exchange.peer.process)) exchange.cut();
  }
}

// Which requests came from another process. Only the listener for processes can say so: no header does.

interface Forwarded {
  /** The address of the caller, as the first process knows it. */
  readonly caller: string;
}

const forwarded = new WeakMap<IncomingMessage, Forwarded>();

export function noteForwarded(request: IncomingMessage, told: Forwarded): void {
  forwarded.set(request, told);
}

export function forwardedIn(request: IncomingMessage): Forwarded | undefined {
  return forwarded.get(request);
}

// Lets the process that owns something answer a request for it: this one, or another one.

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

interface Ways {
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
