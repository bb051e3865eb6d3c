/** Says what a record proves by itself, or which line is the first wrong one. It needs no server and trusts none. */
import type { AnyGame, OptionSpec } from '@flower-war/rules';
import * as z from 'zod';
import { commitmentTo } from '../keyedChance.ts';
import { type Entry, type EntryOf, hashOf, isSigned, type MatchResult, NO_HASH, parseLine } from '../entry/entries.ts';
import { lengthProblem, linesIn, type RecordFile, sizeAfter } from '../entry/recordFile.ts';
import { advance, CannotFollow, checkFor, type FoldedEntry, foldRecord } from '../advance.ts';
import type { EntryOutcome, Folding, Position } from '../position.ts';
import { type Broken, originProblem, parentProblem } from './parentRecord.ts';

export { commitmentTo };

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
  /** Seats whose own client added to the dice. If there are none, the server alone chose the dice, in advance. */
  readonly contributors: readonly number[];
  /**
   * How often the match went on from a backup. Each time the dice after it are new, so the host could choose to throw
   * again.
   */
  readonly restores: number;
  /**
   * The position that the match goes on from. `isCompared`: the record of that match was verified and says the same.
   */
  readonly from?: { readonly match: string; readonly seq: number; readonly isCompared: boolean };
  /** The Ed25519 key that signed the last line, in hex. Compare it with the one that the server publishes. */
  readonly signedBy: string;
}

/** What is wrong, for programs that say it in their own words. */
export type FlawCode =
  /** The line cannot be read. */
  | 'form'
  /** The line does not fit the line before it. */
  | 'hash'
  /** A line is missing, or stands twice. */
  | 'number'
  | 'signature'
  /** The record has no beginning or no end, or goes on after it. */
  | 'incomplete'
  /** The secret is not the one that was promised. */
  | 'secret'
  /** This program has no rules for it. */
  | 'no-rules'
  /** The first line begins no match that the rules know. */
  | 'settings'
  /** It does not go on from the match that it names. */
  | 'parent'
  /** The rules do not allow what the line says. */
  | 'not-allowed'
  /** The rules give another state. */
  | 'state';

/** `line` counts from 1. */
export interface Flaw {
  readonly ok: false;
  readonly line: number;
  readonly code: FlawCode;
  /** The same in English, with what is special here. */
  readonly problem: string;
}

export type RecordVerdict = Proof | Flaw;

/** What else to compare a record with that goes on from a position of another match. */
export interface Origin {
  readonly broken?: Broken;
  /** The record of that other match. */
  readonly parent?: RecordFile;
}

/** Verifies the exact bytes of a record file. */
export async function verify(record: RecordFile, engines: Engines, origin: Origin = {}): Promise<RecordVerdict> {
  const read = readRecord(record);
  if ('problem' in read) return read;
  const verdict = lengthFlaw(read) ?? (await judge(read.entries, { engines, ...origin }));
  if (origin.parent === undefined || !verdict.ok) return verdict;
  const problem = await differenceFrom(origin.parent, read.entries, { engines, ...origin });
  if (problem !== undefined) return flaw(1, 'parent', problem);
  return { ...verdict, ...(verdict.from && { from: { ...verdict.from, isCompared: true } }) };
}

/** A match may end because its record is full only if the record is full. */
function lengthFlaw({ entries, lines }: Chain): Flaw | undefined {
  const ended = entries.at(-1);
  if (ended?.kind !== 'ended') return undefined;
  const before = lines.slice(0, ended.seq).reduce(sizeAfter, { entries: 0, bytes: 0 });
  const problem = lengthProblem(ended, before);
  return problem === undefined ? undefined : flaw(entries.length, 'not-allowed', problem);
}

interface Judging extends Origin {
  readonly engines: Engines;
}

/** Why a record does not go on from this parent, if so. The parent must verify as well. */
async function differenceFrom(
  parent: RecordFile,
  [child]: readonly Entry[],
  { engines, broken }: Judging,
): Promise<string | undefined> {
  const verdict = await verify(parent, engines, broken && { broken });
  if (!verdict.ok) return `its parent does not verify: line ${verdict.line}: ${verdict.problem}`;
  const read = readRecord(parent);
  if ('problem' in read || child?.kind !== 'created') return 'its parent does not verify';
  const [created] = read.entries;
  const ended = read.entries.at(-1);
  const engine = await engines(verdict.game, verdict.rulesVersion);
  if (created?.kind !== 'created' || ended?.kind !== 'ended' || !engine) return 'its parent does not verify';
  const entries = read.entries.slice(0, (child.from?.seq ?? 0) + 1);
  const isThere = entries.length === (child.from?.seq ?? 0) + 1;
  const position = isThere ? foldAll({ engine, secret: ended.secret }, entries) : undefined;
  return parentProblem(child, created, position === undefined || 'problem' in position ? undefined : position);
}

