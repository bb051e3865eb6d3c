/** One entry of a record as one line: its number, its seat, what was done, and the events. */
import { inspect } from 'node:util';
import { type Engines, type FoldedEntry, foldRecord, type RecordFile, readRecord } from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import { compact, ID_SHOWN, wordsOf } from '../../src/match/entries/entryKinds.ts';

const NUMBER_WIDTH = 4;
const WHO_WIDTH = 16;
const LAYOUT = { depth: 8, breakLength: 100, maxArrayLength: 200 };

export function entryLine({ entry, position: { occupants }, events }: Step): string {
  const seat = 'seat' in entry ? entry.seat : undefined;
  const who = seat === undefined ? '' : `seat ${seat} ${nameOf(occupants.get(seat))}`;
  const told = events.map(eventText).join('; ');
  const text = `${String(entry.seq).padStart(NUMBER_WIDTH)}  ${who.padEnd(WHO_WIDTH)} ${wordsOf(entry)}`;
  return told === '' ? text : `${text.padEnd(2 * NUMBER_WIDTH + 2 * WHO_WIDTH)}  ${told}`;
}

/** The whole view. The match is over, so nothing is secret any more. */
export function viewLines({ engine, position: { state } }: Step): readonly string[] {
  if (state === undefined) return [];
  return inspect(engine.view(state, 'all'), LAYOUT)
    .split('\n')
    .map((line) => `      ${line}`);
}

function nameOf(occupant: Step['position']['occupants'] extends ReadonlyMap<number, infer O> ? O | undefined : never) {
  return occupant?.kind === 'player' ? occupant.player.slice(0, ID_SHOWN) : (occupant?.bot ?? '');
}

/** `tossed seat=0 heads=3` */
function eventText(event: unknown): string {
  const { kind, ...fields } = event as { readonly kind: string };
  const details = Object.entries(fields).map(([field, value]) => `${field}=${compact(value)}`);
  return [kind, ...details].join(' ');
}

// Folds a verified record, and keeps what each entry did.

export interface Step extends FoldedEntry {
  readonly engine: AnyGame;
}

export async function stepsOf(record: RecordFile, engines: Engines): Promise<readonly Step[]> {
  const { created, entries, secret } = parts(record);
  const engine = await engines(created.game, created.rulesVersion);
  if (engine === undefined) throw new Error(`no rules for ${created.game} version ${created.rulesVersion}`);
  return [...foldRecord({ engine, secret }, entries)].map((folded) => ({ engine, ...folded }));
}

function parts(record: RecordFile) {
  const read = readRecord(record);
  if ('problem' in read) throw new Error('only a verified record has steps');
  const [created] = read.entries;
  const ended = read.entries.at(-1);
  if (created?.kind !== 'created' || ended?.kind !== 'ended') throw new Error('only a verified record has steps');
  return { created, entries: read.entries, secret: ended.secret };
}
