/** The one way to open a match, after a restart, a sleep or a takeover: fold its record. */
import {
  advance,
  begin,
  type Entry,
  type Folding,
  hashOf,
  lostIn,
  NO_HASH,
  type Position,
  parseLine,
  sizeAfter,
} from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import type { Stored } from '../journal/journal.ts';
import { ActedLog } from './acted.ts';
import { isPlay, type Opened } from './matchCore.ts';
import { type Flush, Shown } from './shown.ts';

/** An entry, as everybody met it when it was shown. */
export interface Told {
  readonly entry: Entry;
  readonly before: Shown;
  readonly shown: Shown;
  readonly flush: Flush;
}

/** It can never be opened, however often somebody tries. `line` counts from 1. */
export class DamagedRecord extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(`line ${line} of the record is damaged: ${problem}`);
    this.line = line;
  }
}

export type EngineOf = (game: string, version: number) => Promise<AnyGame | undefined>;

export async function openMatch(
  { lines, secrets, index }: Stored,
  engineOf: EngineOf,
  tell: (told: Told) => void = () => {},
): Promise<Omit<Opened, 'openedAt'> & { readonly lastAt: number }> {
  const { entries, hash } = readLines(lines);
  const [created, ...rest] = entries;
  if (created?.kind !== 'created') throw new DamagedRecord(1, 'a record begins with the entry "created"');
  const engine = await engineOf(created.game, created.rulesVersion);
  if (engine === undefined) throw new DamagedRecord(1, `no rules for ${created.game} version ${created.rulesVersion}`);
  const folding = { engine, secret: secrets.secret };
  const folded = foldShown(folding, { first: begin(created), entries: rest, tell });
  const tail = { size: lines.reduce(sizeAfter, { entries: 0, bytes: 0 }), hash };
  const lastAt = entries.reduce((latest, { at }) => Math.max(latest, at), created.at);
  return { ...folded, folding, tail, index, playedAt: playedAt(entries), lastAt };
}

/** When anything but a restart happened last, and later by the time that was lost since. */
function playedAt(entries: readonly Entry[]): number {
  return entries.reduce((at, entry) => (isPlay(entry.kind) ? entry.at : at + lostIn(entry)), 0);
}

function readLines(lines: readonly string[]): { readonly entries: readonly Entry[]; readonly hash: string } {
  let hash = NO_HASH;
  const entries = lines.map((line, seq) => {
    hash = chained(hash, line, seq);
    const parsed = parseLine(line);
    if ('problem' in parsed) throw new DamagedRecord(seq + 1, parsed.problem);
    return parsed.entry;
  });
  return { entries, hash };
}

/** The hash of a line, which must fit the line before it. */
export function chained(previous: string, line: string, seq: number): string {
  const hash = hashOf(previous, line);
  if (hash === undefined) throw new DamagedRecord(seq + 1, 'its hash does not fit');
  return hash;
}

interface Telling {
  readonly first: Position;
  readonly entries: readonly Entry[];
  readonly tell: (told: Told) => void;
}

function foldShown(folding: Folding, { first, entries, tell }: Telling) {
  const acted = new ActedLog();
  let position = first;
  let shown = Shown.first(folding.engine, position);
  for (const entry of entries) {
    const outcome = advance(folding, position, entry);
    if (!outcome.ok) throw new DamagedRecord(entry.seq + 1, `${entry.kind} cannot follow: ${outcome.reason}`);
    position = outcome.position;
    const before = shown;
    const next = shown.next({ entry, ...outcome });
    shown = next.shown;
    tell({ entry, before, ...next });
    acted.note(entry, shown);
  }
  return { position, shown, acted };
}
