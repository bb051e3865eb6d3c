/** A dump holds the public matches of its month and nothing else, on both databases, whatever else they hold. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { type OpenMatch, sealLine, tableSettings } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noPostgres, TestPostgres } from '../../store/engine/postgres/postgres.fixture.ts';
import { postgresStores } from '../../store/openedStores.fixture.ts';
import type { Append } from '../../store/journal/journal.ts';
import type { Stores } from '../../store/operations.ts';
import { memoryStore, temporaryFolder } from '../../store/store.fixture.ts';
import { DumpFiles, writeMonth } from './dump.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const TOOL = fileURLToPath(new URL('../../../tools/dump.ts', import.meta.url));
const OCTOBER = Date.UTC(2026, 9);
const NOVEMBER = Date.UTC(2026, 10);
const MARK = 'MARK';
const DAY = 86_400_000;
const HOSTILE = ['"}\n{"match":"x"}', '\u2028\u202e', '<script>', "'; DROP TABLE people; --"];
const PLAYERS = HOSTILE.map((_, n) => `p-${n}`);

interface Made {
  readonly match: string;
  readonly visibility: 'public' | 'private';
  readonly isEnded: boolean;
  readonly createdAt: number;
  readonly endedAt: number;
  readonly players: readonly string[];
  readonly from?: { readonly match: string; readonly seq: number };
  /** So much more stands in its record. */
  readonly weight?: number;
}

const made = (match: string, more: Partial<Made> = {}): Made => {
  const times = { createdAt: OCTOBER, endedAt: OCTOBER + DAY };
  return { match, visibility: 'public', isEnded: true, ...times, players: ['p-0', 'p-1'], ...more };
};

/** What a match has that is not public holds the mark. */
function appendsOf({ match, visibility, isEnded, createdAt, endedAt, players, from, weight = 0 }: Made): Append[] {
  const mark = visibility === 'private' || !isEnded ? MARK : '';
  const result = { result: 'win', winners: [0], standings: [], reason: 'x' };
  const seats = [...players.map((player) => ({ player })), { bot: 'greedy' }, null];
  const edition = { game: 'x', rulesVersion: 1, preset: `y${mark}`, options: {}, host: `${MARK}-host` };
  const table = tableSettings.parse({ visibility });
  const summary = JSON.stringify({ match, ...edition, seats, table, createdAt, result, ...(from && { from }) });
  const index = { visibility, game: 'x', createdAt, summary, status: isEnded ? 'ended' : 'running' } as const;
  const bodies = [
    { seq: 0, at: createdAt, kind: 'created', mark, more: ' '.repeat(weight) },
    { seq: 1, at: createdAt + 5, kind: 'started' },
    isEnded ? { seq: 2, at: endedAt, kind: 'ended' } : { seq: 2, at: endedAt, kind: 'move', mark },
  ];
  let last = '';
  return bodies.map((body, expectedSeq) => {
    const { line, hash } = sealLine(last, body);
    last = hash;
    const first = expectedSeq === 0 && { secrets: { secret: `${MARK}-secret`, code: `${MARK}-code` } };
    return { match, expectedSeq, owner: 'one', claim: 1, line, hash, ...first, ...(expectedSeq !== 1 && { index }) };
  });
}

async function fill(stores: Stores, matches: readonly Made[]): Promise<void> {
  for (const [n, name] of [...HOSTILE, MARK].entries())
    await stores.people.add({ player: `p-${n}`, name: n === 3 ? MARK : name, createdAt: 1 });
  for (const player of ['p-0', 'p-1', 'p-2', 'p-none']) await stores.dump.name(player, true);
  for (const one of matches) {
    await stores.records.append(appendsOf(one));
    const said = { audience: 'players', at: 1, player: 'p-0', action: one.match } as const;
    await stores.talk.say({ ...said, match: one.match, words: { text: `${MARK}-talk` } });
  }
}

async function dumped(stores: Stores, month = '2026-10', damaged: string[] = []) {
  const chunks: Buffer[] = [];
  const to = new Writable({ write: (chunk, _, done) => done(void chunks.push(chunk)) });
  await writeMonth({ stores, onDamaged: (match) => void damaged.push(match) }, month, to);
  const bytes = Buffer.concat(chunks);
  const text = gunzipSync(bytes).toString();
  expect(text).not.toContain(MARK);
  return {
    bytes,
    lines: text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as OpenMatch),
  };
}

/** Many begin in the same moment, and many end near the edges of the month. */
function randomWorld(): readonly Made[] {
  const chance = fastChance(SEED);
  const edges = [OCTOBER - 1, OCTOBER, OCTOBER + DAY, NOVEMBER - 1, NOVEMBER];
  return Array.from({ length: 80 }, (_, n) => {
    const endedAt = chance.pick(edges);
    const match = `M${chance.die(1_000_000)}-${n}`;
    const visibility = chance.die(4) === 1 ? 'private' : 'public';
    const createdAt = endedAt - chance.pick([0, 1, 40 * DAY]);
    const players = chance.shuffle(PLAYERS).slice(0, 2);
    return made(match, { visibility, isEnded: chance.die(5) > 1, createdAt, endedAt, players });
  });
}

