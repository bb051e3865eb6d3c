/** Records that a server may write verify, those with more entries than it may write do not. */
import { readFileSync } from 'node:fs';
import { MOST_REQUESTS, TOO_LONG, tableSettings, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { type Body, createdEntry, Scribe, SIGNER } from './scribe.ts';

const MOST_ENTRIES = 20_000;

describe('a finished record verifies', () => {
  test.each([
    ['between people', new Scribe({ turnCap: 50 }).start('player', 'player').play().end(), [0, 1]],
    ['of a person and a bot', new Scribe({ turnCap: 50 }).start('player', 'bot').play().end(), [0]],
    ['of bots alone', new Scribe({ turnCap: 50 }).start('bot', 'bot').play().end(), []],
    ['of more than 100 entries', new Scribe({ board: 'F7', turnCap: 400 }, 7).start('player', 'bot').play().end(), [0]],
    ['with a resignation', resigned().play().end(), [0, 1]],
    ['aborted before the start', new Scribe().sit(1, 'player').abort(), [1]],
    ['aborted with nobody there', new Scribe().abort(), []],
    ['aborted in the middle', new Scribe().start('player', 'player').play(20).abort(), [0, 1]],
    ['with pauses, a bot that stood in, and a clock', eventful().play().end(), [0, 1]],
    ['where somebody left and another came', seatGivenBack().start('player', 'player').play().end(), [0, 1]],
  ])('%s', async (_name, { text, lines, position }, contributors) => {
    const { match, game, rulesVersion } = position.created;
    const moves = lines.filter((line) => /"kind":"(move|clock)"/.test(line)).length;
    const about = { match, game, rulesVersion, entries: lines.length, moves, result: position.result };
    expect(await verify(text, engine)).toEqual({ ok: true, ...about, contributors, restores: 0, signedBy: SIGNER.key });
  });

  test('with its checksums in every 32nd entry', () => {
    const { lines } = new Scribe({ turnCap: 400 }).start('player', 'bot').play().end();
    const checked = lines.flatMap((line, seq) => (/"check":"[0-9a-f]{16}"/.test(line) ? [seq] : []));
    expect(lines.length).toBeGreaterThan(100);
    expect(checked).toEqual(lines.slice(0, -1).flatMap((_, seq) => (seq > 0 && seq % 32 === 0 ? [seq] : [])));
  });

  test.each([
    ['record.jsonl', { entries: 14, restores: 0 }],
    ['record2.jsonl', { entries: 16, restores: 1 }],
  ])('that is published for other languages to check: %s', async (name, proof) => {
    const published = readFileSync(new URL(`../../../protocol/vectors/${name}`, import.meta.url), 'utf8');
    expect(await verify(published, engine)).toMatchObject({ ok: true, moves: 9, signedBy: SIGNER.key, ...proof });
  });

  test('that was begun when more turns were allowed', async () => {
    const options = { ...createdEntry().options, turnCap: 100_000 };
    const { text } = new Scribe({}, 1, undefined, { options }).start('player', 'player').play(40).abort();
    expect(await verify(text, engine)).toMatchObject({ ok: true });
  });
});

function resigned(): Scribe {
  return new Scribe().start('player', 'player').play(20).add({ kind: 'absence', seat: 1, what: 'resigned', id: 'x' });
}

function eventful(): Scribe {
  const table = tableSettings.parse({ clock: { kind: 'turn', seconds: 5 } });
  const scribe = new Scribe({ turnCap: 50 }, 1, undefined, { table }).start('player', 'player').play(20);
  scribe.add({ kind: 'resumed', lost: 60_000 });
  const slow = missed(scribe);
  scribe.add({ kind: 'absence', seat: slow, what: 'bot', bot: 'greedy' }).play(20);
  return scribe.add({ kind: 'absence', seat: slow, what: 'returned' });
}

/** The clock moves until a seat is asked that has missed a move before. Returns that seat. */
function missed(scribe: Scribe): number {
  for (let at = 1_770_000_000_000; ; at += 5000) {
    const { seat } = scribe.choose();
    if ((scribe.position.clocks[seat]?.missed ?? 0) > 0) return seat;
    const late = { kind: 'clock' as const, seat, at };
    scribe.add({ ...late, move: scribe.fallbackOf(seat) });
  }
}

function seatGivenBack(): Scribe {
  return new Scribe({ turnCap: 50 }).sit(0, 'player').add({ kind: 'absence', seat: 0, what: 'left' });
}

const wish = (id: number): Body => ({ kind: 'asks', seat: 0, what: id % 2 === 0 ? 'none' : 'all', id });

/** A seat that says this often what it wants to be asked. */
function talkative(format: 1 | 2, times: number): Scribe {
  const scribe = new Scribe({}, 1, undefined, { format }).start('player', 'player');
  for (let id = 0; id < times; id++) scribe.add(wish(id));
  return scribe;
}

test('a full record verifies, and one that claims to be full with room for one entry more does not', async () => {
  // Format 1 did not count wishes. It begins with four other entries.
  const full = talkative(1, MOST_ENTRIES - 4).end(TOO_LONG);
  expect(await verify(full.text, engine)).toMatchObject({ ok: true, entries: MOST_ENTRIES + 1 });
  const { lines, text } = talkative(1, MOST_ENTRIES - 5).end(TOO_LONG);
  const problem = expect.stringContaining('but the record has only');
  expect(await verify(text, engine)).toMatchObject({ ok: false, line: lines.length, problem });
});

test('one request more than a seat may make cannot follow, but an answer can, and in format 1 any', () => {
  const scribe = talkative(2, MOST_REQUESTS).add({ kind: 'agreement', seat: 1, what: 'abort', is: 'offered', id: 1 });
  expect(() => scribe.add(wish(1000))).toThrow('too-often');
  expect(() => scribe.add({ ...wish(1000), seat: 1 } as Body)).not.toThrow();
  scribe.add({ kind: 'agreement', seat: 0, what: 'abort', is: 'declined', id: 1001 });
  expect(() => scribe.add({ kind: 'agreement', seat: 0, what: 'abort', is: 'offered', id: 1002 })).toThrow('too-often');
  expect(() => talkative(1, MOST_REQUESTS).add(wish(1000))).not.toThrow();
});
