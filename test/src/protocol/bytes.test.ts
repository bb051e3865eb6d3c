/** A record is bytes: no other bytes may pass for it, even where a careless reader decodes both to the same text. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verify } from '@flower-war/protocol';
import { type Chance, engine, fastChance } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { Scribe } from './scribe.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const REPLACEMENT = Buffer.from('\ufffd');

/** Ids of clients may hold any character, even the one that replaces invalid bytes. */
const HONEST = withStrangeIds().end();
const BYTES = Buffer.from(HONEST.text);

function withStrangeIds(): Scribe {
  const scribe = new Scribe({ turnCap: 6 }).start('player', 'player');
  for (const id of ['\ufffd', 'ña→𝄞', '\ufeff', 'a\ufffd\ufffdb'])
    scribe.add({ kind: 'asks', seat: 0, what: 'none', id });
  return scribe.play();
}

const lineAt = (bytes: Uint8Array, at: number) => bytes.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;

/** Bytes that are no UTF-8, and that careless readers decode to the character U+FFFD. */
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

const replaced = (at: number, length: number, by: readonly number[]) =>
  Buffer.concat([BYTES.subarray(0, at), Buffer.from(by), BYTES.subarray(at + length)]);

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
    const changed = replaced(at, REPLACEMENT.length, wrongBytes(chance));
    expect(await verify(changed, engine), `${n}`).toMatchObject({ ok: false, line: lineAt(BYTES, at) });
  }
});

test(`any other bytes anywhere are found in their line, seed ${SEED}`, async () => {
  const chance = fastChance(SEED + 1);
  for (let n = 0; n < 300; n++) {
    const at = chance.die(BYTES.length - 1) - 1;
    const by = chance.coin() ? wrongBytes(chance) : [chance.die(256) - 1];
    if (BYTES[at] === by[0] || by[0] === 0x0a || BYTES[at] === 0x0a) continue;
    const changed = replaced(at, chance.die(2) - 1, by);
    expect(await verify(changed, engine), `${at} ${by}`).toMatchObject({ ok: false, line: lineAt(BYTES, at) });
  }
});

describe('what editors and networks do to a file', () => {
  test.each<[string, Uint8Array | string, number]>([
    ['a byte order mark', Buffer.concat([Buffer.from('\ufeff'), BYTES]), 1],
    ['line feeds of another system', Buffer.from(HONEST.text.replaceAll('\n', '\r\n')), 1],
    ['a NUL in the first line', replaced(10, 0, [0]), 1],
    ['a NUL behind the end', Buffer.concat([BYTES, Buffer.from([0])]), HONEST.lines.length + 1],
    ['wrong bytes behind the end', Buffer.concat([BYTES, Buffer.from([0xff])]), HONEST.lines.length + 1],
    ['two bytes a character', Buffer.from(HONEST.text, 'utf16le'), 1],
    ['no bytes', new Uint8Array(0), 1],
    ['text with half a character', HONEST.text.replace('𝄞', '\ud834'), 6],
    ['text that was read carelessly', new TextDecoder().decode(replaced(0, 1, [0xff])), 1],
  ])('%s', async (_, record, line) => {
    expect(await verify(record, engine)).toMatchObject({ ok: false, line });
  });
});

test('the tools read bytes too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bytes-'));
  const file = join(folder, 'record.jsonl');
  const at = BYTES.indexOf(REPLACEMENT);
  writeFileSync(file, replaced(at, REPLACEMENT.length, [0xff]));
  for (const tool of ['verify', 'replay']) {
    const program = fileURLToPath(new URL(`../../../server/tools/records/${tool}.ts`, import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [program, file], { encoding: 'utf8' });
    expect({ tool, status, stderr }).toEqual({
      tool,
      status: 1,
      stderr: `line ${lineAt(BYTES, at)}: its bytes are not UTF-8\n`,
    });
    const piped = spawnSync(process.execPath, [program, '-'], { encoding: 'utf8', input: replaced(at, 3, [0xff]) });
    expect(piped).toMatchObject({ status: 1 });
  }
  rmSync(folder, { recursive: true });
});
