/** A host tells others of its tables as its lobby shows them to strangers, and of nothing else. */
import { createPublicKey, verify } from 'node:crypto';
import { announcement, signedTables } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { expect, test } from 'vitest';
import { closing, house, person, serveThisFile } from '../sdk/house.ts';
import { metricsOf } from '../support/server.ts';

const PUBLIC_URL = 'https://play.example.org';
/** The longest name that a player may have. Each of its characters is two UTF-16 units. */
const NAME = '𠀀'.repeat(24);
const PORT = await freePort();
/** The same server by another name than its own. */
const ALIAS = `http://localhost:${PORT}`;
const PATH = '/.well-known/flower-war-tables';

serveThisFile({ PORT: `${PORT}`, PUBLISH: 'on', PUBLIC_URL, HOSTS: `${ALIAS},${PUBLIC_URL}` });

const ask = (headers: Readonly<Record<string, string>> = {}) => fetch(`${house.url}${PATH}`, { headers });

async function told() {
  const sent = signedTables.parse(await (await ask()).json());
  const x = Buffer.from(sent.key, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(verify(null, Buffer.from(sent.signed), key, Buffer.from(sent.signature, 'hex'))).toBe(true);
  return { sent, ...announcement.parse(JSON.parse(sent.signed)) };
}

test('a public table is told of until it is full, a private one never; no id of a player is in it', async () => {
  const [ana, ben] = [await person(NAME), await person('Ben')];
  await ana.create({ game: 'tieqchieq', table: { visibility: 'private' } });
  const match = await ana.create({
    game: 'mexica',
    seats: 2,
    options: { length: 'short' },
    table: { approval: false },
  });
  await expect.poll(async () => (await told()).tables.map((table) => table.match)).toEqual([match.match]);
  const { host, tables, sent } = await told();
  expect(host).toBe(PUBLIC_URL);
  expect(tables[0]).toMatchObject({
    game: 'mexica',
    length: 'short',
    by: NAME,
    seats: 2,
    free: 2,
    clock: 'none',
  });
  for (const player of [ana, ben]) expect(sent.signed).not.toContain(player.session?.player);
  const { keys } = (await (await fetch(`${house.url}/.well-known/flower-war.json`)).json()) as {
    keys: { hex: string }[];
  };
  expect(keys.map(({ hex }) => hex)).toEqual([sent.key]);
  for (const player of [ana, ben]) closing(await player.join(match));
  await expect.poll(async () => (await told()).tables).toEqual([]);
});

test('a page of any site may read it, and who has it already gets no body', async () => {
  const first = await ask({ origin: 'https://other.example' });
  expect(first.headers.get('access-control-allow-origin')).toBe('*');
  const known = first.headers.get('etag') ?? '';
  const again = await ask({ 'if-none-match': known, 'cache-control': 'max-age=0' }); // Node would ask for a fresh one
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('a host asks not itself, and what another address signed is not listed, but counted', async () => {
  const list = async () => (await fetch(`${house.url}/api/lobby/elsewhere`)).json();
  expect(await list()).toEqual({ hosts: [{ host: ALIAS, tables: [] }] });
  await expect
    .poll(() => metricsOf(house.url))
    .toContain(`flower_war_hosts_total{host="${ALIAS}",outcome="other-host"} 1`);
});
