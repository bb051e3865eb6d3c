/** What a frontend draws: the same object until it changes, and never half of a change. */
import { expect, test } from 'vitest';
import { dropSocket } from '../support/api.ts';
import { closing, pair, person, serveThisFile, untilBack } from './house.ts';

serveThisFile();

const table = () => pair({ options: { startPlayer: 'host', turnCap: 30 } });

test('nothing is a new object while nothing changes', async () => {
  const { live } = await table();
  const { getSnapshot } = live;
  expect(getSnapshot()).toBe(getSnapshot());
  for (const name of ['view', 'legal', 'table', 'lines'] as const) expect(live[name]).toBe(getSnapshot()[name]);
  expect(Object.isFrozen(getSnapshot()) && Object.isFrozen(live.view) && Object.isFrozen(live.legal)).toBe(true);
});

test('a change makes a new snapshot, in which the rest is what it was; the old one stays as it was', async () => {
  const { live, other } = await table();
  const before = live.getSnapshot();
  await other.say('hello');
  await live.until(({ lines }) => lines.length === 1);
  const now = live.getSnapshot();
  expect(now).not.toBe(before);
  expect([before.lines.length, now.lines.length]).toEqual([0, 1]);
  for (const name of ['view', 'legal', 'table', 'connection'] as const) expect(now[name]).toBe(before[name]);
  await live.play('toss');
  expect(live.table).not.toBe(before.table);
  expect(live.table.seats[1]).toBe(before.table.seats[1]);
});

test('a whole state that comes after a loss is the same object if it says the same', async () => {
  const { live } = await table();
  const { view, legal } = live;
  dropSocket(live);
  await untilBack(live);
  expect([live.view === view, live.legal === legal]).toEqual([true, true]);
});

test('each subscriber hears of each snapshot, until it unsubscribes; one that throws keeps no other from it', async () => {
  const { live, other } = await table();
  const { subscribe, getSnapshot } = live;
  const seen: unknown[] = [];
  const listener = () => seen.push(getSnapshot());
  const stops = [subscribe(listener), subscribe(listener)];
  await other.say('hello');
  await live.until(({ lines }) => lines.length === 1);
  expect(seen).toEqual([getSnapshot(), getSnapshot()]);
  for (const stop of stops) stop();
  await other.say('again');
  await live.until(({ lines }) => lines.length === 2);
  expect(seen.length).toBe(2);
  live.mute(live.lines[0]!.player);
  expect(getSnapshot().lines).toEqual([]);
});

test('an entry of a lobby that did not change is the same object', async () => {
  const ana = await person('Ana');
  const [first, second] = [await ana.create({ game: 'tieqchieq' }), await ana.create({ game: 'tieqchieq' })];
  const lobby = closing(await ana.lobby());
  await lobby.until(({ matches }) => matches.length >= 2);
  expect(lobby.matches).toBe(lobby.getSnapshot().matches);
  const entry = (id: string) => lobby.matches.find(({ match }) => match === id);
  const before = [entry(first.match), entry(second.match)];
  closing(await (await person('Ben')).join(first));
  await lobby.until(() => entry(first.match)?.free !== before[0]?.free);
  expect(entry(first.match)).not.toBe(before[0]);
  expect(entry(second.match)).toBe(before[1]);
});

test('a tap that comes too late answers the decision that was on the screen, and plays nothing', async () => {
  const { live } = await table();
  const shown = live.getSnapshot();
  expect(await live.play(shown.legal[0]!, { decision: shown.decision })).toMatchObject({ kind: 'accepted' });
  await live.until(({ decision }) => decision !== shown.decision);
  const { step } = live;
  expect(await live.play(shown.legal[0]!, { decision: shown.decision })).toMatchObject({
    kind: 'rejected',
    code: 'stale-decision',
  });
  expect(live.step).toBe(step);
});
