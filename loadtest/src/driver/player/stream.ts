/** Reads the stream of a match: lines of JSON in an answer without an end. */
import type { StreamLine } from '@flower-war/protocol';
import { lineCutter } from './lines.ts';
import type { Person } from './person.ts';

export interface Reader {
  take(line: StreamLine): void;
  /** The stream ended although this side did not end it. */
  lost(why: unknown): void;
}

/** Reads until the returned function is called. */
export function readStream(person: Person, match: string, reader: Reader): () => void {
  let isEnded = false;
  const asked = person.open(`/api/matches/${match}/stream`);
  const end = () => {
    isEnded = true;
    asked.destroy();
  };
  const lose = (why: unknown) => {
    if (isEnded) return;
    end();
    reader.lost(why);
  };
  const take = (text: string) => {
    if (isEnded) return;
    try {
      reader.take(JSON.parse(text) as StreamLine);
    } catch (error) {
      lose(error);
    }
  };
  asked.on('error', ({ message }) => lose(`a stream failed: ${message}`));
  asked.on('response', (response) => {
    if (response.statusCode !== 200) return lose(`a stream is refused with ${response.statusCode}`);
    response.setEncoding('utf8');
    response.on('error', ({ message }) => lose(`a stream failed: ${message}`));
    response.on('data', lineCutter(take));
    response.on('close', () => lose('the server ended a stream'));
  });
  return end;
}
