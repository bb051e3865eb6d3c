/** Coming back to the terminal as the same player, and moving to another device. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runProgram } from '../support/program.ts';
import { house, person, serveThisFile } from './house.ts';

serveThisFile();

let here: string;
let there: string;

beforeEach(async () => {
  here = await mkdtemp(join(tmpdir(), 'here-'));
  there = await mkdtemp(join(tmpdir(), 'there-'));
});

/** A terminal that keeps its state in this folder. */
async function terminal(state: string, given: readonly string[], input = '') {
  const words = ['terminal/src/play.ts', '--url', house.url, ...given];
  const { out, problems, code } = await runProgram(words, input, { folder: state, state });
  return { out: `${out}${problems}`, code };
}

const fileIn = (state: string) => join(state, 'flower-war', 'session.json');
const keptIn = async (state: string) => {
  const kept = JSON.parse(await readFile(fileIn(state), 'utf8').catch(() => '{}')) as Record<
    string,
    { player: string }
  >;
  return kept[`${house.url}/`]?.player;
};

/** Takes the free seat and gives it back. Returns what the terminal keeps. */
const visit = async (state: string, ...given: string[]) => {
  const { match } = await (await person('Ana')).create({ game: 'tieqchieq' });
  const { code } = await terminal(state, ['--join', match, ...given], 'q\n');
  expect(code).toBe(0);
  return keptIn(state);
};

test('coming back is being the same player; --guest is somebody else and leaves no trace', async () => {
  const player = await visit(here);
  expect(player).toMatch(/^p-/);
  expect(await visit(here)).toBe(player);
  expect(await visit(here, '--guest')).toBe(player);
  expect(await visit(there, '--guest')).toBeUndefined();
});

test('--link and --redeem make another terminal the same player', async () => {
  const shown = await terminal(here, ['--link', '--name', 'Ana']);
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('flowerwar:link:') });
  const [, code = ''] = /--redeem (\w{8})/.exec(shown.out) ?? [];
  expect(await terminal(there, ['--redeem', code])).toMatchObject({
    code: 0,
    out: expect.stringContaining('You are Ana here now.'),
  });
  expect(await keptIn(there)).toBe(await keptIn(here));
  expect(await terminal(there, ['--redeem', code])).toMatchObject({
    code: 2,
    out: expect.stringContaining('link code'),
  });
  expect(await keptIn(there)).toBe(await keptIn(here));
});

test('--recovery-code and --recover bring a player back after --sign-out', async () => {
  const { out } = await terminal(here, ['--recovery-code', '--name', 'Ana']);
  const [code = ''] = /(\w{4}-){4}\w{4}/.exec(out) ?? [];
  const player = await keptIn(here);
  expect((await terminal(here, ['--sign-out'])).code).toBe(0);
  expect(await keptIn(here)).toBeUndefined();
  expect((await terminal(here, ['--recover'], `${code}\n`)).out).toContain('You are Ana here now.');
  expect(await keptIn(here)).toBe(player);
  expect(await terminal(here, ['--recover'], '')).toMatchObject({ code: 2 });
});

test('another --name renames, and shows the recovery code that comes with it', async () => {
  const player = await visit(here, '--name', 'Ana');
  const { out } = await terminal(here, ['--link', '--name', 'Anita']);
  expect(out).toMatch(/Your recovery code: (\w{4}-){4}\w{4}/);
  expect(await keptIn(here)).toBe(player);
});

test('whoever was signed out, or whose file is broken, comes in as somebody new', async () => {
  const player = await visit(here);
  await writeFile(fileIn(here), '{');
  const second = await visit(here);
  expect(second).not.toBe(player);
  const kept = JSON.parse(await readFile(fileIn(here), 'utf8')) as Record<string, object>;
  const broken = { ...kept[`${house.url}/`], token: 'x', refresh: 'x' };
  await writeFile(fileIn(here), JSON.stringify({ [`${house.url}/`]: broken }));
  expect(await visit(here)).not.toBe(second);
});

test('--history and --leaderboard tell what was played', async () => {
  const { out } = await terminal(here, ['--history']);
  expect(out).toContain('You have played no match here yet.');
  await visit(here);
  expect((await terminal(here, ['--leaderboard', '--game', 'tieqchieq'])).out).toContain('The best in Tieqchieq');
  expect((await terminal(here, ['--leaderboard', '--game', 'chess'])).code).toBe(2);
});
