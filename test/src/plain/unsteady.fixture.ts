/** A way to a server on which the first moves go wrong. */
import { createServer, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** What happens to a move, without the server: the connection breaks, a proxy says 503, or half an answer comes. */
const HARMS: Readonly<Record<string, (answer: ServerResponse) => void>> = {
  lost: (answer) => answer.destroy(),
  unavailable: (answer) => answer.writeHead(503).end('<html>'),
  half: (answer) => answer.writeHead(200, { 'content-length': 99 }).write('{"kind"', () => answer.destroy()),
};

/** What ends so gets no answer the first time, though its connection stays open. */
const MUTE_FOR = ['/ready', '/stream'];

interface UnsteadyWay {
  readonly url: string;
  /** What a mute way has not kept for itself yet. */
  readonly mute: readonly string[];
  /** The harms that have been done. */
  readonly harmed: readonly string[];
  comeBack(): void;
}

/**
 * All but the first moves goes through as it is. A way to a server that is `away` answers 503 until it comes back, and one that is `mute` keeps
 * the first questions for itself.
 */
export async function unsteadyWay(to: string, place: 'there' | 'away' | 'mute' = 'there'): Promise<UnsteadyWay> {
  let isAway = place === 'away';
  const mute = place === 'mute' ? [...MUTE_FOR] : [];
  const { hostname, port } = new URL(to);
  const harmed: string[] = [];
  const server = createServer((asked, answer) => {
    if (isAway) return void answer.writeHead(503).end();
    const kept = mute.findIndex((end) => asked.url?.endsWith(end));
    if (kept >= 0) return void mute.splice(kept, 1);
    const [name, harm] = Object.entries(HARMS)[harmed.length] ?? [];
    if (name !== undefined && asked.url?.endsWith('/act')) {
      harmed.push(name);
      asked.resume().on('end', () => harm?.(answer));
      return;
    }
    const { url: path, method, headers } = asked;
    const onward = request({ hostname, port, path, method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  server.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const onward = connect(Number(port), hostname);
    const lines = Array.from(
      { length: rawHeaders.length / 2 },
      (_, n) => `${rawHeaders[2 * n]}: ${rawHeaders[2 * n + 1]}`,
    );
    onward.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    onward.write(head);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      one.on('error', () => other.destroy()).pipe(other);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    harmed,
    mute,
    comeBack: () => {
      isAway = false;
    },
  };
}
