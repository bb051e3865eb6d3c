/** Lists of matches and ratings over HTTP, with SQLite on disk. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { History, Leaderboard, PersonalData, Profile } from '@flower-war/protocol';
import type { FlowerWarClient } from '@flower-war/client';
import { expect, test } from 'vitest';
import { duel, house, idOf, person, serveThisFile } from '../sdk/house.ts';
import { asking } from '../support/api.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let offset = 0;
const ask = asking(() => house.url);

const settings = { JOURNAL: 'sqlite', DATA_DIR: mkdtempSync(join(tmpdir(), 'ratings-')), DURABILITY: 'process' };
serveThisFile(settings, { now: () => Date.now() + offset });

type Person = FlowerWarClient;
const tokenOf = (who: Person) => who.session?.token;
const rated = () => house.server.services.ratings.catchUp();

async function profile(who: Person): Promise<Profile> {
  await rated();
  return (await ask<Profile>(`GET /api/players/${idOf(who)}`)).body;
}

async function listOf(who: Person, query = '', token?: string): Promise<History> {
  await rated();
  return (await ask<History>(`GET /api/players/${idOf(who)}/matches?${query}`, { token })).body;
}

test('a match that is won changes both ratings, once, and the lists of both tell of it', async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')];
  const { match, createdAt } = await duel({ people: [ana, ben] });
  const [winner, loser] = [await profile(ana), await profile(ben)];
  expect(winner).toMatchObject({ name: 'Ana', ratings: [{ game: 'tieqchieq', matches: 1, isProvisional: true }] });
  expect(winner.ratings[0]).toMatchObject({ rating: 1662, deviation: 290 });
  expect(loser.ratings[0]).toMatchObject({ rating: 1338, deviation: 290 });
  expect(await profile(ana)).toEqual(winner);
  const { matches, next } = await listOf(ana);
  expect({ next, count: matches.length }).toEqual({ next: undefined, count: 1 });
  const result = { result: 'forfeit', winners: [0], standings: [{ breakdown: {} }, {}] };
  const own = { seat: 0, place: 1, rating: { before: 1500, after: 1662 } };
  expect(matches[0]).toMatchObject({ match, createdAt, status: 'ended', result, ...own });
  expect((await listOf(ben)).matches[0]).toMatchObject({ seat: 1, place: 2, rating: { before: 1500, after: 1338 } });
});

test('presets of one game are rated apart', async () => {
  const people = [await person('A'), await person('B')];
  await duel({ people, game: 'mexica', preset: 'mexica' });
  await duel({ people, game: 'mexica', preset: 'flower-war-early' });
  const { ratings } = await profile(people[0]!);
  expect(ratings).toMatchObject([{ preset: 'flower-war-early' }, { preset: 'mexica' }]);
  expect(ratings[0]!.rating).toBe(ratings[1]!.rating);
});

test('what does not count: unrated tables, bots, and matches that were given up', async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')];
  await duel({ people: [ana, ben], table: { rated: false } });
  const alone = await ana.create({ game: 'tieqchieq', bots: [{ bot: 'random' }] });
  const live = await ana.join(alone);
  await live.resign();
  await live.until(({ isOver }) => isOver);
  live.close();
  const stuck = await ana.create({ game: 'tieqchieq' });
  const lives = [await ana.join(stuck), await ben.join(stuck)];
  await (await house.server.services.matches.open(stuck.match))!.abort('stuck', Date.now());
  for (const one of lives) one.close();
  expect((await profile(ana)).ratings).toEqual([]);
  const { matches } = await listOf(ana);
  expect(matches.map(({ match }) => match).slice(0, 2)).toEqual([stuck.match, alone.match]);
  expect(matches).toHaveLength(3);
  for (const match of matches) expect(match).not.toHaveProperty('rating');
  expect(matches[0]).not.toHaveProperty('place');
  expect(matches[1]).toMatchObject({ place: 2 });
});

test('private matches are in nobody’s list but one’s own, and a page follows the other', async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')];
  const made: string[] = [];
  for (const visibility of ['public', 'private', 'public', 'public'] as const)
    made.unshift((await duel({ people: [ana, ben], table: { visibility } })).match);
  made.unshift((await duel({ people: [ana, ben], game: 'mexica' })).match);
  const idsOf = ({ matches }: History) => matches.map(({ match }) => match);
  const open = made.filter((_, i) => i !== 3);
  expect(idsOf(await listOf(ana))).toEqual(open);
  expect(idsOf(await listOf(ana, '', tokenOf(ben)))).toEqual(open);
  expect(idsOf(await listOf(ana, '', tokenOf(ana)))).toEqual(made);
  expect(idsOf((await ask<History>('GET /api/me/matches', { token: tokenOf(ana) })).body)).toEqual(made);
  expect(idsOf(await listOf(ana, 'game=mexica'))).toEqual(made.slice(0, 1));
  const pages: string[] = [];
  for (let before: string | undefined = ''; before !== undefined; ) {
    const page = await listOf(ana, `limit=2${before && `&before=${before}`}`, tokenOf(ana));
    expect(page.matches.length).toBeLessThanOrEqual(2);
    pages.push(...idsOf(page));
    before = page.next;
  }
  expect(pages).toEqual(made);
  for (const query of ['limit=0', 'limit=101', 'before=x', 'before=1', 'more=1'])
    expect((await ask(`GET /api/players/${idOf(ana)}/matches?${query}`)).status, query).toBe(400);
  expect((await ask('GET /api/me/matches')).status).toBe(401);
});

test('the best are those who have played enough, and lately; who leaves is gone at once', async () => {
  const people = await Promise.all(['Ana', 'Ben', 'Caro', 'Dani'].map(person));
  const [ana, ben, caro, dani] = people as [Person, Person, Person, Person];
  const best = async (query = '') => {
    await rated();
    const { body } = await ask<Leaderboard>(`GET /api/leaderboard?game=mexica&preset=flower-war-early${query}`);
    return body;
  };
  expect((await best()).players).toEqual([]);
  const edition = { game: 'mexica', preset: 'flower-war-early' };
  for (let round = 0; round < 8; round++)
    for (const people of [
      [ana, ben],
      round % 3 === 0 ? [ben, caro] : [caro, ben],
      round === 4 ? [caro, ana] : [ana, caro],
    ])
      await duel({ people, ...edition });
  await duel({ people: [dani, ben], ...edition });
  const { players } = await best();
  expect(players.map(({ name }) => name)).toEqual(['Ana', 'Caro', 'Ben']);
  expect(players[0]).toMatchObject({ player: idOf(ana), matches: 16 });
  expect((await profile(dani)).ratings).toMatchObject([{ isProvisional: true }]);
  expect((await profile(ana)).ratings).toMatchObject([{ isProvisional: false }]);
  const { players: climbed, season } = await best('&by=season');
  expect(climbed.map(({ name, ladder }) => [name, ladder?.place])).toEqual([
    ['Ana', 1],
    ['Caro', 2],
    ['Ben', 3],
  ]);
  expect(
    climbed.map(({ rating, deviation, ladder }) => Math.abs(rating - 2 * deviation - ladder!.points) <= 2),
  ).toEqual([true, true, true]);
  expect((await best(`&by=season&season=${season!.before}`)).players).toEqual([]);
  expect((await profile(ana)).titles).toEqual([]);
  const first = await best('&limit=2');
  expect(first.players.map(({ name }) => name)).toEqual(['Ana', 'Caro']);
  const second = await best(`&limit=2&before=${first.next}`);
  expect(second.players.map(({ name }) => name)).toEqual(['Ben']);
  expect(second).not.toHaveProperty('next');

  const data = (await ask<PersonalData>('GET /api/me/export', { token: tokenOf(caro) })).body;
  expect(data.ratings).toMatchObject([{ ...edition, matches: 16 }]);
  expect(data.seasonRatings).toMatchObject([{ ...edition, season: season!.season, matches: 16 }]);
  await ask('DELETE /api/me', { token: tokenOf(caro) });
  expect((await best()).players.map(({ name }) => name)).toEqual(['Ana', 'Ben']);
  expect(await house.server.services.ratingTable.of(idOf(caro))).toEqual([]);
  for (const path of ['', '/matches'])
    expect((await ask(`GET /api/players/${idOf(caro)}${path}`)).body.code).toBe('no-such-player');

  const { deviation } = (await profile(ana)).ratings[0]!;
  offset = 3000 * DAY_MS;
  const later = await profile(ana);
  offset = 0;
  expect(later.ratings[0]!.deviation).toBeGreaterThan(deviation + 50);
  expect(later.ratings).toMatchObject([{ isProvisional: true }]);
  expect(later.titles).toEqual([{ kind: 'season', ...edition, season: season!.season, place: 1, at: season!.to }]);
});

test('there is no list of what is not hosted', async () => {
  expect((await ask('GET /api/leaderboard?game=chess')).body.code).toBe('unknown-game');
  expect((await ask('GET /api/leaderboard?game=mexica&preset=x')).body.code).toBe('bad-options');
  expect((await ask('GET /api/leaderboard')).body.code).toBe('bad-request');
});

test('the record of a private match is for its host and its people, and for nobody who is banned', async () => {
  const [ana, ben, eve] = [await person('Ana'), await person('Ben'), await person('Eve')];
  const match = await ana.create({ game: 'tieqchieq', table: { visibility: 'private' } });
  const code = match.code!;
  const lives = [await ben.join(match, { code }), await (await person('Caro')).join(match, { code })];
  const looking = await eve.watch(match, code);
  await lives[0]!.resign();
  await Promise.all(lives.map((live) => live.until(({ isOver }) => isOver)));
  for (const live of [...lives, looking]) live.close();
  const status = async (who: Person) => {
    const headers = { authorization: `Bearer ${tokenOf(who)}` };
    return (await fetch(`${house.url}/api/matches/${match.match}/record`, { headers })).status;
  };
  expect([await status(ana), await status(ben), await status(eve)]).toEqual([200, 200, 403]);
  expect((await fetch(`${house.url}/api/matches/${match.match}/record`)).status).toBe(403);
  await house.server.services.bans.ban({ player: idOf(ben), at: Date.now(), reason: '', until: null });
  expect(await status(ben)).toBe(403);
});
