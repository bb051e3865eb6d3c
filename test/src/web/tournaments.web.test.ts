/** A tournament on the page: to enter it, to find one’s own match, to read the table. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FlowerWarClient } from '@flower-war/client';
import { expect, onTestFinished, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, forgive, PHONE, violationsAt } from './people.ts';

inBrowser(startPageServer, ({ visit, visitAs, address, browser }) => {
  const person = async (name: string) => {
    const client = new FlowerWarClient({ url: address() });
    await client.signIn(name);
    return client;
  };

  test('a person enters by the list, comes to their own match, and reads the table and the rounds', async () => {
    const [maker, rival] = [await person('Maker'), await person('Rival')];
    const startsAt = Date.now() + 3_600_000;
    const wish = { name: 'Page cup', kind: 'round-robin', game: 'tieqchieq', startsAt } as const;
    const { tournament } = await maker.tournaments.create(wish);
    for (const one of [maker, rival]) await one.tournaments.enter(tournament);
    const visitor = await visit('/best', PHONE);
    forgive(visitor, /ERR_FAILED/);
    const { page } = visitor;
    await page.getByRole('link', { name: 'Tournaments' }).click();
    await page.getByText('Round robin · Tieqchieq · Not begun · 2 of at most 32 players').waitFor();
    await page.getByRole('link', { name: 'Page cup' }).click();
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('3 of at most 32 players').waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();
    await page.route('**/*tables=all*', (route) => route.abort());
    await maker.tournaments.steer(tournament, 'begin');
    await page.getByRole('heading', { name: 'Round 1' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await page.locator('.figures:not(.cross) tbody tr').count()).toBe(3);
    await page.getByRole('heading', { name: 'Every match' }).waitFor();
    expect(await page.locator('.cross a').count()).toBe(2); // the one match that is played, from both sides
    expect(await page.textContent('main')).toMatch(/Without a match in this round: \w+/);
    const isMine = (await page.getByRole('link', { name: 'To your match' }).count()) > 0;
    if (isMine) {
      await page.getByRole('link', { name: 'To your match' }).click();
      await expect.poll(() => page.url()).toMatch(/\?match=\w{8}$/);
      await page.goBack();
    }
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('(withdrawn)').waitFor();
    expect(await page.getByRole('button', { name: 'Enter' }).count()).toBe(0); // a round robin takes no player late
  });

  /** The players of each open table sit down, and all but the first resign, until it has ended. */
  const playOut = async (people: readonly FlowerWarClient[], tournament: string) => {
    const played = new Set<string>();
    const watcher = people[0]!;
    for (let view = await watcher.tournaments.get(tournament); ; view = await watcher.tournaments.get(tournament)) {
      if (view.status === 'ended') return view;
      for (const { match, seats } of view.tables.filter((one) => one.outcome === undefined && !played.has(one.match))) {
        if ((await watcher.match(match).catch(() => undefined)) === undefined) continue; // it is being made
        played.add(match);
        const sitting = people.filter(({ session }) => seats.some(({ player }) => player === session?.player));
        const lives = await Promise.all(sitting.map((one) => one.join(match)));
        await lives[1]!.until(({ table }) => table.status !== 'open');
        await lives[1]!.resign();
        for (const live of lives) live.close();
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  test('a knockout that has ended is drawn, on a phone in a box of its own, and with all byes', async () => {
    const people = await Promise.all(['Ana', 'Beto', 'Caro', 'Dani', 'Elsa'].map(person));
    const wish = { name: 'Drawn cup', kind: 'knockout', game: 'tieqchieq', startsAt: Date.now() + 3_600_000 } as const;
    const { tournament } = await people[0]!.tournaments.create(wish);
    for (const one of people) await one.tournaments.enter(tournament);
    await people[0]!.tournaments.steer(tournament, 'begin');
    const { standings } = await playOut(people, tournament);
    const { page } = await visit(`/tournaments?id=${tournament}`, { ...PHONE, bypassCSP: true });
    await page.getByRole('heading', { name: 'Bracket' }).waitFor();
    const rounds = await page.locator('.bracket > li').allTextContents();
    expect(rounds.map((text) => text.match(/has a bye/g)?.length ?? 0)).toEqual([3, 0, 0]);
    expect(rounds[2]).toContain(`${standings[0]!.name} 1.`);
    const wide = 'document.documentElement.scrollWidth > innerWidth';
    const inBox = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.scrolls'))`;
    expect(await page.evaluate(`[${wide}, ${inBox}]`)).toEqual([false, true]);
    await page.locator('.scrolls').focus();
    expect(await violationsAt(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate("getComputedStyle(document.querySelector('.scrolls')).overflowX")).toBe('visible');
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`/player?id=${standings[0]!.player}`);
    await page.getByRole('heading', { name: 'Titles' }).waitFor();
    await page.getByRole('link', { name: 'Drawn cup' }).click();
    await page.locator('.bracket a').first().click();
    await page
      .getByText(/wins by forfeit/)
      .first()
      .waitFor(); // a stranger sees the match
    expect(page.url()).toMatch(/[?]match=\w{8}$/);
    await page.getByRole('link', { name: 'Replay', exact: true }).click();
    await page.locator('.replay .board').first().waitFor();
  });

  /** A site that shows these addresses in frames. */
  const otherSite = async (...paths: readonly string[]) => {
    const frames = paths.map((path) => `<iframe src="${address()}${path}" width="360" height="500"></iframe>`);
    const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(frames.join('')));
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void site.close());
    return `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  };

  test('a table of a tournament offers no pause, which would be refused there', async () => {
    const [ana, beto] = [await person('Ana'), await person('Beto')];
    const startsAt = Date.now() + 3_600_000;
    const wish = { name: 'Swift cup', kind: 'knockout', game: 'tieqchieq', startsAt } as const;
    const { tournament } = await ana.tournaments.create(wish);
    for (const one of [ana, beto]) await one.tournaments.enter(tournament);
    await ana.tournaments.steer(tournament, 'begin');
    await expect.poll(async () => (await ana.tournaments.get(tournament)).mine?.match).toBeDefined();
    const match = (await ana.tournaments.get(tournament)).mine?.match ?? '';
    await expect.poll(() => beto.match(match).catch(() => undefined)).toBeDefined();
    const [other, plain] = [await beto.join(match), await ana.create({ game: 'tieqchieq', bots: [{ bot: 'easy' }] })];
    const offersAt = async (id: string) => {
      const { page } = await visitAs(ana, `/?match=${id}`, PHONE);
      if (id === match) await page.getByRole('button', { name: 'Take a seat' }).click();
      await page.click('.menu:not(.talk) > summary');
      return page.locator('.offers button').allTextContents();
    };
    expect(await offersAt(match)).toEqual(['Take my last move back', 'End the match without a winner']);
    expect(await offersAt(plain.match)).toContain('Pause for 15 minutes');
    other.close();
  });

  test.each([
    ['early', 60, 1, 0],
    ['in its time', 20, -1, 1],
  ])('a check-in is offered by the clock of the server, whatever that of the device says: %s', async (...row) => {
    const [, minutes, hoursAhead, offered] = row;
    const ana = await person('Ana');
    const startsAt = Date.now() + minutes * 60_000;
    const wish = { name: 'Far cup', kind: 'swiss', game: 'tieqchieq', startsAt, checkInMinutes: 30 } as const;
    const { tournament } = await ana.tournaments.create(wish);
    await ana.tournaments.enter(tournament);
    const { page } = await visitAs(ana, '/tournaments', DESK);
    await page.clock.setSystemTime(Date.now() + hoursAhead * 3_600_000);
    await page.evaluate(
      `history.pushState(null, '', '/tournaments?id=${tournament}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();
    expect(await page.getByRole('button', { name: 'I am here' }).count()).toBe(offered);
  });

  test('names that are read from the right stand in the order of their places', async () => {
    const people = [await person('مرحبا بالعالم'), await person('שלום עולם')];
    const wish = { name: 'Old cup', kind: 'swiss', game: 'tieqchieq', startsAt: Date.now() + 3_600_000 } as const;
    const { tournament } = await people[0]!.tournaments.create(wish);
    for (const one of people) await one.tournaments.enter(tournament);
    await people[0]!.tournaments.steer(tournament, 'begin');
    await playOut(people, tournament);
    const { page } = await visit(`/tournaments?id=${tournament}`, DESK);
    await page.getByText(/^\d\. – \d\.$/).waitFor();
    const lefts = await page
      .locator('li bdi, li small')
      .evaluateAll((all) =>
        all.map((one) => (one as unknown as { getBoundingClientRect: () => { x: number } }).getBoundingClientRect().x),
      );
    expect(lefts).toHaveLength(3);
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other));
  });

  test('a final with a block says that it is not played, and leads to no match', async () => {
    const [ana, beto] = [await person('Ana'), await person('Beto')];
    await ana.people.block(beto.session!.player);
    const wish = { name: 'Quiet cup', kind: 'knockout', game: 'tieqchieq', startsAt: Date.now() + 3_600_000 } as const;
    const { tournament } = await ana.tournaments.create(wish);
    for (const one of [ana, beto]) await one.tournaments.enter(tournament);
    await ana.tournaments.steer(tournament, 'begin');
    const { page } = await visit(`/tournaments?id=${tournament}`, PHONE);
    await page.locator('.bracket').getByText('not played').waitFor();
    expect(await page.locator('.bracket a').count()).toBe(0);
    await expect.poll(() => page.textContent('main')).toMatch(/Over/);
  });

  test('another site shows a public tournament in a frame, without a player, and no private one and no other page', async () => {
    const maker = await person('Maker');
    await maker.account.choose('Maker');
    const startsAt = Date.now() + 3_600_000;
    const wish = { kind: 'round-robin', game: 'tieqchieq', startsAt } as const;
    const open = await maker.tournaments.create({ ...wish, name: 'Open cup' });
    const secret = await maker.tournaments.create({ ...wish, name: 'Secret cup', visibility: 'private' });
    await maker.tournaments.enter(secret.tournament, secret.code);
    const site = await otherSite(
      `/embed/tournaments/${open.tournament}`,
      `/embed/tournaments/${secret.tournament}?code=${secret.code}`,
      '/me',
    );
    const localStorage = [{ name: 'flower-war-session', value: JSON.stringify(maker.session) }];
    const context = await browser().newContext({
      storageState: { cookies: [], origins: [{ origin: address(), localStorage }] },
    });
    const page = await context.newPage();
    const tokens: (string | undefined)[] = [];
    page.on('request', (one) => one.url().includes('/api/') && tokens.push(one.headers().authorization));
    await page.goto(site);
    const [first, second, third] = page.frames().slice(1);
    await first!.getByText('Round robin · Tieqchieq · Not begun · 0 of at most 512 players').waitFor();
    await second!.getByText('This is private, and the code is missing or wrong.').waitFor();
    expect(await second!.content()).not.toContain('Secret cup');
    expect(await third!.content()).not.toContain('main');
    expect(await first!.locator('button, input').count()).toBe(0);
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      first!.getByRole('link', { name: 'Open cup' }).click(),
    ]);
    expect(new URL(opened.url()).search).toBe(`?id=${open.tournament}`);
    expect(new Set(tokens)).toEqual(new Set([undefined]));
    await maker.tournaments.enter(open.tournament);
    await first!.getByText('1 of at most 512 players').waitFor();
  });

  test('the ladder of a season says which it is, and leads to the one before and back', async () => {
    const person = await visit('/best', PHONE);
    forgive(person, /ERR_FAILED/);
    const { page } = person;
    await page.getByText('Season', { exact: true }).click();
    const name = page.locator('main h2');
    await name.waitFor();
    const today = await name.textContent();
    expect(today).toMatch(/^Quarter [1-4] of 20\d\d$/);
    await page.getByText('No player has 5 rated matches in this season yet.').waitFor();
    await page.route('**/leaderboard**', (route) => route.abort());
    await page.getByRole('button', { name: 'The season before' }).click();
    await page.getByText('The server does not answer.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => name.textContent()).not.toBe(today);
    await page.getByRole('button', { name: 'The season of today' }).click();
    await expect.poll(() => name.textContent()).toBe(today);
  });

  test('a private one needs its code, in the address', async () => {
    const maker = await person('Maker');
    const startsAt = Date.now() + 3_600_000;
    const wish = {
      name: 'Secret cup',
      kind: 'swiss',
      game: 'mexica',
      seats: 4,
      visibility: 'private',
      startsAt,
    } as const;
    const { tournament, code } = await maker.tournaments.create(wish);
    const without = await visit(`/tournaments?id=${tournament}`, DESK);
    forgive(without, /403 \(Forbidden\)/);
    await without.page.getByText('This is private, and the code is missing or wrong.').waitFor();
    const { page } = await visit(`/tournaments?id=${tournament}&code=${code}`, DESK);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();
  });

  test.each([
    ['public', 1],
    ['private', 0],
  ])('one that was made although no answer came is in the list of its maker: %s', async (kind, listed) => {
    const visitor = await visit('/tournaments', PHONE);
    forgive(visitor, /ERR_FAILED/);
    const { page } = visitor;
    await page.route('**/api/tournaments', async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByText('Make a tournament').first().click();
    const name = `Lost ${kind} cup`;
    await page.getByLabel('Name').fill(name);
    if (kind === 'private') await page.getByLabel('Only with its link').check();
    await page.getByRole('button', { name: 'Make a tournament' }).click();
    await page.getByText('No answer came, but it may be done all the same. Look before you try again.').waitFor();
    await page.getByRole('link', { name }).waitFor();
    expect(await page.getByRole('link', { name }).count()).toBe(1);
    expect(await page.getByLabel('Name').inputValue()).toBe(name);
    const stranger = await visit('/tournaments', PHONE);
    await stranger.page.locator('.card h2').first().waitFor();
    expect(await stranger.page.getByRole('link', { name }).count()).toBe(listed);
  });

  test('a person makes one by the form, has others come by its link, and steers it', async () => {
    const rivals = [await person('Rival'), await person('Other')];
    const visitor = await visit('/about', PHONE);
    forgive(visitor, /409|400|ERR_FAILED/);
    const { page } = visitor;
    await page.route('**/api/games', (route) => route.abort());
    await page.goto('/tournaments');
    await page.getByText('The server does not answer.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Make a tournament').first().click();
    const make = page.getByRole('button', { name: 'Make a tournament' });
    await page.getByLabel('Name').fill('Hc');
    await make.click();
    expect(await page.locator('input:invalid').getAttribute('name')).toBe('name');
    await page.getByLabel('Name').fill('Home cup');
    const when = await page.getByLabel('It begins').inputValue();
    await page.getByLabel('It begins').fill('2020-02-20T20:20');
    await make.click();
    await page.getByText('A tournament begins within the next 60 days.').waitFor();
    await page.getByLabel('It begins').fill(when);
    await page.getByLabel('Kind').selectOption('knockout');
    await page.getByLabel('Game').selectOption('tieqchieq-fortress');
    await page.getByLabel('Only with its link').check();
    await make.click();
    await page.getByRole('heading', { name: 'Home cup' }).waitFor();
    const link = new URL(await page.getByLabel('Others come by this link').inputValue());
    const [id, code] = [link.searchParams.get('id') ?? '', link.searchParams.get('code') ?? ''];
    for (const one of rivals) await one.tournaments.enter(id, code);
    await page.getByRole('button', { name: 'Begin now' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('It is paused.').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('It is paused.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'End…' }).click();
    await page.getByRole('button', { name: 'End it for good' }).click();
    await page.getByText(/^Knockout · .+ · Over · 2 of/).waitFor();
    const { preset, kind, visibility, status } = await rivals[0]!.tournaments.get(id);
    expect({ preset, kind, visibility, status }).toEqual({
      preset: 'tieqchieq-fortress',
      kind: 'knockout',
      visibility: 'private',
      status: 'ended',
    });
  });
});
