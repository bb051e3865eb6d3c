import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Each line of it, until it ends. */
export function onLine(stream: Readable | null, hear: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on('line', hear);
}
