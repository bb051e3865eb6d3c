/** What a server asks of the store every few seconds must not take longer, the more matches sleep there. */
import { expect, test } from 'vitest';
import { DUE } from './journal/noticeOutbox.fixture.ts';
import { memoryStore, type TestStore } from './store.fixture.ts';

const REGULAR: Readonly<Record<string, (store: TestStore) => Promise<unknown>>> = {
  'a sign of life': ({ journal }) => journal.beat(1),
  'due matches': ({ journal }) => journal.due(1, 100),
  'matches of dead processes': ({ journal }) => journal.orphans(100),
  'claims of dead processes': ({ journal }) => journal.freeClaims(),
  'a page of the list': ({ stores }) => stores.records.unended({ status: 'running', limit: 200 }),
  'matches to rate': ({ stores }) => stores.ratings.isBehind(),
  'accounts to make': ({ stores }) => stores.matchAccounts.next(1),
  'numbers for metrics': ({ journal }) => journal.counts(),
  webhooks: ({ stores }) => stores.webhooks.revision(),
  notices: ({ stores }) => stores.outbox.lease(DUE),
  'the match of the league': ({ stores }) => stores.league.playing(),
  'the matches of the league today': ({ stores }) => stores.league.begunSince(1),
  'a lease': ({ stores }) => stores.leases.hold({ name: 'housekeeping', process: 'me' }, { now: 1, forMs: 1 }),
};

const GROWING = [
  'matches',
  'entries',
  'claims',
  'participants',
  'people',
  'sessions',
  'endings',
  'rated',
  'talk',
  'league',
];
/** SQLite walks through a whole table, or through all matches that will ever wake. */
const WALK = new RegExp(`^SCAN (${GROWING.join('|')})\\b|matches_by_wake \\(wake_at>\\?\\)`);

test.for(Object.entries(REGULAR))('%s: no table is read whole', async ([, ask]) => {
  const store = memoryStore();
  const asked = listening(store);
  await ask(store);
  expect(asked.length).toBeGreaterThan(0);
  const walks = asked.flatMap((sql) => plan(store, sql)).filter((step) => WALK.test(step));
  expect(walks).toEqual([]);
});

test('a walk is noticed', () => {
  const store = memoryStore();
  const steps = plan(store, 'SELECT match FROM matches WHERE wake_at IS NOT NULL ORDER BY wake_at');
  expect(steps.some((step) => WALK.test(step))).toBe(true);
});

/** The statements that are prepared from now on. */
function listening({ database }: TestStore): readonly string[] {
  const asked: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    asked.push(sql);
    return prepare(sql);
  };
  return asked;
}

const plan = ({ database }: TestStore, sql: string): readonly string[] =>
  Object.getPrototypeOf(database)
    .prepare.call(database, `EXPLAIN QUERY PLAN ${sql}`)
    .all(...Array.from(new Set(sql.match(/\?\d+/g) ?? []), () => null))
    .map(({ detail }: { detail: string }) => detail);
