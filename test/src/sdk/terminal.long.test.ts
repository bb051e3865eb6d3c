/** The terminal, as people type in it: matches, talk, the lobby, rematches, hints, languages and replays. */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlowerWarClient, type SignedIn } from '@flower-war/client';
import { verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../support/program.ts';
import { hosted, house, pair, person, playOn, seatedAlone, serveThisFile } from './house.ts';

serveThisFile({ QUICK_FILL_SECONDS: '1' });

let folder: string;
let state: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'play-'));
  state = await mkdtemp(join(tmpdir(), 'state-'));
});

async function terminal(given: readonly string[], input = '', env: NodeJS.ProcessEnv = {}) {
  const url = given.includes('--url') ? [] : ['--url', house.url];
  return runProgram(['terminal/src/play.ts', ...url, ...given], input, { folder, state, env });
}

/** A new match of Tieqchieq. */
const play = (given: readonly string[], input?: string, env?: NodeJS.ProcessEnv) =>
  terminal(['--game', 'tieqchieq', ...given], input, env);

const FINE = { code: 0, problems: '' };
const SHORT = ['--bot', 'random', '--options', 'turnCap=8,startPlayer=host'];
/** Plays the first move again and again, until a short match is over. */
const FIRST_MOVES = '1\n'.repeat(60);
/** The terminal breaks a line where the names before it are long. */
const unwrapped = (out: string) => out.replace(/\s+/g, ' ');
const FORFEIT = 'wins by forfeit: all other players have given up.';

test('a match against a bot by piped input, from the first toss to the record', async () => {
  const { out, problems, code } = await play(['--name', 'Ana', '--out', 'mine.jsonl', ...SHORT], FIRST_MOVES);
  expect({ code, problems }).toEqual(FINE);
  expect(out).toContain('  RED     Ana (you)\n  YELLOW  Random bot\n');
  expect(out).toMatch(/Your move, RED: Toss the coins\.\n {2}1 {2}Toss the coins\.\n> 1\n/);
  expect(out).toContain('\nRED tosses');
  expect(unwrapped(out)).toContain('the match has reached its last toss');
  const proof = await verify(await readFile(join(folder, 'mine.jsonl'), 'utf8'), engine);
  expect(proof).toMatchObject({ ok: true, contributors: [0] });
});

test('words work in a pipe too: help, a mistake, a move by its name, giving up, which is asked once', async () => {
  const { out, code } = await play(['--options', 'startPlayer=host'], '?\nfoo\ntoss\nresign\n1\nresign\nyes\n');
  expect(code).toBe(0);
  expect(out).toContain('Type the number of a move');
  expect(out).toContain('"foo" is not a move that you can play now: choose 1, or type ? for help.');
  expect(out.match(/Do you want to give the match up for good\?/g)).toHaveLength(2);
  expect(out).toContain('You play on.');
  expect(out).toContain(FORFEIT);
});

/** The dice decide which reasons hold, and not each hint has one of those below. */
const MANY_HINTS = 40;

/** `A strong player would look at 2: Finish. …`: the number, and the words after it. */
const HINT = /^A strong player would look at (\d+): (.+)$/gm;

test('hint says which move a strong player would look at, and why, as the page does', async () => {
  const typed = `${'hint\n1\n'.repeat(MANY_HINTS)}resign\nyes\n`;
  const given = ['--game', 'mexica', '--seats', '2', '--bot', 'easy', '--habits', 'none'];
  const { out, problems, code } = await terminal(given, typed);
  expect({ problems, code }).toEqual(FINE);
  const hints = [...out.matchAll(HINT)];
  expect(hints).toHaveLength(MANY_HINTS);
  // Where there are ten moves or more, the numbers stand further to the right.
  for (const [, number, words] of hints) expect(out).toContain(`  ${number}  ${words?.split('. ')[0]}`);
  expect(hints.filter(([, , words = '']) => WHY.test(words)).length).toBeGreaterThan(0);
});

/** Some reasons that `words/src/advice` has for the ring. */
const WHY =
  /You keep|You hold no card|Your hand is empty|has \d+ tokens|No other tribe|to lose|lies there|is \d+ behind/;

test('against people there are no hints', async () => {
  const { match, live } = await hosted({ options: { turnCap: 6, startPlayer: 'host' } });
  const joining = terminal(['--join', match.match, '--guest'], `hint\n${FIRST_MOVES}`);
  const [{ out }] = await Promise.all([joining, playOn(live)]);
  expect(out).toContain('> hint\n');
  expect(out).toContain('\nHints are for matches in which all the others are bots.\n');
});

test('input that ends too early is told, and ends the program', async () => {
  const { out, code } = await play([], '');
  expect(out).toContain('The input has ended, but the match has not');
  expect(code).toBe(1);
});

