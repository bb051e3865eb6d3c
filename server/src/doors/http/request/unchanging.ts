/** Answers that are the same for as long as the server runs. Each is written and compressed once. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Response } from 'express';

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

/** Sends the answer of a route. A client that has an unchanging one is told so. */
export function sendAnswer(response: Response, answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !writtenOnce.has(answer)) return void response.json(answer);
  const written = writtenOnce.get(answer) ?? write(answer);
  writtenOnce.set(answer, written);
  response.vary('Accept-Encoding').set({ ETag: written.tag, 'Cache-Control': 'no-cache' }).type('json');
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
