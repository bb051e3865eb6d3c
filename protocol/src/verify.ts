/** Says what a record proves by itself, or the first line that is wrong. Needs no server and trusts none. */
import type { AnyGame } from '@flower-war/rules';
import { commitmentTo } from './keyedChance.ts';
import { advance, begin, checkFor, type Folding, type Position } from './position.ts';
import { type Entry, type EntryOf, hashOf, isSigned, type MatchResult, NO_HASH, parseLine } from './record.ts';
import { settingsProblem } from './settings.ts';

/** The engine of a game in a version, or nothing if this copy of the rules does not hold it. */
export type Engines = (game: string, version: number) => Promise<AnyGame | undefined>;

export interface Proof {
  readonly ok: true;
  readonly match: string;
  readonly game: string;
  readonly rulesVersion: number;
  readonly entries: number;
  readonly moves: number;
  readonly result: MatchResult;
  /** Seats whose own client added to the dice; with none, the server alone chose them, in advance. */
  readonly contributors: readonly number[];
  /** The Ed25519 key that signed the last line, in hex. Compare it with the one that the server publishes. */
  readonly signedBy: string;
}

/** `line` counts from 1. */
export interface Flaw {
  readonly ok: false;
  readonly line: number;
  readonly problem: string;
}

export type Verdict = Proof | Flaw;

/** Verifies the exact bytes of a record file. */
export async function verify(record: string, engines: Engines): Promise<Verdict> {
  const read = readRecord(record);
  return 'problem' in read ? read : judge(read.entries, engines);
}

/** The entries of a record, each as its line says and chained to the one before it; what they mean is not judged. */
export function readRecord(record: string): Chain | Flaw {
  const lines = record.split('\n');
  const rest = lines.pop();
  const read = readChain(lines);
  if ('problem' in read) return read;
  return rest === '' ? read : flaw(lines.length + 1, 'it does not end with a line break');
}

export interface Chain {
  readonly entries: readonly Entry[];
}

/** Checks what each line says of itself: form, number, hash, and of the last one the signature. */
function readChain(lines: readonly string[]): Chain | Flaw {
  const entries: Entry[] = [];
  let previous = NO_HASH;
  for (const [index, line] of lines.entries()) {
    if (entries.at(-1)?.kind === 'ended') return flaw(index + 1, 'it stands after the end');
    const hash = hashOf(previous, line);
    if (hash === undefined) return flaw(index + 1, 'its hash does not fit its text and the line before it');
    const parsed = parseLine(line);
    if ('problem' in parsed) return flaw(index + 1, parsed.problem);
    const { entry } = parsed;
    if (entry.seq !== index) return flaw(index + 1, `it is numbered ${entry.seq} where ${index} must follow`);
    if (entry.kind === 'ended' && !isSigned(previous, line, entry.key))
      return flaw(index + 1, 'its signature does not fit its text and its key');
    entries.push(entry);
    previous = hash;
  }
  return { entries };
}

async function judge(entries: readonly Entry[], engines: Engines): Promise<Verdict> {
  const [created] = entries;
  const ended = entries.at(-1);
  if (created?.kind !== 'created') return flaw(1, 'a record begins with the entry "created"');
  if (ended?.kind !== 'ended') return flaw(entries.length, 'the record is not complete: its last entry is not "ended"');
  if (commitmentTo(ended.secret) !== created.commitment)
    return flaw(entries.length, 'the secret is not the one that the first line commits to: these dice prove nothing');
  const engine = await engines(created.game, created.rulesVersion);
  if (engine === undefined)
    return flaw(1, `no rules for ${created.game} version ${created.rulesVersion} here: update, then verify again`);
  const problem = settingsProblem(engine, created);
  if (problem !== undefined) return flaw(1, problem);
  const folded = foldAll({ engine, secret: ended.secret }, created, entries);
  return 'problem' in folded ? folded : prove(entries, folded, ended);
}

/** Plays the whole record again, dice included. */
function foldAll(folding: Folding, created: EntryOf<'created'>, entries: readonly Entry[]): Position | Flaw {
  let position: Position = begin(created);
  for (const entry of entries.slice(1)) {
    const outcome = advance(folding, position, entry);
    if (!outcome.ok) return flaw(entry.seq + 1, `${entry.kind}: ${outcome.reason}`);
    position = outcome.position;
    const check = 'check' in entry ? entry.check : undefined;
    if (carriesCheck(entry) && check !== checkFor(entry.seq, position))
      return flaw(entry.seq + 1, 'its checksum is not that of the state which the rules give');
  }
  return position;
}

/** Entries before the start and the last one have no state of their own to check. */
function carriesCheck({ kind }: Entry): boolean {
  return kind !== 'seated' && kind !== 'started' && kind !== 'ended';
}

function prove(entries: readonly Entry[], { created, occupants }: Position, ended: EntryOf<'ended'>): Proof {
  return {
    ok: true,
    match: created.match,
    game: created.game,
    rulesVersion: created.rulesVersion,
    entries: entries.length,
    moves: entries.filter(({ kind }) => kind === 'move' || kind === 'clock').length,
    result: ended.result,
    contributors: [...occupants].filter(([, { kind }]) => kind === 'player').map(([seat]) => seat),
    signedBy: ended.key,
  };
}

function flaw(line: number, problem: string): Flaw {
  return { ok: false, line, problem };
}
