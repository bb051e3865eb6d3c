/** The replay in the terminal, as a person types it. */
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { house, person, serveThisFile } from '../sdk/house.ts';
import { runProgram } from '../support/program.ts';
import { duel } from './duels.ts';

serveThisFile();

async function play(given: readonly string[], input: string) {
  const folder = await mkdtemp(join(tmpdir(), 'replay-'));
  const words = ['terminal/src/play.ts', '--url', house.url, ...given];
  return { ...(await runProgram(words, input, { folder, state: folder })), folder };
}

async function ended(): Promise<string> {
  return (await duel({ people: [await person('Ana'), await person('Ben')] })).match;
}

test('steps forth and back and by their number, until it is left', async () => {
  const { out, problems, code } = await play(['--replay', await ended(), '--as', 'all'], '\n\n\n\nb\n0\n99\nwhat\nq\n');
  expect({ code, problems }).toEqual({ code: 0, problems: '' });
  const steps = [...out.matchAll(/^Step (\d+), [^:]*:\d+:\d+[^:]*: (\w+)/gm)].map(
    ([, step, kind]) => `${step} ${kind}`,
  );
  expect(steps).toEqual(['0 created', '1 seated', '2 seated', '3 started', '4 absence', '3 started', '0 created']);
  expect(out).toContain('There is no further step.');
  expect(out.match(/Enter shows the next step/g)).toHaveLength(2);
});

test('p plays on from there against a bot, with what is typed after it, to a record that is saved', async () => {
  const given = ['--replay', await ended(), '--as', 'all', '--bot', 'random'];
  const { out, problems, code, folder } = await play(given, `3\np 1\n${'1\n'.repeat(2000)}`);
  expect({ code, problems }).toEqual({ code: 0, problems: '' });
  expect(out).toMatch(/YELLOW {2}\S.* \(you\)/);
  expect(out).toContain('The record lies in');
  expect((await readdir(folder)).some((file) => file.endsWith('.jsonl'))).toBe(true);
});

test('what cannot be is told, and the replay goes on', async () => {
  const { out, code } = await play(['--replay', await ended()], 'p\np 5\nq\n');
  expect(code).toBe(0);
  expect(out).toContain('A match cannot go on from this moment');
  expect(out).toContain('There is no seat 5');
  expect((await play(['--as', 'all'], '')).problems).toContain('--as belongs to --replay');
  expect((await play(['--replay', 'NOSUCH'], '')).problems).toContain('no match with this name');
  expect((await play(['--replay', 'X', '--as', 'me'], '')).code).toBe(2);
});
