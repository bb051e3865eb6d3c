/** What people say at a table, as a terminal shows it. */
import { PHRASES, type TalkLine } from '@flower-war/client';

/** `Ana (RED): hello`; a spectator has no seat: `Ben: hello`. */
export function heardWords({ name, seat, text, phrase }: TalkLine, seatName: (seat: number) => string): string {
  const place = seat === undefined ? '' : ` (${seatName(seat)})`;
  return `${name}${place}: ${phrase === undefined ? (text ?? '') : (PHRASES[phrase] ?? phrase)}`;
}

/** The ready-made phrases, each with the command that says it. */
export function phraseList(): readonly string[] {
  const ids = Object.keys(PHRASES);
  const width = Math.max(...ids.map((id) => id.length));
  return Object.entries(PHRASES).map(([id, words]) => `  say /${id.padEnd(width)}  ${words}`);
}
