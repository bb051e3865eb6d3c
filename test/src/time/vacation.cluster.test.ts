/** Processes are killed while a player begins and ends vacations: each record holds each change once, whichever process owns the match. */
import { setTimeout as pause } from 'node:timers/promises';
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { withHouse } from '../lab/house.ts';
import { newPerson, type Person, send } from '../support/sockets/rawClient.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const chance = fastChance(seed);
const NAMES = ['a', 'b', 'c'];
const MATCHES = 24;
const CHANGES = 16;
const DAY = 86_400_000;

interface VacationEntry {
  readonly kind: string;
  readonly seat: number;
  readonly at: number;
  readonly until: number;
}

withHouse(`three processes (SEED=${seed})`, [NAMES, { LIMITS: '0', VACATION_DAYS: '180' }], (house) => {
  let down = '';
  const anywhere = () => house().at(chance.pick(NAMES.filter((name) => name !== down)));

  async function ask<T>(who: Person, path: string, body?: object): Promise<T> {
    for (;;) {
      const answer = await send<T>(anywhere(), path, body, who.session.token).catch(() => undefined);
      if (answer !== undefined && answer.status < 500) return answer.body;
      await pause(50);
    }
  }

  async function end(who: Person): Promise<void> {
    const authorization = `Bearer ${who.session.token}`;
    const once = () => fetch(`${anywhere()}/api/me/vacation`, { method: 'DELETE', headers: { authorization } });
    while ((await once().catch(() => undefined))?.status !== 200) await pause(50);
  }

  async function made(host: Person, other: Person): Promise<string> {
    const table = { clock: { kind: 'days', days: 2 }, vacation: true };
    const wish = { game: 'tieqchieq', seats: 2, table };
    const { match, commitment } = await ask<{ match: string; commitment: string }>(host, '/api/matches', wish);
    for (const [n, who] of [host, other].entries())
      await ask(who, `/api/matches/${match}/seat`, { seat: n, commitment, contribution: `${n}`.repeat(32) });
    return match;
  }

  const toldIn = async (match: string): Promise<readonly VacationEntry[]> =>
    (await house().ask(`SELECT line FROM entries WHERE match = '${match}' ORDER BY seq`))
      .map(({ line }) => JSON.parse(String(line)) as VacationEntry)
      .filter(({ kind }) => kind === 'vacation');

  test('no change is lost or told twice', { timeout: 280_000 }, async () => {
    const [ana, ben] = [await newPerson(house().at('a'), 'Ana'), await newPerson(house().at('b'), 'Ben')];
    const matches: string[] = [];
    for (let n = 0; n < MATCHES; n++) matches.push(await made(ana, ben));
    const changes: number[] = [];
    for (let n = 0; n < CHANGES; n++) {
      if (n % 2 === 1) await end(ana);
      else changes.push((await ask<{ until: number }>(ana, '/api/me/vacation', { days: 1 + (n % 3) })).until);
      if (chance.coin()) await pause(chance.die(300));
      if (chance.die(3) > 1) continue;
      down = chance.pick(NAMES);
      await house().process(down).kill();
      if (chance.coin()) await end(ana);
      await house().process(down).start();
      down = '';
    }
    const { until: last } = await ask<{ until: number }>(ana, '/api/me/vacation', { days: 9 });
    await expect
      .poll(async () => (await house().ask('SELECT 1 FROM vacation_news')).length, { timeout: 60_000 })
      .toBe(0);
    for (const match of matches) {
      const told = await toldIn(match);
      expect(told.at(-1), match).toMatchObject({ seat: 0, until: last });
      for (const [n, { until, at }] of told.entries()) {
        const isEnd = n > 0 && until < (told[n - 1]?.until ?? 0) && until - at < DAY / 2;
        expect(until !== told[n - 1]?.until && (isEnd || [...changes, last].includes(until)), match).toBe(true);
      }
    }
  });
});
