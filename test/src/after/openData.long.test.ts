/** Open data, from the matches of a real server to the figure in a notebook: by the command, by the server itself, and by the reader in Python. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { MatchSummary } from '@flower-war/client';
import { expect, test } from 'vitest';
import { closing, hosted, house, pair, person, playOn, serveThisFile } from '../sdk/house.ts';
import { asking } from '../support/api.ts';
import { ROOT, runProgram } from '../support/program.ts';

const MARK = 'Quetzal';
const folder = mkdtempSync(join(tmpdir(), 'open-data-'));
const data = join(folder, 'data');
/** The month in which the matches are played, and by how much the clock has gone on since. */
const PLAYED = Date.UTC(2026, 9, 5);
let later = 0;
const began = Date.now();
const now = () => PLAYED + Date.now() - began + later;

serveThisFile({ JOURNAL: 'sqlite', DATA_DIR: data, DURABILITY: 'process', OPEN_DATA: 'on' }, { now });

const dump = (...words: string[]) =>
  runProgram(['server/tools/dump.ts', ...words], '', { folder, state: folder, env: { DATA_DIR: data } });

interface Listed {
  readonly months: readonly { readonly month: string }[];
}

interface Python {
  readonly code: number | null;
  readonly out: string;
  readonly problems: string;
}

