/** How answers leave: long ones a page at a time, unchanging ones written once; and what is said instead of an answer. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { oauthError, type Refusal, refusal, statusOf } from '@flower-war/protocol';
import { addressKey } from '@flower-war/protocol/hosting';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { UnknownRules } from '../../../base/hostedGames.ts';
import { Refused, RefusedAs, RefusedFor } from '../../../base/refused.ts';
import { LocalTurns, queue, Slices } from '../../../base/scheduling.ts';
import { DamagedRecord } from '../../../store/data-folder/recordChain.ts';
import { StoreError } from '../../../store/engine/engine.ts';
import { Elsewhere } from '../../../store/ownership/processes.ts';
import { forwardedIn, MISDIRECTED, PEER_HEADERS, unavailable } from '../../peers/forwarder.ts';
import type { Services } from '../../services.ts';
import { foundWay } from './findRoute.ts';

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

  /** One newcomer in a turn of the event loop: a crowd that comes at once leaves other readers the time to read on. */
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

// Answers for which a record is played through. All such work takes turns, so the crowd of one address would make all others wait.

/** A class that opens the same replay at once is let in. */
const MOST_IN_LINE = 50;

export class LongAnswers {
  private readonly turns = new LocalTurns();
  private readonly inLine = new Map<string, number>();

  /** Works on one question of an address after the other. `what`: why one too many is refused. */
  async make<Answer>(address: string, what: string, work: () => Promise<Answer>): Promise<Answer> {
    const line = addressKey(address);
    const before = this.inLine.get(line) ?? 0;
    if (before >= MOST_IN_LINE) throw new RefusedFor('too-many', RETRY_SECONDS, what);
    this.inLine.set(line, before + 1);
    return this.turns.run(line, work).finally(() => this.leave(line));
  }

