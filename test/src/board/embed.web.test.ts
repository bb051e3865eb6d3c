/** Matches in frames of other sites: which sites may show them, what oEmbed tells, and what stays closed. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Pages, serveFolder } from '@flower-war/packaging/browser';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '@flower-war/server';
import { inBrowser } from '../web/inBrowser.ts';
import { openAsBrowser, startPageServer } from '../web/pageServer.ts';

const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'sites-'))];
const own = `http://127.0.0.1:${port}`;
let [site, other]: [Pages | undefined, Pages | undefined] = [undefined, undefined];
beforeAll(async () => {
  [site, other] = await Promise.all([serveFolder(folder), serveFolder(folder)]);
});
afterAll(() => {
  site?.close();
  other?.close();
});

/** The settings are those of a host who lets one site show matches, and another one call. */
async function start() {
  site ??= await serveFolder(folder);
  const ORIGINS = 'https://friends.example';
  return startPageServer({ PORT: String(port), PUBLIC_URL: own, EMBED: site.url, ORIGINS });
}

const oembed = async (asked: Readonly<Record<string, string>>) => {
  const answer = await fetch(`${own}/oembed?${new URLSearchParams(asked)}`);
  const text = await answer.text();
  return { status: answer.status, text, body: answer.ok ? JSON.parse(text) : undefined };
};

test('a host who says nothing lets no site show matches', () => {
  expect(readConfig({}).EMBED).toEqual([]);
  expect(readConfig({ EMBED: '*' }).EMBED).toEqual(['*']);
  expect(() => readConfig({ EMBED: 'https://a.example; script-src *' })).toThrow(/EMBED/);
});

inBrowser(start, ({ browser, signedIn }) => {
  const matchOf = async (table: object = {}) => {
    const [ana, ben] = [await signedIn('Ana'), await signedIn('Ben')];
    const { match, code } = await ana.create({ game: 'tieqchieq', table });
    for (const one of [await ana.join(match), await ben.join(match, code === undefined ? {} : { code })]) {
      await one.until(({ table: { status } }) => status === 'running');
      one.close();
    }
    return match;
  };

  test('the site that the host names shows a match in a frame, and no other site does', async () => {
    const match = await matchOf();
    const { html } = (await oembed({ url: `${own}/?match=${match}` })).body;
    writeFileSync(join(folder, 'blog.html'), `<!doctype html><title>A blog</title>${html}`);
    const page = await browser().newPage();
    await page.goto(`${site?.url}/blog.html`);
    const frame = page.frameLocator('iframe');
    await frame.locator('.square').first().waitFor();
    await expect.poll(() => frame.locator('.players li').count()).toBe(2);
    expect(await frame.locator('a').getAttribute('href')).toBe(`/?match=${match}`);
    await page.goto(`${other?.url}/blog.html`);
    await expect
      .poll(() => page.frames().map((one) => one.url()))
      .toContainEqual(expect.stringMatching(/^chrome-error:/));
    expect(await frame.locator('.square').count()).toBe(0);
  });

  test('a frame in a sandbox shows it, too, and may only read', async () => {
    const match = await matchOf();
    const frame = `<iframe sandbox="allow-scripts" src="${own}/embed/${match}"></iframe>`;
    writeFileSync(join(folder, 'sandbox.html'), `<!doctype html><title>A blog</title>${frame}`);
    const page = await browser().newPage();
    await page.goto(`${site?.url}/sandbox.html`);
    await page.frameLocator('iframe').locator('.square').first().waitFor();
    const allowed = async (wanted: string, origin = 'null') => {
      const headers = { origin, 'access-control-request-method': wanted };
      const answer = await fetch(`${own}/api/matches`, { method: 'OPTIONS', headers });
      return answer.headers.get('access-control-allow-origin');
    };
    expect([await allowed('GET'), await allowed('POST'), await allowed('GET', site?.url)]).toEqual([
      'null',
      null,
      null,
    ]);
  });

  test('all other pages stay out of frames', async () => {
    const match = await matchOf();
    for (const path of ['/', `/?match=${match}`, `/replay?match=${match}`, '/me'])
      expect((await openAsBrowser(own + path)).headers.get('content-security-policy'), path).toContain(
        "frame-ancestors 'none'",
      );
    const policy = (await openAsBrowser(`${own}/embed/${match}`)).headers.get('content-security-policy');
    expect(policy).toContain(`frame-ancestors ${site?.url}`);
    expect(policy).toContain("script-src 'self'");
  });

  test('the head of a match leads to oEmbed, which tells a frame within the bounds that are asked for', async () => {
    const match = await matchOf();
    const head = await (await openAsBrowser(`${own}/?match=${match}`)).text();
    const [, link = ''] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(head) ?? [];
    const told = (await (await fetch(link.replaceAll('&amp;', '&'))).json()) as { readonly thumbnail_url: string };
    expect(told).toMatchObject({ version: '1.0', type: 'rich', width: 640, height: 820, provider_url: own });
    expect((await fetch(told.thumbnail_url)).headers.get('content-type')).toBe('image/png');
    for (const path of [`/replay?match=${match}&step=4`, `/embed/${match}`])
      expect((await oembed({ url: own + path })).body.html).toContain(`src="${own}/embed/${match}"`);
    const small = await oembed({ url: `${own}/?match=${match}`, maxwidth: '300', maxheight: '99999' });
    expect(small.body).toMatchObject({ width: 300, height: 820 });
  });

  test('what oEmbed cannot tell is refused, and a private match is not there', async () => {
    const [open, closed] = [`${own}/?match=${await matchOf()}`, await matchOf({ visibility: 'private' })];
    const asked = [
      [{ url: open, format: 'xml' }, 501],
      [{}, 400],
      [{ url: open, maxwidth: '-1' }, 400],
      [{ url: open, maxheight: '1e9' }, 400],
      [{ url: open.replace('127.0.0.1', 'evil.example') }, 404],
      [{ url: `${own}/?match=nonsense` }, 404],
      [{ url: `${own}/?match="><script>` }, 404],
      [{ url: 'javascript:alert(1)' }, 404],
      [{ url: `${own}/?match=${closed}` }, 404],
    ] as const;
    for (const [words, status] of asked) {
      const answer = await oembed(words);
      expect(answer.status, JSON.stringify(words)).toBe(status);
      expect(answer.text).toMatch(/^[A-Zm].*\.\n$/);
    }
    expect((await openAsBrowser(`${own}/embed/${closed}`)).status).toBe(404);
    expect(await (await openAsBrowser(`${own}/?match=${closed}`)).text()).not.toContain('oembed');
  });
});
