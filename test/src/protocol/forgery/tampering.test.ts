/** A record is bytes: any change to them is found in the line where it is, also one that a careless reader decodes to the same text. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@flower-war/protocol';
import { type Chance, engine, fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { ROOT } from '../../support/program.ts';
import { Scribe } from '../scribe.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const LINE_FEED = 0x0a;
const REPLACEMENT = Buffer.from('\ufffd');

/** Ids of clients may hold any character, even the one that replaces invalid bytes. */
const HONEST = withStrangeIds().end();
const BYTES = Buffer.from(HONEST.text);
const LONG = new Scribe({ turnCap: 200 }).start('player', 'player').play().end();

function withStrangeIds(): Scribe {
  const scribe = new Scribe({ turnCap: 6 }).start('player', 'player');
  for (const id of ['\ufffd', 'ña→𝄞', '\ufeff', 'a\ufffd\ufffdb'])
    scribe.add({ kind: 'asks', seat: 0, what: 'none', id });
  return scribe.play();
}

/** A line break belongs to the line that it ends. */
const lineAt = (bytes: Uint8Array, at: number) => bytes.subarray(0, at).filter((byte) => byte === LINE_FEED).length + 1;

const replaced = (at: number, length: number, by: readonly number[]) =>
  Buffer.concat([BYTES.subarray(0, at), Buffer.from(by), BYTES.subarray(at + length)]);

async function flawedLine(record: Uint8Array | string): Promise<number | undefined> {
  const verdict = await verify(record, engine);
  return verdict.ok ? undefined : verdict.line;
}

/** Bytes that are not UTF-8, and that careless readers decode to the character U+FFFD. */
function wrongBytes(chance: Chance): readonly number[] {
  const kinds: readonly (() => readonly number[])[] = [
    () => [0x7f + chance.die(0x40)], // continues a character that never began
    () => [0xf4 + chance.die(11)], // occurs in no UTF-8
    () => [0xc1 + chance.die(0x1e)], // begins a character that does not continue
    () => [0xe2, 0x82], // ends too early
    () => [0xed, 0x9f + chance.die(0x20), 0x7f + chance.die(0x40)], // half a surrogate pair
    () => [0xc0, 0x80], // longer than necessary
  ];
  return chance.pick(kinds)();
}

test('characters of every width verify, as bytes and as text', async () => {
  expect(await verify(BYTES, engine)).toMatchObject({ ok: true });
  expect(await verify(new Uint8Array(BYTES), engine)).toEqual(await verify(HONEST.text, engine));
});

test(`bytes that a reader would take for U+FFFD are another record, seed ${SEED}`, async () => {
  const chance = fastChance(SEED);
  const places = [...BYTES.keys()].filter((at) => BYTES.subarray(at, at + 3).equals(REPLACEMENT));
  expect(places.length).toBe(3);
  for (let n = 0; n < 60; n++) {
    const at = chance.pick(places);
    expect(await flawedLine(replaced(at, REPLACEMENT.length, wrongBytes(chance))), `${n}`).toBe(lineAt(BYTES, at));
  }
});

test.each<[string, (byte: number, chance: Chance) => readonly number[]]>([
  ['the next one in the alphabet', (byte) => [((byte - 31) % 95) + 32]],
  ['a space', (byte) => [byte === 0x20 ? 0x5f : 0x20]],
  ['another digit', (byte) => [byte === 0x30 ? 0x31 : 0x30]],
  ['a capital or small one', (byte) => [byte ^ 0x20]],
  ['a line break', (byte) => [byte === LINE_FEED ? 0x0d : LINE_FEED]],
  ['one that is not ASCII', () => [0xc3, 0xa9]],
  ['nothing', () => []],
  ['itself, twice', (byte) => [byte, byte]],
  ['any', (byte, chance) => [(byte + chance.die(255)) % 256]],
  ['no UTF-8', (_, chance) => wrongBytes(chance)],
])(`a byte that becomes %s is found where it is, seed ${SEED}`, async (_name, change) => {
  const chance = fastChance(SEED + 1);
  for (let n = 0; n < 60; n++) {
    const at = chance.die(BYTES.length) - 1;
    const was = BYTES[at] ?? 0;
    const by = change(was, chance);
    const isDoubledEnd = was === LINE_FEED && by.length === 2 && by[1] === LINE_FEED;
    const line = lineAt(BYTES, at) + (isDoubledEnd ? 1 : 0);
    expect([at, by, await flawedLine(replaced(at, 1, by))]).toEqual([at, by, line]);
  }
});

test('complaint 16, distrust of dice: 200 changes of one character in a long record are found where they are', async () => {
  const chance = fastChance(20);
  for (let n = 0; n < 200; n++) {
    const at = chance.die(LONG.text.length) - 1;
    const by = String.fromCharCode(31 + chance.die(95));
    if (by === LONG.text[at]) continue;
    const found = await flawedLine(LONG.text.slice(0, at) + by + LONG.text.slice(at + 1));
    expect([at, by, found]).toEqual([at, by, lineAt(Buffer.from(LONG.text), at)]);
  }
});

/** Of what befalls files, protocol/vectors/refused has more. */
test.each<[string, Uint8Array | string, number]>([
  ['a NUL in the first line', replaced(10, 0, [0]), 1],
  ['a NUL behind the end', Buffer.concat([BYTES, Buffer.from([0])]), HONEST.lines.length + 1],
  ['wrong bytes behind the end', Buffer.concat([BYTES, Buffer.from([0xff])]), HONEST.lines.length + 1],
  ['two bytes a character', Buffer.from(HONEST.text, 'utf16le'), 1],
  ['text with half a character', HONEST.text.replace('𝄞', '\ud834'), 6],
  ['text that was read carelessly', new TextDecoder().decode(replaced(0, 1, [0xff])), 1],
  ['one line break', '\n', 1],
  ['a last line of which half is gone', HONEST.text.slice(0, -20), HONEST.lines.length],
  ['a line after the end', `${HONEST.text}{}\n`, HONEST.lines.length + 1],
  ['many lines after the end', HONEST.text + HONEST.text, HONEST.lines.length + 1],
  ['half a line after the end', `${HONEST.text}{`, HONEST.lines.length + 1],
  ['a change above a missing line break', HONEST.text.replace('"seat":0', '"seat":1').slice(0, -1), 2],
  ['something else altogether', '<!doctype html>\n', 1],
])('%s is found', async (_, record, line) => {
  expect(await flawedLine(record)).toBe(line);
});

test.each(['verify', 'replay'])('npm run %s reads bytes, from a file and from a pipe', (tool) => {
  const at = BYTES.indexOf(REPLACEMENT);
  const changed = replaced(at, REPLACEMENT.length, [0xff]);
  const file = join(mkdtempSync(join(tmpdir(), 'bytes-')), 'record.jsonl');
  writeFileSync(file, changed);
  const program = join(ROOT, `server/tools/records/${tool}.ts`);
  const { status, stderr } = spawnSync(process.execPath, [program, file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, `line ${lineAt(BYTES, at)}: its bytes are not UTF-8\n`]);
  expect(spawnSync(process.execPath, [program, '-'], { input: changed })).toMatchObject({ status: 1 });
});
