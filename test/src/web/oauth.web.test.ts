/** The page of a stranger asks a player for a token: the code of the documents, in a real browser, at another origin than the server. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { asking } from '../support/api.ts';
import { asks } from '../support/oauth.ts';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, forgive, PHONE, type Person, seriousAt } from './people.ts';

const [, CODE = ''] =
  /^## Act for a player$[\s\S]*?^```js\n([\s\S]*?)^```$/m.exec(readFileSync('docs/clients.md', 'utf8')) ?? [];
const HTML =
  '<!doctype html><title>Stats</title><button>Sign in</button><output></output><script type="module" src="/page.js"></script>';

let foreign: Server | undefined;
afterAll(() => foreign?.close());

/** The page of the documents, which knows this server; at an origin of its own. */
async function foreignPage(server: string): Promise<string> {
  const contents = CODE.replace('https://play.example.org', server);
  expect(contents).not.toBe(CODE);
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const script = outputFiles[0]!.text;
  const listening = createServer(({ url = '' }, response) => {
    const isScript = url === '/page.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? script : HTML);
  });
  foreign = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

inBrowser(startPageServer, ({ address, signedIn, visitAs, visit }) => {
  let at: Promise<string> | undefined;
  const stranger = () => {
    at ??= foreignPage(address());
    return at;
  };
  const ask = asking(address);

  /** The player at the page of the server first, then at that of the stranger. */
  async function come(options: object) {
    const player = await signedIn('Ana');
    const person = await visitAs(player, '/about', options);
    forgive(person, /^asked http:\/\/127\.0\.0\.1|favicon|404/);
    await person.page.goto(await stranger());
    return { ...person, player };
  }

  /** Headed for the page of the server, which shows what is asked. */
  async function begin({ page }: Pick<Person, 'page'>) {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('It calls itself “Stats”').waitFor();
    expect(new URL(page.url()).origin).toBe(address());
  }

  test.each([
    ['phone', PHONE],
    ['desk', DESK],
  ])('at the %s a player allows it, the page has the token, and the player ends it', async (_name, options) => {
    const { page, player } = await come(options);
    await begin({ page });
    await page.getByText('Your answer goes to 127.0.0.1').waitFor();
    await page.getByText(`do this for Ana, until`).waitFor();
    await page.getByText('read what you may read, and watch matches').waitFor();
    expect(await seriousAt(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    const allow = page.getByRole('button', { name: 'Allow', exact: true });
    await expect.poll(() => allow.isEnabled()).toBe(true);
    await allow.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Ana: 0 matches').waitFor();
    expect(page.url()).toBe(`${await stranger()}/`);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(await page.evaluate('document.referrer')).toBe('');
    const [token] = await player.tokens.list();
    expect(token).toMatchObject({ name: '127.0.0.1: Stats', scopes: ['read'] });
    await page.reload();
    expect(await page.getByText('matches').count()).toBe(0);
    await page.goto(`${address()}/me`);
    await page.getByText('Programs of yours').click();
    await page.getByRole('button', { name: 'Revoke 127.0.0.1: Stats' }).click();
    await expect.poll(() => player.tokens.list()).toEqual([]);
  });

  test('a player refuses, and the page says so', async () => {
    const { page, player } = await come(DESK);
    await begin({ page });
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('access_denied').waitFor();
    expect([page.url(), await player.tokens.list()]).toEqual([`${await stranger()}/`, []]);
  });

  test('an answer that the page has not asked for is none: a strange state, another server, a stranger to the tab', async () => {
    const { page, player } = await come(DESK);
    const { query } = asks({ redirect_uri: `${await stranger()}/` });
    const body = { query: query.toString(), allows: true };
    const token = player.session?.token;
    const { redirect } = (await ask<{ redirect: string }>('POST /api/me/grants', { token, body })).body;
    await page.goto(redirect);
    expect(await page.locator('output').textContent()).toBe('');
    for (const [name, value] of [
      ['state', 'strange'],
      ['iss', 'https://evil.example'],
    ] as const) {
      await page.goto(await stranger());
      await begin({ page });
      await page.getByRole('button', { name: 'Refuse' }).waitFor();
      const begun = await page.evaluate<string>('location.search');
      const answer = new URL(redirect);
      answer.searchParams.set('state', new URLSearchParams(begun).get('state') ?? '');
      answer.searchParams.set(name, value);
      await page.goto(answer.href);
      await page.getByText('forged').waitFor();
    }
    expect(await player.tokens.list()).toEqual([]);
  });

  test('a question that cannot be answered leads nowhere, and one that is wrong only at a tap', async () => {
    const unclear = await visit(`/oauth/authorize?${asks({ redirect_uri: 'javascript:alert(1)' }).query}`, PHONE);
    await unclear.page.getByText('where your answer goes (redirect_uri)').waitFor();
    expect(await unclear.page.getByRole('button', { name: /Allow|Refuse|Back/ }).count()).toBe(0);
    const amiss = await visit(
      `/oauth/authorize?${asks({ redirect_uri: `${await stranger()}/`, scope: 'all' }).query}`,
      PHONE,
    );
    forgive(amiss, /^asked http:\/\/127\.0\.0\.1|favicon|404/);
    const { page } = amiss;
    await page.getByText('in a way that this server does not take (invalid_scope: scope)').waitFor();
    expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Back to 127.0.0.1' }).click();
    await page.waitForURL(`${await stranger()}/**`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('invalid_scope');
  });

  test('a click that comes too soon is not meant, and no other site shows the page in a frame', async () => {
    const { page, player, ...person } = await come(DESK);
    forgive({ page, ...person }, /^Framing .* violates .* "frame-ancestors 'none'"/);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const allow = page.getByRole('button', { name: 'Allow', exact: true });
    await allow.waitFor();
    expect(await allow.isDisabled()).toBe(true);
    await expect.poll(() => allow.isEnabled()).toBe(true);
    await page.goto(await stranger());
    const src = `${address()}/oauth/authorize?${asks().query}`;
    const refused = page.waitForEvent('console', (told) => told.text().includes("frame-ancestors 'none'"));
    await page.evaluate(`document.body.innerHTML = '<iframe src="${src.replaceAll("'", '%27')}"></iframe>'`);
    await refused;
    expect(await page.frameLocator('iframe').locator('h1').count()).toBe(0);
    expect(await player.tokens.list()).toEqual([]);
  });
});
