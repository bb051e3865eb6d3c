/** The flash memory of a temple: writes go to two banks in turn, so that a torn write leaves the record before it. */
import type { Tally, WantedState } from '@flower-war/protocol/temple';

/** `wal`: the device writes before it publishes; `late`: it writes some time after (a bad device); `none`: never. */
export const FLASH_KINDS = ['wal', 'late', 'none'] as const;
export type FlashKind = (typeof FLASH_KINDS)[number];

export interface SavedTotals extends Tally {
  readonly epoch: number;
  readonly boot: number;
}

export interface Flash {
  readonly kind: FlashKind;
  readonly banks: readonly [string, string];
  /** Records on their way into a bank. */
  readonly writing: readonly { readonly kept: SavedTotals; readonly doneAt: number }[];
  /** The settings that the bridge wants. */
  readonly wanted?: WantedState;
}

export function blankFlash(kind: FlashKind): Flash {
  return { kind, banks: ['', ''], writing: [] };
}

/** Writes a record after the write before it has ended. It replaces a record that waits. */
export function write(
  flash: Flash,
  kept: SavedTotals,
  { at, ms }: { readonly at: number; readonly ms: number },
): Flash {
  if (flash.kind === 'none') return flash;
  const [current] = flash.writing;
  if (current === undefined) return { ...flash, writing: [{ kept, doneAt: at + ms }] };
  return { ...flash, writing: [current, { kept, doneAt: current.doneAt + ms }] };
}

export function want(flash: Flash, wanted: WantedState): Flash {
  return flash.kind === 'none' ? flash : { ...flash, wanted };
}

/** The flash after all writes that have ended by this time. */
export function commit(flash: Flash, at: number): Flash {
  const [first, ...rest] = flash.writing;
  if (first === undefined || first.doneAt > at) return flash;
  return commit({ ...flash, banks: intoBank(flash, encode(number(flash) + 1, first.kept)), writing: rest }, at);
}

/** The power fails: a record that is being written is lost, and half of it may stay in its bank. */
export function cutPower(flash: Flash, at: number, isTorn: boolean): Flash {
  const settled = commit(flash, at);
  const [first] = settled.writing;
  if (first === undefined || !isTorn) return { ...settled, writing: [] };
  const text = encode(number(settled) + 1, first.kept);
  return { ...settled, banks: intoBank(settled, text.slice(0, text.length / 2)), writing: [] };
}

/** The newest whole record. */
export function read({ banks }: Flash): SavedTotals | undefined {
  return newest(banks)?.kept;
}

export function wiped({ kind }: Flash): Flash {
  return blankFlash(kind);
}

/** Caches what the banks hold, because they are read far more often than they are written. */
const known = new WeakMap<Flash['banks'], Numbered | 'nothing'>();
type Numbered = { readonly number: number; readonly kept: SavedTotals };

function newest(banks: Flash['banks']): Numbered | undefined {
  const found = known.get(banks) ?? newestOf(banks) ?? 'nothing';
  known.set(banks, found);
  return found === 'nothing' ? undefined : found;
}

function newestOf(banks: Flash['banks']): Numbered | undefined {
  const [first, second] = banks.map(decode);
  if (first === undefined || second === undefined) return first ?? second;
  return first.number > second.number ? first : second;
}

function number({ banks }: Flash): number {
  return newest(banks)?.number ?? 0;
}

/** Writes a text, but never into the bank of the newest whole record. */
function intoBank({ banks }: Flash, text: string): Flash['banks'] {
  const [first, second] = banks;
  const last = newest(banks)?.number;
  return last !== undefined && decode(first)?.number === last ? [first, text] : [text, second];
}

function encode(number: number, { epoch, war, rain, boot }: SavedTotals): string {
  const text = [number, epoch, war, rain, boot].join(' ');
  return `${text} ${checksum(text)}`;
}

function decode(text: string): Numbered | undefined {
  const body = text.slice(0, text.lastIndexOf(' '));
  if (body === '' || text !== `${body} ${checksum(body)}`) return undefined;
  const [number = 0, epoch = 0, war = 0, rain = 0, boot = 0] = body.split(' ').map(Number);
  return { number, kept: { epoch, war, rain, boot } };
}

/** FNV-1a. */
function checksum(text: string): number {
  return [...text].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5);
}
