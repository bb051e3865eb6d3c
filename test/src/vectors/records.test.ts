/** The published dice and refused records, against this package and against the standard library of Python. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/program.ts';
import { diceOf, type RecordDice } from './recordDice.ts';

const FOLDER = join(ROOT, 'protocol/vectors');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

interface Refused {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
}

const refused: readonly Refused[] = JSON.parse(read('refused/index.json'));
const dice: readonly RecordDice[] = JSON.parse(read('dice.json'));

describe('a refused record', () => {
  test.for(refused)('$file, at line $line', async ({ file, line, problem }) => {
    const verdict = await verify(readFileSync(join(FOLDER, 'refused', file)), engine);
    expect(verdict).toMatchObject({ ok: false, line, problem: expect.stringContaining(problem) });
  });

  test('every file stands in the index', () => {
    const files = readdirSync(join(FOLDER, 'refused')).filter((name) => name.endsWith('.jsonl'));
    expect(refused.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
    expect(files.length).toBeGreaterThan(25);
  });
});

test.for(dice)('the dice of $record are those that its rules draw', async (published) => {
  expect(await diceOf(published.record, read(published.record))).toEqual(published);
  expect(published.entries.length).toBeGreaterThan(3);
});

test('the standard library of Python comes to the same dice', () => {
  const out = execFileSync('python3', [join(ROOT, 'examples/python/verify_dice.py'), FOLDER], { encoding: 'utf8' });
  expect(out).toMatch(/^\d+ draws, \d+ seeds and \d+ hashes are right\n$/);
});
