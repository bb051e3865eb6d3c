/** How answers leave that are no plain JSON: long ones a page at a time, unchanging ones written once. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { RefusedFor } from '../../../base/refused.ts';
import { queue, Slices } from '../../../base/turns.ts';

interface Reader {
  /** The number of readers with the same address is bounded. */
  readonly address: string;
  readonly response: Response;
}

interface Reading extends Reader {
  /** When the reader took the last page. */
  takenAt: number;
}

const MOST_OF_ONE = 8;
const MOST_OF_ALL = 64;
const READS_WITHIN_MS = 20_000;
/** Who took a page since then is not dropped for a newcomer, however many come and however busy the machine is. */
const STILL_READS_MS = 1000;
const RETRY_SECONDS = 5;

export class SlowReaders {
  /** The reader who read longest ago comes first. */
  private readonly all = new Set<Reading>();
  private readonly letIn = queue();

  async send(newcomer: Reader, pages: AsyncIterable<string>): Promise<void> {
    const { response } = newcomer;
    const reader = { ...newcomer, takenAt: performance.now() };
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
  private async welcome(reader: Reading): Promise<void> {
    await nextTurn();
    this.refuseTooMany(reader);
    await this.makeRoom();
    if (reader.response.destroyed) return;
    reader.takenAt = performance.now();
    this.all.add(reader);
  }

  private refuseTooMany({ address }: Reader): void {
    const own = [...this.all].filter((one) => one.address === address);
    if (own.length >= MOST_OF_ONE) throw new RefusedFor('too-many', RETRY_SECONDS, 'records');
  }

  /** Drops the reader who read longest ago, so that a crowd of readers who do not read keeps no other reader out. */
  private async makeRoom(): Promise<void> {
    while (this.all.size >= MOST_OF_ALL) {
      const [slowest] = this.all;
      const rest = STILL_READS_MS - (performance.now() - (slowest?.takenAt ?? 0));
      if (rest > 0) await pause(rest);
      else if (slowest !== undefined) this.drop(slowest);
    }
  }

  private drop(reader: Reading): void {
    reader.response.destroy();
    this.all.delete(reader);
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
  private noteProgress(reader: Reading): void {
    reader.takenAt = performance.now();
    if (this.all.delete(reader)) this.all.add(reader);
  }
}

// Answers that are the same for as long as the server runs. Each is written and compressed once.

interface Written {
  readonly plain: Buffer;
  readonly compressed: Buffer;
  readonly tag: string;
}

const writtenOnce = new WeakMap<object, Written | undefined>();

/** Says that nothing in the answer will change. */
export function unchanging<const Answer extends object>(answer: Answer): Answer {
  writtenOnce.set(answer, undefined);
  return answer;
}

/** Any caller may know it, and gets it in the same words. The page may keep it for when the network is gone. */
export const FOR_ALL = 'public, no-cache';
const toldToAll = new WeakSet<object>();

export function forAll<Answer extends object>(answer: Answer): Answer {
  toldToAll.add(answer);
  return answer;
}

/** Sends the answer of a route. A client that has an unchanging one is told so. */
export function sendAnswer(response: Response, answer: unknown): void {
  if (typeof answer === 'object' && answer !== null && toldToAll.has(answer)) response.set('Cache-Control', FOR_ALL);
  if (typeof answer !== 'object' || answer === null || !writtenOnce.has(answer)) return void response.json(answer);
  const written = writtenOnce.get(answer) ?? write(answer);
  writtenOnce.set(answer, written);
  response.vary('Accept-Encoding').set({ ETag: written.tag, 'Cache-Control': FOR_ALL }).type('json');
  if (response.req.fresh) return void response.status(304).end();
  const isCompressed = response.req.acceptsEncodings('gzip') === 'gzip';
  if (isCompressed) response.set('Content-Encoding', 'gzip');
  response.send(isCompressed ? written.compressed : written.plain);
}

function write(answer: object): Written {
  const plain = Buffer.from(JSON.stringify(answer));
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, compressed: gzipSync(plain), tag };
}
