/** Vacations in a record: exactly the time on vacation is given to the seat, and none is taken from or given to another. */
import { deadlineOf, verify } from '@flower-war/protocol';
import { engine, fastChance, type Seat } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { TimedScribe } from './scribe.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CLOCK = { kind: 'days', days: 2 } as const;
const SEATS = [0, 1] as const;

const table = (more: object = { vacation: true }, seed = 1) =>
  new TimedScribe({ clock: CLOCK, ...more }, undefined, seed).begin();
const rest = (seat: Seat, until: number) => ({ kind: 'vacation' as const, seat, until });
const refusal = (scribe: TimedScribe, body: object) => {
  const outcome = scribe.outcomeOf(body);
  return outcome.ok ? 'accepted' : outcome.reason;
};

test('a clock stands from the beginning of a vacation to its end, without an entry for the end', () => {
  const one = table();
  const seat = one.asked;
  one.wait(HOUR).add(rest(seat, one.now + 5 * DAY));
  const deadline = one.now + 5 * DAY + 2 * DAY - HOUR;
  expect(deadlineOf(one.position.clocks, seat)).toBe(deadline);
  expect(refusal(one.wait(6 * DAY), { kind: 'clock', seat, move: one.fallbackOf(seat) })).toBe('time-left');
  expect(refusal(one, { kind: 'absence', seat, what: 'retired' })).toBe('time-left');
  one.wait(deadline - one.now).clock(seat);
});

test('it ends before its time at the word of the player, and the clock runs on', () => {
  const one = table();
  const seat = one.asked;
  one.wait(HOUR).add(rest(seat, one.now + 5 * DAY));
  one.wait(DAY).add(rest(seat, one.now));
  expect(deadlineOf(one.position.clocks, seat)).toBe(one.now + 2 * DAY - HOUR);
  expect(refusal(one, rest(seat, one.now))).toBe('not-on-vacation');
});

test.each([
  ['where the table does not say so', {}, 'no-vacation-here'],
  ['where the table says no', { vacation: false }, 'no-vacation-here'],
  ['where the clock counts no days', { vacation: true, clock: { kind: 'turn', seconds: 60 } }, 'no-vacation-here'],
])('there is none %s', (_, settings, reason) => {
  const one = table(settings);
  expect(refusal(one, rest(0, one.now + DAY))).toBe(reason);
});

test('what makes no sense is refused', () => {
  const one = table();
  expect(refusal(one, rest(0, one.now))).toBe('not-on-vacation');
  expect(refusal(one, rest(0, one.now + 367 * DAY))).toBe('vacation-too-long');
  expect(refusal(one, rest(5 as Seat, one.now + DAY))).toBe('no-player-there');
  one.add(rest(0, one.now + DAY));
  expect(refusal(one, rest(0, one.now + DAY))).toBe('on-vacation');
  one.add({ kind: 'absence', seat: 0, what: 'resigned', id: 1 });
  expect(['not-running', 'has-left']).toContain(refusal(one, rest(0, one.now)));
});

test('no bot takes the seat of a player on vacation for a turn that was missed before', () => {
  const one = table({ vacation: true, absence: 'casual' });
  const seat = one.asked;
  one.missTurn(seat).playTurnsUntil(seat);
  one.add(rest(seat, one.now + DAY));
  const bot = { kind: 'absence', seat, what: 'bot', bot: 'random' };
  expect(refusal(one, bot)).toBe('on-vacation');
  expect(refusal(one.wait(DAY), bot)).toBe('accepted');
});

/** How much of a time lies in these. */
const within = (spans: readonly (readonly [number, number])[], from: number, to: number) =>
  spans.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(to, b) - Math.max(from, a)), 0);

const FIRST = Number(process.env.SEED ?? 1);

test.each(Array.from({ length: 40 }, (_, n) => FIRST + n))(
  'whatever players do, a seat has its days without its vacations, to the millisecond, seed %i',
  async (seed) => {
    const chance = fastChance(seed);
    const one = table({ vacation: true, absence: 'strict' }, seed);
    const spans: Record<Seat, [number, number][]> = { 0: [], 1: [], 2: [], 3: [], 4: [], 5: [] };
    let since = one.now;
    for (let step = 0; step < 300 && one.position.status === 'running'; step++) {
      const asked = one.asked;
      const until = deadlineOf(one.position.clocks, asked) ?? 0;
      expect(until - since - within(spans[asked], since, until)).toBe(2 * DAY);
      expect(deadlineOf(one.position.clocks, 1 - asked)).toBeUndefined();
      one.wait(Math.min(chance.pick([0, 1, HOUR, 9 * HOUR, DAY, 4 * DAY]), until - one.now));
      const seat = chance.pick(SEATS);
      const last = spans[seat].at(-1);
      const isAway = last !== undefined && last[1] > one.now;
      if (chance.coin()) {
        if (isAway) last[1] = one.now;
        else spans[seat].push([one.now, one.now + chance.die(9) * DAY]);
        one.add(rest(seat, spans[seat].at(-1)?.[1] ?? 0));
      } else {
        const { draws } = one.position;
        if (one.now >= until) one.clock(asked);
        else one.playSomething();
        const isOver = one.position.status !== 'running';
        if (isOver || one.asked !== asked || one.position.draws > draws) since = one.now;
      }
    }
    if (one.position.status === 'running') one.abort();
    else one.end();
    expect(await verify(one.text, engine)).toMatchObject({ ok: true });
  },
);
