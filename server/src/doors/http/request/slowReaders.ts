/**
 * Sends long answers a page at a time, no faster than the reader reads. A reader who stops holds one page, for a short
 * time.
 */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import { RefusedFor } from '../../../base/refused.ts';
import { queue } from '../../../base/waiting/queue.ts';
import { Slices } from '../../../base/waiting/slices.ts';

interface Reader {
  /** The number of readers with the same address is bounded. */
  readonly address: string;
  readonly response: Response;
}

const MOST_OF_ONE = 8;
const MOST_OF_ALL = 64;
const READS_WITHIN_MS = 20_000;
const RETRY_SECONDS = 5;

export class SlowReaders {
  /** The reader who read longest ago comes first. */
  private readonly all = new Set<Reader>();
  private readonly letIn = queue();

  async send(reader: Reader, pages: AsyncIterable<string>): Promise<void> {
    const { response } = reader;
    await this.letIn(() => this.welcome(reader));
    const slices = new Slices();
    try {
      for await (const page of pages) {
        if (!response.write(page)) await this.hasRead(reader);
        else if (slices.isOver) await slices.rest();
        if (response.destroyed) return;
        this.noteProgress(reader);
      }
      response.end();
    } finally {
      this.all.delete(reader);
    }
  }

  /** One newcomer in a turn of the event loop: a crowd that comes at once leaves those who read the time to read on. */
  private async welcome(reader: Reader): Promise<void> {
    await nextTurn();
    this.makeRoomFor(reader);
    this.all.add(reader);
  }

  /** Drops the reader who read longest ago, so that a crowd of readers who do not read keeps no other reader out. */
  private makeRoomFor({ address }: Reader): void {
    const own = [...this.all].filter((one) => one.address === address);
    if (own.length >= MOST_OF_ONE) throw new RefusedFor('too-many', RETRY_SECONDS, 'records');
    const [slowest] = this.all;
    if (slowest === undefined || this.all.size < MOST_OF_ALL) return;
    slowest.response.destroy();
    this.all.delete(slowest);
  }

  private async hasRead(reader: Reader): Promise<void> {
    const { response } = reader;
    const late = setTimeout(() => response.destroy(), READS_WITHIN_MS);
    const done = new AbortController();
    const happens = (event: 'drain' | 'close') => once(response, event, { signal: done.signal }).catch(() => {});
    await Promise.race([happens('drain'), happens('close')]);
    done.abort();
    clearTimeout(late);
  }

  /** The reader took a page, and so is the last of all to be dropped. */
  private noteProgress(reader: Reader): void {
    if (this.all.delete(reader)) this.all.add(reader);
  }
}
