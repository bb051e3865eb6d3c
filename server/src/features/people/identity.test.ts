import { expect, test } from 'vitest';
import { openDatabase } from '../../store/data-folder/database.ts';
import { storesIn } from '../../store/stores.ts';
import { createIdentity } from './identity.ts';

const DAY = 24 * 60 * 60 * 1000;
const START = 1_800_000_000_000;

const stores = () => storesIn(openDatabase(undefined, 'process'));
const identity = () => createIdentity(stores(), { NAMES_BLOCKED: '', REPORT_DAYS: 30 }, ['greedy']);

test('a file of words that is not there is told by its setting', () => {
  const settings = { NAMES_BLOCKED: '/no/such/file', REPORT_DAYS: 30 };
  expect(() => createIdentity(stores(), settings, [])).toThrow('NAMES_BLOCKED=/no/such/file cannot be read (ENOENT)');
});

test('a sweep lets go of what is over, and of nothing else', () => {
  const { welcome, sessions, links, reports, sweep } = identity();
  const { player } = welcome({ label: 'old' }, START);
  const later = sessions.open(player, 'new', START + 2 * DAY);
  reports.add(player, { player, reason: 'other' }, START);
  const { code } = links.create(player, START + 90 * DAY);
  sweep(START + 30 * DAY - 1);
  expect(reports.by(player)).toHaveLength(1);
  sweep(START + 90 * DAY + 1);
  expect(reports.by(player)).toEqual([]);
  expect(sessions.of(player).map(({ label }) => label)).toEqual(['new']);
  expect(sessions.has(later)).toBe(true);
  expect(links.redeem(code, START + 90 * DAY + 1)).toBe(player);
});

test('whoever is forgotten leaves reports that name nobody as their sender', () => {
  const { welcome, people, reports, recovery, forget } = identity();
  const [ana, ben] = [welcome({ name: 'Ana' }, START), welcome({ name: 'Ben' }, START)];
  const code = recovery.renew(ana.player, START);
  reports.add(ana.player, { player: ben.player, reason: 'other' }, START);
  forget(ana.player);
  expect(people.namesOf([ana.player, ben.player, undefined])).toEqual(['Somebody', 'Ben', undefined]);
  expect(reports.by(ana.player)).toEqual([]);
  expect(recovery.playerOf(code)).toBeUndefined();
});
