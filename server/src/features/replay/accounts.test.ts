import { readFileSync } from 'node:fs';
import { courseOf, type MatchAccount } from '@flower-war/protocol';
import { engine, GAMES, resolveOptions } from '@flower-war/rules';
import { accountOf, VALUE_VERSION } from '@flower-war/rules/account';
import { afterEach, expect, test } from 'vitest';
import { Refused } from '../../base/refused.ts';
import { known, memoryStore } from '../../store/store.fixture.ts';
import { Accounts } from './accounts.ts';

const RECORD = readFileSync(new URL('../../../../protocol/vectors/record.jsonl', import.meta.url), 'utf8');
const LINES = RECORD.trimEnd().split('\n');
const TRUE = accountOf(await found());

async function found() {
  const read = await courseOf(RECORD, engine);
  if (!read.ok) throw new Error(read.why);
  return read.course;
}

const open: Accounts[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((accounts) => accounts.close()))));

/** Accounts of ended matches, all with the same record. Nothing is read before `go` is called. */
async function newAccounts({ matches = ['m'], lines = LINES, mayWrite = true, isOpen = true, isCounting = true } = {}) {
  const { stores, journal, database } = memoryStore();
  for (const match of matches) await keepRecord(stores, match, lines);
  const gate = Promise.withResolvers<void>();
  if (isOpen) gate.resolve();
  const problems: string[] = [];
  const read: string[] = [];
  const accounts = new Accounts({
    journal: {
      tail: async (match) => {
        read.push(match);
        await gate.promise;
        return journal.tail(match);
      },
      linesOf: (match, range) => journal.linesOf(match, range),
    },
    store: stores.matchAccounts,
    mayWrite: () => mayWrite,
    isCounting,
    report: (problem) => problems.push(problem),
  });
  open.push(accounts);
  /** Comes again when asked to: a busy machine makes an account slowly. */
  const ask = async (match = 'm', address = 'a'): Promise<MatchAccount> => {
    for (;;)
      try {
        return await accounts.of({ match }, address);
      } catch (why) {
        if (!(why instanceof Refused) || why.reason !== 'account') throw why;
      }
  };
  return { accounts, ask, stores, database, problems, go: gate.resolve, read, reads: () => read.length };
}

async function keepRecord(
  { records }: ReturnType<typeof memoryStore>['stores'],
  match: string,
  lines: readonly string[],
): Promise<void> {
  const summary = JSON.stringify(USUAL);
  const index = { status: 'ended', visibility: 'public', game: 'tieqchieq', createdAt: 1, summary } as const;
  const secrets = { secret: 's' };
  const appends = lines.map((line, expectedSeq) => {
    const first = expectedSeq === 0 && { index, secrets };
    return { match, expectedSeq, owner: 'one', claim: 1, line, hash: `${expectedSeq}`, ...first };
  });
  expect(await records.append(appends)).not.toContain('conflict');
}

/** Each of these matches is rated, the later ones later. */
async function rate({ ratings }: Rated, ...matches: readonly string[]): Promise<void> {
  const changes = ['p-0', 'p-1'].map((player, seat) => ({ seat, player, before: 1500, after: 1500 }));
  for (const match of matches) {
    const n = 1 + (await ratings.upTo());
    await ratings.settle(n, { ...EDITION, match, at: 100 + n, changes, ratings: [], keeps: 'known' });
  }
}

type Rated = ReturnType<typeof memoryStore>['stores'];
const EDITION = { game: 'tieqchieq', preset: 'tieqchieq' };
const usualOptions = resolveOptions(GAMES.get('tieqchieq')!.game, 'tieqchieq', {});
if (!usualOptions.ok) throw new Error('the usual options are none');
const USUAL = { ...EDITION, rulesVersion: 1, options: usualOptions.options, seats: [null, null] };

test('an account is made once from the record, and kept', async () => {
  const { ask, stores, problems, reads } = await newAccounts();
  const [one, other] = await Promise.all([ask(), ask('m', 'b')]);
  expect(one).toEqual(TRUE);
  expect(other).toBe(one);
  expect(await ask()).toEqual(TRUE);
  expect(reads()).toBe(1);
  expect(await stores.matchAccounts.find('m')).toMatchObject({ version: VALUE_VERSION });
  expect(problems).toEqual([]);
});