test.each([
  ['a lesson', () => ['--learn', 'mexica'], /^Type the number/m, 1],
  ['a puzzle', () => ['--puzzle', 'day'], /^Type the number/m, 1],
  ['the recovery code', () => ['--recover'], /^Your recovery code:/m, 2],
  ['the host', async () => ['--join', await withApproval()], /Ctrl-C leaves/, 0],
] as const)('Ctrl-C ends the wait for %s', async (_, given, interruptAfter, code) => {
  const words = ['terminal/src/play.ts', '--url', house.url, ...(await given())];
  expect(await runProgram(words, '', { folder, state, interruptAfter })).toMatchObject({ code });
});

async function withApproval(): Promise<string> {
  const { match } = await seatedAlone(await person('Ana'), { table: { approval: true } });
  return match;
}

test('q in a second terminal leaves the seat to the first; q in the last one gives it back', async () => {
  const { out } = await play(['--name', 'Ana', '--bot', 'none'], 'q\n');
  const [, left = ''] = /--join (\w+)/.exec(out) ?? [];
  const [session] = Object.values(JSON.parse(await readFile(join(state, 'flower-war', 'session.json'), 'utf8')));
  const ana = new FlowerWarClient({ url: house.url, session: session as SignedIn });
  expect((await ana.match(left)).seats.map(({ kind }) => kind)).toEqual(['free', 'free']);
  const match = await ana.create({ game: 'tieqchieq' });
  const first = await ana.join(match);
  const holder = async () => (await ana.match(match.match)).seats[first.seat ?? 0];
  const second = await terminal(['--join', match.match], 'q\n');
  expect(second).toMatchObject({ code: 0, out: expect.stringContaining('You keep your seat') });
  expect(await holder()).toMatchObject({ kind: 'player', present: true });
  first.close();
  const last = await terminal(['--join', match.match], 'q\n');
  expect(last).toMatchObject({ code: 0, out: expect.stringContaining('Your seat is free again') });
  expect(await holder()).toMatchObject({ kind: 'free' });
});

test('watching a match that is over shows its result and saves its record', async () => {
  const { live } = await hosted({ bots: [{ bot: 'greedy' }] });
  await live.resign();
  const { out, code } = await terminal(['--watch', live.id]);
  expect(code).toBe(0);
  expect(out).toContain(`YELLOW (Medium bot) ${FORFEIT}`);
  expect(out).toContain('RED gave up, and only YELLOW was left.');
  expect(await readdir(folder)).toEqual([`${live.id}.jsonl`]);
});

test('the steps that the end names are those of --replay', async () => {
  const { live } = await hosted({ bots: [{ bot: 'easy' }], options: { turnCap: 40 } });
  await playOn(live);
  const ended = unwrapped((await terminal(['--watch', live.id])).out);
  const [, step, last] = / step (\d+) of (\d+)\./.exec(ended) ?? [];
  const { out } = await terminal(['--replay', live.id], `${step}\n${last}\n\nq\n`);
  expect(out).toContain(`\nStep ${step}, `);
  expect(out).toMatch(new RegExp(`\nStep ${last}, \\d+/\\d+/\\d{4}, `)); // a match may last for weeks
  expect(out).toContain('There is no further step.');
});

test.each([
  [['--url', 'http://127.0.0.1:9'], 'does not answer: is the server running there?\nStart it with npm start'],
  [['--join', 'NOSUCHID'], 'There is no match with this name.'],
  [['--frob'], 'npm run play does not know --frob. See'],
  [['--lang', 'es', '--frob'], 'No se entiende --frob.'],
])('%j ends with words and exit code 2', async (given, words) => {
  const { problems, code } = await terminal(given);
  expect(problems).toContain(words);
  expect(problems).not.toContain('    at ');
  expect(code).toBe(2);
});

test('a terminal that joins says what is typed, lists phrases, and shows what others say', async () => {
  const { match, live } = await hosted({ options: { turnCap: 6 } });
  await live.say('welcome');
  const typed = `say Hello there\nsay\nsay /thanks\nmute Nobody\n${FIRST_MOVES}`;
  const joining = terminal(['--join', match.match, '--name', 'Beto', '--guest'], typed);
  const [{ out }] = await Promise.all([joining, playOn(live)]);
  expect(out).toContain('Ana (RED): welcome');
  expect(out).toContain('> say Hello there');
  expect(out).toContain('Beto (YELLOW): Hello there');
  expect(out).toContain('Beto (YELLOW): Thank you.');
  expect(out).toMatch(/say \/well-played +Well played\./);
  expect(out).toContain('No person called Nobody has said anything here.');
  expect(live.lines.map(({ text, phrase }) => text ?? phrase)).toEqual(['welcome', 'Hello there', 'thanks']);
});

/** No other test of this file has a match of this game. */
test('--lobby shows the matches, and a number takes a seat', async () => {
  const { live } = await hosted({ game: 'space-aztecs', seats: 2 });
  const { out, problems, code } = await terminal(['--lobby', '--game', 'space-aztecs'], '7\n1\nresign\nyes\nq\n');
  expect({ problems, code }).toEqual(FINE);
  expect(out).toContain('  1  Space Aztecs  open  1 of 2 free  Ana');
  expect(out).toContain('"7" is not a number of the list; q leaves.');
  expect(live.table.seats.map(({ name }) => name)).toEqual(['Ana', expect.stringContaining('Guest')]);
});

