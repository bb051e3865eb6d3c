/** What is asked of the store must not take longer, the more a host has kept. SQLite says how it would find the rows of each statement. */
import { beforeAll, expect, test } from 'vitest';
import { UPDATE_INDEX } from '../data-folder/appendLog.ts';
import { connect } from '../data-folder/connect.ts';
import { STORE_NOW } from '../engine/engine.ts';
import { askEverything, everyPath } from './everyStatement.fixture.ts';

/** What stays small: one row, what lasts minutes, or what a host does by hand. All other tables grow with the years. */
const SMALL = `absences alive banned_networks invitations keys leases links moderators numbered_up_to outages processes
  puzzle_ratings rated_up_to revisions sign_ins unread_endings vacation_news`.split(/\s+/);

/** A search that leaves most of the rows of a table, or all ties to a player with thousands of followers. */
const WIDE =
  /^SEARCH (\w+) .*(\((visibility=\?|status=\?|due_at>\?|wake_at>\?|match>\?|season=\? AND game=\? AND preset=\?)\)|ties_by_other \(other=\?\))/;

/** Which operation walks through which table that grows, and why it may. */
const MAY_WALK: Readonly<Record<string, string>> = {
  'abroad.sweep abroad': 'once an hour',
  'ahead.sweep ahead': 'once an hour; a row goes with its match',
  'bans.all bans sorted': 'for the operator, who reads them all',
  'bans.sweep bans': 'once an hour',
  'challenges.settle notices': 'a notice goes when it is delivered, or a month after it was given up',
  'challenges.withdraw notices': 'the same',
  'leases.endAll notices': 'along an index of what is leased',
  'outbox.counts notices': 'for the figures of the operator',
  'outbox.dueAfter notices': 'the first one alone',
  'outbox.sweep notices': 'once an hour',
  'outbox.sweep told_turns': 'once an hour',
  'penalties.countToSettle penalties': 'for moderators; they go when they are over',
  'penalties.sweep penalties': 'once an hour',
  'ratings.clear seat_accounts': 'in a rebuild',
  'ratings.counts rated': 'in a rebuild',
  'ratings.counts ratings': 'in a rebuild',
  'ratings.forgetWhoLeft pool_ratings': 'in a rebuild',
  'ratings.forgetWhoLeft ratings': 'in a rebuild',
  'ratings.forgetWhoLeft season_ratings': 'in a rebuild',
  'ratings.ladder season_ratings': 'a page of an index',
  'ratings.latest rated': 'a page of an index',
  'reports.forget reports': 'the words of a deleted player may stand in each',
  'reports.latest reports': 'a page of an index',
  'ties.followersOf ties': 'the newest alone',
  'ties.forget notices': 'as above',
  'ties.forget ties': 'all of them go',
  'ties.tie notices': 'as above',
  'tournaments.append notices': 'once in a tournament, when it begins',
  'tournaments.counts tournaments': 'those that have not ended',
  'tournaments.due tournaments sorted': 'those that have not ended',
  'tournaments.list tournaments': 'a page of an index',
  'tournaments.sweep tournaments': 'once an hour',
  'webhooks.everyHook webhooks sorted': 'only when one of them has changed',
};

const database = connect(':memory:', false);
/** The operations that make a statement, and how SQLite finds its rows. */
const asked = new Map<string, { readonly paths: Set<string>; readonly plan: readonly string[] }>();

beforeAll(() =>
  askEverything(database, (path, { sql }) => {
    if (!asked.has(sql)) asked.set(sql, { paths: new Set(), plan: planOf(sql) });
    asked.get(sql)?.paths.add(path);
  }),
);

function planOf(sql: string): readonly string[] {
  const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql.replace(STORE_NOW, '$1')}`).all();
  return rows.map(({ detail }) => String(detail));
}

/** The tables through which the plan walks, as they are called in the statement. */
function walksOf(plan: readonly string[]): readonly string[] {
  const own = plan.map((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1]);
  const isSorted = plan.includes('USE TEMP B-TREE FOR ORDER BY');
  const scanned = plan.map((step) => (WIDE.exec(step) ?? /^SCAN (?!CONSTANT ROW|json_each\b)(\S+)/.exec(step))?.[1]);
  const walked = scanned.filter((one) => one !== undefined && !own.includes(one) && !SMALL.includes(one));
  return walked.map((table) => `${table}${isSorted ? ' sorted' : ''}`);
}

test('every operation is asked', () => {
  const met = new Set([...asked.values()].flatMap(({ paths }) => [...paths]));
  expect(everyPath.filter((path) => !met.has(path))).toEqual([]);
});

test('no operation walks through a table that grows, but for those that may', () => {
  const walks = [...asked.values()].flatMap(({ paths, plan }) =>
    walksOf(plan).map((table) => [...paths].map((path) => `${path} ${table}`)),
  );
  expect(walks.filter((names) => !names.some((name) => name in MAY_WALK))).toEqual([]);
  expect(Object.keys(MAY_WALK).filter((name) => !walks.flat().includes(name))).toEqual([]);
});

test.for(['records.unfinishedOf', 'records.unfinishedAmong'])('%s reads no match that has ended', (path) => {
  const plans = [...asked.values()].filter(({ paths }) => paths.has(path)).flatMap(({ plan }) => plan);
  expect(plans.join()).toMatch(/SEARCH matches USING (COVERING )?INDEX matches_unfinished \(match=\?\)/);
});

test('a move changes one index of its match, that of the time at which it wakes', () => {
  const steps = database.prepare(`EXPLAIN ${UPDATE_INDEX}`).all();
  expect(steps.filter(({ opcode }) => opcode === 'IdxInsert')).toHaveLength(1);
});

test('a walk is noticed', () => {
  const walks = (sql: string) => walksOf(planOf(sql));
  expect(walks('SELECT match FROM matches WHERE wake_at IS NOT NULL ORDER BY wake_at')).toEqual(['matches']);
  expect(walks('SELECT 1 FROM matches WHERE visibility = $v ORDER BY created_at')).toEqual(['matches sorted']);
  expect(walks('SELECT 1 FROM matches WHERE match = $match')).toEqual([]);
});
