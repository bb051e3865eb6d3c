/** The first page: a board that is alive, matches that wait, and what is said where there are none. */
import type { FlowerWarClient } from '@flower-war/client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, PHONE, PLAY } from './people.ts';

const A_WHILE_MS = 10_000;

inBrowser(startPageServer, ({ signedIn, visit, visitAs }) => {
  test('without other people a recorded match plays, a button stops it, and the list says what to do', async () => {
    const { page } = await visit('/', { ...PHONE, locale: 'es-MX' });
    expect(await page.locator('link[rel="canonical"]').count()).toBe(0); // the host has told no address
    await expect.poll(() => line(page)).toBe('Una partida grabada de Guerra Florida, entre bots');
    await expect.poll(() => told(page), { timeout: A_WHILE_MS }).not.toBe('');
    expect(await page.locator('.stage [inert] .ring').count()).toBe(1);
    await page.clock.install();
    await page.getByRole('button', { name: 'Detener' }).click();
    const before = await told(page);
    await page.clock.fastForward(A_WHILE_MS);
    expect(await told(page)).toBe(before);
    await page.getByRole('button', { name: 'Dejar que siga' }).click();
    await page.clock.fastForward(A_WHILE_MS);
    await expect.poll(() => told(page)).not.toBe(before);
    await page.getByRole('button', { name: 'Ver una partida', exact: true }).click();
    await page.getByText('todavía no se ha jugado ninguna partida').waitFor();
    await page.click('text=Abrir una mesa');
    await page.locator('.invitation').waitFor();
  });

  test('who wants no motion sees a board that stands still, until they ask for more', async () => {
    const { page } = await visit('/', { ...DESK, reducedMotion: 'reduce' });
    await page.locator('.stage .ring').waitFor();
    await page.clock.install();
    await page.clock.fastForward(A_WHILE_MS);
    expect(await told(page)).toBe('');
    await page.getByRole('button', { name: 'Let it run' }).click();
    await page.clock.fastForward(A_WHILE_MS);
    await expect.poll(() => told(page)).not.toBe('');
  });

  test('who has never played begins a short match against an easy bot, and finds it when they come back', async () => {
    const { page } = await visit('/', PHONE);
    expect(await page.textContent('.play small')).toBe('Flower War · short · against 1 bot, easy');
    const play = await page.locator(PLAY).boundingBox();
    expect((play?.y ?? Number.NaN) + (play?.height ?? 0)).toBeLessThan(PHONE.viewport.height);
    await page.click(PLAY);
    await page.locator('.playing').waitFor();
    await page.click('.back');
    await expect.poll(() => page.locator('.hero .row').count()).toBe(1);
    expect((await page.locator('.lobby h2').allTextContents())[0]).toBe('Continue');
    const [own, ways] = await Promise.all(['.going-on', '.play'].map((part) => page.locator(part).boundingBox()));
    expect(own?.y).toBeLessThan(ways?.y ?? 0);
  });

  test('what people play now is shown as spectators see it, to others than its players, while the page is in sight', async () => {
    const [ana, ben] = await Promise.all([signedIn('Ana'), signedIn('Ben')]);
    const lives = await playing(ana, ben);
    const { page } = await visit('/about', DESK);
    const open = countSockets(page);
    await page.addInitScript(HIDING);
    await page.goto('/');
    await expect.poll(() => line(page)).toBe('Played now: Tieqchieq, Ana, Ben');
    await page.locator('.stage .walk').waitFor();
    expect(await page.getByRole('link', { name: 'Watch a match', exact: true }).first().getAttribute('href')).toContain(
      lives[0]?.id,
    );
    expect(await page.locator('.stage .hand').count()).toBe(0);
    // What is loaded for a table changes nothing of the page around it.
    const [play, watch] = await Promise.all([PLAY, '.hero .leads'].map((one) => page.locator(one).boundingBox()));
    expect(watch?.y).toBeGreaterThan((play?.y ?? Number.NaN) + (play?.height ?? 0));
    await expect.poll(open).toBe(2);
    await page.evaluate('globalThis.hide(true)');
    await expect.poll(open).toBe(1);
    await page.evaluate('globalThis.hide(false)');
    await expect.poll(open).toBe(2);
    const own = await visitAs(ana, '/', DESK);
    await expect.poll(() => line(own.page)).toContain('A recorded match');
    for (const live of lives) live.close();
  });

  test('a match that people watch later says so, and one that no person may watch is not shown', async () => {
    const [ana, ben] = await Promise.all([signedIn('Ana'), signedIn('Ben')]);
    const closed = await playing(ana, ben, { watching: 'off' });
    const hidden = await visit('/', DESK);
    await expect.poll(() => line(hidden.page)).toContain('A recorded match');
    for (const live of closed) live.close();
    const delayed = await playing(ana, ben, { watching: 'delayed' });
    const late = await visit('/', DESK);
    await expect.poll(() => line(late.page)).toMatch(/^Played now: .* later than its players\.$/);
    for (const live of delayed) live.close();
  });

  test('where no match is played now, the last one is watched', async () => {
    const [ana, ben] = await Promise.all([signedIn('Ana'), signedIn('Ben')]);
    const [first, second] = await playing(ana, ben);
    await first?.resign();
    await second?.until(({ isOver }) => isOver);
    const { page } = await visit('/', DESK);
    await page.getByRole('button', { name: 'Watch a match', exact: true }).click();
    await page.locator('.film').waitFor();
    expect(new URL(page.url()).searchParams.get('match')).toBe(first?.id);
    for (const live of [first, second]) live?.close();
  });

  test('a match that waits is one tap away', async () => {
    const ana = await signedIn('Ana');
    const live = await ana.join(await ana.create({ game: 'mexica', seats: 3 }));
    const { page } = await visit('/', PHONE);
    await page.click('text="Join Ana: Mexica"');
    await page.getByRole('button', { name: 'Take a seat' }).waitFor();
    expect(new URL(page.url()).searchParams.get('match')).toBe(live.id);
    live.close();
  });
});

const told = (page: Page): Promise<string | null> => page.textContent('.stage .told');
const line = (page: Page): Promise<string | null> => page.textContent('.stage .caption');

/** Two people sit at a table, and neither moves. */
async function playing(ana: FlowerWarClient, ben: FlowerWarClient, table: object = {}) {
  const { match } = await ana.create<string>({ game: 'tieqchieq', seats: 2, table });
  const lives = [await ana.join<string>(match), await ben.join<string>(match)];
  for (const live of lives) await live.until(({ table: { status } }) => status === 'running');
  return lives;
}

/** How many sockets of the page are open. */
function countSockets(page: Page): () => number {
  let open = 0;
  page.on('websocket', (socket) => {
    open++;
    socket.on('close', () => open--);
  });
  return () => open;
}

/** A page that another window hides. */
const HIDING = `(() => {
  let isHidden = false;
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  globalThis.hide = (hidden) => {
    isHidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };
})()`;
