/** What the terminal keeps: the session, with which a player comes back or moves to another device, and records. */
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runProgram } from '../support/program.ts';
import { house, person, serveThisFile } from './house.ts';

serveThisFile();

const VERIFY = 'server/tools/records/verify.ts';
const REPLAY = 'server/tools/records/replay.ts';

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

/** The player whose session this terminal keeps. */
async function keptIn(state: string): Promise<string | undefined> {
  const text = await readFile(fileIn(state), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as Record<string, { player: string }>)[`${house.url}/`]?.player;
}

/** Takes the free seat and gives it back. Returns what the terminal keeps. */
const visit = async (state: string, ...given: string[]) => {
  const { match } = await (await person('Ana')).create({ game: 'tieqchieq' });
  const { code } = await terminal(state, ['--join', match, ...given], 'q\n');
  expect(code).toBe(0);
  return keptIn(state);
};

test('coming back is being the same player; --guest is another player and leaves no trace', async () => {
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
  const redeemed = await terminal(there, ['--redeem', code]);
  expect(redeemed).toMatchObject({ code: 0, out: expect.stringContaining('You are Ana here now.') });
  expect(await keptIn(there)).toBe(await keptIn(here));
  const again = await terminal(there, ['--redeem', code]);
  expect(again).toMatchObject({ code: 2, out: expect.stringContaining('link code') });
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

test('a player who was signed out, or whose file is broken, comes in as a new one', async () => {
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
  expect((await terminal(here, ['--history'])).out).toContain('You have played no match here yet.');
  await visit(here);
  expect((await terminal(here, ['--leaderboard', '--game', 'tieqchieq'])).out).toContain('The best in Tieqchieq');
  expect((await terminal(here, ['--leaderboard', '--game', 'chess'])).code).toBe(2);
});

const run = (tool: string, given: readonly string[], input = '') =>
  runProgram([tool, ...given], input, { folder: here, state: here });
const AUTO = ['--game', 'tieqchieq', '--auto', '--options', 'turnCap=8'];

test('--auto ends by itself with a record that verifies, and that replay shows', async () => {
  const { out, code } = await terminal(here, AUTO);
  expect(code).toBe(0);
  const file = (await readdir(here)).find((name) => name.endsWith('.jsonl'))!;
  expect(out).toContain(`npm run do -- verify ${file}`);
  const verified = await run(VERIFY, [file, '--url', house.url]);
  expect(verified).toMatchObject({ code: 0, problems: '' });
  expect(verified.out).toContain(`which is published by ${house.url}`);
  expect(verified.out).toContain('no player added to it');
  const replayed = await run(REPLAY, [file, '--from', '4', '--to', '4', '--state']);
  expect(replayed.out).toMatch(/^ {3}4 {2}seat [01] greedy {4}toss +tossed seat=[01] heads=\d/);
  expect(replayed.out).toContain('tosses: 1,');
  expect(replayed.out).toContain('Result: ');
});

test('verify and replay name the line that is wrong, and refuse what is not complete', async () => {
  await terminal(here, [...AUTO, '--out', 'good.jsonl']);
  const good = await readFile(join(here, 'good.jsonl'), 'utf8');
  const lines = good.split('\n');
  await writeFile(join(here, 'bad.jsonl'), lines.with(5, lines[5]!.replace('"seat":', '"seat":1')).join('\n'));
  await writeFile(join(here, 'part.jsonl'), `${lines.slice(0, 5).join('\n')}\n`);
  const incomplete = { code: 1, problems: expect.stringContaining('not complete') };
  for (const tool of [VERIFY, REPLAY]) {
    expect(await run(tool, ['bad.jsonl'])).toMatchObject({ code: 1, problems: expect.stringMatching(/^line 6: /) });
    expect(await run(tool, ['part.jsonl'])).toMatchObject(incomplete);
    expect(await run(tool, ['-'], good)).toMatchObject({ code: 0, problems: '' });
    expect(await run(tool, [])).toMatchObject({ code: 2 });
  }
  const other = await run(VERIFY, ['good.jsonl', '--key', '0'.repeat(64)]);
  expect(other).toMatchObject({ code: 1, problems: expect.stringContaining('which is not the key given') });
  expect(await run(REPLAY, ['good.jsonl', '--from', 'x'])).toMatchObject({ code: 2 });
});

test('what is not a record at all is told as such', async () => {
  const files = { 'README.md': '# Flower War\n', 'empty.jsonl': '', 'binary.jsonl': '\u0000\u0001', 'list.json': '[]' };
  for (const [name, content] of Object.entries(files)) await writeFile(join(here, name), content);
  for (const name of Object.keys(files)) {
    const { code, problems } = await run(VERIFY, [name]);
    expect(problems).toMatch(new RegExp(`^${name} is not a record of a match: it (is empty|does not begin with )`));
    expect({ code, isHash: /hash/.test(problems) }).toEqual({ code: 2, isHash: false });
  }
  const piped = await run(REPLAY, ['-'], 'x');
  expect(piped).toMatchObject({ code: 2, problems: expect.stringMatching(/^The piped input is not a record/) });
  expect(await run(REPLAY, ['.'])).toMatchObject({ code: 2, problems: '. is a folder: name the record in it.\n' });
  expect(await run(REPLAY, ['none.jsonl'])).toMatchObject({ code: 2, problems: 'There is no file none.jsonl.\n' });
});