/**
 * Reads the entries of a record, and checks that each line fits the line before it. It does not judge what entries
 * mean.
 */
export function readRecord(record: RecordFile): Chain | Flaw {
  const lines = linesIn(record);
  const rest = lines.at(-1);
  const read = readChain(lines.slice(0, -1));
  if ('problem' in read) return read;
  return rest === '' ? read : flaw(lines.length, 'incomplete', 'it does not end with a line break');
}

export interface Chain {
  readonly entries: readonly Entry[];
  /** Their lines, without line feeds. */
  readonly lines: readonly string[];
}

/** Checks the form, the number and the hash of each line, and the signature of the last one. */
function readChain(all: readonly (string | undefined)[]): Chain | Flaw {
  const entries: Entry[] = [];
  const lines: string[] = [];
  let previous = NO_HASH;
  for (const [index, line] of all.entries()) {
    if (entries.at(-1)?.kind === 'ended') return flaw(index + 1, 'incomplete', 'it stands after the end');
    if (line === undefined) return flaw(index + 1, 'form', 'its bytes are not UTF-8');
    const hash = hashOf(previous, line);
    if (hash === undefined) return flaw(index + 1, 'hash', 'its hash does not fit its text and the line before it');
    const parsed = parseLine(line);
    if ('problem' in parsed) return flaw(index + 1, 'form', parsed.problem);
    const { entry } = parsed;
    if (entry.seq !== index) return flaw(index + 1, 'number', `it is numbered ${entry.seq} where ${index} must follow`);
    if (entry.kind === 'ended' && !isSigned(previous, line, entry.key))
      return flaw(index + 1, 'signature', 'its signature does not fit its text and its key');
    entries.push(entry);
    lines.push(line);
    previous = hash;
  }
  return { entries, lines };
}

async function judge(entries: readonly Entry[], { engines, broken }: Judging): Promise<RecordVerdict> {
  const [created] = entries;
  const ended = entries.at(-1);
  if (created?.kind !== 'created') return flaw(1, 'incomplete', 'a record begins with the entry "created"');
  if (ended?.kind !== 'ended')
    return flaw(entries.length, 'incomplete', 'the record is not complete: its last entry is not "ended"');
  if (commitmentTo(ended.secret) !== created.commitment)
    return flaw(
      entries.length,
      'secret',
      'the secret is not the one that the first line commits to: these dice prove nothing',
    );
  const engine = await engines(created.game, created.rulesVersion);
  if (engine === undefined)
    return flaw(
      1,
      'no-rules',
      `no rules for ${created.game} version ${created.rulesVersion} here: update, then verify again`,
    );
  const unknown = settingsProblem(engine, created);
  if (unknown !== undefined) return flaw(1, 'settings', unknown);
  const problem = originProblem(engine, created, broken);
  if (problem !== undefined) return flaw(1, 'parent', problem);
  const folded = foldAll({ engine, secret: ended.secret }, entries);
  return 'problem' in folded ? folded : prove(entries, folded, ended);
}

/** Plays the whole record again, dice included. */
function foldAll(folding: Folding, entries: readonly Entry[]): Position | Flaw {
  let position: Position | undefined;
  try {
    for (const folded of foldRecord(folding, entries, attempt)) {
      const problem = problemOf(folded);
      if (problem !== undefined) return { ok: false, line: folded.entry.seq + 1, ...problem };
      position = folded.position;
    }
  } catch (error) {
    if (!(error instanceof CannotFollow)) throw error;
    return flaw(error.entry.seq + 1, 'not-allowed', `${error.entry.kind}: ${error.reason}`);
  }
  return position ?? flaw(1, 'incomplete', 'the record is empty');
}

