/** Slow mode: the host of the server sets how long a player waits at a table before the next line. */
import { expect, test } from 'vitest';
import { newMatch } from '../support/sockets/plainStream.ts';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { asking } from '../support/api.ts';
import { newPerson, takeSeat } from '../support/sockets/rawClient.ts';

const SECONDS = 30;
let clock = 1_800_000_000_000;
serveThisFile({ TALK_SECONDS: String(SECONDS) }, { now: () => clock });
const ask = asking(() => house.url);

test('a player says one line in that many seconds at a table, and is told how long to wait, by socket and over HTTP', async () => {
  const [ana, ben] = [await newPerson(house.url, 'Ana'), await newPerson(house.url, 'Ben')];
  const { match, ...summary } = await newMatch(ana, { game: 'tieqchieq' });
  const table = { match, ...summary };
  const [seat, other] = [closing(await takeSeat(ana, table)), closing(await takeSeat(ben, table))];
  const said = await Promise.all([1, 2, 3].map((id) => seat.request('say', [id, `line ${id}`])));
  expect(said.map(({ kind }) => kind).sort()).toEqual(['accepted', 'rejected', 'rejected']); // also of those sent at once
  const [first] = said.flatMap((one, n) => (one.kind === 'accepted' ? n + 1 : []));
  expect(await seat.request('say', [first, `line ${first}`])).toMatchObject({ kind: 'accepted', repeated: true });
  expect(await other.request('phrase', [1, 'hello'])).toMatchObject({ kind: 'accepted' });
  clock += (SECONDS - 7) * 1000;
  expect(await seat.request('phrase', [4, 'hello'])).toMatchObject({ code: 'slow-talk', reason: '7' });
  const http = { token: ana.session.token, body: { id: 5, text: 'so?' } };
  expect(await ask(`POST /api/matches/${match}/say`, http)).toMatchObject({
    status: 429,
    retryAfter: 7,
    body: { code: 'slow-talk', reason: '7' },
  });
  const elsewhere = await newMatch(ana, { game: 'tieqchieq' });
  expect(await closing(await takeSeat(ana, elsewhere)).request('say', [1, 'here'])).toMatchObject({ kind: 'accepted' });
  clock += 7000;
  expect(await seat.request('say', [4, 'now'])).toMatchObject({ kind: 'accepted' });
});