test('an account of another version is made anew, and that of a newer one stays', async () => {
  const { ask, stores, reads } = await newAccounts({ matches: ['old', 'new'] });
  await stores.matchAccounts.keep(empty('old', VALUE_VERSION - 1));
  await stores.matchAccounts.keep(empty('new', VALUE_VERSION + 1));
  expect([await ask('old'), await ask('new')]).toEqual([TRUE, TRUE]);
  expect(reads()).toBe(2);
  const kept = async (match: string) => (await stores.matchAccounts.find(match))?.version;
  expect([await kept('old'), await kept('new')]).toEqual([VALUE_VERSION, VALUE_VERSION + 1]);
});

test('an account is forgotten with its match, and no match has one before its end', async () => {
  const { ask, stores, database } = await newAccounts();
  await ask();
  await stores.records.erase('m');
  expect(await stores.matchAccounts.find('m')).toBeUndefined();
  await stores.matchAccounts.keep(empty('m', 1));
  expect(await stores.matchAccounts.find('m')).toBeUndefined();
  await keepRecord(stores, 'm', LINES);
  database.exec("UPDATE matches SET status = 'running'");
  await stores.matchAccounts.keep(empty('m', 1));
  expect(await stores.matchAccounts.find('m')).toBeUndefined();
});

test('an account that cannot be kept is told nevertheless', async () => {
  const full = await newAccounts({ mayWrite: false });
  expect(await full.ask()).toEqual(TRUE);
  expect(await full.stores.matchAccounts.find('m')).toBeUndefined();
  const failing = await newAccounts();
  failing.database.exec(
    'DROP TABLE match_accounts; CREATE VIEW match_accounts AS SELECT match, 0 AS version FROM matches',
  );
  await expect(failing.ask()).rejects.toThrow();
  failing.database.exec(
    "DROP VIEW match_accounts; CREATE VIEW match_accounts AS SELECT '' AS match, 0 AS version, '' AS account",
  );
  expect(await failing.ask()).toEqual(TRUE);
  expect(failing.problems).toEqual(['an account could not be kept']);
});

test('that many wait and no more: of one address, and of all', async () => {
  const { ask, go } = await newAccounts({ matches: ['m0'], isOpen: false });
  const asked = (from: number, to: number, address?: string) =>
    Array.from({ length: to - from }, (_, n) => ask(`m${from + n}`, address ?? `${n}`).catch((why: unknown) => why));
  const ofOne = asked(0, 9, 'greedy');
  expect(await ofOne[8]).toMatchObject({ code: 'too-many', reason: 'accounts', seconds: 24 });
  const ofAll = asked(8, 102);
  for (const one of ofAll.slice(92))
    expect(await one).toMatchObject({ code: 'unavailable', reason: 'accounts', seconds: 24 });
  const same = ask('m0', 'late'); // it waits for the same account, and takes no place
  go();
  expect(await Promise.all([ofOne[0], same])).toEqual([TRUE, TRUE]);
  for (const one of [...ofOne.slice(1, 8), ...ofAll.slice(0, 92)])
    expect(await one).toMatchObject({ code: 'no-such-match' });
  expect(await ask('m0', 'greedy')).toEqual(TRUE);
});

test('what has no account says why, and holds up no other', async () => {
  const { accounts, ask, problems } = await newAccounts({ matches: ['whole'] });
  await expect(ask('none')).rejects.toMatchObject({ code: 'no-such-match' });
  await expect(accounts.of({ match: 'whole', result: ABORTED }, 'a')).rejects.toMatchObject(NO_ACCOUNT('aborted'));
  expect(await ask('whole')).toEqual(TRUE);
  const changed = LINES.map((line, n) => (n === 5 ? line.replace('"kind":"move"', '"kind":"mover"') : line));
  await expect((await newAccounts({ lines: changed })).ask()).rejects.toMatchObject({ line: 6 });
  await expect((await newAccounts({ lines: LINES.slice(0, -1) })).ask()).rejects.toMatchObject(NO_ACCOUNT('no-values'));
  const long = await newAccounts({ lines: Array.from({ length: 6001 }, () => '{}') });
  await expect(long.ask()).rejects.toMatchObject(NO_ACCOUNT('too-long'));
  expect(problems).toEqual([]);
});

const empty = (match: string, version: number) => ({ match, version, account: '{}', preset: 'tieqchieq', seats: [] });
const ABORTED = { result: 'aborted' as const, winners: [], standings: [], reason: 'test' };
const NO_ACCOUNT = (reason: string) => ({ code: 'no-account', reason });

