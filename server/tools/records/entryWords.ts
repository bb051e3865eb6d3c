/** One entry of a record as one line: number, who, what, and what came of it. */
import { inspect } from 'node:util';
import type { Entry, EntryOf } from '@flower-war/protocol';
import type { Step } from './steps.ts';

const SHORT_ID = 6;
const NUMBER_WIDTH = 4;
const WHO_WIDTH = 16;
const LAYOUT = { depth: 8, breakLength: 100, maxArrayLength: 200 };

export function entryLine({ entry, position: { occupants }, events }: Step): string {
  const seat = 'seat' in entry ? entry.seat : undefined;
  const who = seat === undefined ? '' : `seat ${seat} ${nameOf(occupants.get(seat))}`;
  const told = events.map(eventText).join('; ');
  const text = `${String(entry.seq).padStart(NUMBER_WIDTH)}  ${who.padEnd(WHO_WIDTH)} ${what(entry)}`;
  return told === '' ? text : `${text.padEnd(2 * NUMBER_WIDTH + 2 * WHO_WIDTH)}  ${told}`;
}

/** The match is over, so nothing is secret any more. */
export function viewLines({ engine, position: { state } }: Step): readonly string[] {
  if (state === undefined) return [];
  return inspect(engine.view(state, 'all'), LAYOUT)
    .split('\n')
    .map((line) => `      ${line}`);
}

function nameOf(occupant: Step['position']['occupants'] extends ReadonlyMap<number, infer O> ? O | undefined : never) {
  return occupant?.kind === 'player' ? occupant.player.slice(0, SHORT_ID) : (occupant?.bot ?? '');
}

function what(entry: Entry): string {
  switch (entry.kind) {
    case 'created':
      return `created: ${entry.game} version ${entry.rulesVersion}, ${entry.preset}, ${entry.seats} seats, match ${entry.match}`;
    case 'seated':
      return entry.by === 'bot' ? 'sits down (bot)' : `sits down and adds ${entry.contribution}`;
    case 'started':
      return 'started';
    case 'move':
      return entry.by === 'wish' ? `${entry.move} (by wish)` : entry.move;
    case 'clock':
      return `${entry.move} (by the clock)`;
    case 'asks':
      return `asks ${entry.what}`;
    case 'absence':
      return [entry.what, entry.bot, entry.player?.slice(0, SHORT_ID)].filter(Boolean).join(' ');
    case 'agreement':
      return `${entry.what}${entry.minutes === undefined ? '' : ` of ${entry.minutes} minutes`} ${entry.is}`;
    case 'temple':
      return templeText(entry);
    case 'resumed':
      return `resumed after ${entry.lost} ms`;
    case 'restored':
      return `restored from a backup: what is drawn from here on is new, by ${entry.entropy}`;
    case 'ended':
      return `ended: the secret was ${entry.secret}`;
  }
}

/** `templo-7f3a sensed epoch=1 war=3 rain=0`; of a whole account only what it counted. */
function templeText(entry: EntryOf<'temple'>): string {
  const { seq: _, at: __, kind: ___, temple, what, ...fields } = entry;
  const told = Object.entries(fields).filter(([field]) => !['id', 'check', 'account', 'seat'].includes(field));
  const counted = entry.what === 'bound' ? [`sensed=${compact(entry.account.sensed)}`] : [];
  return [temple, what, ...told.map(([field, value]) => `${field}=${compact(value)}`), ...counted].join(' ');
}

/** `tossed seat=0 heads=3` */
function eventText(event: unknown): string {
  const { kind, ...fields } = event as { readonly kind: string };
  const details = Object.entries(fields).map(([field, value]) => `${field}=${compact(value)}`);
  return [kind, ...details].join(' ');
}

function compact(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
