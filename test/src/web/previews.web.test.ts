/** What a link tells before it is opened: in the head of the page, and as a picture. It tells no more than spectators may know by now. */
import type { FlowerWarClient } from '@flower-war/client';
import { beforeAll, expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';

const SEATED = { game: 'flower-war', options: { length: 'short' }, seats: 2 } as const;
const BOTS = [{ bot: 'greedy' }, { bot: 'greedy' }] as const;
const NAME = 'Ana "$&" O\'Neill';
const shift = { ms: 0 };

/** The public address is not that of the test, as behind a proxy. */
const start = () => startPageServer({ PUBLIC_URL: 'https://play.example.org' }, { now: () => Date.now() + shift.ms });

inBrowser(start, ({ address, signedIn, browser }) => {
  let ana: FlowerWarClient;
  beforeAll(async () => {
    ana = await signedIn(NAME);
  });

  const open = (path: string, language = 'en') =>
    fetch(address() + path, { headers: { Accept: 'text/html', 'Accept-Language': language } });

  async function headOf(path: string, language?: string) {
    const answer = await open(path, language);
    const html = await answer.text();
    const all = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)];
    const metas = Object.fromEntries(all.map(([, name, content]) => [name, content])) as Record<string, string>;
    const picture = (metas['og:image'] ?? '').replace('https://play.example.org', '');
    const [, title] = /<title>(.*?)<\/title>/.exec(html) ?? [];
    return { status: answer.status, html, title, metas, picture };
  }

  const tagOf = async (path: string) => (await fetch(address() + path, { method: 'HEAD' })).headers.get('etag');
  const gamePicture = () => tagOf('/previews/en/game/flower-war.png');

  async function running(table: object = {}) {
    const { match } = await ana.create({ ...SEATED, bots: [{ bot: 'greedy' }], table });
    const live = await ana.join(match);
    for (let n = 0; n < 6; n++) {
      await live.until(() => live.legal.length > 0);
      await live.play(live.legal[0] ?? '');
    }
    return { match, live };
  }

  async function ended(): Promise<string> {
    const { match } = await ana.create({ ...SEATED, bots: BOTS });
    const live = await ana.watch(match);
    await live.until(() => live.isOver);
    live.close();
    return match;
  }

  test('each page has a title and a description, in the language that is asked for', async () => {
    const titles = new Set<string | undefined>();
    for (const path of [
      '/',
      '/new',
      '/me',
      '/best',
      '/about',
      '/temples',
      '/replay',
      '/proof',
      '/twin',
      '/device',
      '/rules/mexica',
    ])
      for (const language of ['en-GB', 'es-MX,es;q=0.9', 'de-AT,de;q=0.9']) {
        const { status, title, metas, html } = await headOf(path, language);
        expect([status, metas['description']?.length ?? 0], path).toEqual([
          200,
          expect.toSatisfy((length) => length > 20),
        ]);
        expect(html).toContain(`<html lang="${language.slice(0, 2)}"`);
        titles.add(title);
      }
    expect(titles.size).toBe(32); // the first page has its name in two languages
    expect((await headOf('/', 'fr')).title).toBe('Flower War');
    expect((await headOf('/new?game=mexica', 'es')).title).toBe('Juega a Mexica · Guerra Florida');
    const { metas, picture } = await headOf('/new?game=mexica', 'de');
    expect(metas['og:title']).toBe('Mexica spielen');
    expect(picture).toBe('/previews/de/game/mexica.png');
    expect(await tagOf(picture)).not.toBe(await tagOf('/previews/en/game/mexica.png'));
    for (const strange of ['xx', 'fr']) expect(await tagOf(`/previews/${strange}/game/mexica.png`)).toBeNull();
  });

  test('pages that say the same to all have one address, and are listed for search engines; the others are not', async () => {
    const { html, metas } = await headOf('/rules/flower-war-rules-of-play?x=1');
    expect(html).toContain('<link rel="canonical" href="https://play.example.org/rules/flower-war">');
    expect([metas['robots'], (await headOf('/me')).metas['robots']]).toEqual([undefined, 'noindex']);
    const robots = await (await fetch(`${address()}/robots.txt`)).text();
    expect(robots).toContain('Sitemap: https://play.example.org/sitemap.xml');
    const map = await (await fetch(`${address()}/sitemap.xml`)).text();
    const places = [...map.matchAll(/<loc>https:\/\/play.example.org([^<]*)<\/loc>/g)].map(([, path = '']) => path);
    expect(places.length).toBeGreaterThan(5);
    for (const path of places) expect((await headOf(path)).metas['robots'], path).toBeUndefined();
  });

  test('a match is told with its players, its course and its position; the replay and the proof too', async () => {
    const { match, live } = await running();
    const told = await headOf(`/?match=${match}`);
    expect(told.title).toMatch(/^Flower War: Ana &quot;\$&amp;&quot; O'Neill, \S+ \(medium\)$/);
    expect(told.metas['description']).toBe('The match is being played. Watch it.');
    const before = await tagOf(told.picture);
    expect(before).not.toBe(await gamePicture());
    await live.until(() => live.legal.length > 0);
    for (let n = 0; (await tagOf(told.picture)) === before && n < 20; n++) await live.play(live.legal[0] ?? '');
    expect(await tagOf(told.picture)).not.toBe(before);
    await live.resign();
    await live.until(() => live.isOver);
    expect((await headOf(`/?match=${match}`)).metas['description']).toMatch(
      /^The match is over. Won by \S+ \(medium\)\.$/,
    );
    expect((await headOf(`/replay?match=${match}`)).title).toMatch(/^Replay of Flower War: Ana/);
    expect((await headOf(`/proof?match=${match}`, 'es')).title).toMatch(/^Prueba de Guerra Florida: Ana/);
    live.close();
  });

  test('the picture of a step is that of the step, as spectators saw it, and nothing tells who won', async () => {
    const match = await ended();
    const at = async (query: string) => tagOf((await headOf(`/replay?match=${match}${query}`)).picture);
    const steps = ['', '&step=9&as=spectator', '&step=60&as=spectator', '&step=9&as=all', '&step=1e9&as=spectator'];
    const all: (string | null)[] = [];
    // One after the other: a painter who has no time for a picture shows that of the game.
    for (const step of steps) all.push(await at(step));
    expect(new Set(all).size).toBe(3);
    expect([all[3], all[4]]).toEqual([all[0], all[0]]);
    const about = async (step: string) => (await headOf(`/replay?match=${match}${step}`)).metas['description'];
    expect(await about('')).toMatch(/^The match is over/);
    expect(await about('&step=9&as=0')).toBe('A past match, step by step.');
  });

  test('of a private match a link tells that there is one', async () => {
    const { match, live } = await running({ visibility: 'private' });
    const { title, html, picture } = await headOf(`/?match=${match}`);
    expect(title).toBe('A private match of Flower War');
    expect(html).not.toMatch(/Ana|medium/);
    expect(await tagOf(picture)).toBe(await gamePicture());
    live.close();
  });

  test('without spectators there is no position; with a delay it comes late', async () => {
    const off = await running({ watching: 'off' });
    expect(await tagOf(`/previews/en/match/${off.match}.png`)).toBe(await gamePicture());
    await off.live.resign();
    await expect.poll(() => tagOf(`/previews/en/match/${off.match}.png`)).not.toBe(await gamePicture());
    const late = await running({ watching: 'delayed', watchDelaySeconds: 60 });
    const picture = () => tagOf(`/previews/en/match/${late.match}.png`);
    expect(await picture()).toBe(await gamePicture());
    await late.live.resign();
    await late.live.until(() => late.live.isOver);
    expect(await picture()).toBe(await gamePicture());
    expect((await headOf(`/?match=${late.match}`)).metas['description']).toBe(
      'Watch the match, a little later than its players.',
    );
    shift.ms += 100_000;
    expect(await picture()).not.toBe(await gamePicture());
    for (const { live } of [off, late]) live.close();
  });

  test('a match that waits for players says how many may come', async () => {
    const { match } = await ana.create(SEATED);
    const { metas, picture } = await headOf(`/?match=${match}`);
    expect(metas['description']).toBe('2 seats are free. Join in!');
    expect(await tagOf(picture)).toBe(await gamePicture());
  });

  test('a browser shows the picture: it has its size, and something is on it', async () => {
    const match = await ended();
    const page = await browser().newPage();
    await page.goto(`${address()}/about`);
    for (const path of [`match/${match}`, 'game/mexica', 'game/space-aztecs', 'game/tieqchieq']) {
      const seen = (await page.evaluate(`(${LOOK})('/previews/es/${path}.png')`)) as {
        size: number[];
        colours: number;
      };
      expect(seen.size).toEqual([1200, 630]);
      expect(seen.colours).toBeGreaterThan(50);
    }
  });

  test('a player whose name no font can paint is there as the seat is called', async () => {
    const pictureWith = async (name: string) => {
      const player = await signedIn(name);
      const { match } = await player.create({ game: 'tieqchieq', seats: 2 });
      const [own, other] = [await player.join(match), await ana.join(match)];
      await own.resign();
      await own.until(() => own.isOver);
      for (const live of [own, other]) live.close();
      return tagOf(`/previews/en/match/${match}.png`);
    };
    const [one, another, readable] = [await pictureWith('漢字'), await pictureWith('مرحبا'), await pictureWith('Ben')];
    expect(another).toBe(one);
    expect(readable).not.toBe(one);
  });

  test('who has the picture is told that it is the same', async () => {
    const path = `${address()}/previews/en/game/mexica.png`;
    const first = await fetch(path);
    expect([first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
      'image/png',
      'public, max-age=60',
    ]);
    const again = await fetch(path, {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' },
    });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
  });

  test.each(HOSTILE)('%s is not there', async (path) => {
    expect((await fetch(address() + path)).status).toBe(404);
  });

  test.each([
    '/?match=none',
    '/?match=%00',
    '/?match=',
    '/?match=a&match=b',
    `/?match=${'x'.repeat(3000)}`,
    '/replay?match=<b>',
    '/rules/chess',
  ])('a person finds the page at %s, which says that there is nothing', async (path) => {
    const { status, html, title } = await headOf(path);
    expect([status, title]).toEqual([404, 'There is no page here · Flower War']);
    expect(html).toContain('/assets/');
    expect(html).not.toContain('<b>');
  });
});

const HOSTILE = [
  '/previews/en/match/none.png',
  '/previews/en/match/.png',
  '/previews/en/match/%2e%2e.png',
  '/previews/en/game/chess.png',
  '/previews/en/game/__proto__.png',
  '/previews/xx/game/mexica.png',
  `/previews/en/match/${'x'.repeat(65)}.png`,
  '/previews/en/match/a.png.png',
  '/previews/',
];

/** Runs in the page. */
const LOOK = `async (src) => {
  const picture = await createImageBitmap(await (await fetch(src)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  return { size: [picture.width, picture.height], colours: new Set(new Uint32Array(data.buffer)).size };
}`;
