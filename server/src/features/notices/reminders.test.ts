/** Reminders over days of play: moves, sleep, outages and other owners, by the clock of the test. */
import { createECDH } from 'node:crypto';
import { deadlineOf, type NewWebhook, type Notice, SIGNATURE_HEADER } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../../base/log.ts';
import { readConfig } from '../../base/config.ts';
import { hostedGames } from '../../base/hostedGames.ts';
import type { Match } from '../../match/match.ts';
import { newTable, playOne, runningMatch, type TestTable } from '../../matches/table.fixture.ts';
import { Receiver } from '../../store/journal/noticeOutbox.fixture.ts';
import { known, memoryStore } from '../../store/store.fixture.ts';
import { noticeMetrics, Notices } from './notices.ts';
import { standingIn } from './standing.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 27, 12);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

type Reminder = Extract<Notice, { kind: 'reminder' }>;

/** A match with a day for each turn, whose first player is reminded two hours before. */
async function reminded(wishes: Partial<NewWebhook> = {}, { isPresent } = { isPresent: true }) {
  /** Until when the first player is on vacation. */
  const vacation = { until: 0 };
  const store = memoryStore();
  const receiver = await Receiver.open();
  const clock = { now: START };
  const now = () => clock.now;
  const config = readConfig({ WEBHOOKS: 'any', LOG_LEVEL: 'silent' });
  const notices = new Notices({
    store: store.stores.webhooks,
    outbox: store.stores.outbox,
    announcements: { tell: () => {}, on: () => () => {} },
    config,
    standing: standingIn({ journal: store.journal, engineOf: hostedGames().engineOf, now }),
    now,
    wall: () => now() - HOUR, // a time server has set back the clock of the machine
    log: createLog(config),
    count: noticeMetrics(new Registry(), async () => ({ pending: 0, failed: 0 })).count,
    pushKey: '1'.repeat(64),
    isPresent: () => isPresent,
  });
  await known(store, 'p0', 'p1');
  const { webhook = '' } =
    (await notices.add('p0', { url: receiver.urlFor(), events: [], reminder: 2, ...wishes })) ?? {};
  notices.start();
  ends.push(
    () => notices.sender.stop(),
    () => receiver.close(),
  );
  let process = 0;
  const opened = (): TestTable =>
    newTable({
      store: store.journal,
      owner: `process ${process++}`,
      now: clock.now,
      noticesFor: (draft, before) => notices.of(draft, before),
      vacationsOf: async () => new Map(vacation.until > clock.now ? [['p0', vacation.until]] : []),
    });
  const house = { table: opened() };
  const settings = { clock: { kind: 'days', days: 1 }, vacation: true } as const;
  const { id } = await runningMatch(house.table, { settings });
  const match = async (): Promise<Match> => (await house.table.matches.open(id))!;
  const waiting = store.database.prepare('SELECT count(*) AS n FROM notices WHERE due_at <= ?');
  /** Sends what is due. */
  const settle = async () => {
    notices.sender.wake();
    await expect.poll(() => waiting.get(clock.now)?.n, { interval: 2 }).toBe(0);
  };
  const pass = async (ms: number) => {
    clock.now += ms;
    house.table.now = clock.now;
    await settle();
  };
  /** No process was alive meanwhile; then another one is, which opens the match when it is asked for. */
  const outage = async (ms: number) => {
    await house.table.matches.stop();
    await store.journal.beat(clock.now);
    clock.now += ms;
    await store.journal.noteGap({ at: clock.now, lost: ms });
    house.table = opened();
    await settle();
  };
  const told = () => receiver.got.map(({ body }) => JSON.parse(body) as Reminder);
  return { clock, vacation, match, pass, outage, told, settle, store, webhook, receiver };
}

const untilOf = ({ position }: Match) => deadlineOf(position.clocks, 0);

async function untilAsked(match: Match, now: number): Promise<void> {
  while (match.privateOf(0).decision === undefined) await playOne(match, now);
}

