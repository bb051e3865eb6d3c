/** Luck and skill of players over their rated matches: accounted for without being asked for, and told as the ratings are. */
import type { Leaderboard, PersonalData } from '@flower-war/protocol';
import type { FlowerWarClient } from '@flower-war/client';
import { expect, test } from 'vitest';
import { duel, house, idOf, pair, person, serveThisFile } from '../sdk/house.ts';
import { asking } from '../support/api.ts';

let offset = 0;
const ask = asking(() => house.url);
serveThisFile({ LUCK: 'on' }, { now: () => Date.now() + offset });

const ENOUGH = 10;
const MINUTE_MS = 60_000;

/** Waits until this many matches count for the player. */
async function counted(who: FlowerWarClient, matches: number) {
  offset += MINUTE_MS; // the next look is due, and a table of before is too old
  await expect
    .poll(async () => (await who.history.luck(idOf(who))).editions[0]?.matches, { timeout: 60_000 })
    .toBe(matches);
  return (await who.history.luck(idOf(who))).editions;
}

test('rated matches are added up for each player, private ones as for ratings, and others are not', async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')];
  expect(await ana.history.luck(idOf(ana))).toEqual({ player: idOf(ana), editions: [] });
  const running = await pair();
  const people = [ana, ben];
  const matches = [await duel({ people, table: { visibility: 'private' } })];
  const edition = { game: 'tieqchieq', preset: 'tieqchieq', enough: ENOUGH };
  expect(await counted(ana, 1)).toEqual([{ ...edition, matches: 1 }]);
  const kept = await house.server.services.accounts.of(matches[0]!, 'test');
  expect(kept).toEqual(await ana.history.account(matches[0]!));

  await duel({ people, table: { rated: false } });
  await duel({ people, options: { turnCap: 6 } }); // it is rated, but its values were learned from other matches
  await duel({ people, game: 'mexica' });
  while (matches.length < ENOUGH) matches.push(await duel({ people: matches.length % 2 === 0 ? people : [ben, ana] }));
  const [told, ...others] = await counted(ana, ENOUGH);
  expect(others).toEqual([]);
  const accounts = await Promise.all(matches.map((match) => ana.history.account(match)));
  const mean = (part: 'luck' | 'own') =>
    Math.round(
      accounts.reduce((sum, { seats }, n) => sum + seats[n === 0 || n % 2 === 0 ? 0 : 1]![part].value, 0) / ENOUGH,
    );
  expect(told).toMatchObject({ ...edition, luck: { value: mean('luck') }, own: { value: mean('own') } });
  expect(told!.luck!.within).toBeGreaterThan(0);
  expect(running.live.isOver).toBe(false);
  expect((await ana.history.luck(idOf(running.ana))).editions).toEqual([]);

  const best = async (query = '') =>
    (await ask<Leaderboard>(`GET /api/leaderboard?game=tieqchieq&by=skill${query}`)).body;
  const { players } = await best();
  expect(new Set(players.map(({ name }) => name))).toEqual(new Set(['Ana', 'Ben']));
  for (const { skill, rating } of players) {
    expect(skill).toMatchObject({ matches: ENOUGH });
    expect(rating).toBeGreaterThan(1000);
  }
  const first = await best('&limit=1');
  const second = await best(`&limit=1&before=${first.next}`);
  expect([...first.players, ...second.players]).toEqual(players);
  expect(second).not.toHaveProperty('next');
  expect((await ana.history.leaderboard('tieqchieq', { by: 'skill' })).players).toEqual(players);
  expect((await ana.history.leaderboard('tieqchieq')).players[0]).not.toHaveProperty('skill');
  expect((await ask('GET /api/leaderboard?game=tieqchieq&by=luck')).status).toBe(400);

  const data = (await ask<PersonalData>('GET /api/me/export', { token: ben.session?.token })).body;
  expect(data.luck).toHaveLength(ENOUGH);
  expect(data.luck[0]).toMatchObject({ game: 'tieqchieq', match: matches.at(-1)!.match });
  await ask('DELETE /api/me', { token: ben.session?.token });
  expect((await best()).players.map(({ name }) => name)).toEqual(['Ana']);
  expect((await ask(`GET /api/players/${idOf(ben)}/luck`)).body.code).toBe('no-such-player');
  expect(await house.server.services.skill.rowsOf(idOf(ben))).toEqual([]);
  expect(await counted(ana, ENOUGH)).toHaveLength(1);
});

test('a player who does not exist has no luck, and no list is of what is not hosted', async () => {
  expect((await ask('GET /api/players/p-NONE/luck')).body.code).toBe('no-such-player');
  expect((await ask('GET /api/leaderboard?game=chess&by=skill')).body.code).toBe('unknown-game');
  expect((await ask('GET /api/leaderboard?game=mexica&by=skill')).body).toMatchObject({ players: [] });
});
