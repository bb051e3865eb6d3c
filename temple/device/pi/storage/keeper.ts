/** Writes ahead: the temple tells its totals only when they are on the disk. */
import { MOST_COUNT, type Slot, type WantedState } from '@flower-war/protocol/temple';
import type { Logger } from 'pino';
import { type SavedTotals, save } from './savedTotals.ts';

const RETRY_MS = 1000;

export interface Keeper {
  /** The totals that survive a loss of power. Only these may be told. */
  readonly kept: () => SavedTotals;
  /** The totals that were counted, on the disk or not. */
  readonly sensed: () => SavedTotals;
  add(slot: Slot): number;
  want(settings: WantedState): void;
  onKept(listeners: KeeperListeners): void;
  /** Resolves when all totals sensed until now are on the disk. */
  settled(): Promise<void>;
}

export interface KeeperSpec {
  readonly file: string;
  readonly log: Logger;
}

export interface KeeperListeners {
  /** Called when new totals are on the disk and may be told. */
  readonly totals: () => void;
  /** Called when new settings are on the disk. */
  readonly settings: () => void;
}

export function createKeeper(first: SavedTotals, { file, log }: KeeperSpec): Keeper {
  let kept = first;
  let sensed = first;
  let running: Promise<void> | undefined;
  let listeners: KeeperListeners | undefined;

  const keepAll = async () => {
    while (kept !== sensed) {
      const next = sensed;
      try {
        await save(file, next);
        const isOther = next.settings !== kept.settings;
        kept = next;
        listeners?.totals();
        if (isOther) listeners?.settings();
      } catch (error) {
        log.error({ error }, 'the totals cannot be written to the disk, so that they are not told; trying again');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    running = undefined;
  };
  const change = (next: SavedTotals) => {
    sensed = next;
    running ??= keepAll();
  };

  return {
    kept: () => kept,
    sensed: () => sensed,
    add(slot) {
      // At the greatest number of the protocol the count stops, because no count may fall within an epoch.
      const ordinal = Math.min(sensed[slot] + 1, MOST_COUNT);
      change({ ...sensed, [slot]: ordinal });
      return ordinal;
    },
    want: (settings) => change({ ...sensed, settings }),
    onKept: (given) => {
      listeners = given;
    },
    settled: async () => running,
  };
}