/** What is wrong with an entry that can follow, if anything. */
function problemOf({ entry, position }: FoldedEntry): Pick<Flaw, 'code' | 'problem'> | undefined {
  const problem = fieldsProblem(entry);
  if (problem !== undefined) return { code: 'form', problem: `${entry.kind}: ${problem}` };
  const check = 'check' in entry ? entry.check : undefined;
  const isRight = !carriesCheck(entry) || check === checkFor(entry.seq, position);
  return isRight ? undefined : { code: 'state', problem: 'its checksum is not that of the state that the rules give' };
}

/** Rules may throw at a state that no game can reach. That must not end the verification. */
function attempt(folding: Folding, position: Position, entry: Entry): EntryOutcome {
  if (position.created.from === undefined) return advance(folding, position, entry);
  try {
    return advance(folding, position, entry);
  } catch {
    return { ok: false, reason: 'the rules cannot go on from such a state' };
  }
}

/** Entries before the start and the last one have no state of their own to check. */
function carriesCheck({ kind }: Entry): boolean {
  return kind !== 'created' && kind !== 'seated' && kind !== 'started' && kind !== 'ended';
}

function prove(entries: readonly Entry[], { created, occupants, restores }: Position, ended: EntryOf<'ended'>): Proof {
  return {
    ok: true,
    match: created.match,
    game: created.game,
    rulesVersion: created.rulesVersion,
    entries: entries.length,
    moves: entries.filter(({ kind }) => kind === 'move' || kind === 'clock').length,
    result: ended.result,
    contributors: [...occupants].filter(([, { kind }]) => kind === 'player').map(([seat]) => seat),
    restores: restores.length,
    ...(created.from && { from: { match: created.from.match, seq: created.from.seq, isCompared: false } }),
    signedBy: ended.key,
  };
}

function flaw(line: number, code: FlawCode, problem: string): Flaw {
  return { ok: false, line, code, problem };
}

// Which entries have an id: only those that a player asked for.

const NEEDS_ID = 'a player asked for it, so it must have an id';
const NO_ID = 'no player asked for it, so it must have no id';

/** What is wrong with an id that the schema leaves open. The schemas of all other kinds say it themselves. */
function fieldsProblem(entry: Entry): string | undefined {
  if (entry.kind === 'move') return idProblem(entry, entry.by === 'player');
  if (entry.kind === 'agreement') return idProblem(entry, entry.is !== 'over');
  if (entry.kind === 'absence') return entry.what === 'resigned' ? idProblem(entry, true) : undefined;
  if (entry.kind !== 'temple' || entry.what !== 'unbound') return undefined;
  return entry.seat === undefined ? idProblem(entry, false) : 'an unbound temple must name no seat';
}

function idProblem({ id }: { readonly id?: unknown }, hasId: boolean): string | undefined {
  if ((id !== undefined) === hasId) return undefined;
  return hasId ? NEEDS_ID : NO_ID;
}

// Whether the settings of a record are those of its game. Engines trust their options, and any person can write a record.

/**
 * What is wrong with the seats, preset or options of a match, if anything. The preset matters because ratings count by
 * it.
 */
function settingsProblem(
  { seats: [fewest, most], presets, options, optionAmiss }: AnyGame,
  created: EntryOf<'created'>,
): string | undefined {
  if (created.seats < fewest || created.seats > most) return `the game is for ${fewest} to ${most} seats`;
  if (!presets.some(({ id }) => id === created.preset)) return `the game has no preset ${created.preset}`;
  const lawful = z.strictObject(Object.fromEntries(options.map((spec) => [spec.name, lawfulFor(spec)])));
  const issue = lawful.safeParse(created.options).error?.issues[0];
  const amiss = issue === undefined && optionAmiss?.(created.options, created.seats);
  if (amiss) return `the option ${amiss} has no value that the game allows with ${created.seats} seats`;
  if (issue === undefined) return undefined;
  if (issue.code === 'unrecognized_keys') return `the game has no option ${issue.keys[0]}`;
  return `the option ${String(issue.path[0])} has no value that the game allows`;
}

function lawfulFor(spec: OptionSpec): z.ZodType {
  switch (spec.type) {
    case 'choice':
      return z.enum(spec.values);
    case 'flag':
      return z.boolean();
    case 'integer':
      return z
        .int()
        .min(spec.min)
        .max(spec.recordMax ?? spec.max)
        .refine((value) => (value - spec.min) % (spec.step ?? 1) === 0);
  }
}
