/** Forged records, as the tools print them: no word of a forger moves, hides or turns what stands on a terminal. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runProgram } from '../../support/program.ts';
import { type Forge, forge, Scribe, SIGNER } from '../scribe.ts';

const HONEST = new Scribe({ turnCap: 100 }).start('player', 'player').play().end();
const ESCAPES = '\u001b[2J\r\u009b1A\n\u202e\u2066';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const HARMFUL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const folder = mkdtempSync(join(tmpdir(), 'forged-'));

describe.each(['verify', 'replay'])('%s', (tool) => {
  test.concurrent.each<[string, Forge]>([
    ['the match', (bodies) => (bodies[0].match = `ABCD${ESCAPES}`)],
    ['the game', (bodies) => (bodies[0].game = `tieqchieq${ESCAPES}`)],
    ['an option', (bodies) => (bodies[0].options[`${ESCAPES}fair`] = 1)],
    ['a player', (bodies) => (bodies[1].player = `p-${ESCAPES}`)],
    ['a move', (bodies) => (bodies[6].move = `stay${ESCAPES}`)],
    ['a kind', (bodies) => (bodies[6].kind = `move${ESCAPES}`)],
    ['a field', (bodies) => (bodies[6][ESCAPES] = ESCAPES)],
    ['the reason of the result', (bodies) => (bodies.at(-1).result.reason = `all-home${ESCAPES}`)],
    ['a part of the score', (bodies) => (bodies.at(-1).result.standings[0].breakdown[`a${ESCAPES}`] = 1)],
    ['the key', (bodies) => (bodies.at(-1).key = ESCAPES)],
  ])('shows %s as it is', async (what, change) => {
    const file = join(folder, `${tool}-${what}.jsonl`);
    writeFileSync(file, forge(HONEST.lines, change, what === 'the key' ? undefined : SIGNER));
    const words = [`server/tools/records/${tool}.ts`, file];
    const { out, problems } = await runProgram(words, '', { folder, state: folder });
    const shown = out + problems;
    expect(shown).not.toBe('');
    expect(shown).not.toMatch(HARMFUL);
    expect(shown.split('\n').filter((line) => line.startsWith('\\u{202e}'))).toEqual([]);
  });
});
