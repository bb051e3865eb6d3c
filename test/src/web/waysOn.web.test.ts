/** Where links lead, and what the first page remembers. */
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, forgive, PHONE, PLAY } from './people.ts';

inBrowser(startPageServer, ({ signedIn, visit, visitAs }) => {
  /** Two players of Tieqchieq; the second gives up. */
  async function endedMatch(visibility: 'public' | 'private') {
    const [ana, ben] = await Promise.all([signedIn('Ana'), signedIn('Ben')]);
    const { match, code } = await ana.create({ game: 'tieqchieq', seats: 2, table: { visibility } });
    const first = await ana.join(match);
    const second = await ben.join(match, code === undefined ? {} : { code });
    await second.until(({ table }) => table.status === 'running');
    await second.resign();
    await first.until(() => first.isOver);
    for (const live of [first, second]) live.close();
    return { ana, match, code };
  }

  test('at an address without anything, or without a match, there is a way on, and the rules have one of their own', async () => {
    const eva = await visit('/nonsense', { ...PHONE, locale: 'es-MX' });
    await eva.page.getByText('Aquí no hay ninguna página').waitFor();
    await eva.page.click('main .button');
    await eva.page.locator('.lobby').waitFor();
    await eva.page.goto('/rules/mexica');
    await eva.page.locator('.book h1').waitFor();
    await eva.page.goto('/replay');
    await eva.page.getByText('no nombra ninguna partida').waitFor();
    await eva.page.goto('/replay?match=NOTTHERE');
    expect(await eva.page.locator('[role=alert] .button').getAttribute('href')).toBe('/');
    forgive(eva, /404/);
  });

  test('links to a match are offered where they open: a private one is for its players alone', async () => {
    for (const visibility of ['public', 'private'] as const) {
      const { ana, match, code } = await endedMatch(visibility);
      const query = new URLSearchParams({ match, ...(code !== undefined && { code }) });
      const [player, stranger] = await Promise.all([visitAs(ana, `/?${query}`, DESK), visit(`/?${query}`, PHONE)]);
      for (const { page } of [player, stranger]) await page.locator('.result').waitFor();
      expect(await player.page.locator('.share').count()).toBe(visibility === 'public' ? 1 : 0);
      const links = await stranger.page
        .locator('.result a.button')
        .evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href));
      expect(links).toHaveLength(visibility === 'public' ? 4 : 2);
      for (const link of links) {
        await stranger.page.goto(link);
        await stranger.page.locator('main h1, main h2').first().waitFor();
        await expect.poll(() => stranger.page.locator('.wait, [role=alert]:has-text("Only")').count()).toBe(0);
      }
      await player.page.goto(`/replay?match=${match}`);
      await player.page.locator('.film').waitFor();
      expect(await player.page.locator('.share').count()).toBe(visibility === 'public' ? 1 : 0);
    }
  });

  test('on a phone the ways to a match leave room for what it was', async () => {
    const { ana } = await endedMatch('public');
    const { page } = await visitAs(ana, '/me', { ...PHONE, locale: 'es-MX' });
    await page.locator('.row .quiet').waitFor();
    const [row, what] = await Promise.all(['.row', '.row .what'].map((one) => page.locator(one).first().boundingBox()));
    expect(what?.width).toBeGreaterThan((row?.width ?? 0) / 2);
  });

  test('a part of the page that the network kept back comes later, with its looks, and what is there stays', async () => {
    const { ana, match } = await endedMatch('public');
    const person = await visitAs(ana, '/me', PHONE);
    const late = /\/assets\/(Ending|ReplayPage|Film|fonts)-/;
    await person.page.route(late, (route) => route.abort());
    await person.page.goto(`/?match=${match}`);
    await person.page.locator('.result').waitFor();
    const cut = person.page.waitForRequest(/\/assets\/ReplayPage-.*js/);
    await person.page.locator('.result a[href^="/replay"]').first().click();
    await cut;
    expect(await person.page.locator('[role=alert]').count()).toBe(0);
    await person.page.unroute(late);
    await person.page.locator('.film').waitFor();
    await person.page.goBack();
    await person.page.locator('.told-end:not(.luck):not(:empty)').waitFor();
    for (const part of ['Ending', 'Film', 'fonts'])
      await expect.poll(() => person.page.evaluate(hasSheet(part)), { message: part }).toBe(true);
    forgive(person, /ERR_FAILED/);
  });

  test.each([
    ['the server has another one', { status: 404 }],
    ['the network wants a login', { contentType: 'text/html', body: '<h1>Sign in</h1>' }],
  ])('a page that never comes is told at the second try, with a way on: %s', async (_, answer) => {
    const person = await visit('/', PHONE);
    await person.page.clock.install();
    let asked = 0;
    await person.page.route(/\/assets\/AboutPage-.*js/, (route) => {
      asked++;
      return route.fulfill(answer);
    });
    await person.page.locator('.menu > summary').first().click();
    await person.page.locator('.menu a[href="/about"]').click();
    await expect
      .poll(() => person.page.clock.runFor(1000).then(() => person.page.getByText('Load it again').count()))
      .toBe(1);
    expect(asked).toBeLessThanOrEqual(3); // the first try asks ahead, too
    await person.page.goBack(); // the pages that are there work on
    await person.page.locator(PLAY).waitFor();
    forgive(person, /404|AboutPage|MIME/);
  });

  test('a page is waited for while the server starts', async () => {
    const person = await visit('/', PHONE);
    await person.page.clock.install();
    let tries = 0;
    await person.page.route(/\/assets\/AboutPage-.*js/, (route) =>
      ++tries < 4 ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await person.page.route(/:\d+\/$/, (route) => route.fulfill({ status: 503 }));
    await person.page.locator('.menu > summary').first().click();
    await person.page.locator('.menu a[href="/about"]').click();
    await expect
      .poll(() => person.page.clock.runFor(1000).then(() => person.page.locator('main h1').textContent()))
      .toContain('About');
    forgive(person, /503|AboutPage/);
  });

  test('an answer that comes after the person has left the page leads nowhere', async () => {
    const { page } = await visit('/', PHONE);
    const left = Promise.withResolvers<void>();
    await page.route('**/api/matches', async (route) => {
      await left.promise;
      await route.continue();
    });
    const answered = page.waitForResponse('**/api/matches');
    await page.click(PLAY);
    await page.click('a[href="/learn"] >> visible=true');
    await page.locator('.course').first().waitFor();
    left.resolve();
    await (await answered).finished();
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');
    expect(new URL(page.url()).pathname).toBe('/learn');
  });

  test('a language that the network kept back comes later', async () => {
    const person = await visit('/about', DESK);
    const { page } = person;
    const file = /\/assets\/es-/;
    await page.route(file, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => file.test(request.url()));
    await page.locator('select.language').first().selectOption('es');
    await failed;
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await page.unroute(file);
    await expect.poll(() => page.getAttribute('html', 'lang'), { timeout: 10_000 }).toBe('es');
    forgive(person, /ERR_FAILED/);
  });

  test('while its language is on its way the page asks the server already, and a person sees that it comes', async () => {
    const { page } = await visit('/rules/mexica', DESK);
    const seen = Promise.withResolvers<void>();
    await page.route(/\/assets\/es-/, async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.evaluate("localStorage.setItem('flower-war-language', 'es')");
    const answered = page.waitForResponse('**/api/tournaments*');
    await page.goto('/tournaments');
    await (await answered).finished();
    await page.locator('main .making').waitFor({ state: 'attached' });
    expect(await page.getByRole('main').count()).toBe(0); // no English words, also for screen readers
    const sign = "getComputedStyle(document.querySelector('.place'), '::before')";
    expect(await page.evaluate(`[${sign}.content, ${sign}.visibility]`)).toEqual(['"…"', 'visible']);
    seen.resolve();
    await page.getByRole('heading', { name: 'Torneos', exact: true }).waitFor();
    await page.goto('/#/rules/mexica');
    await page.locator('.book h1').waitFor();
    expect(await page.evaluate("document.activeElement.matches('.layer, .layer *')")).toBe(true);
  });

  test('what did not come is asked for again once the network is back', async () => {
    const person = await visit('/about', PHONE);
    const { page } = person;
    await page.route('**/api/tournaments', (route) => route.abort());
    await page.goto('/tournaments');
    await page.getByRole('alert').waitFor();
    await page.unrouteAll();
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText('There is no tournament now.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    forgive(person, /ERR_FAILED/);
  });

  test('a spectator finds the way to the next match', async () => {
    const { ana, match } = await endedMatch('public');
    const eva = await visit(`/?match=${match}`, PHONE);
    await eva.page.locator('.result').waitFor();
    const again = await ana.rematch(match);
    await eva.page.click('text=Watch the next match');
    expect(new URL(eva.page.url()).searchParams.get('match')).toBe(again.id);
    again.close();
  });

  test('people meet in a match of the length that they chose, see when bots come, and the page remembers it all', async () => {
    const ana = await visit('/', DESK);
    const card = ana.page.locator('.game', { hasText: 'Mexica' });
    const choice = (text: string) => ana.page.locator('.choice label', { hasText: new RegExp(`^${text}$`, 'i') });
    await card.click();
    for (const name of ['People here', 'standard']) await choice(name).click();
    await ana.page.click('text=Find a table');
    await ana.page.getByText('Bots take the free seats in').waitFor();
    expect(await ana.page.locator('.invitation [role=timer]').textContent()).toMatch(/^0:\d\d$/);
    const match = new URL(ana.page.url()).searchParams.get('match') ?? '';
    expect((await (await signedIn('Ben')).match(match)).options).toMatchObject({ length: 'standard' });
    await ana.page.click('text=All matches');
    await expect.poll(() => ana.page.textContent('.play small')).toBe('Mexica · standard · with another person here');
    await card.click();
    for (const name of ['People here', 'standard'])
      await expect.poll(() => choice(name).locator('input').isChecked()).toBe(true);
    const [first] = await ana.page.locator('.lobby h2').allTextContents();
    expect(first).toBe('Continue');
  });
});

/** Whether the sheet of a part of the page is in use. */
const hasSheet = (part: string) =>
  `[...document.styleSheets].some((sheet) => sheet.href?.includes('/${part}-') && sheet.cssRules.length > 0)`;
