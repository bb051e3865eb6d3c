/** Syncs in the thread of the database. On a fast disk that costs least, and nothing waits for long. */
import { FileSyncs } from './fileSyncs.ts';
import type { Syncable } from './threadMessages.ts';

/** More than most disks without moving parts need. */
const SLOW_MS = 10;
/** A slow disk holds up what reads for one sync in this time. */
const TRIED_EVERY_MS = 60_000;

export class OwnSyncs {
  private readonly files: FileSyncs;
  private slowUntil = 0;

  constructor(path: string) {
    this.files = new FileSyncs(path);
  }

  get isFast(): boolean {
    return performance.now() >= this.slowUntil;
  }

  sync(file: Syncable): void {
    const began = performance.now();
    this.files.syncHere(file);
    const now = performance.now();
    if (now - began > SLOW_MS) this.slowUntil = now + TRIED_EVERY_MS;
  }

  close(): void {
    this.files.close();
  }
}
