/** A vacation over real sockets and over HTTP. Only the test moves the clock. */
import { expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { person as personAt } from '../support/api.ts';

const DAY = 86_400_000;
let now = Date.UTC(2026, 5, 1);
serveThisFile({ VACATION_DAYS: '20' }, { now: () => now });
const person = (name: string) => personAt(house.url, name);
const DAYS = { clock: { kind: 'days', days: 1 }, absence: 'strict' } as const;

async function table(settings: object) {
  const people = [await person('Ana'), await person('Beto')];
  const match = await people[0]!.create({ game: 'tieqchieq', seats: 2, table: settings });
  const lives = [await people[0]!.join(match), await people[1]!.join(match)];
  for (const live of lives) await live.until(({ table: { status } }) => status === 'running');
  await Promise.race(lives.map((live) => live.until(({ legal }) => legal.length > 0)));
  const asked = lives.find(({ legal }) => legal.length > 0)!;
  return { match, asked, player: people[asked.seat!]!, other: lives.find((live) => live !== asked)! };
}

test('a table says whether vacations hold there: those of days do if their host does not say no', async () => {
  const host = await person('Ana');
  const vacationAt = async (settings: object) =>
    (await host.create({ game: 'tieqchieq', seats: 2, table: settings })).table.vacation;
  expect(await vacationAt(DAYS)).toBe(true);
  expect(await vacationAt({ ...DAYS, vacation: false })).toBe(false);
  expect(await vacationAt({ vacation: true })).toBeUndefined();
});

test('a device whose clock is wrong by months knows what is left of the time', async () => {
  const { asked, other } = await table(DAYS);
  const onDevice = Date.now() + asked.clockAhead;
  expect(Math.abs(onDevice - now)).toBeLessThan(60_000);
  expect(asked.getSnapshot().clockAhead).toBe(asked.clockAhead);
  expect(other.clockAhead).not.toBe(0);
  expect(asked.deadline).toBe(now + DAY);
});

test('all at the table see a vacation, its player loses no turn, and may end it', async () => {
  const { match, asked, player, other } = await table(DAYS);
  const seat = asked.seat!;
  const before = asked.deadline!;
  const until = now + 5 * DAY;
  expect(await player.account.beginVacation(5)).toMatchObject({ until, mostDays: 0, left: 15 * DAY });
  await other.until(({ table: { vacations } }) => vacations[seat] === until);
  expect(other.table.vacations[1 - seat]).toBe(0);
  await asked.until(({ deadline }) => deadline === before + 5 * DAY);
  now += 4 * DAY;
  await (await house.server.services.matches.open(match.match))?.tend(now);
  expect(asked.legal.length).toBeGreaterThan(0);
  expect(await player.account.endVacation()).toEqual({ daysAYear: 20, left: 16 * DAY, mostDays: 16 });
  await other.until(({ table: { vacations } }) => vacations.length === 0);
  await asked.until(({ deadline }) => deadline === now + DAY);
  expect((await player.account.exportData()).vacations).toEqual([{ began: until - 5 * DAY, until: now }]);
});

test('a stream over HTTP tells it, too', async () => {
  const { match, player, asked } = await table(DAYS);
  const { token } = player.session!;
  const answer = await fetch(`${house.url}/api/matches/${match.match}/stream`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  await player.account.beginVacation(2);
  const wanted = `"vacations":[${[0, 1].map((seat) => (seat === asked.seat ? now + 2 * DAY : 0)).join()}]`;
  for (let text = ''; !text.includes(wanted); ) text += (await reader.read()).value ?? '';
  await reader.cancel();
});

test('what cannot be is refused', async () => {
  const one = await person('Caro');
  const call = (body: object) =>
    fetch(`${house.url}/api/me/vacation`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.session!.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(async (answer) => [answer.status, ((await answer.json()) as { reason?: string }).reason]);
  expect(await call({ days: 21 })).toEqual([409, 'too-long']);
  for (const days of [0, -1, 1.5, '3', null, 1e9, undefined]) expect((await call({ days }))[0]).toBe(400);
  expect((await call({ days: 1, until: 5 }))[0]).toBe(400);
  expect((await call({ days: 1 }))[0]).toBe(200);
  expect(await call({ days: 1 })).toEqual([409, 'on-vacation']);
});
