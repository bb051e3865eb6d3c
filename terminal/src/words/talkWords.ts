/** What people say at a table, as a terminal shows it. */
import type { TalkLine } from '@flower-war/client';
import type { Screen } from '@flower-war/words';
import { own } from './own.ts';

/** `Ana (RED): hello`; a spectator has no seat: `Ben: hello`. */
export function heardWords(
  { name, seat, text, phrase }: TalkLine,
  seatName: (seat: number) => string,
  { phrases }: Pick<Screen, 'phrases'>,
): string {
  const place = seat === undefined ? '' : ` (${seatName(seat)})`;
  return `${name}${place}: ${phrase === undefined ? (text ?? '') : (own(phrases, phrase) ?? phrase)}`;
}

/** The ready-made phrases, each with the command that says it. */
export function phraseList({ phrases }: Pick<Screen, 'phrases'>): readonly string[] {
  const ids = Object.keys(phrases);
  const width = Math.max(...ids.map((id) => id.length));
  return Object.entries(phrases).map(([id, words]) => `  say /${id.padEnd(width)}  ${words}`);
}