function python(words: readonly string[], { input = '', file = '' } = {}): Python {
  const own = { PYTHONPATH: join(ROOT, 'examples/open-data'), PYTHONDONTWRITEBYTECODE: '1', OPEN_DATA: file };
  const ran = spawnSync('python3', words, { input, env: { ...process.env, ...own }, encoding: 'utf8' });
  return { code: ran.status, out: ran.stdout, problems: ran.stderr };
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Matches of bots, of people, and private ones. Returns those that are public. */
async function playAll(): Promise<readonly MatchSummary[]> {
  const ana = await person('Ana');
  const bots = [{ bot: 'greedy' }, { bot: 'greedy' }] as const;
  for (let n = 0; n < 12; n++) await ana.create({ game: 'tieqchieq', bots });
  const { ben, live, other } = await pair({ options: { turnCap: 4 } });
  await ben.account.showName(true);
  expect([(await ben.account.exportData()).showsName, (await ana.account.me()).showsName]).toEqual([true, undefined]);
  const secret = await hosted({ options: { turnCap: 2 }, bots: [{ bot: 'random' }], table: { visibility: 'private' } });
  await secret.ana.account.choose(`${MARK}atl`);
  for (const one of [live, secret.live]) await one.say(`${MARK} talk`);
  await Promise.all([live, other, secret.live].map(playOn));
  const ended = async () => (await ana.list({ status: 'ended' })) as readonly MatchSummary[];
  await expect.poll(async () => (await ended()).length, { timeout: 60_000 }).toBe(13);
  return ended();
}

/** A row of the notebook, as far as the server tells it. */
function rowOf(matches: readonly MatchSummary[], who: string): RegExp {
  const percent = (of: (match: MatchSummary) => boolean | undefined) =>
    ((100 * matches.filter(of).length) / matches.length).toFixed(0);
  const wins = [0, 1].map((seat) => {
    const share = percent(({ result }) => result?.winners.some((winner) => winner === seat));
    return `${share} \\(\\d+–\\d+\\)`;
  });
  const unwon = percent(({ result }) => result?.winners.length === 0);
  return new RegExp(`\\| ${who} \\| tieqchieq \\| 2 \\| ${wins.join(', ')} \\| ${unwon} % \\| ${matches.length} \\|`);
}

/** Of 60 matches of two in docs/balance.md: what the notebook must make of 35 and 25 victories. */
const BALANCE = '| 2 | 58 (46–70), 42 (30–54) | 0 %';
const SIXTY = "print('| 2 |', f'{cell(35, 60)}, {cell(25, 60)}', '|', percent(0), '%')";

/** No system counts so far. */
const NO_PROCESS = 999_999_999;

test('the public matches of a month come out of the command and of the server, and a notebook reads them', async () => {
  const matches = await playAll();
  mkdirSync(join(data, `dump-${NO_PROCESS}`)); // from a dump that was killed
  const first = await dump('--month', '2026-10', '--out', 'one.gz');
  expect(first).toMatchObject({ code: 0, problems: '', out: expect.stringContaining('matches 13 of 2026-10') });
  const bytes = readFileSync(join(folder, 'one.gz'));
  const text = gunzipSync(bytes).toString();
  expect(text).not.toContain(MARK);
  expect([text.includes('"name":"Ben'), text.includes('Ana')]).toEqual([true, false]);
  expect(await dump('--month', '2026-10', '--out', 'one.gz')).toMatchObject({ code: 2 });
  const early = await dump('--month', '2999-01', '--out', 'early.gz');
  expect(early).toMatchObject({ code: 0, problems: expect.stringContaining('2999-01 is not over yet') });
  const overData = await dump('--month', '2026-10', '--out', join(data, 'flower-war.sqlite'), '--force');
  expect(overData).toMatchObject({ code: 2, problems: expect.stringContaining('lies in the data folder') });

  later = 30 * 86_400_000;
  const newest = async () => (await asking(() => house.url)<Listed>('GET /api/open-data')).body.months[0];
  const file = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  await expect.poll(newest, { timeout: 20_000 }).toEqual({ month: '2026-10', ...file });
  const get = (headers = {}) => fetch(`${house.url}/api/open-data/2026-10`, { headers });
  const whole = await get();
  const etag = whole.headers.get('etag') ?? '';
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  const part = await get({ range: 'bytes=100-', 'if-range': etag });
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100))]).toEqual([206, true]);
  expect((await get({ 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304);
  expect((await get({ range: `bytes=${bytes.length}-` })).status).toBe(416);
  for (const month of ['2026-08', '2026-13', '..%2Fflower-war.sqlite'])
    expect((await fetch(`${house.url}/api/open-data/${month}`)).status).toBe(404);

  const disk = closing(new DatabaseSync(join(data, 'flower-war.sqlite'), { timeout: 5000 }));
  const id = matches[0]?.match ?? '';
  disk.prepare("UPDATE entries SET line = replace(line, 'started', 'stopped') WHERE match = ? AND seq < 9").run(id);
  const damaged = await dump('--month', '2026-10', '--out', 'two.gz');
  expect(damaged).toMatchObject({ code: 1, problems: expect.stringContaining(`The match ${id} is left out: line`) });
  const rest = text.split('\n').filter((line) => !line.startsWith(`{"match":"${id}"`));
  expect(gunzipSync(readFileSync(join(folder, 'two.gz'))).toString()).toBe(rest.join('\n'));
  expect(readdirSync(data).filter((name) => name.startsWith('dump-'))).toEqual([]);

  if (!hasPython) return;
  const path = join(folder, 'one.gz');
  writeFileSync(join(folder, 'record.jsonl'), python(['-m', 'flower_war_data', path, '--record', id]).out);
  const verify = ['server/tools/records/verify.ts', 'record.jsonl'];
  expect(await runProgram(verify, '', { folder, state: folder })).toMatchObject({ code: 0, problems: '' });
  const ofBots = matches.filter(({ seats }) => seats.every(({ kind }) => kind === 'bot'));
  const { code, out, problems } = python(['-'], { input: `${notebook()}\n${SIXTY}`, file: path });
  expect([code, problems]).toEqual([0, '']);
  expect(out).toMatch(rowOf(ofBots, 'greedy'));
  expect(out).toContain(BALANCE);
  expect(readFileSync(join(ROOT, 'docs/balance.md'), 'utf8')).toContain(BALANCE);
  const changed = join(folder, 'changed.gz');
  writeFileSync(changed, gzipSync(text.replace('"kind\\":\\"started', '"kind\\":\\"stopped')));
  expect(python(['-m', 'flower_war_data', changed])).toMatchObject({
    code: 1,
    problems: expect.stringContaining('was changed'),
  });
  for (const [name, wrong] of [
    ['text', 'no json\n'],
    ['list', '[]\n'],
    ['empty', '{}\n'],
  ]) {
    writeFileSync(join(folder, name!), wrong!);
    expect(python(['-m', 'flower_war_data', join(folder, name!)])).toMatchObject({
      code: 1,
      problems: /^line 1: .*\n$/,
    });
  }
}, 120_000);

function notebook(): string {
  const { cells } = JSON.parse(readFileSync(join(ROOT, 'examples/open-data/seats.ipynb'), 'utf8')) as {
    readonly cells: readonly { readonly cell_type: string; readonly source: readonly string[] }[];
  };
  return cells.flatMap(({ cell_type, source }) => (cell_type === 'code' ? `${source.join('')}\n` : [])).join('\n');
}
