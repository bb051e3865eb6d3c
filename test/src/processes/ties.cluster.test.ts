/** A block that one process has taken holds in all others at once: they ask the store, and remember nothing. */
import { randomBytes } from 'node:crypto';
import type { MatchSummary, People, TalkLine } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { newMatch } from '../support/sockets/plainStream.ts';
import { closing } from '../sdk/house.ts';
import { newPerson, type Person, send, takeSeat } from '../support/sockets/rawClient.ts';
import { withHouse } from '../lab/house.ts';

withHouse('two processes', [['owner', 'other'], {}], (house) => {
  const at = (name: string, { session }: Person, path: string, body: object = {}) =>
    send<{ code?: string; match?: string; status?: string }>(house().at(name), path, body, session.token);
  const people = (...names: string[]) => Promise.all(names.map((name) => newPerson(house().at('owner'), name)));
  const block = (name: string, who: Person, whom: Person) =>
    at(name, who, `/api/me/people/${whom.session.player}/block`);
  const sit = (name: string, who: Person, { match, commitment }: MatchSummary) =>
    at(name, who, `/api/matches/${match}/seat`, { commitment, contribution: randomBytes(16).toString('hex') });

  test('a block set in one holds for seats and quick play in the other, and for talk where the room is', async () => {
    const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [Person, Person, Person];
    const talking = await newMatch(caro, { game: 'tieqchieq' });
    const [hers, his] = [closing(await takeSeat(ana, talking)), closing(await takeSeat(beto, talking))];
    for (let round = 0; round < 5; round++) {
      const match = await newMatch(ana, { game: 'tieqchieq', preset: 'tieqchieq-fortress' });
      expect((await sit('owner', ana, match)).status).toBe(200);
      await block('other', ana, beto);
      const wanted = { game: 'tieqchieq', preset: 'tieqchieq-fortress' };
      expect((await at('owner', beto, '/api/quick', wanted)).body.match).not.toBe(match.match);
      for (const name of ['owner', 'other'])
        expect((await sit(name, beto, match)).body).toMatchObject({ code: 'not-admitted' });
      await his.request('say', [`a${round}`, 'unheard']);
      const lift = `${house().at('owner')}/api/me/people/${beto.session.player}/block`;
      await fetch(lift, { method: 'DELETE', headers: { authorization: `Bearer ${ana.session.token}` } });
      await his.request('say', [`b${round}`, 'heard']);
    }
    await hers.settle();
    const lines = hers.messages<TalkLine[]>('talk').flat();
    expect(lines.map((line) => 'text' in line && line.text)).toEqual(Array.from({ length: 5 }, () => 'heard'));
  });

  test('who sits at a table of the one process stands up when the other one takes a block', async () => {
    const [ana, beto, caro] = (await people('Ana', 'Beto', 'Caro')) as [Person, Person, Person];
    const match = await newMatch(caro, { game: 'mexica', seats: 4 });
    for (const one of [ana, beto]) await sit('owner', one, match);
    expect((await block('other', ana, beto)).status).toBe(200);
    const seen = (await (await fetch(`${house().at('owner')}/api/matches/${match.match}`)).json()) as MatchSummary;
    expect(seen.seats.map(({ player }) => player)).toEqual([undefined, beto.session.player, undefined, undefined]);
  });

  test('a friend at a table of the other process is online here soon', async () => {
    const [ana, beto] = (await people('Ana', 'Beto')) as [Person, Person];
    await at('owner', ana, `/api/me/people/${beto.session.player}/follow`);
    await at('owner', beto, `/api/me/people/${ana.session.player}/follow`);
    await at('owner', beto, '/api/me/people', { showsOnline: true });
    const online = async (name: string) => {
      const headers = { authorization: `Bearer ${ana.session.token}` };
      const { follows } = (await (await fetch(`${house().at(name)}/api/me/people`, { headers })).json()) as People;
      return follows.map(({ isOnline }) => isOnline);
    };
    expect(await online('other')).toEqual([false]);
    const client = closing(await takeSeat(beto, await newMatch(beto, { game: 'tieqchieq' })));
    for (const name of ['owner', 'other']) await expect.poll(() => online(name), { timeout: 8000 }).toEqual([true]);
    client.close();
    for (const name of ['owner', 'other']) await expect.poll(() => online(name), { timeout: 20_000 }).toEqual([false]);
  });
});