test('--lobby can be left', async () => {
  expect(await terminal(['--lobby'], 'q\n')).toMatchObject(FINE);
});

test('--quick plays with who comes, here a bot; Enter at the end plays a rematch', async () => {
  const { out, problems, code } = await play(['--quick'], '1\nresign\nyes\n\n1\nresign\nyes\nq\n');
  expect({ problems, code }).toEqual(FINE);
  expect(out).toContain('The match begins when every seat is taken.');
  expect(out.match(new RegExp(FORFEIT, 'g'))).toHaveLength(2);
  expect(out.match(/Enter plays a rematch; q leaves\./g)).toHaveLength(2);
  expect(out).toContain('  YELLOW  Guest'); // one seat further
});

test('--join takes a link', async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', table: { visibility: 'private' }, bots: [{ bot: 'random' }] });
  const { out, code } = await terminal(['--join', match.link!], 'resign\nyes\n');
  expect(code).toBe(0);
  expect(out).toContain(FORFEIT);
});

test('a match in Spanish on 60 columns', async () => {
  const { out, problems, code } = await play(['--lang', 'es', ...SHORT], `?\n${FIRST_MOVES}`, { COLUMNS: '60' });
  expect({ problems, code }).toEqual(FINE);
  expect(out.split('\n').filter((line) => line.length > 60)).toEqual([]);
  expect(out).toContain('Objetivo: Lleva tus seis fichas a casa');
  expect(out).toContain('Te toca, ROJO: Lanza las monedas.');
  expect(out).toContain('  1  Lanza las monedas.');
  expect(unwrapped(out)).toContain('la partida ha llegado a su última tirada.');
  expect(out).toContain('El registro está en');
  expect(out).not.toMatch(/\b(toss|YELLOW|greedy|random)\b/);
});

test('each new thing is explained once, and not at all to a player who wants no hints', async () => {
  const hints = ({ out }: { readonly out: string }) => out.match(/New: You toss four coins\./g)?.length ?? 0;
  expect(hints(await play(['--no-hints', ...SHORT], FIRST_MOVES))).toBe(0);
  expect(hints(await play(SHORT, FIRST_MOVES))).toBe(1);
  expect(hints(await play(SHORT, FIRST_MOVES))).toBe(0);
});

/** A match that ended at once, because the second player gave up. */
async function ended(): Promise<string> {
  const { live, other } = await pair();
  await other.resign();
  await live.until(({ isOver }) => isOver);
  return live.id;
}

test('a replay steps forth and back and by number, until it is left', async () => {
  const given = ['--replay', await ended(), '--as', 'all'];
  const { out, problems, code } = await terminal(given, '\n\n\n\nb\n0\n99\nwhat\nq\n');
  expect({ code, problems }).toEqual(FINE);
  const steps = [...out.matchAll(/^Step (\d+), [^:]*:\d+:\d+[^:]*: (\w+)/gm)];
  expect(steps.map(([, step, kind]) => `${step} ${kind}`)).toEqual([
    '0 created',
    '1 seated',
    '2 seated',
    '3 started',
    '4 absence',
    '3 started',
    '0 created',
  ]);
  expect(out).toContain('There is no further step.');
  expect(out.match(/Enter shows the next step/g)).toHaveLength(2);
});

test('p plays on from there against a bot, with what is typed after it, to a record that is saved', async () => {
  const given = ['--replay', await ended(), '--as', 'all', '--bot', 'random'];
  const { out, problems, code } = await terminal(given, '3\np 1\n1\nresign\nyes\nq\n');
  expect({ code, problems }).toEqual(FINE);
  expect(out).toMatch(/YELLOW {2}\S.* \(you\)/);
  expect(out).toContain('The record lies in');
  expect((await readdir(folder)).some((file) => file.endsWith('.jsonl'))).toBe(true);
});

test('what cannot be is told, and the replay goes on', async () => {
  const { out, code } = await terminal(['--replay', await ended()], 'p\np 5\nq\n');
  expect(code).toBe(0);
  expect(out).toContain('A match cannot go on from this moment');
  expect(out).toContain('There is no seat 5');
  expect((await terminal(['--as', 'all'])).problems).toContain('--as belongs to --replay');
  expect((await terminal(['--replay', 'NOSUCH'])).problems).toContain('no match with this name');
  expect((await terminal(['--replay', 'X', '--as', 'me'])).code).toBe(2);
});

test('what a server of a stranger refuses is shown, and does nothing to the screen', async () => {
  const refusal = JSON.stringify({ code: 'of-another-version', message: '\u001b[2J\u009b1ANo\u202e.' });
  const server = createServer((_, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(refusal),
  );
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { problems } = await terminal(['--url', `http://127.0.0.1:${port}`, '--leaderboard']);
  expect(problems).toContain('\\u{1b}[2J\\u{9b}1ANo\\u{202e}.');
});