const order = (a: Made, b: Made) => a.createdAt - b.createdAt || (a.match < b.match ? -1 : 1);

function expectedOf(world: readonly Made[]): readonly Made[] {
  const isIn = ({ visibility, isEnded, endedAt }: Made) =>
    visibility === 'public' && isEnded && endedAt >= OCTOBER && endedAt < NOVEMBER;
  return world.filter(isIn).toSorted(order);
}

describe.skipIf(noPostgres)(`both databases${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server?.stop());

  test(`give the same bytes, whatever the order of writing (SEED=${SEED})`, async () => {
    const world = randomWorld();
    const sqlite = memoryStore();
    const url = await server.fresh();
    const postgres = await postgresStores(url);
    await fill(sqlite.stores, world);
    await fill(postgres.stores, world.toReversed());
    const [one, other] = [await dumped(sqlite.stores), await dumped(postgres.stores)];
    expect(other.bytes.equals(one.bytes)).toBe(true);
    expect((await dumped(sqlite.stores)).bytes.equals(one.bytes)).toBe(true);
    expect(one.lines.map(({ match }) => match)).toEqual(expectedOf(world).map(({ match }) => match));
    for (const { match, record } of one.lines)
      expect(record).toEqual(appendsOf(world.find((each) => each.match === match) as Made).map(({ line }) => line));
    await postgres.close();
    const env = { ...process.env, DATABASE_URL: url };
    const words = [TOOL, '--month', '2026-10', '--out', '-'];
    expect(execFileSync(process.execPath, words, { env, maxBuffer: 2 ** 24 }).equals(one.bytes)).toBe(true);
  }, 60_000);
});

test('a data folder that cannot be used is told in a sentence', () => {
  const file = join(temporaryFolder(), 'data');
  writeFileSync(file, '');
  const env = { ...process.env, DATA_DIR: file };
  const { status, stderr } = spawnSync(process.execPath, [TOOL, '--out', '-'], { env, encoding: 'utf8' });
  expect([status, stderr.trimEnd()]).toEqual([2, expect.stringMatching(/^The data folder .* cannot be used: [^\n]*$/)]);
});

test('names only players who want it, and no player who is gone; ratings come as whole numbers', async () => {
  const { stores } = memoryStore();
  await fill(stores, [made('A', { players: PLAYERS })]);
  const changes = PLAYERS.map((player, seat) => ({ seat, player, before: 1500.4, after: 1510.6 }));
  await stores.ratings.settle(1, { match: 'A', game: 'x', preset: 'y', at: 1, changes, ratings: [], keeps: 'known' });
  await stores.dump.name('p-1', false);
  await stores.accounts.forget('p-2');
  const { lines } = await dumped(stores);
  const rating = { before: 1500, after: 1511 };
  const named = { player: 'p-0', name: HOSTILE[0], rating };
  const rest = [{ bot: 'greedy' }, null];
  expect(lines.map(({ seats }) => seats)).toEqual([
    [named, { player: 'p-1', rating }, { player: 'p-2' }, { player: 'p-3', rating }, ...rest],
  ]);
  expect([await stores.dump.isNamed('p-2'), await stores.dump.isNamed('p-none')]).toEqual([false, false]);
});

test('a match that goes on from another one is in it only while that one is public; what is deleted is gone', async () => {
  const { stores, journal } = memoryStore();
  const from = (match: string) => ({ from: { match, seq: 1 } });
  await fill(stores, [
    made('A'),
    made('B', { visibility: 'private' }),
    made('C', from('A')),
    made('D', from('B')),
    made('E', from('gone')),
    made('F', from('D')),
    made('G', from('C')),
  ]);
  expect((await dumped(stores)).lines.map(({ match }) => match)).toEqual(['A', 'C', 'G']);
  await journal.forgetMatch('A');
  const { bytes, lines } = await dumped(stores);
  expect([lines, (await dumped(memoryStore().stores)).bytes.equals(bytes)]).toEqual([[], true]);
  const cut = memoryStore();
  await fill(cut.stores, [made('A'), made('B')]);
  await cut.stores.records.eraseSome('A', 1); // the deletion was cut off here
  const damaged: string[] = [];
  expect((await dumped(cut.stores, '2026-10', damaged)).lines.map(({ match }) => match)).toEqual(['B']);
  expect(damaged).toEqual([]);
});

test.for([
  ['a letter of a line', "UPDATE entries SET line = replace(line, 'started', 'stopped') WHERE match = 'B'"],
  ['the last line', "UPDATE entries SET line = '?' WHERE match = 'B' AND seq = 2"],
  ['no end', "DELETE FROM entries WHERE match = 'B' AND seq = 2"],
  ['the index', "UPDATE matches SET summary = '{\"match\":' WHERE match = 'B'"],
  ['a field of the index', "UPDATE matches SET summary = replace(summary, '\"x\"', '7') WHERE match = 'B'"],
] as const)('a damaged match is named and left out, the rest is whole: %s', async ([, sql]) => {
  const { stores, database } = memoryStore();
  await fill(stores, [made('A'), made('B'), made('C')]);
  database.exec(sql);
  const damaged: string[] = [];
  expect((await dumped(stores, '2026-10', damaged)).lines.map(({ match }) => match)).toEqual(['A', 'C']);
  expect(damaged).toEqual(['B']);
});

/** What is alive, beside what was before, at the most. */
async function peakOf(matches: number): Promise<number> {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const { stores } = memoryStore();
  await fill(
    stores,
    Array.from({ length: matches }, (_, n) => made(`M${n}`, { weight: 2 ** 18 })),
  );
  gc();
  const before = process.memoryUsage();
  let [peak, n] = [0, 0];
  const mayGoOn = () => {
    if (n++ % 8 !== 0) return;
    gc();
    const now = process.memoryUsage();
    peak = Math.max(peak, now.heapUsed - before.heapUsed + now.arrayBuffers - before.arrayBuffers);
  };
  const to = new Writable({ write: (_, __, done) => done() });
  expect(await writeMonth({ stores, onDamaged: () => {}, mayGoOn }, '2026-10', to)).toBe(matches);
  return peak;
}

test('a dump of many matches holds no more of them at once than one of few', async () => {
  await peakOf(8);
  const [few, many] = [await peakOf(16), await peakOf(64)];
  expect(many / Math.max(few, 2 ** 20)).toBeLessThan(4);
});

describe('the file of a month', () => {
  const filesIn = (folder: string, stores: Stores, more: object = {}) =>
    new DumpFiles({
      folder,
      stores,
      process: 'one',
      now: () => NOVEMBER + 2 * 3_600_000,
      mayWrite: () => true,
      onDamaged: () => {},
      ...more,
    });

  test('is made once, also after a server was killed at any moment before', async () => {
    const { stores } = memoryStore();
    const folder = join(temporaryFolder(), 'open-data');
    await fill(stores, [made('A')]);
    const early = filesIn(folder, stores, { now: () => NOVEMBER + 1 });
    expect([await early.makeDue(), await early.list()]).toEqual([{ month: '2026-09', matches: 0 }, expect.any(Array)]);
    const killed = { '2026-10.ndjson.gz.zero.unfinished': 'half', '2026-10.ndjson.gz.sha256': `${'0'.repeat(64)}  x` };
    for (const [name, text] of Object.entries(killed)) writeFileSync(join(folder, name), text);
    const files = filesIn(folder, stores);
    expect(await files.find('2026-10')).toBeUndefined();
    expect(await files.makeDue()).toEqual({ month: '2026-10', matches: 1 });
    const { bytes } = await dumped(stores);
    expect(readFileSync(join(folder, '2026-10.ndjson.gz')).equals(bytes)).toBe(true);
    await stores.records.append(appendsOf(made('B')));
    expect(await files.makeDue()).toBeUndefined();
    const names = ['2026-09.ndjson.gz', '2026-10.ndjson.gz'].flatMap((name) => [name, `${name}.sha256`]);
    expect(readdirSync(folder).sort()).toEqual(names);
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await files.list()).toEqual([
      { month: '2026-10', bytes: bytes.length, sha256 },
      { month: '2026-09', bytes: expect.any(Number), sha256 },
    ]);
  });

  test('follows the newest one, also after months in which no server ran', async () => {
    const { stores } = memoryStore();
    const folder = join(temporaryFolder(), 'open-data');
    await filesIn(folder, stores).makeDue();
    await fill(stores, [made('A', { endedAt: NOVEMBER }), made('B', { endedAt: Date.UTC(2027, 0, 31, 23, 59) })]);
    const later = filesIn(folder, stores, { now: () => Date.UTC(2027, 1, 28) });
    const months = [await later.makeDue(), await later.makeDue(), await later.makeDue(), await later.makeDue()];
    expect(months.map((one) => one && `${one.month}: ${one.matches}`)).toEqual([
      '2026-11: 1',
      '2026-12: 0',
      '2027-01: 1',
      undefined,
    ]);
  });

  test('is not made by a server that stops meanwhile, or whose host wants none', async () => {
    const { stores } = memoryStore();
    const folder = join(temporaryFolder(), 'open-data');
    await fill(stores, [made('A'), made('B')]);
    let asked = 0;
    const stopping = filesIn(folder, stores, { mayWrite: () => ++asked < 3 });
    expect([await stopping.makeDue(), readdirSync(folder)]).toEqual([undefined, []]);
    const none = filesIn(folder, stores, { folder: undefined });
    expect([await none.makeDue(), await none.list(), existsSync(join(folder, 'x'))]).toEqual([undefined, [], false]);
  });
});