test('a decision that time was given back to is told of later', async () => {
  const { clock, match, pass, outage, told } = await reminded();
  await untilAsked(await match(), clock.now);
  const until = untilOf(await match())! + 10 * HOUR;
  await pass(21 * HOUR);
  await outage(10 * HOUR);
  expect(told()).toEqual([]);
  await pass(until - 2 * HOUR - 1 - clock.now);
  expect(told()).toEqual([]);
  await pass(1);
  expect(told()).toMatchObject([{ kind: 'reminder', until }]);
  expect(untilOf(await match())).toBe(until);
});

test('quiet hours make it earlier, though the sender is a moment late', async () => {
  const { clock, match, pass, told } = await reminded({ quiet: { from: 22, to: 13, zone: 'UTC' } });
  await untilAsked(await match(), clock.now);
  await pass(10 * HOUR - MINUTE - 1);
  expect(told()).toEqual([]);
  await pass(500);
  expect(told()).toMatchObject([{ kind: 'reminder', until: START + 24 * HOUR }]);
});

test('a push service keeps it until the time is over, for a device that is off', async () => {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: Buffer.alloc(16).toString('base64url') };
  const { clock, match, pass, receiver } = await reminded({ form: 'push', keys });
  await untilAsked(await match(), clock.now);
  await pass(22 * HOUR);
  expect(receiver.got.map(({ headers }) => headers['ttl'])).toEqual(['7200']);
});

test('its signature has the real time of day', async () => {
  const { clock, match, pass, receiver } = await reminded();
  await untilAsked(await match(), clock.now);
  await pass(22 * HOUR);
  const signed = receiver.got.map(({ headers }) => String(headers[SIGNATURE_HEADER]).split(',')[0]);
  expect(signed).toEqual([`t=${(clock.now - HOUR) / 1000}`]);
});

test('a pause holds it back', async () => {
  const { clock, match, pass, told } = await reminded();
  const one = await match();
  await untilAsked(one, clock.now);
  await pass(10 * HOUR);
  await one.offer(0, ['a', 'pause', 60], clock.now);
  await one.reply(1, ['b', true], clock.now);
  expect(one.position.pause).toBeDefined();
  await pass(HOUR / 2);
  await one.offer(1, ['c', 'resume'], clock.now);
  await one.reply(0, ['d', true], clock.now);
  expect(one.position.pause).toBeUndefined();
  await pass(11.5 * HOUR);
  expect(told()).toEqual([]);
  await pass(HOUR / 2);
  expect(told()).toHaveLength(1);
});

test('a vacation puts it off, and one that ends early brings it back', async () => {
  const { clock, vacation, match, pass, told } = await reminded();
  const one = await match();
  await untilAsked(one, clock.now);
  await pass(20 * HOUR);
  vacation.until = clock.now + 20 * 24 * HOUR;
  await one.tend(clock.now);
  await pass(5 * 24 * HOUR); // what was due meanwhile is put off
  vacation.until = 0;
  await one.tend(clock.now);
  const until = clock.now + 4 * HOUR;
  expect(untilOf(one)).toBe(until);
  await pass(2 * HOUR - 1);
  expect(told()).toEqual([]);
  await pass(1);
  expect(told()).toMatchObject([{ kind: 'reminder', until }]);
});

test('one that a long pause has held back is tried again like any other', async () => {
  const { clock, match, pass, told, receiver } = await reminded();
  const one = await match();
  await untilAsked(one, clock.now);
  await one.offer(0, ['a', 'pause', 10 * 24 * 60], clock.now);
  await one.reply(1, ['b', true], clock.now);
  for (let day = 0; day < 9; day++) await pass(24 * HOUR);
  await one.offer(1, ['c', 'resume'], clock.now);
  await one.reply(0, ['d', true], clock.now);
  receiver.statuses = [500];
  await pass(untilOf(one)! - 2 * HOUR - clock.now);
  await pass(HOUR);
  expect(told()).toHaveLength(2);
});

