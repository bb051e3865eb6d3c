import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlowerWarClient, type SignedIn } from '@flower-war/client';
import { verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { beforeEach, expect, test } from 'vitest';
import { runProgram } from '../support/program.ts';
import { house, person, playOn, serveThisFile } from './house.ts';

serveThisFile();

const PLAY = 'terminal/src/play.ts';
const VERIFY = 'server/tools/records/verify.ts';
const REPLAY = 'server/tools/records/replay.ts';

let folder: string;
let state: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'play-'));
  state = await mkdtemp(join(tmpdir(), 'state-'));
});

const run = (script: string, given: readonly string[], input = '') =>
  runProgram([script, ...given], input, { folder, state });

const THERE = ['--join', '--watch', '--game'];

/** Plays Tieqchieq, unless the arguments choose a game. */
const play = (given: readonly string[], input?: string) => {
  const game = given.some((word) => THERE.includes(word)) ? [] : ['--game', 'tieqchieq'];
  const url = given.includes('--url') ? [] : ['--url', house.url];
  return run(PLAY, [...url, ...game, ...given], input);
};

test('--auto ends by itself with a record that verifies', async () => {
  const { out, code } = await play(['--auto']);
  expect(code).toBe(0);
  expect(out).toMatch(/(RED|YELLOW) \(Greedy\) wins: all tokens are home\./);
  const [file] = await readdir(folder);
  expect(out).toContain(`npm run verify -- ${file}`);
  const verified = await run(VERIFY, [file!, '--url', house.url]);
  expect(verified).toMatchObject({ code: 0, problems: '' });
  expect(verified.out).toContain(`which is published by ${house.url}`);
  expect(verified.out).toContain('no player added to it');
});

test('a game against a bot by piped input, from the first toss to the record', async () => {
  const { out, problems, code } = await play(
    ['--name', 'Ana', '--bot', 'random', '--out', 'mine.jsonl'],
    '1\n'.repeat(2000),
  );
  expect({ code, problems }).toEqual({ code: 0, problems: '' });
  expect(out).toContain('  RED     Ana (you)\n  YELLOW  Random (bot)');
  expect(out).toMatch(/Your move, RED: Toss the coins\.\n {2}1 {2}Toss the coins\.\n> 1\n/);
  expect(out).toContain('\nRED tosses');
  const proof = await verify(await readFile(join(folder, 'mine.jsonl'), 'utf8'), engine);
  expect(proof).toMatchObject({ ok: true, contributors: [0] });
});

test('words work in a pipe too: help, a mistake, a move by its name, giving up', async () => {
  const { out, code } = await play(['--options', 'startPlayer=host'], '?\nfoo\ntoss\nresign\nyes\n');
  expect(code).toBe(0);
  expect(out).toContain('Type the number of a move');
  expect(out).toContain('"foo" is no move that you can play now: choose 1, or type ? for help.');
  expect(out).toContain('wins by forfeit: all other players have given up.');
});

test('input that ends too early is told, and ends the program', async () => {
  const { out, code } = await play([], '');
  expect(out).toContain('The input has ended, but the match has not');
  expect(code).toBe(1);
});

test('waiting for people, another terminal joins; leaving before that gives the seat back', async () => {
  const left = await play(['--bot', 'none'], 'q\n');
  expect(left.code).toBe(0);
  const [, match = ''] = /--join (\w+)/.exec(left.out) ?? [];
  const ana = await person('Ana');
  expect((await ana.match(match)).seats.map(({ kind }) => kind)).toEqual(['free', 'free']);
  const summary = await ana.create({ game: 'tieqchieq', options: { turnCap: 6 } });
  const live = await ana.join(summary);
  const [joined] = await Promise.all([play(['--join', summary.match], '1\n'.repeat(50)), playOn(live)]);
  expect(joined.code).toBe(0);
  expect(joined.out).toContain('YELLOW  Guest');
  live.close();
});

test('looking on at a match that is over shows its result and saves its record', async () => {
  const ana = await person('Ana');
  const live = await ana.join(await ana.create({ game: 'tieqchieq', bots: [{ bot: 'greedy' }] }));
  await live.resign();
  live.close();
  const { out, code } = await play(['--watch', live.id]);
  expect(code).toBe(0);
  expect(out).toContain('YELLOW (Greedy) wins by forfeit: all other players have given up.');
  expect(await readdir(folder)).toEqual([`${live.id}.jsonl`]);
});