test('closing answers all that wait, and makes nothing more', async () => {
  const { accounts, ask, go } = await newAccounts({ isOpen: false });
  const waiting = ask();
  await accounts.close();
  go();
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  await expect(ask()).rejects.toMatchObject({ code: 'unavailable', reason: 'stopping' });
});

test('rated matches are accounted for without a request, the newest first, and each once', async () => {
  const { accounts, ask, stores, read, go } = await newAccounts({ matches: ['a', 'b', 'm'], isOpen: false });
  await rate(stores, 'a', 'b');
  const first = accounts.makeNext();
  await expect.poll(() => read).toEqual(['b']);
  const asked = ask('m');
  const same = ask('b', 'c');
  expect(await accounts.makeNext()).toBe(false); // a person waits
  go();
  expect([await first, await asked, await same]).toEqual([true, TRUE, TRUE]);
  expect(read).toEqual(['b', 'm']);
  expect([await accounts.makeNext(), await accounts.makeNext()]).toEqual([true, false]);
  expect(read).toEqual(['b', 'm', 'a']);
});

test('an account that is kept already counts without being made anew, also after a restart', async () => {
  const { accounts, stores, reads } = await newAccounts({ matches: ['a', 'b'] });
  await known({ stores }, 'p-0', 'p-1');
  await rate(stores, 'a', 'b');
  const account = JSON.stringify({ ...TRUE, isUsual: true });
  for (const match of ['a', 'b'])
    await stores.matchAccounts.keep({ match, version: VALUE_VERSION, account, preset: 'tieqchieq' });
  expect(await stores.matchAccounts.of('p-0')).toEqual([]);
  while (await accounts.makeNext());
  expect(reads()).toBe(0);
  expect(await stores.matchAccounts.of('p-1')).toMatchObject([
    {
      ...EDITION,
      matches: 2,
      luck: { sum: 2 * -17_515, squares: 2 * 17_515 ** 2, sampled: 0 },
      own: { sum: 2 * -2378 },
    },
  ]);
});

test('what cannot be compared or made is passed over, and stops no other', async () => {
  const others = [
    { preset: 'mexica', game: 'mexica' },
    { preset: 'gone', game: 'a game that the host has no more' },
    { options: {} },
    { rulesVersion: 0 },
    { seats: [null, null, null] },
  ];
  const matches = ['m', ...others.map((_, n) => `o${n}`)];
  const { accounts, stores, database, read, problems } = await newAccounts({ matches });
  for (const [n, other] of others.entries())
    database
      .prepare('UPDATE matches SET summary = ? WHERE match = ?')
      .run(JSON.stringify({ ...USUAL, ...other }), `o${n}`);
  await keepRecord(stores, 'damaged', [...LINES.slice(0, 5), '{}', ...LINES.slice(6)]);
  await rate(stores, 'm', ...matches.slice(1), 'damaged');
  while (await accounts.makeNext());
  expect(read).toEqual(['damaged', 'm']);
  expect(problems).toEqual(['a match has no account of luck and skill']);
  expect(await stores.matchAccounts.next(VALUE_VERSION)).toBeUndefined();
});

test('a match of newer rules waits for a version that knows them', async () => {
  const { accounts, stores, database } = await newAccounts();
  database.prepare('UPDATE matches SET summary = ?').run(JSON.stringify({ ...USUAL, rulesVersion: 9 }));
  await rate(stores, 'm');
  expect(await accounts.makeNext()).toBe(false);
  expect(await stores.matchAccounts.next(VALUE_VERSION)).toMatchObject({ match: 'm' });
});

test('nothing is made while nothing may be written, or if the host wants none', async () => {
  for (const off of [{ mayWrite: false }, { isCounting: false }]) {
    const { accounts, ask, stores, reads } = await newAccounts(off);
    await rate(stores, 'm');
    expect([await accounts.makeNext(), reads()]).toEqual([false, 0]);
    expect(await ask()).toEqual(TRUE);
    expect(await stores.matchAccounts.next(VALUE_VERSION)).toMatchObject({ match: 'm' }); // for when the host wants them
  }
  const failing = await newAccounts();
  await rate(failing.stores, 'm');
  failing.database.exec("CREATE TRIGGER full BEFORE UPDATE ON rated BEGIN SELECT RAISE(FAIL, 'disk full'); END");
  expect(await failing.accounts.makeNext()).toBe(false);
  failing.database.exec('DROP TRIGGER full');
  expect(await failing.accounts.makeNext()).toBe(true);
});
