/** Tables of another host on the first page: they come and go by themselves, and lead there. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signerOf } from '@flower-war/protocol/hosting';
import { afterAll, expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { forgive, PHONE } from './people.ts';

const signer = signerOf('a1'.repeat(32));
let other: Server;
let origin = '';
let tables: readonly object[] = [];
const told = { game: 'tieqchieq', preset: 'tieqchieq', length: '', by: 'Citlali', seats: 2, free: 1 };
const table = { match: 'GV7GJP3W', ...told, clock: 'turn', approval: false, createdAt: 1 };

/** Another host, as far as this one sees it, with a page of its own. */
async function startBoth() {
  other = createServer(({ url }, response) => {
    if (url !== '/.well-known/flower-war-tables')
      return response.setHeader('content-type', 'text/html').end(`<h1>${url}</h1>`);
    const at = Date.now();
    const signed = JSON.stringify({
      kind: 'flower-war-tables',
      version: 1,
      host: origin,
      at,
      until: at + 8000,
      tables,
    });
    return response.end(JSON.stringify({ signed, signature: signer.sign(signed), key: signer.key }));
  });
  await once(other.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  return startPageServer({ HOSTS: `${origin}#${signer.key}` });
}

afterAll(() => other?.close());

inBrowser(startBoth, ({ visit }) => {
  test('a table of another host is seen within seconds, goes when it is taken, and leads there', async () => {
    const person = await visit('/', { ...PHONE, locale: 'de-DE' });
    const { page } = person;
    await page.locator('.matches').waitFor();
    const row = page.getByRole('list', { name: new URL(origin).host }).locator('.row');
    expect(await row.count()).toBe(0);
    tables = [table];
    await row.waitFor({ timeout: 5000 });
    expect(await page.getByRole('heading', { name: 'Auf anderen Servern' }).count()).toBe(1);
    expect(await row.textContent()).toContain(`${new URL(origin).host} · 1 von 2 frei · Citlali`);
    tables = [];
    await row.waitFor({ state: 'detached', timeout: 5000 });
    tables = [table];
    const link = row.getByRole('link');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(person.problems).toEqual([]); // until then the page asks this host alone
    forgive(person, new RegExp(`^asked ${origin}/`));
    forgive(person, /status of 403/); // without an address of its own this host vouches for no player
    await link.click();
    await page.getByRole('heading', { name: '/?match=GV7GJP3W' }).waitFor();
    expect(page.url()).toBe(`${origin}/?match=GV7GJP3W`);
  });
});
