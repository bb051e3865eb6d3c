/** A match is its record: JSON lines, each sealed with a hash over the line before it and its own exact bytes. */
import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod';
import { slot, templeId } from '../../temple/beads.ts';
import { actionId, agreementKind, asks, keeps, notation, pauseMinutes } from '../../wire/actionFields.ts';
import { beginningOf } from '../../wire/printable.ts';
import { account } from '../beadAccount.ts';
import { sha256Hex } from './canonical.ts';
import { tableSettings } from './tableSettings.ts';

/**
 * The format of new matches. In format 1 an entry's number selects its chance; in format 2, how many entries drew
 * before it.
 */
export const RECORD_FORMAT = 2;
/** Every entry whose seq is a multiple of this carries a checksum of the state after it. */
export const CHECK_EVERY = 32;

const hex = (bytes: number) =>
  z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`), `${bytes} bytes in lower-case hex`);
const seat = z.int().min(0).max(5);
const name = z.string().min(1).max(64);
const head = { seq: z.int().min(0), at: z.int().min(0) };
const check = { check: hex(8).exactOptional() };

export const contribution = hex(16);
export const commitment = hex(32);

export const resultKind = z
  .enum(['win', 'draw', 'forfeit', 'none', 'aborted'])
  .describe('The table decides on `aborted`; the rules decide on every other result.');
export const standing = z
  .strictObject({ seat, place: z.int(), score: z.number(), breakdown: z.record(z.string(), z.number()) })
  .describe('How a seat ended: its place, counted from 1, its score, and what the score is made of.');

export const matchResult = z.strictObject({
  result: resultKind,
  winners: z.array(seat).max(6).describe('The seats that won.'),
  standings: z.array(standing).max(6),
  reason: name.describe('Why the match ended, in one word of its rules.'),
});
export type MatchResult = z.infer<typeof matchResult>;

const beads = { slot, n: z.int().min(1).max(0xffffffff) };
const count = z.int().min(0).max(0xffffffff);

/** The fields that every entry has. */
interface Head {
  readonly seq: z.ZodInt;
  readonly at: z.ZodInt;
  readonly check: z.ZodExactOptional<z.ZodString>;
}

/** What a record says about the temples at its table: one form for each thing that can happen to one. */
const templeEntry = (head: Head) => {
  const common = { ...head, kind: z.literal('temple'), temple: templeId };
  const of = <W extends string, T extends z.ZodRawShape>(what: W, fields: T) =>
    z.strictObject({ ...common, what: z.literal(what), ...fields });
  /** An entry that a player at the table asked for. */
  const by = <W extends string, T extends z.ZodRawShape>(what: W, fields: T) =>
    of(what, { seat, ...fields, id: actionId });
  return z.discriminatedUnion('what', [
    /** From now on the temple counts for this match: for the seat of its owner, or for the table. */
    of('bound', { by: name, seat: seat.exactOptional(), account }),
    /** New totals. `doubtful`: the beads came too fast to be believed. `ages`: of the last beads, in milliseconds. */
    of('sensed', {
      epoch: z.int().min(1).max(0xffffffff),
      war: count,
      rain: count,
      doubtful: z.literal(true).exactOptional(),
      ages: z
        .array(z.tuple([slot, count, count]))
        .max(8)
        .exactOptional(),
    }),
    /** Waiting beads make the next offering. */
    of('offered', {}),
    /** The seat draws the card that the rules give for the last offering. */
    of('drawn', {}),
    by('returned', beads),
    by('confirmed', {}),
    by('claimed', beads),
    /** The seat makes its offerings on the screen, or with the temple again. */
    by('by-hand', { is: z.boolean() }),
    by('disputed', { slot }),
    /** The host settles a dispute: the beads count, for the seat that disputed, or they were taken out. */
    by('settled', { ...beads, as: z.enum(['counts', 'returned']) }),
    of('unbound', { seat: seat.exactOptional(), id: actionId.exactOptional() }),
  ]);
};

export const entry = z.discriminatedUnion('kind', [
  z.strictObject({
    ...head,
    kind: z.literal('created'),
    format: z.literal([1, RECORD_FORMAT]),
    match: name,
    game: name,
    rulesVersion: z.int().min(1),
    preset: name,
    options: z.record(name, z.union([z.string().max(64), z.number(), z.boolean()])),
    seats: z.int().min(1).max(6),
    table: tableSettings,
    host: name,
    commitment,
    /** The match that this one repeats with the same people. */
    rematchOf: name.exactOptional(),
    /** The position of an ended match that this one goes on from. All that no seat had seen is drawn again. */
    from: z
      .strictObject({ match: name, seq: z.int().min(0), state: z.record(z.string(), z.unknown()) })
      .exactOptional(),
  }),
  /** A player with what their client added to the dice, or a bot, sits down. */
  z.discriminatedUnion('by', [
    z.strictObject({ ...head, kind: z.literal('seated'), seat, by: z.literal('player'), player: name, contribution }),
    z.strictObject({ ...head, kind: z.literal('seated'), seat, by: z.literal('bot'), bot: name }),
  ]),
  z.strictObject({ ...head, kind: z.literal('started') }),
  /**
   * `wish`: the player does not want to be asked in such a hidden window, so `move` is the fallback of the rules. `habit`: a habit of the
   * seat answers such a question with `move`.
   */
  z.strictObject({
    ...head,
    ...check,
    kind: z.literal('move'),
    seat,
    by: z.enum(['player', 'bot', 'wish', 'habit']),
    move: notation,
    id: actionId.exactOptional(),
  }),
  /** The clock answered for a seat that did not answer. `move` is the fallback of the rules. */
  z.strictObject({ ...head, ...check, kind: z.literal('clock'), seat, move: notation }),
  /** In which hidden windows a player wants to be asked from now on. */
  z.strictObject({ ...head, ...check, kind: z.literal('asks'), seat, what: asks, id: actionId }),
  /** Which questions habits answer for a player from now on. */
  z.strictObject({ ...head, ...check, kind: z.literal('habits'), seat, keeps, id: actionId }),
  /**
   * An agreement of the people at the table. It takes effect when all have accepted. `over`: the time of a pause is up.
   */
  z.strictObject({
    ...head,
    ...check,
    kind: z.literal('agreement'),
    seat,
    what: agreementKind,
    is: z.enum(['offered', 'accepted', 'declined', 'over']),
    minutes: pauseMinutes.exactOptional(),
    id: actionId.exactOptional(),
  }),
  /**
   * The player behind a seat changed. `left`: before the start. `resigned`, `retired`: the seat left the match. `bot`:
   * a bot stands in. `returned`: the player took the seat back. `substituted`: another player took the seat for good.
   */
  z.strictObject({
    ...head,
    ...check,
    kind: z.literal('absence'),
    seat,
    what: z.enum(['left', 'resigned', 'retired', 'bot', 'returned', 'substituted']),
    bot: name.exactOptional(),
    player: name.exactOptional(),
    id: actionId.exactOptional(),
  }),
  /**
   * The player of the seat is on vacation until this time: the clock of the seat runs from then on. A time that is not after the entry
   * ends a vacation. The end that was said before needs no entry.
   */
  z.strictObject({ ...head, ...check, kind: z.literal('vacation'), seat, until: z.int().min(0) }),
  /** What a temple at the table counted, and what became of it. */
  templeEntry({ ...head, ...check }),
  /**
   * The server opened the match again after it had been away for `lost` milliseconds. No clock is charged for these.
   */
  z.strictObject({ ...head, ...check, kind: z.literal('resumed'), lost: z.int().min(0) }),
  /** The match goes on from a backup. What was drawn after the backup does not come again. `lost` as in `resumed`. */
  z.strictObject({ ...head, ...check, kind: z.literal('restored'), lost: z.int().min(0), entropy: hex(32) }),
  z.strictObject({
    ...head,
    kind: z.literal('ended'),
    result: matchResult,
    secret: hex(32),
    key: hex(32),
    signature: hex(64),
  }),
]);
export type Entry = z.infer<typeof entry>;

/** For how many milliseconds before this entry no player could act. */
export function lostIn(entry: Entry): number {
  return entry.kind === 'resumed' || entry.kind === 'restored' ? entry.lost : 0;
}
export type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>;

export interface Sealed {
  readonly line: string;
  readonly hash: string;
}

/** Stands for the hash before the first line. */
export const NO_HASH = '';

export function seal(previous: string, body: Exclude<Entry, { kind: 'ended' }>): Sealed {
  return sealText(previous, open(body));
}

/** Seals a line of another journal in the same way. */
export function sealLine(previous: string, body: object): Sealed {
  return sealText(previous, open(body));
}

/** Signs by Ed25519. All is hex. */
export interface Signer {
  /** The public half of its key. */
  readonly key: string;
  readonly sign: (text: string) => string;
}

/**
 * Seals the last line. Its secret lets readers check the match without the server; its signature says who vouches for
 * it.
 */
export function sealEnded(
  previous: string,
  body: Omit<EntryOf<'ended'>, 'key' | 'signature'>,
  { key, sign }: Signer,
): Sealed {
  const text = open({ ...body, key });
  return sealText(previous, `${text},"signature":"${sign(previous + text)}"`);
}

const HASH_TAIL = /^,"hash":"([0-9a-f]{64})"\}$/;
/** How many characters the end of a line has from the comma before its hash. */
const HASH_TAIL_LENGTH = 75;
const SIGNATURE_TAIL = /,"signature":"([0-9a-f]{128})"$/;

/** Verifies as RFC 8032 says, with the cofactor, canonical points and no key of small order. */
const STRICT = { zip215: false };
const LONGEST_PROBLEM = 200;

/** The hash of a line if it fits the line before it. */
export function hashOf(previous: string, line: string): string | undefined {
  const hash = hashIn(line);
  return hash !== undefined && sha256Hex(previous + textOf(line)) === hash ? hash : undefined;
}

/** The hash that a line names. */
function hashIn(line: string): string | undefined {
  return HASH_TAIL.exec(line.slice(-HASH_TAIL_LENGTH))?.[1];
}

const DEEPEST = 100;

/** A line without its hash. */
function textOf(line: string): string {
  return line.slice(0, -HASH_TAIL_LENGTH);
}

export function isSigned(previous: string, line: string, key: string): boolean {
  const text = textOf(line);
  const signature = SIGNATURE_TAIL.exec(text)?.[1];
  if (signature === undefined || hashIn(line) === undefined) return false;
  const signed = utf8ToBytes(previous + text.replace(SIGNATURE_TAIL, ''));
  hashes.sha512 = sha512; // the library has none of its own
  try {
    return verify(hexToBytes(signature), signed, hexToBytes(key), STRICT);
  } catch {
    return false; // a key or signature that is not a point on the curve
  }
}

/** Whether the line nests deeper than any state of a game does. What writes and compares such a value would run out of stack. */
function isTooDeep(line: string): boolean {
  let [depth, isText] = [0, false];
  for (let at = 0; at < line.length && depth <= DEEPEST; at++) {
    const character = line[at];
    if (character === '"') isText = !isText;
    else if (isText) at += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
  }
  return depth > DEEPEST;
}

/** The entry in a line, or what is wrong with it. */
export function parseLine(line: string): { readonly entry: Entry } | { readonly problem: string } {
  if (isTooDeep(line)) return { problem: `it nests deeper than ${DEEPEST} levels` };
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { problem: 'it is not JSON' };
  }
  const { hash: _, ...body } = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  const parsed = entry.safeParse(body);
  if (!parsed.success) return { problem: problemIn(parsed.error) };
  // An entry has only one text. A repeated key, or 1.0 for 1, would read differently in other programs.
  if (JSON.stringify(json) !== line) return { problem: 'it is not in the one form of JSON that records have' };
  // Zod drops this key from maps without a message, and text that was not read must not pass as verified.
  if (line.includes('"__proto__":')) return { problem: 'it has a key that no entry has: __proto__' };
  // Settings have defaults for records that are older than the setting. Records of format 2 state all settings. A default only
  // adds text, so the lengths tell whether one was needed.
  if (isOfFormat2(parsed.data) && JSON.stringify(parsed.data).length !== JSON.stringify(body).length)
    return { problem: 'table: a setting is left out' };
  return { entry: parsed.data };
}

function isOfFormat2(read: Entry): boolean {
  return read.kind === 'created' && read.format > 1;
}

function problemIn({ issues: [first] }: z.ZodError): string {
  const field = first?.path.join('.') || 'entry';
  return beginningOf(`${field}: ${first?.message}`, LONGEST_PROBLEM);
}

function open(body: object): string {
  return JSON.stringify(body).slice(0, -1);
}

function sealText(previous: string, text: string): Sealed {
  const hash = sha256Hex(previous + text);
  return { line: `${text},"hash":"${hash}"}`, hash };
}
