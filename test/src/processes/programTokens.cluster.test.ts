/** Tokens of programs at two servers: one that ends at one of them ends at both, and a code of OAuth 2 is good at any. */
import type { MadeToken, MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { newMatch, PlainStream } from '../support/sockets/plainStream.ts';
import { asking } from '../support/api.ts';
import { asks, formOf } from '../support/oauth.ts';
import { newPerson, type Person, RawClient, send, takeSeat } from '../support/sockets/rawClient.ts';
import { withHouse } from '../lab/house.ts';

const WITHIN_MS = 2000;

/** A socket and a stream at a match of this server, opened by this token. */
async function openAt(player: Person, secret: string) {
  const match = await newMatch(player, { game: 'tieqchieq' });
  const own = await takeSeat(player, match);
  const { body } = await send<SeatedAnswer>(player.url, `/api/matches/${match.match}/connect`, {}, secret);
  const session = { ...player.session, token: secret };
  const [socket, stream] = [
    await RawClient.connect(player.url, body),
    await PlainStream.open({ ...player, session }, match.match),
  ];
  return { match, own, socket, stream };
}

withHouse('two servers', [['here', 'there'], {}], (house) => {
  test('end the sockets and streams of a token that one of them revokes, and no others', async () => {
    const [here, there] = ['here', 'there'].map((name) => house().process(name).url) as [string, string];
    const player = await newPerson(here);
    const elsewhere: Person = { ...player, url: there, post: (path, body) => send(there, path, body ?? {}, token) };
    const { token } = player.session;
    const [atHere, atThere] = [asking(() => here), asking(() => there)];
    const body = { name: 'bot', scopes: ['read', 'play'], days: 1 };
    const { secret, token: id } = (await atHere<MadeToken>('POST /api/me/tokens', { token, body })).body;
    const opened = [await openAt(player, secret), await openAt(elsewhere, secret)];
    const statuses = () =>
      Promise.all([atHere, atThere].map(async (ask) => (await ask('GET /api/me', { token: secret })).status));
    expect(await statuses()).toEqual([200, 200]);
    const act = (match: MatchSummary) =>
      atThere(`POST /api/matches/${match.match}/say`, { token: secret, body: { id: 1, text: 'hola' } });
    expect((await act(opened[0]!.match)).status).toBe(200); // passed on to the owner
    expect((await atThere(`DELETE /api/me/tokens/${id}`, { token })).status).toBe(200);
    const began = performance.now();
    expect(await statuses()).toEqual([401, 401]);
    const areClosed = () => opened.flatMap(({ socket, stream }) => [socket.closeCode, stream.isClosed]);
    await expect.poll(areClosed, { timeout: 10_000, interval: 20 }).toEqual([4010, true, 4010, true]);
    expect(performance.now() - began).toBeLessThan(WITHIN_MS);
    for (const { own, stream } of opened) {
      expect(stream.lines.at(-1)).toMatchObject({ kind: 'closed', code: 'unauthorized' });
      await own.settle();
      expect(own.closeCode).toBeUndefined();
      own.close();
    }
  });

  test('exchange the code that a player has given to a program at the other one, once', async () => {
    const [here, there] = ['here', 'there'].map((name) => house().process(name).url) as [string, string];
    const { token } = (await newPerson(here)).session;
    const [atHere, atThere] = [asking(() => here), asking(() => there)];
    const asked = asks();
    const body = { query: asked.query.toString(), allows: true };
    const { redirect } = (await atHere<{ redirect: string }>('POST /api/me/grants', { token, body })).body;
    const form = formOf(asked, new URL(redirect).searchParams.get('code') ?? '');
    const exchange = async (url: string) => {
      const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
      return { status: response.status, ...((await response.json()) as { access_token: string; error?: string }) };
    };
    const { access_token: secret } = await exchange(there);
    const isGood = async (ask: typeof atHere) => (await ask('GET /api/me', { token: secret })).status;
    expect([await isGood(atHere), await isGood(atThere)]).toEqual([200, 200]);
    expect(await exchange(here)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect([await isGood(atHere), await isGood(atThere)]).toEqual([401, 401]);
  });
});
