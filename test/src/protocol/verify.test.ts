import { readFileSync } from 'node:fs';
import { publicKeyOf, tableSettings, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { Scribe, SIGNING_KEY } from './scribe.ts';

const SIGNER = publicKeyOf(SIGNING_KEY);

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
    expect(await verify(text, engine)).toEqual({ ok: true, ...about, contributors, restores: 0, signedBy: SIGNER });
  });

  test('with its checksums in every 32nd entry', () => {
    const { lines } = new Scribe({ turnCap: 400 }).start('player', 'bot').play().end();
    const checked = lines.flatMap((line, seq) => (/"check":"[0-9a-f]{16}"/.test(line) ? [seq] : []));
    expect(lines.length).toBeGreaterThan(100);
    expect(checked).toEqual(lines.slice(0, -1).flatMap((_, seq) => (seq > 0 && seq % 32 === 0 ? [seq] : [])));
  });

  test('that is published for other languages to check', async () => {
    const published = readFileSync(new URL('../../../protocol/vectors/record.jsonl', import.meta.url), 'utf8');
    expect(await verify(published, engine)).toMatchObject({ ok: true, entries: 14, moves: 9, signedBy: SIGNER });
  });

  test('that is published of the second format, restored once', async () => {
    const published = readFileSync(new URL('../../../protocol/vectors/record2.jsonl', import.meta.url), 'utf8');
    const proof = { entries: 16, moves: 9, restores: 1, signedBy: SIGNER };
    expect(await verify(published, engine)).toMatchObject({ ok: true, ...proof });
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
  const { engine: rules } = scribe.folding;
  for (let at = 1_770_000_000_000; ; at += 5000) {
    const { seat } = scribe.choose();
    if ((scribe.position.clocks[seat]?.missed ?? 0) > 0) return seat;
    const late = { kind: 'clock' as const, seat, at };
    scribe.add({ ...late, move: rules.format(rules.fallback(scribe.position.state, seat)) });
  }
}

function seatGivenBack(): Scribe {
  return new Scribe({ turnCap: 50 }).sit(0, 'player').add({ kind: 'absence', seat: 0, what: 'left' });
}
