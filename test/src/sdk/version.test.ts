/** Server and client tell each other their version of the protocol, over HTTP and on the socket. */
import { type ClientOptions, FlowerWarClient } from '@flower-war/client';
import { type MatchSummary, PROTOCOL, PROTOCOL_HEADER, type SeatedAnswer } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { newPerson } from '../support/sockets/rawClient.ts';
import { hosted, house, serveThisFile } from './house.ts';

serveThisFile();

const other = String(PROTOCOL + 1);

test('each answer names the version, refusals too', async () => {
  for (const path of ['/api/games', '/api/me', '/nowhere', '/health/ready']) {
    const response = await fetch(house.url + path);
    expect(response.headers.get(PROTOCOL_HEADER), path).toBe(String(PROTOCOL));
  }
});

test.each([other, '', '0', 'one', '1, 2'])('a client that names version "%s" is refused', async (named) => {
  const response = await fetch(`${house.url}/api/games`, { headers: { [PROTOCOL_HEADER]: named } });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'other-protocol', reason: String(PROTOCOL) });
});

test('a socket of another version is refused before it opens, and the place stays free for one of this version', async () => {
  const ana = await newPerson(house.url);
  const { body: match } = await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
  const sit = { commitment: match.commitment, contribution: '00'.repeat(16) };
  const { connection } = (await ana.post<SeatedAnswer>(`/api/matches/${match.match}/seat`, sit)).body;
  expect(connection.protocol).toBe(PROTOCOL);
  const path = `${house.url.replace('http', 'ws')}/${connection.processId}/${connection.roomId}?sessionId=${connection.sessionId}`;
  const opened = (url: string) =>
    new Promise((resolve) => {
      const socket = new WebSocket(url);
      socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
      socket.on('error', () => {});
      socket.on('open', () => {
        socket.terminate();
        resolve('open');
      });
    });
  expect(await opened(`${path}&protocol=${other}`)).toBe(400);
  expect(await opened(`${path}&protocol=${PROTOCOL}`)).toBe('open');
});

test('a client that meets a newer server says so at once, and does not try for ever', async () => {
  const { ana, match } = await hosted();
  /** To the server, the client's version is another one than the server's. */
  const newer: ClientOptions['fetch'] = (url, request) => {
    expect(request.headers[PROTOCOL_HEADER]).toBe(String(PROTOCOL));
    return fetch(url, { ...request, headers: { ...request.headers, [PROTOCOL_HEADER]: other } });
  };
  const client = new FlowerWarClient({ url: house.url, session: ana.session!, fetch: newer });
  const refused = { code: 'other-protocol', reason: String(PROTOCOL) };
  await expect(client.signIn('Ana')).rejects.toMatchObject(refused);
  await expect(client.join(match)).rejects.toMatchObject(refused);
});
