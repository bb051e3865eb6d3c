import { type FlowerWarClient, type OwnTemple, RefusedError } from '../index.ts';
import { keepSame } from '../rooms/keepSame.ts';
import { pause } from '../waiting/limited.ts';
import { asError, type Source, useShared } from './useClient.ts';

/** What `useTemple` returns. */
export interface TempleState {
  /** `absent`: the player owns no such temple. `failed`: it asks again by itself; what was shown last is kept. */
  readonly status: 'idle' | 'opening' | 'known' | 'absent' | 'failed';
  readonly temple: OwnTemple | undefined;
  readonly error: Error | undefined;
  /** Asks now, after a change that this client has made: `client.temples.bind(…).then(refresh)`. */
  readonly refresh: () => void;
}

interface Temples {
  readonly status: 'idle' | 'opening' | 'known' | 'failed';
  readonly temples: readonly OwnTemple[];
  readonly error: Error | undefined;
  readonly refresh: () => void;
}

const ASK_AGAIN_MS = 5000;
const LONGEST_WAIT_MS = 60_000;

/**
 * A temple of the player. No server tells a player of changes outside a match, so this asks every five seconds while the
 * page is in sight; all components together ask once. In a match, `snapshot.table.temples` shows temples at once.
 */
export function useTemple(client: FlowerWarClient | undefined, temple: string | undefined): TempleState {
  const key = temple === undefined ? undefined : JSON.stringify(['temples', client?.session?.player]);
  const source = client && templesSource(client);
  const { status, temples, error, refresh } = useShared({ client, key, idle: IDLE, source });
  const found = temples.find(({ temple: id }) => id === temple);
  return { status: status === 'known' && found === undefined ? 'absent' : status, temple: found, error, refresh };
}

function before(status: 'idle' | 'opening'): Temples {
  return Object.freeze({ status, temples: [], error: undefined, refresh: () => {} });
}

const IDLE = before('idle');
const OPENING = before('opening');

function templesSource(client: FlowerWarClient): Source<Temples> {
  return { first: OPENING, run: (tell, stop) => void askOn(client, tell, stop) };
}

/** Asks again and again, one question at a time. */
async function askOn(client: FlowerWarClient, tell: (state: Temples) => void, stop: AbortSignal): Promise<void> {
  const bell = new Bell(stop);
  let shown: Temples = { ...OPENING, refresh: bell.ring };
  for (let failures = 0; !stop.aborted; ) {
    const answered = await ask(client, stop);
    failures = answered.error === undefined ? 0 : failures + 1;
    shown = keepSame(shown, { ...shown, ...answered });
    tell(shown);
    await bell.rest(Math.max(waitAfter(answered.error), Math.min(LONGEST_WAIT_MS, ASK_AGAIN_MS * 2 ** failures)));
    await wokenBySight(stop);
  }
}

async function ask(client: FlowerWarClient, signal: AbortSignal) {
  try {
    return { status: 'known', temples: await client.with({ signal }).temples.list(), error: undefined } as const;
  } catch (thrown) {
    return { status: 'failed', error: asError(thrown) } as const;
  }
}

/** How long the server wants to be left alone. */
function waitAfter(error: Error | undefined): number {
  return error instanceof RefusedError ? (error.retryAfter ?? 0) * 1000 : 0;
}

/** Ends a rest early. A ring during a question is not lost: the next rest ends at once. */
class Bell {
  private readonly stop: AbortSignal;
  private resting: AbortController;

  constructor(stop: AbortSignal) {
    this.stop = stop;
    this.resting = new AbortController();
    stop.addEventListener('abort', this.ring);
  }

  readonly ring = (): void => this.resting.abort();

  async rest(milliseconds: number): Promise<void> {
    await pause(milliseconds, this.resting.signal);
    if (!this.stop.aborted) this.resting = new AbortController();
  }
}

/** Browsers say whether a page is in sight. Elsewhere it always is. */

interface Page {
  readonly document?: {
    readonly visibilityState?: string;
    addEventListener(name: string, listener: () => void): void;
    removeEventListener(name: string, listener: () => void): void;
  };
}

/** Waits until the page is in sight, or until the signal ends the waiting. */
async function wokenBySight(stop: AbortSignal): Promise<void> {
  const { document } = globalThis as Page;
  const isHidden = () => document?.visibilityState === 'hidden' && !stop.aborted;
  if (document === undefined || !isHidden()) return;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (isHidden()) return;
      document.removeEventListener('visibilitychange', look);
      stop.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    stop.addEventListener('abort', look);
  });
}