  private leave(line: string): void {
    const left = (this.inLine.get(line) ?? 0) - 1;
    if (left > 0) this.inLine.set(line, left);
    else this.inLine.delete(line);
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
const keepings = new WeakMap<object, string>();

const keptAs =
  (how: string) =>
  <Answer extends object>(answer: Answer): Answer => {
    keepings.set(answer, how);
    return answer;
  };
export const forAll = keptAs(FOR_ALL);
/** It repeats what this request said, so nothing between keeps it for others. */
export const unkept = keptAs('no-store');

interface Parts {
  readonly own: object;
  readonly alike?: object;
}

/** A client asks for it every few seconds, and gets no body if it has this answer already. */
const askedAgain = new WeakMap<object, Parts>();

export function oftenAsked<Answer extends object>(answer: Answer): Answer {
  askedAgain.set(answer, { own: answer });
  return answer;
}

/** The same of an answer of which a part, the same object, is for many callers: that part is written once for all of them. */
export function oftenAskedAlike<Alike extends object, Own extends object>(alike: Alike, own: Own): Alike & Own {
  const answer = { ...alike, ...own };
  askedAgain.set(answer, { own, alike });
  return answer;
}

/** Sends the answer of a route. A client that has it already is told so, if it is unchanging or often asked for. */
export function sendAnswer(response: Response, answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return void response.json(answer);
  const parts = askedAgain.get(answer);
  if (parts !== undefined) return sendIfNew(response, parts);
  const keeping = keepings.get(answer);
  if (keeping !== undefined) response.set('Cache-Control', keeping);
  if (!writtenOnce.has(answer)) return void response.json(answer);
  const written = writtenOnce.get(answer) ?? write(answer);
  writtenOnce.set(answer, written);
  response.vary('Accept-Encoding').set({ ETag: written.tag, 'Cache-Control': FOR_ALL }).type('json');
  if (response.req.fresh) return void response.status(304).end();
  const isCompressed = response.req.acceptsEncodings('gzip') === 'gzip';
  if (isCompressed) response.set('Content-Encoding', 'gzip');
  response.send(isCompressed ? written.compressed : written.plain);
}

/** It may hold what only this caller may know, so nothing between keeps it for others. */
function sendIfNew(response: Response, parts: Parts): void {
  const { plain, tag } = together(parts);
  response.vary('Authorization').set({ ETag: tag, 'Cache-Control': 'private, no-cache' }).type('json');
  if (response.req.fresh) response.status(304).end();
  else response.send(plain);
}

type Plain = Pick<Written, 'plain' | 'tag'>;
const writtenForMany = new WeakMap<object, Plain>();

function together({ own, alike }: Parts): Plain {
  const rest = plainly(own);
  if (alike === undefined) return rest;
  const first = writtenForMany.get(alike) ?? plainly(alike);
  writtenForMany.set(alike, first);
  if (Object.keys(own).length === 0) return first;
  const plain = Buffer.concat([first.plain.subarray(0, -1), Buffer.from(','), rest.plain.subarray(1)]);
  return { plain, tag: tagOf(Buffer.from(first.tag + rest.tag)) };
}

function plainly(answer: object): Plain {
  const plain = Buffer.from(JSON.stringify(answer));
  return { plain, tag: tagOf(plain) };
}

function write(answer: object): Written {
  const { plain, tag } = plainly(answer);
  return { plain, compressed: gzipSync(plain), tag };
}

const tagOf = (plain: Buffer): string => `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;

// Refusals, and everything else that a handler throws.

export function sendRefusal(response: Response, ...said: Parameters<typeof refusal>): void {
  send(response, refusal(...said));
}

function send(response: Response, told: Refusal): void {
  const { code } = told;
  response.locals.refusal = code; // the metrics count it
  if (forwardedIn(response.req) !== undefined) response.setHeader(PEER_HEADERS.refusal, code);
  const status = statusOf(code);
  if (status === 429 && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', '1');
  response.status(status).json(foundWay(response).route?.speaks === 'oauth' ? oauthError(told) : told);
}

/** Nothing is at this address, or not for this method. */
export const refusingAddress: RequestHandler = (_request, response) => {
  const { methods } = foundWay(response);
  if (methods.length === 0) throw new Refused('not-found');
  response.setHeader('Allow', methods.join(', '));
  sendRefusal(response, 'wrong-method');
};

/** Another process asks on only once: it looks for the owner again. To a caller, what moves is away for a moment. */
function sendElsewhere(response: Response): void {
  if (forwardedIn(response.req) === undefined) return refuse(response, unavailable());
  response.status(MISDIRECTED).setHeader(PEER_HEADERS.notMine, '1').end();
}

/** Why a body could not be read, by what its reader calls it. */
const UNREAD: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'The body is not a JSON object.',
  'entity.verify.failed': 'The body is not UTF-8.',
  'charset.unsupported': 'The body is not UTF-8.',
  'encoding.unsupported': 'The body is packed (Content-Encoding) in a way that this server does not know.',
};

/** The refusal of a body that could not be read. */
export function unread(error: unknown): Refused | undefined {
  const { type = '', status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new Refused('too-large');
  return status !== undefined && status < 500 ? new Refused('bad-request', 'body', UNREAD[type]) : undefined;
}

function refuse(response: Response, refused: Refused): void {
  if (refused instanceof RefusedFor) response.setHeader('Retry-After', String(refused.seconds));
  const said = refusal(refused.code, refused.reason, refused.detail);
  send(response, refused instanceof RefusedAs ? { ...said, ...refused.told } : said);
}

/** Answers everything that was thrown: known refusals as they are, and anything else as a mistake of the server. */
export function refusing({ log }: Services): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const error = thrown instanceof UnknownRules ? unavailable() : thrown;
    const about = { err: error, method: request.method, path: request.path };
    if (response.headersSent) {
      // That a match moves while its stream is read is not a mistake: the reader comes again.
      log[error instanceof Elsewhere || error instanceof RefusedFor ? 'debug' : 'error'](about, 'an answer broke off');
      return void response.destroy(); // so its reader sees that it has no end
    }
    if (error instanceof Elsewhere) return sendElsewhere(response);
    const refused = error instanceof Refused ? error : unread(error);
    if (refused !== undefined) return refuse(response, refused);
    if (error instanceof DamagedRecord) return sendRefusal(response, 'record-damaged', `line-${error.line}`);
    log.error(about, 'a request failed');
    sendRefusal(response, error instanceof StoreError ? 'unavailable' : 'internal');
  };
}
