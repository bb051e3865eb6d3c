/** Writes ahead: what was sensed is told only once it is on the disk. */
import { MOST_COUNT, type Slot, type WantedState } from '@flower-war/protocol/temple';
import type { Logger } from 'pino';
import { type SavedTotals, save } from './savedTotals.ts';

const RETRY_MS = 1000;

export interface Keeper {
  /** What survives a loss of power; only this may be told. */
  readonly kept: () => SavedTotals;
  /** What was counted, kept or not. */
  readonly sensed: () => SavedTotals;
  add(slot: Slot): number;
  want(settings: WantedState): void;
  onKept(listeners: KeeperListeners): void;
  /** When all that was sensed until now is kept. */
  settled(): Promise<void>;
}

export interface KeeperSpec {
  readonly file: string;
  readonly log: Logger;
}

export interface KeeperListeners {
  /** There are new totals that may be told. */
  readonly totals: () => void;
  /** Other settings hold now. */
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
        log.error({ error }, 'the disk does not take the totals, so they are not told; trying again');
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
      // As far as a count can be told, it stays: within an epoch none may fall.
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