test.each([
  [['--url', 'http://127.0.0.1:9'], 'does not answer: is the server running there?\nStart it with npm start'],
  [['--game', 'chess'], 'There is no game "chess" here. There is: flower-war, mexica, '],
  [['--join', 'NOSUCHID'], 'There is no match with this name.'],
  [['--frob'], 'npm run play does not know --frob. See'],
])('%j ends with words and exit code 2', async (given, words) => {
  const { problems, code } = await play(given);
  expect(problems).toContain(words);
  expect(problems).not.toContain('    at ');
  expect(code).toBe(2);
});

test('verify and replay name the line that is wrong, and refuse what is not complete', async () => {
  await play(['--auto', '--options', 'turnCap=8', '--out', 'good.jsonl']);
  const good = await readFile(join(folder, 'good.jsonl'), 'utf8');
  const lines = good.split('\n');
  await writeFile(join(folder, 'bad.jsonl'), lines.with(5, lines[5]!.replace('"seat":', '"seat":1')).join('\n'));
  await writeFile(join(folder, 'part.jsonl'), `${lines.slice(0, 5).join('\n')}\n`);
  for (const tool of [VERIFY, REPLAY]) {
    expect(await run(tool, ['bad.jsonl'])).toMatchObject({ code: 1, problems: expect.stringMatching(/^line 6: /) });
    expect(await run(tool, ['part.jsonl'])).toMatchObject({
      code: 1,
      problems: expect.stringContaining('not complete'),
    });
    expect(await run(tool, ['none.jsonl'])).toMatchObject({ code: 2, problems: 'There is no file none.jsonl.\n' });
    expect(await run(tool, ['-'], good)).toMatchObject({ code: 0, problems: '' });
    expect(await run(tool, [])).toMatchObject({ code: 2 });
  }
  const other = await run(VERIFY, ['good.jsonl', '--key', '0'.repeat(64)]);
  expect(other).toMatchObject({ code: 1, problems: expect.stringContaining('which is not the key given') });
});

test('verify and replay tell what is no record, and why', async () => {
  const files = { 'README.md': '# Flower War\n', 'empty.jsonl': '', 'binary.jsonl': '\u0000\u0001', 'list.json': '[]' };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  for (const tool of [VERIFY, REPLAY])
    for (const name of Object.keys(files)) {
      const { code, problems } = await run(tool, [name]);
      expect(problems).toMatch(new RegExp(`^${name} is no record of a match: it (is empty|does not begin with )`));
      expect({ code, isHash: /hash/.test(problems) }).toEqual({ code: 2, isHash: false });
    }
  expect(await run(REPLAY, ['.'])).toMatchObject({ code: 2, problems: '. is a folder: name the record in it.\n' });
  expect(await run(VERIFY, ['-'], 'x')).toMatchObject({
    code: 2,
    problems: expect.stringMatching(/^The piped input is no record/),
  });
});

test('q in a second terminal leaves the seat to the first; q in the last one gives it back', async () => {
  await play(['--name', 'Ana', '--bot', 'none'], 'q\n');
  const [session] = Object.values(JSON.parse(await readFile(join(state, 'flower-war', 'session.json'), 'utf8')));
  const ana = new FlowerWarClient({ url: house.url, session: session as SignedIn });
  const match = await ana.create({ game: 'tieqchieq' });
  const first = await ana.join(match);
  const holder = async () => (await ana.match(match.match)).seats[first.seat ?? 0];
  const second = await play(['--join', match.match], 'q\n');
  expect(second).toMatchObject({ code: 0, out: expect.stringContaining('You keep your seat') });
  expect(await holder()).toMatchObject({ kind: 'player', present: true });
  first.close();
  const last = await play(['--join', match.match], 'q\n');
  expect(last).toMatchObject({ code: 0, out: expect.stringContaining('Your seat is free again') });
  expect(await holder()).toMatchObject({ kind: 'free' });
});

test('replay shows the entries that are asked for, and the view after each', async () => {
  await play(['--auto', '--options', 'turnCap=8', '--out', 'good.jsonl']);
  const { out } = await run(REPLAY, ['good.jsonl', '--from', '4', '--to', '4', '--state']);
  expect(out).toMatch(/^ {3}4 {2}seat [01] greedy {4}toss +tossed seat=[01] heads=\d/);
  expect(out).toContain('tosses: 1,');
  expect(out).toContain('Result: ');
  expect(await run(REPLAY, ['good.jsonl', '--from', 'x'])).toMatchObject({ code: 2 });
});
