/** A temple runs in one tab of a browser at a time: two tabs with one flash would each undo what the other has counted. */

import { keepJson, readJson } from '../../app/setting.ts';

/** Tells whether the temple runs in this tab, now and whenever that changes. The returned function gives it up. */
export function inOneTab(temple: string, tell: (isHere: boolean) => void): () => void {
  const over = new AbortController();
  const place = { name: nameOf(temple), tell, signal: over.signal };
  if (hasLocks) void waitForLock(place);
  else takeToken(place);
  return () => over.abort();
}

interface Place {
  readonly name: string;
  readonly tell: (isHere: boolean) => void;
  readonly signal: AbortSignal;
}

const nameOf = (temple: string): string => `flower-war-twin-tab-${temple}`;

/** Browsers have no locks on pages that came over HTTP from another machine. */
const hasLocks = 'locks' in navigator;

/** The first tab has the temple until it closes; then the next one does. */
async function waitForLock({ name, tell, signal }: Place): Promise<void> {
  const hold = async () => {
    if (signal.aborted) return;
    tell(true);
    await new Promise((free) => signal.addEventListener('abort', free));
  };
  try {
    const wasFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await hold();
      return lock !== null;
    });
    if (wasFree || signal.aborted) return;
    tell(false);
    await navigator.locks.request(name, { signal }, hold);
  } catch {
    if (!signal.aborted) tell(true); // the person forbids locks, and with them all that tabs share
  }
}

// Without locks the newest tab has the temple: what it writes into the storage ends the temple of the tab before.

const TAB = Math.random();

const holder = (name: string): number | undefined => readJson(name);

function takeToken({ name, tell, signal }: Place): void {
  const take = () => {
    keepJson(name, TAB);
    tell(true);
  };
  const release = () => {
    if (holder(name) === TAB) keepJson(name, undefined);
  };
  const look = ({ key }: StorageEvent) => {
    if (key !== name || holder(name) === TAB) return;
    if (holder(name) === undefined) take();
    else tell(false);
  };
  addEventListener('storage', look, { signal });
  addEventListener('pagehide', release, { signal });
  // A page that comes back as it was may have missed what another tab has counted.
  addEventListener('pageshow', ({ persisted }) => persisted && take(), { signal });
  signal.addEventListener('abort', release);
  take();
}

/** To be asked before each write: the news that another tab has the temple may come late. */
export const runsHere = (temple: string): boolean => hasLocks || (holder(nameOf(temple)) ?? TAB) === TAB;
