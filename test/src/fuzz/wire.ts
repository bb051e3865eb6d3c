/** A TCP connection that sends some bytes, collects the answer, and closes without a farewell. */
import { connect } from 'node:net';

/** The server waits much longer than this for the rest of a request. */
const PATIENCE_MS = 150;
const MOST_HEARD = 65_536;

export interface Place {
  readonly host: string;
  readonly port: number;
}

export function placeOf(url: string): Place {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

/** Resolves with the answer, or with '' when none came, which is valid for bytes that are no request. */
export function say(place: Place, said: readonly Buffer[]): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(place);
    const late = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.on('connect', () => {
      for (const part of said) socket.write(part);
    });
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      if (isWhole(heard) || heard.length > MOST_HEARD) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(late);
      resolve(heard);
    });
  });
}

function isWhole(heard: string): boolean {
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(heard)?.[1];
  const head = heard.indexOf('\r\n\r\n');
  return length !== undefined && head >= 0 && heard.length >= head + 4 + Number(length);
}

export function statusOf(answer: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  return status === undefined ? undefined : Number(status);
}