describe('a turn that could not be told at once', () => {
  /** The first try has failed, and the next one is due in some seconds. */
  async function failed() {
    const all = await reminded({ events: ['turn'] }, { isPresent: false });
    const one = await all.match();
    all.receiver.statuses = [500];
    await untilAsked(one, all.clock.now);
    await all.settle();
    await expect.poll(async () => (await all.store.stores.outbox.counts()).pending).toBe(2); // and a reminder
    await expect.poll(() => all.told().length).toBe(1);
    return { ...all, one, turns: () => all.told().filter(({ kind }) => kind === ('turn' as string)).length };
  }

  test('is told later if the match still waits for the player', async () => {
    const { pass, turns } = await failed();
    await pass(10_000);
    expect(turns()).toBe(2);
  });

  test('is not told once the player has moved, and the next turn is', async () => {
    const { pass, turns, one, clock } = await failed();
    while (one.privateOf(0).decision !== undefined) await playOne(one, clock.now);
    await pass(10_000);
    expect(turns()).toBe(1);
    await untilAsked(one, clock.now);
    await pass(1);
    expect(turns()).toBe(2);
  });

  test('waits for the end of a pause', async () => {
    const { pass, turns, one, clock } = await failed();
    await one.offer(0, ['a', 'pause', 60], clock.now);
    await one.reply(1, ['b', true], clock.now);
    await pass(10_000);
    expect(turns()).toBe(1);
    await one.offer(1, ['c', 'resume'], clock.now);
    await one.reply(0, ['d', true], clock.now);
    await pass(15 * MINUTE);
    expect(turns()).toBe(2);
  });
});

test('a reminder of another decision, seat, player or match is sent to no player', async () => {
  const { clock, match, settle, store, webhook, told } = await reminded();
  const one = await match();
  await untilAsked(one, clock.now);
  const right = { match: one.id, game: 'tieqchieq', seat: 0, decision: one.privateOf(0).decision, until: untilOf(one) };
  const due = async (more: object) => {
    const body = JSON.stringify({ id: 'r', kind: 'reminder', at: 1, ...right, ...more });
    const row = { notice: `r ${Object.keys(more)}`, webhook, match: one.id, kind: 'reminder', at: clock.now, body };
    await store.stores.outbox.put(row);
    await settle();
    return told().length;
  };
  for (const wrong of [{ decision: 99 }, { seat: 1 }, { match: 'NOTTHERE' }]) expect(await due(wrong)).toBe(0);
  expect(await due({})).toBe(1);
});

test('through moves, sleep and outages each open decision is told once, in its last two hours, and no other is', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  let seen = 0;
  for (let n = 0; n < 3; n++) seen += await wander(seed + n);
  expect(seen, `SEED=${seed}`).toBeGreaterThan(0);
});

/** Returns how many reminders were sent. */
async function wander(seed: number): Promise<number> {
  const chance = fastChance(seed);
  const { clock, match, pass, outage, told } = await reminded();
  let seen = 0;
  /** Those that had more than two hours when they came up. A turn may ask several questions in one time. */
  const hadTime = new Map<number, boolean>();
  for (let step = 0; step < 100; step++) {
    const what = chance.die(10);
    const from = clock.now;
    if (what <= 7) {
      const one = await match();
      const asked = one.privateOf(0).decision !== undefined ? untilOf(one) : undefined;
      const most = Math.max(0, Math.min(10 * HOUR, (asked ?? Infinity) - clock.now - 60_000));
      await pass(Math.floor((most * chance.die(100)) / 100));
    } else if (what === 8) await outage(chance.die(30) * HOUR);
    else await playOne(await match(), clock.now);
    const one = await match();
    if (one.position.status !== 'running') return seen;
    const { decision } = one.privateOf(0);
    const until = untilOf(one);
    if (decision !== undefined && !hadTime.has(decision))
      hadTime.set(decision, until !== undefined && until - 2 * HOUR > clock.now);
    const reminders = told();
    const context = `SEED=${seed} step ${step}`;
    for (const reminder of reminders.slice(seen)) expect(reminder, context).toMatchObject({ seat: 0, decision, until });
    for (const reminder of reminders.slice(seen)) {
      expect(reminder.until - clock.now, context).toBeGreaterThan(0);
      expect(reminder.until - clock.now, context).toBeLessThanOrEqual(2 * HOUR);
    }
    seen = reminders.length;
    const decisions = reminders.map((reminder) => reminder.decision);
    expect(new Set(decisions).size, context).toBe(decisions.length);
    const isDue = decision !== undefined && until !== undefined && until - 2 * HOUR <= clock.now && from < clock.now;
    if (isDue && what <= 7 && hadTime.get(decision) === true) expect(decisions, context).toContain(decision);
  }
  return seen;
}
