/** What docs/socket.md says of the forms that a real server accepts, and of how connections end. */
import type { MatchSummary } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { newPerson, type Person, RawClient, takeSeat } from '../support/sockets/rawClient.ts';

let server: Running;
let host: Person;
let match: MatchSummary;
let client: RawClient;

beforeAll(async () => {
  server = await testServer();
  host = await newPerson(server.address, 'Ana');
  match = (await host.post<MatchSummary>('/api/matches', { game: 'tieqchieq', bots: [{ bot: 'greedy' }] })).body;
  client = await takeSeat(host, match);
});
afterAll(() => server?.stop());

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

/** Payloads of `act` that say the same in different forms, and others. An action that is understood comes too late. */
test.each([
  ['the shortest forms', '9301 00 a4746f7373', 'stale-decision'],
  ['a list of 16 bits', 'dc0003 02 00 a4746f7373', 'stale-decision'],
  ['a list of 32 bits', 'dd00000003 03 00 a4746f7373', 'stale-decision'],
  ['numbers of 8 bits', '93cc04 cc00 a4746f7373', 'stale-decision'],
  ['numbers of 16 bits', '93cd0005 cd0000 a4746f7373', 'stale-decision'],
  ['numbers of 32 bits', '93ce00000006 ce00000000 a4746f7373', 'stale-decision'],
  ['signed numbers', '93d007 d10000 a4746f7373', 'stale-decision'],
  ['signed numbers of 32 bits', '93d200000008 d200000000 a4746f7373', 'stale-decision'],
  ['floats of 32 bits', '93ca41100000 ca00000000 a4746f7373', 'stale-decision'],
  ['floats of 64 bits', '93cb4024000000000000 cb0000000000000000 a4746f7373', 'stale-decision'],
  ['texts of 8 bits', '930b 00 d904746f7373', 'stale-decision'],
  ['texts of 16 bits', '930c 00 da0004746f7373', 'stale-decision'],
  ['texts of 32 bits', '930d 00 db00000004746f7373', 'stale-decision'],
  ['a whole number of 8 bytes', '93cf0000000000000001 00 a4746f7373', 'bad-request'],
  ['a signed one of 8 bytes', '93d30000000000000001 00 a4746f7373', 'bad-request'],
  ['binary data', '9301 00 c404746f7373', 'bad-request'],
  ['a map', '83 a16101 a16200 a163a4746f7373', 'bad-request'],
  ['a list of too few', '9201 00', 'bad-request'],
  ['a list of too many', '9401 00 a4746f7373 01', 'bad-request'],
  ['bytes that end too soon', '9301 00 a474', 'bad-request'],
  ['bytes behind the end', '9301 00 a4746f7373 c0', 'bad-request'],
  ['nothing', '', 'bad-request'],
])('a payload of %s is understood or refused: %s is %s', async (_, hex, code) => {
  const answer = await client.answerTo(client.sendRequest('act', bytesOf(hex)));
  expect(answer).toMatchObject({ kind: 'rejected', code });
});

type Reservation = Parameters<typeof RawClient.connect>[1];
const newPlace = async () => (await host.post<Reservation>(`/api/matches/${match.match}/connect`)).body;

test.each([
  ['a farewell', Uint8Array.of(0x0c), 4000],
  ['a frame of more than 4096 bytes', new Uint8Array(4097).fill(0xff), 1009],
])('%s closes the connection', async (_, bytes, code) => {
  const leaving = await RawClient.connect(server.address, await newPlace());
  leaving.socket.send(bytes);
  await leaving.until(() => false).catch(() => {});
  expect(leaving.closeCode).toBe(code);
});

test('a place that was used is refused before the socket opens', async () => {
  const place = await newPlace();
  const first = await RawClient.connect(server.address, place);
  await expect(RawClient.connect(server.address, place)).rejects.toThrow('404');
  first.close();
});
