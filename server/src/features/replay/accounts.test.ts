import { readFileSync } from 'node:fs';
import { courseOf, type MatchAccount } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { accountOf, VALUE_VERSION } from '@flower-war/rules/account';
import { afterEach, expect, test } from 'vitest';
import { Refused } from '../../base/refused.ts';
import { memoryStore } from '../../store/store.fixture.ts';
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
async function newAccounts({ matches = ['m'], lines = LINES, mayWrite = true, isOpen = true } = {}) {
  const { stores, journal, database } = memoryStore();
  for (const match of matches) await keepRecord(stores, match, lines);
  const gate = Promise.withResolvers<void>();
  if (isOpen) gate.resolve();
  const problems: string[] = [];
  let reads = 0;
  const accounts = new Accounts({
    journal: {
      tail: async (match) => {
        await gate.promise;
        reads++;
        return journal.tail(match);
      },
      linesOf: (match, range) => journal.linesOf(match, range),
    },
    store: stores.matchAccounts,
    mayWrite: () => mayWrite,
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
  return { accounts, ask, stores, database, problems, go: gate.resolve, reads: () => reads };
}

async function keepRecord(
  { records }: ReturnType<typeof memoryStore>['stores'],
  match: string,
  lines: readonly string[],
): Promise<void> {
  const index = { status: 'ended', visibility: 'public', game: 'tieqchieq', createdAt: 1, summary: '{}' } as const;
  const secrets = { secret: 's' };
  const appends = lines.map((line, expectedSeq) => {
    const first = expectedSeq === 0 && { index, secrets };
    return { match, expectedSeq, owner: 'one', claim: 1, line, hash: `${expectedSeq}`, ...first };
  });
  expect(await records.append(appends)).not.toContain('conflict');
}

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
  await stores.matchAccounts.keep({ match: 'old', version: VALUE_VERSION - 1, account: '{}' });
  await stores.matchAccounts.keep({ match: 'new', version: VALUE_VERSION + 1, account: '{}' });
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
  await stores.matchAccounts.keep({ match: 'm', version: 1, account: '{}' });
  expect(await stores.matchAccounts.find('m')).toBeUndefined();
  await keepRecord(stores, 'm', LINES);
  database.exec("UPDATE matches SET status = 'running'");
  await stores.matchAccounts.keep({ match: 'm', version: 1, account: '{}' });
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

test('so many wait and no more: of one address, and of all', async () => {
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
