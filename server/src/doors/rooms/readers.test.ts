/** A reader who leaves all that comes over a real connection unread. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isHere } from './connections.ts';
import { Reader } from './readers.ts';

/** An answer whose reader has read nothing of it, with as many lines as fill all that is between the two. */
async function unread(readerOf: (response: ServerResponse) => Reader, onClosing = () => {}) {
  const http = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  await once(http, 'listening');
  const asked = get(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const [[, response], [answer]] = (await Promise.all([
    once(http, 'request').then((heard) => {
      readerOf(heard[1]).open({ heartbeatMs: 50, onSilent: () => {}, onClosing });
      return heard;
    }),
    once(asked, 'response'),
  ])) as [[IncomingMessage, ServerResponse], [IncomingMessage]];
  answer.pause().on('error', () => {}); // it is cut
  while (response.writableLength === 0) {
    response.write(`${'x'.repeat(64 * 1024)}\n`);
    await new Promise(setImmediate);
  }
  return { response, answer };
}

test.each([false, true])(
  'a reader who takes nothing is cut off after two heartbeats, and gone at once after the last line: %s',
  async (isLast) => {
    let reader: Reader | undefined;
    let closings = 0;
    const { response } = await unread(
      (made) => {
        reader = new Reader(made, { player: 'p-ana' } as never, undefined);
        return reader;
      },
      () => closings++,
    );
    if (isLast) {
      reader?.close({ code: 'unavailable', message: 'The server stops.' });
      expect([closings, reader && isHere(reader)]).toEqual([1, false]);
    }
    await once(response, 'close');
    expect(response.writableFinished).toBe(false);
    await reader?.gone;
  },
);
