/** Syncs in the thread of the database. On a fast disk that costs least, and nothing waits for long. */
import { FileSyncs } from './fileSyncs.ts';
import type { Syncable } from './threadMessages.ts';

/** More than most disks without moving parts need. */
const SLOW_MS = 10;
/** After so many fast syncs in a row a disk that was slow counts as fast again. */
const ENOUGH = 10;

export class OwnSyncs {
  private readonly files: FileSyncs;
  private readonly slowMs: number;
  /** Called with the time of each sync. */
  onSync: (milliseconds: number) => void = () => {};
  private fastInARow = ENOUGH;

  constructor(path: string, slowMs = SLOW_MS) {
    this.files = new FileSyncs(path);
    this.slowMs = slowMs;
  }

  get isFast(): boolean {
    return this.fastInARow >= ENOUGH;
  }

  sync(file: Syncable): void {
    const began = performance.now();
    this.files.syncHere(file);
    this.note(performance.now() - began);
  }

  /** How long a sync took, also one that the other side made. */
  note(milliseconds: number): void {
    this.onSync(milliseconds);
    this.fastInARow = milliseconds > this.slowMs ? 0 : this.fastInARow + 1;
  }

  close(): void {
    this.files.close();
  }
}
