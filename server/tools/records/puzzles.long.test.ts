import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { puzzlesIn } from '../../src/features/puzzles/puzzles.ts';
import { openFresh } from '../../src/store/data-folder/connect.ts';

const TOOL = fileURLToPath(new URL('./puzzles.ts', import.meta.url));
const RECORD = fileURLToPath(new URL('../../../protocol/vectors/record.jsonl', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'puzzles-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const run = (...given: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(process.execPath, [TOOL, ...given], (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });

const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test('what bots play gives the same puzzles by the same seed, and a folder keeps them once', async () => {
  const into = join(folder, 'made');
  const given = ['--game', 'tieqchieq', '--seed', '13', '--matches', '1', '--out', into];
  const [first, again] = [await run(...given), await run(...given)];
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(again.out).toBe(first.out);
  const puzzles = Object.values(JSON.parse(readFileSync(join(into, 'tieqchieq.json'), 'utf8')));
  expect(puzzles.length).toBeGreaterThan(0);
  expect(puzzles.length).toBe(first.out.trimEnd().split('\n').length - 1);
  expect(JSON.parse(readFileSync(join(into, 'list.json'), 'utf8'))).toHaveLength(puzzles.length);
});

const TAIL = ',"hash":"'.length + 64 + '"}'.length;

/** The record of the same match, sealed and signed anew, after a change of its first line. */
function resealed(change: (line: string) => string): string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  let previous = '';
  const lines = readFileSync(RECORD, 'utf8').trimEnd().split('\n');
  const sealed = lines.map((line, index) => {
    let text = (index === 0 ? change(line) : line).slice(0, -TAIL);
    if (index === lines.length - 1) {
      const open = text.replace(/,"key":.*/, `,"key":"${key}"`);
      text = `${open},"signature":"${sign(null, Buffer.from(previous + open), privateKey).toString('hex')}"`;
    }
    previous = createHash('sha256').update(`${previous}${text}`).digest('hex');
    return `${text},"hash":"${previous}"}`;
  });
  return `${sealed.join('\n')}\n`;
}

test('the record of a private match is left out, that of a public one is not', async () => {
  const [open, hidden] = await Promise.all([
    run(
      written(
        'public.jsonl',
        resealed((line) => line),
      ),
    ),
    run(
      written(
        'private.jsonl',
        resealed((line) => line.replace('"public"', '"private"')),
      ),
    ),
  ]);
  expect(open).toMatchObject({ code: 0, err: '' });
  expect(hidden).toMatchObject({ code: 0, out: '0 puzzles\n', err: expect.stringContaining('the match was private') });
});

test('a record that is broken, of a running match or none is left out or refused, with the reason', async () => {
  const text = readFileSync(RECORD, 'utf8');
  const broken = written('broken.jsonl', text.replace('"toss"', '"pass"'));
  const running = written('running.jsonl', `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`);
  for (const file of [broken, running])
    expect(await run(file)).toMatchObject({ code: 0, out: '0 puzzles\n', err: expect.stringContaining('left out') });
  expect(await run(written('empty.jsonl', ''))).toMatchObject({ code: 2, err: expect.stringContaining('it is empty') });
  expect(await run('--game', 'chess')).toMatchObject({ code: 2, err: expect.stringContaining('there is no game') });
  expect(await run(RECORD)).toMatchObject({ code: 0 });
});

test('a file for a server: it keeps what it had, names no person and no match, and only puzzles are added to', async () => {
  const file = join(folder, 'own.json');
  const data = join(folder, 'data');
  mkdirSync(data);
  const lines = readFileSync(RECORD, 'utf8').trimEnd().split('\n');
  const [created] = lines.map((line) => JSON.parse(line));
  fill(openFresh(join(data, 'flower-war.sqlite')), created, lines);
  expect(await run(data, '--file', file)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('1 puzzles'),
  });
  const first = readFileSync(file, 'utf8');
  const players = lines.flatMap((line) => JSON.parse(line).player ?? []);
  expect(players.length).toBeGreaterThan(0);
  for (const hidden of [created.match, created.host, 'Itzel', ...players]) expect(first).not.toContain(hidden);
  expect(await run('--game', 'tieqchieq', '--seed', '13', '--matches', '1', '--file', file)).toMatchObject({ code: 0 });
  const both = puzzlesIn(file);
  expect(both.length).toBe(2);
  expect(both).toContainEqual(JSON.parse(first)[0]);
  expect(await run(data, '--game', 'mexica')).toMatchObject({ err: expect.stringContaining('no public match') });
  const wrong = written('wrong.json', '{}');
  expect(await run(RECORD, '--file', wrong)).toMatchObject({
    code: 2,
    err: expect.stringContaining('no file of puzzles'),
  });
  expect(await run(folder)).toMatchObject({ code: 2, err: expect.stringContaining('no data of a server') });
  expect(await run('--file', file, '--out', folder)).toMatchObject({
    code: 2,
    err: expect.stringContaining('not both'),
  });
});

/** The data of a server on which this match was played, once for all to see and once in private. */
function fill(
  database: DatabaseSync,
  { match, host }: Readonly<Record<string, string>>,
  lines: readonly string[],
): void {
  database.prepare('INSERT INTO people VALUES (?, ?, 0)').run(host ?? '', 'Itzel');
  for (const visibility of ['public', 'private']) {
    const id = visibility === 'public' ? (match ?? '') : 'HIDDEN';
    database
      .prepare("INSERT INTO matches VALUES (?, 'ended', ?, 'tieqchieq', 0, NULL, '{}', 's', NULL)")
      .run(id, visibility);
    const add = database.prepare("INSERT INTO entries VALUES (?, ?, 'one', '', ?)");
    for (const [seq, line] of lines.entries()) add.run(id, seq, line);
  }
  database.close();
}
