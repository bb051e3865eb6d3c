/** People plan matches, keep their account, talk and agree, each in a browser of their own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { botsOf, type FlowerWarClient, programClient } from '@flower-war/client';
import type { Locator, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, forgive, inviteFriends, PHONE, PLAY, playerAt, seriousAt, violationsAt } from './people.ts';

/** Notices may go to the server itself. */
const start = () => startPageServer({ WEBHOOKS: 'any', MOST_OPEN_MATCHES: '50' });

const IN_TIME = { timeout: 30_000 };

inBrowser(start, ({ visit, visitAs, address, server, signedIn }) => {
  test('a host chooses edition, clock and a rule, and the match has them', async () => {
    const { page } = await visit('/new?game=mexica', PHONE);
    await page.getByText('early Flower War').click();
    await page.getByText('What is different here:').waitFor();
    await expect.poll(() => page.textContent('.balance')).toMatch(/of 100 matches no player wins.*About \d+ rounds/);
    await page.getByText('Clock, privacy and manners').click();
    await page.getByText('2 days a turn').click();
    await page.getByText(/^All rules that you can change/).click();
    await page.getByLabel('Countdown').fill('7');
    await page.getByText('1 rule is changed').waitFor();
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.locator('.invite .qr').waitFor();
    const match = new URL(page.url()).searchParams.get('match');
    const made = await fetch(`${address()}/api/matches/${match}`).then((answer) => answer.json());
    expect(made).toMatchObject({
      preset: 'flower-war-early',
      options: { countdown: 7, firstLandingDayCard: false },
      table: { clock: { kind: 'days', days: 2 }, visibility: 'private', habits: 'usual' },
    });
  });

  test('a name brings a code, the code brings the player back elsewhere, and deleting ends it', async () => {
    const ana = await visit('/me', DESK);
    const name = ana.page.getByLabel('Other players see it.');
    await name.fill('Anna');
    await ana.page.getByRole('button', { name: 'Save', exact: true }).click();
    const first = (await ana.page.locator('output.code').textContent()) ?? '';
    await ana.page.getByText('You play as Anna').waitFor();
    await ana.page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
    await name.fill('Ana');
    await ana.page.getByRole('button', { name: 'Save', exact: true }).click({ timeout: 5000 });
    await ana.page.getByText(/You play as Ana$/).waitFor();
    expect(await ana.page.locator('output.code').textContent({ timeout: 5000 })).toBe(first);
    await ana.page.getByRole('button', { name: 'Make a new code' }).click();
    await expect.poll(() => ana.page.locator('output.code').allTextContents()).not.toContain(first); // it is good no more
    const code = (await ana.page.locator('output.code').textContent({ timeout: 5000 })) ?? '';
    const other = await visit('/me', PHONE);
    await other.page.locator('input[name="code"]').fill(code);
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.page.getByText('You play as Ana').waitFor();
    const signedIn = other.page.locator('.sessions li');
    await expect.poll(() => signedIn.count()).toBe(2);
    await ana.page.close(); // it would ask again, and be refused
    await other.page.getByRole('button', { name: 'Sign out there' }).click();
    await expect.poll(() => signedIn.allTextContents()).toEqual([expect.stringContaining('(here)')]);
    const [file] = await Promise.all([
      other.page.waitForEvent('download'),
      other.page.getByRole('button', { name: 'Save my data' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.json$/);
    const named = other.page.getByLabel('Such files name me');
    expect(await named.isChecked()).toBe(false);
    await named.press('Space');
    await expect.poll(() => named.isChecked()).toBe(true);
    await other.page.reload();
    await expect.poll(() => named.isChecked()).toBe(true);
    expect(await violationsAt(other.page)).toEqual([]);
    await other.page.getByRole('button', { name: 'Delete me' }).click();
    await other.page.getByRole('button', { name: 'Delete me for good' }).click();
    await other.page.getByText(/You play as (?!Ana$)/).waitFor();
  });

  /** Before the page is drawn anew, as a double tap on a slow phone. */
  const pressTwice = (button: Locator) =>
    button.evaluate((one) => {
      const { click } = one as unknown as { readonly click: () => void };
      for (const _ of 'ab') click.call(one);
    });

  test('what is pressed twice is done once: no second bot sits down, and the new guest is not deleted, too', async () => {
    const ana = await signedIn('Ana');
    const { match } = await ana.create({ game: 'flower-war', seats: 3 });
    const { page } = await visitAs(ana, `/?match=${match}`, PHONE);
    await pressTwice(page.getByRole('button', { name: 'Seat a bot' }));
    await expect.poll(() => page.locator('.sitting').innerText()).toMatch(/\(medium\)/);
    await page.getByRole('button', { name: 'Seat a bot', disabled: false }).waitFor();
    expect((await ana.match(match)).seats.filter(({ kind }) => kind === 'bot')).toHaveLength(1);
    await page.goto('/me');
    await page.getByRole('button', { name: 'Delete me' }).click();
    await pressTwice(page.getByRole('button', { name: 'Delete me for good' }));
    await page.getByText(/You play as Guest/).waitFor();
    expect(await playerAt(page)).not.toBe(ana.session?.player);
    await page.goto('/me');
    await page.getByText(/You play as Guest/).waitFor();
  });

  test(
    'on a line that is slower than the page asks, a host sees who waits, and lets that player in',
    IN_TIME,
    async () => {
      const [ana, ben] = [await signedIn('Ana'), await signedIn('Ben')];
      const { match } = await ana.create({ game: 'tieqchieq', seats: 2, table: { approval: true } });
      const { page } = await visitAs(ana, `/?match=${match}`, PHONE);
      await page.locator('.invite .qr').waitFor();
      const held: Route[] = [];
      // Each answer comes after the next question.
      await page.route(`**/api/matches/${match}`, async (route) => {
        held.push(route);
        if (held.length > 1) await held.shift()?.continue();
      });
      const sitting = ben.join(match);
      await page.getByRole('button', { name: 'Let in' }).click();
      (await sitting).close();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  );

  test('a list that is asked twice for its next page shows each match once', IN_TIME, async () => {
    const ana = await signedIn('Ana');
    const ben = await signedIn('Ben');
    const made = Array.from({ length: 25 }, async () => ben.create({ game: 'tieqchieq' }));
    for (const match of await Promise.all(made)) (await ana.join(match)).close();
    const { page } = await visitAs(ana, `/player?id=${ana.session?.player}`, PHONE);
    const held: Route[] = [];
    await page.route('**/matches?*before=*', (route) => void held.push(route));
    await pressTwice(page.getByRole('button', { name: 'Older ones' }));
    await expect.poll(() => held.length).toBe(2);
    const rows = page.locator('main li');
    const before = await rows.count();
    for (const route of held) {
      const answered = page.waitForResponse(route.request().url());
      await route.continue();
      await answered;
    }
    await page.getByRole('button', { name: 'Older ones' }).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(before + 5);
  });

  const OVER = 'You are signed out here';

  test('a browser that was signed out elsewhere says so, keeps the player until then, and takes a code', async () => {
    const ana = await signedIn('Ana');
    const { recoveryCode = '' } = await ana.account.choose('Ana');
    const person = await visitAs(ana, '/me', PHONE);
    const { page } = person;
    await page.getByText('You play as Ana').waitFor();
    await ana.account.signOutEverywhere();
    forgive(person, /status of 401/);
    await page.getByRole('button', { name: 'Sign out on all devices' }).click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: OVER }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: OVER }).waitFor();
    expect(await page.getByText('You are not signed in').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    expect(await violationsAt(page)).toEqual([]);
    await page.getByLabel('The code that another device shows').fill(recoveryCode);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('You play as Ana').waitFor();
  });

  test.each([
    ['has noticed it', true],
    ['notices it later', false],
  ])('a person whose player was deleted begins as a new guest; the other tab %s', async (_, isNoticed) => {
    const ana = await signedIn('Ana');
    const { session } = ana;
    const person = await visitAs(ana, '/', PHONE);
    const { page } = person;
    await page.locator(PLAY).waitFor();
    const other = await page.context().newPage();
    await other.goto('/me');
    await other.getByText('You play as').waitFor();
    await ana.account.deleteMe();
    forgive(person, /status of 401/);
    const showCode = other.getByRole('button', { name: 'Show a code' });
    if (isNoticed) {
      await showCode.click({ timeout: 5000 }).catch(() => {}); // what it still loaded may have told it before
      await other.getByRole('heading', { name: OVER }).waitFor();
    }
    await page.reload();
    await page.getByRole('button', { name: 'Begin as a new guest' }).click();
    await page.locator(PLAY).waitFor();
    const player = await playerAt(page);
    expect(player).not.toBe(session?.player);
    const shown = async () => {
      await showCode.click({ timeout: 5000 }).catch(() => {}); // the tab that notices it now goes on as the new guest
      return other.locator('output.code').count();
    };
    await expect.poll(shown).toBe(1);
    expect(await playerAt(other)).toBe(player);
  });

  test('a tab in which a person signs in as another player takes the other tabs along, and none writes its own player back', async () => {
    const ana = await signedIn('Ana');
    const { recoveryCode = '' } = await ana.account.choose('Ana');
    const { page } = await visit('/me', PHONE);
    await page.getByText('You play as').waitFor();
    const other = await page.context().newPage();
    await other.goto('/me');
    await other.locator('input[name="code"]').fill(recoveryCode);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await Promise.all([page, other].map((each) => each.getByText('You play as Ana').waitFor()));
    await page.getByLabel('Other players see it.').fill('Anna');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('You play as Anna').waitFor();
    expect(await playerAt(other)).toBe(ana.session?.player);
  });

  test('two tabs that are opened at the first visit are one guest', async () => {
    const { page } = await visit('/rules/mexica', PHONE);
    const other = await page.context().newPage();
    await playerAt(page);
    await page.evaluate('localStorage.clear()');
    const { promise: isIn, resolve: comeIn } = Promise.withResolvers<void>();
    await page.route('**/api/guests', (route) => isIn.then(() => route.continue()));
    const isAsking = page.waitForRequest('**/api/guests');
    await page.goto('/about');
    await isAsking;
    await other.goto('/about');
    await playerAt(other);
    comeIn();
    const names = () => Promise.all([page, other].map((each) => each.locator('.who').textContent({ timeout: 5000 })));
    await expect.poll(async () => new Set(await names()).size).toBe(1);
  });

  test('an outage and a proxy sign no browser out', async () => {
    const ana = await signedIn('Ana');
    const player = ana.session?.player;
    const person = await visitAs(ana, '/about', PHONE);
    const { page } = person;
    await ana.account.signOutEverywhere();
    forgive(person, /status of (401|503)/);
    const answers = [
      { status: 401, body: 'Sign in to the network' },
      { status: 503, json: { code: 'unavailable', message: 'Later.' } },
    ];
    for (const answer of answers) {
      await page.unroute('**/api/tokens');
      await page.route('**/api/tokens', (route) => route.fulfill(answer));
      await page.goto('/me');
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
      expect(await page.getByText(OVER).count()).toBe(0);
      expect(await playerAt(page)).toBe(player);
    }
  });

  test('a player takes vacation, sees it at the table, and ends it before its time', async () => {
    const { page } = await visit('/new?game=tieqchieq', PHONE);
    await page.getByText('Clock, privacy and manners').click();
    expect(await page.getByLabel('The clock of a player on vacation stands').count()).toBe(0);
    await page.getByText('2 days a turn').click();
    expect(await page.getByLabel('The clock of a player on vacation stands').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.getByText('Here the clock of a player on vacation stands.').waitFor();
    await page.getByRole('button', { name: 'Seat a bot' }).click();
    await page.locator('.seats').waitFor();
    const table = page.url();
    await page.goto(`${address()}/me`);
    await page.getByText('Days left this year: 30 of 30.').waitFor();
    const days = page.getByLabel('Days', { exact: true });
    await days.fill('31');
    await page.getByRole('button', { name: 'Begin now' }).press('Enter');
    expect(await page.locator('input[name="days"]:invalid').count()).toBe(1);
    await days.fill('5');
    await page.getByRole('button', { name: 'Begin now' }).press('Enter');
    await page.getByText('You are on vacation until').first().waitFor();
    expect(await violationsAt(page)).toEqual([]);
    await page.goto(table);
    await page.getByText('You are on vacation until').waitFor();
    await page.getByRole('link', { name: 'Your vacation' }).click();
    await page.getByRole('button', { name: 'End my vacation' }).press('Enter');
    await page.getByText('Days left this year: 29 of 30.').first().waitFor();
    await page.goto(table);
    await page.locator('.seats').waitFor();
    expect(await page.getByText('on vacation').count()).toBe(0);
  });

  test('a player makes a bot and a token for it, and another player finds it among those that take challenges', async () => {
    const [ana, ben] = [await signedIn('Ana'), await signedIn('Ben')];
    await ana.account.choose('Ana');
    const { page } = await visitAs(ana, '/me', PHONE);
    await page.getByText('Bots of yours').press('Enter');
    await page.getByLabel('A name for a new bot:').fill('Tezcat');
    await page.getByRole('button', { name: 'Make a bot' }).press('Enter');
    await page.getByRole('button', { name: 'Make a token for it' }).press('Enter');
    const token = (await page.locator('output.code').filter({ hasText: 'fwt_' }).textContent()) ?? '';
    expect(await violationsAt(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const bot = botsOf(await programClient({ url: address() }, token));
    await bot.ready(['tieqchieq']);
    const other = await visitAs(ben, '/new?game=tieqchieq', PHONE);
    await other.page.getByText('Challenge a bot of a player').press('Enter');
    await other.page.getByText('Tezcat (bot: Ana)').waitFor();
    expect(await violationsAt(other.page)).toEqual([]);
    await other.page.getByRole('link', { name: 'Challenge', exact: true }).press('Enter');
    await other.page.getByRole('button', { name: 'Send the challenge' }).press('Enter');
    await other.page.getByText('Tezcat (bot: Ana)').first().waitFor();
    expect((await bot.ready(['tieqchieq'])).challenges).toMatchObject([
      { from: { name: 'Ben' }, game: 'tieqchieq', table: { programs: 'allowed' } },
    ]);
    await other.page.getByRole('link', { name: 'Tezcat (bot: Ana)' }).first().press('Enter');
    await other.page.getByRole('heading', { name: 'Tezcat (bot: Ana)' }).waitFor();
    await other.page.getByRole('link', { name: 'Ana', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete Tezcat' }).press('Enter');
    await expect.poll(() => botsOf(ana).mine()).toEqual([]);
  });

  test('a player leaves answers ahead by keys, no other page shows them, and withdraws them', async () => {
    const [ana, ben] = [await signedIn('Ana'), await signedIn('Ben')];
    const table = { clock: { kind: 'days', days: 2 }, habits: 'none' } as const;
    const match = await ana.create({ game: 'tieqchieq', seats: 2, table });
    const lives = [await ana.join(match), await ben.join(match)];
    await Promise.race(lives.map((live) => live.until(({ legal }) => legal.length > 0)));
    const [first, second] = lives[0]!.legal.length > 0 ? [ana, ben] : [ben, ana];
    const path = `/?match=${match.match}`;
    const waiting = await visitAs(second, path, PHONE);
    const asked = await visitAs(first, path, DESK);
    const { page } = waiting;
    await page.getByText('Answer ahead').click();
    await page.getByLabel('Play', { exact: true }).first().fill('fly');
    await page.getByRole('button', { name: 'Leave these answers' }).press('Enter');
    await page.getByRole('alert').waitFor();
    forgive(waiting, /409/);
    await page.getByLabel('Play', { exact: true }).first().fill('toss');
    await page.getByRole('button', { name: 'Leave these answers' }).press('Enter');
    await page.getByText('Your answers ahead: toss').waitFor();
    expect(await violationsAt(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await asked.page.locator('.playing').waitFor();
    expect(await asked.page.getByText('Your answers ahead').count()).toBe(0);
    forgive(waiting, /ERR_FAILED/);
    await page.route('**/ahead', (route) => route.abort());
    await page.reload();
    await page.getByText('The server does not answer.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByRole('button', { name: 'Withdraw your answers' }).press('Enter');
    await expect.poll(async () => (await second.answersAhead(match)).answers).toEqual([]);
    for (const live of lives) live.close();
  });

  test('an address of the player gets notices: its secret is shown once, a trial tells what came of it, and it can be removed', async () => {
    const ana = await visit('/me', PHONE);
    const { page } = ana;
    await page.getByText('Notices to an address of yours').click();
    await page.getByLabel('Address, with https://').fill(`${address()}/nothing-takes-this`);
    await page.getByRole('button', { name: 'Add it' }).click();
    await page.locator('.secret output').waitFor();
    const state = page.locator('.notices li small');
    await expect.poll(() => state.textContent()).toBe('Nothing has been sent yet.');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('A notice is on its way.').waitFor();
    await page.reload();
    await page.getByText('Notices to an address of yours').click();
    await expect.poll(() => page.locator('.notices code').textContent()).toContain('/nothing-takes-this');
    expect(await page.locator('.secret').count()).toBe(0);
    await expect.poll(() => state.textContent()).toMatch(/^Last failed .*: the answer was 40\d\.$/);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => page.locator('.notices li').count()).toBe(0);
  });

  test('a chat of the player gets a code, and once it is entered, notices', async () => {
    const codes: string[] = [];
    const chat = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        codes.push(/\b[0-9A-Z]{8}\b/.exec(body)?.[0] ?? body);
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
    const person = await visit('/me', PHONE);
    const { page } = person;
    forgive(person, /403/); // the wrong code
    await page.getByText('Notices to an address of yours').click();
    await page.locator('.notices select').first().selectOption('Slack');
    await page.getByLabel('Address, with https://').fill(`http://127.0.0.1:${(chat.address() as AddressInfo).port}/`);
    await page.getByRole('button', { name: 'Add it' }).click();
    const code = page.getByLabel('The code of the message that has just arrived there');
    await code.fill('WRONG123');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The first message says another code.').waitFor();
    await expect.poll(() => codes.length).toBe(1);
    await code.fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Try it' }).click();
    await expect.poll(() => codes[1]).toContain('Notices of your matches arrive here.');
    expect(await page.locator('.notices li small').textContent()).toMatch(/^Slack\. /);
    chat.close();
  });

  test('players talk each in their own language, agree on a pause, and look at each other', async () => {
    const ana = await visit('/', DESK);
    await inviteFriends(ana);
    const link = await ana.page.inputValue('.invite input');
    const ben = await visit(link, { ...PHONE, locale: 'es-MX' });
    await ben.page.getByRole('button', { name: 'Tomar asiento' }).click();
    await Promise.all([ana, ben].map(({ page }) => page.locator('.playing').waitFor()));

    await ana.page.locator('.talk summary').click();
    await pressTwice(ana.page.getByRole('button', { name: 'Well played.' }));
    await ana.page.getByLabel('What you want to say').fill('Hello <b>there</b>');
    await ana.page.getByRole('button', { name: 'Say', exact: true }).click();
    await ben.page.locator('.talk summary[aria-label="Charla, 2 mensajes nuevos"]').click();
    await expect
      .poll(() => ben.page.locator('.lines li').allTextContents())
      .toEqual([expect.stringContaining('Bien jugado'), expect.stringContaining('Hello <b>there</b>')]);
    await ben.page.keyboard.press('Escape');

    await ana.page.locator('.menu:not(.talk) > summary').click();
    await pressTwice(ana.page.getByRole('button', { name: 'Pause for 15 minutes' }));
    await ana.page.getByRole('button', { name: 'Withdraw', exact: true }).waitFor();
    await ben.page.getByRole('button', { name: 'Rechazar' }).waitFor();
    await ben.page.getByRole('button', { name: 'Aceptar' }).click();
    for (const { page } of [ana, ben]) await page.locator('.banner', { hasText: /pause|pausa/ }).waitFor();
    expect(await ana.page.locator('.refused').count()).toBe(0);

    await ana.page.locator('.menu:not(.talk) li a').last().click();
    await expect.poll(() => ana.page.url()).toContain('/player?id=');
    await ana.page.getByText('No public match yet.').waitFor();
    await ana.page.getByText('Tell the host about this player').click();
    await ana.page.getByText('cheating', { exact: true }).click();
    await ana.page.getByLabel('What happened').fill('Looks into my cards');
    await ana.page.getByRole('button', { name: 'Send it' }).click();
    await ana.page.getByText('The host has it.').waitFor();
    await ana.page.getByRole('button', { name: 'Follow', exact: true }).press('Enter');
    await ana.page.getByRole('button', { name: 'Follow no longer' }).waitFor();
    await ana.page.getByText('Block this player').press('Enter');
    await ana.page.getByRole('button', { name: 'Block', exact: true }).press('Enter');
    await ana.page.getByRole('button', { name: 'Lift the block' }).waitFor();
    await ana.page.goto('/me');
    await ana.page.getByRole('heading', { name: 'You have blocked' }).waitFor();
    await ana.page.getByRole('button', { name: /^Lift the block: / }).press('Enter');
    await ana.page.getByText('You follow no player yet.').waitFor();
    await ana.page.getByRole('link', { name: 'How others see you' }).click();
    await ana.page.getByText('No public match yet.').waitFor({ timeout: 5000 });
    await ana.page.getByRole('link', { name: 'Best players' }).first().click();
    await ana.page.getByText('No player has played enough').waitFor();
  });

  test('while the match pauses no move can be tapped, and what was refused is forgotten when it goes on', async () => {
    const [ana, ben] = await Promise.all([signedIn('Ana'), signedIn('Ben')]);
    const table = { visibility: 'public', habits: 'none' } as const;
    const { match } = await ana.create({ game: 'tieqchieq', seats: 2, options: { startPlayer: 'seat-0' }, table });
    const { page } = await visitAs(ana, `/?match=${match}`, DESK);
    const [own, other] = [await ana.join(match), await ben.join(match)];
    const held: (string | Buffer)[] = [];
    let isHeld = false;
    let tell = () => {};
    await page.routeWebSocket(/./, (socket) => {
      tell = () => held.splice(0).forEach((message) => void socket.send(message));
      socket.connectToServer().onMessage((message) => (isHeld ? held.push(message) : socket.send(message)));
    });
    await page.reload();
    await page.locator('.question.asked').waitFor();
    const moves = page.locator('.part.moves .move:not([aria-disabled=true])');
    await moves.first().waitFor();

    isHeld = true; // the page does not know of the pause when its move is tapped
    await other.offer('pause', 5);
    await own.reply(true);
    const before = held.length;
    await moves.first().click();
    await expect.poll(() => held.length).toBeGreaterThan(before);
    isHeld = false;
    tell();
    await page.locator('.refused', { hasText: 'The match is paused' }).waitFor();
    await page.locator('.question:not(.asked) small', { hasText: 'pauses until' }).waitFor();
    expect(await page.locator('.part.moves .move:enabled, .board .thing.open').count()).toBe(0);

    await other.offer('resume');
    await own.reply(true);
    await page.locator('.question.asked').waitFor();
    await expect.poll(() => page.locator('.part.moves .move:enabled').count()).toBeGreaterThan(0);
    expect(await page.locator('.refused').count()).toBe(0);
    for (const live of [own, other]) live.close();
  });

  test('a player challenges another one, who accepts, and both come to the table; the keyboard is enough', async () => {
    const [ana, ben] = [await visit('/me', DESK), await visit('/me', PHONE)];
    const link = await ben.page.getByRole('link', { name: 'How others see you' }).getAttribute('href');
    await ben.page.goto('/'); // the first page tells of it while it is open
    await ana.page.goto(new URL(link ?? '', address()).href);
    await ana.page.getByRole('link', { name: 'Challenge to a match' }).press('Enter');
    await ana.page.getByText('Tieqchieq', { exact: true }).first().click();
    await ana.page.getByRole('button', { name: 'Send the challenge' }).press('Enter');
    await ana.page.getByText('waits for an answer').waitFor();
    await ben.page.getByRole('button', { name: 'Accept' }).press('Enter');
    await ben.page.getByRole('link', { name: 'To the table' }).press('Enter');
    await ben.page.getByRole('button', { name: 'Take a seat' }).press('Enter');
    await ana.page.reload();
    await ana.page.getByRole('link', { name: 'To the table' }).press('Enter'); // its host sits down at once
    for (const { page } of [ana, ben]) await page.locator('.playing').waitFor();
  });

  test('a player is told of no recovery code only once the server has said so', async () => {
    const ana = await signedIn('Ana');
    await ana.account.choose('Ana');
    const person = await visitAs(ana, '/about', PHONE);
    forgive(person, /ERR_FAILED/);
    const { page } = person;
    await page.route('**/api/me', (route) => route.abort());
    await page.goto('/me');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('heading', { name: 'Other devices' }).waitFor();
    expect(await page.getByText('You have none yet.').count()).toBe(0);
    await page.unroute('**/api/me');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByText('You have one. A new code ends the old one.').waitFor();
  });

  test('challenges stay in sight while the line is gone', async () => {
    const [ana, ben] = [await signedIn('Ana'), await signedIn('Ben')];
    await ana.people.challenge(ben.session?.player ?? '', { game: 'tieqchieq' });
    const person = await visitAs(ben, '/about', PHONE);
    forgive(person, /ERR_FAILED/);
    const { page } = person;
    await page.clock.install();
    await page.goto('/me');
    const accept = page.getByRole('button', { name: 'Accept' });
    await accept.waitFor();
    await page.route('**/api/me/challenges', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.clock.runFor(10_000);
    await failed;
    await page.clock.runFor(1000);
    expect(await accept.count()).toBe(1);
  });

  test('the matches of a player are asked for beside the profile', async () => {
    const ana = await signedIn('Ana');
    const { page } = await visitAs(ana, '/about', PHONE);
    const matches = page.waitForRequest(/\/matches\?/);
    await page.route(/\/api\/players\/[^/]*$/, async (route) => {
      await matches;
      await route.continue();
    });
    await page.goto(`/player?id=${ana.session?.player}`);
    await page.getByText('Public matches').waitFor();
  });

  test('a table that waits shows its buttons once they stay where they are', async () => {
    const ana = await signedIn('Ana');
    const { match } = await ana.create<string>({ game: 'tieqchieq', table: { visibility: 'private' } });
    (await ana.join(match)).close();
    const { page } = await visitAs(ana, '/about', PHONE);
    const [summaries, held]: [number[], Route[]] = [[], []];
    // The page asks first, then the connection, and then the table that waits.
    await page.route(`**/api/matches/${match}`, (route) =>
      summaries.push(0) > 2 ? void held.push(route) : route.continue(),
    );
    await page.goto(`/?match=${match}`);
    await page.locator('.sitting').waitFor();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const buttons = page.locator('.invitation button');
    expect(await buttons.count()).toBe(0);
    await page.unrouteAll();
    await page.locator('.invite').waitFor();
    expect(await buttons.allTextContents()).toContain('Leave this seat');
  });

  test('a player is told with luck and cost of play, and the best are ordered by skill, by keys', async () => {
    const people = [await signedIn('Ana'), await signedIn('Ben')];
    const id = people[0]!.session?.player ?? '';
    /** The server makes accounts itself, too; then there is nothing to do here. */
    const counted = async () => {
      while (await server().services.accounts.makeNext());
      return (await people[0]!.history.luck(id)).editions[0]?.matches;
    };
    const count = async (most: number) => {
      for (let n = 0; n < most; n++) await loseTo(people[0]!, people[1]!);
      await server().services.ratings.catchUp();
    };
    await count(1);
    await expect.poll(counted, IN_TIME).toBe(1);
    const phone = await visit(`/player?id=${id}`, { ...PHONE, bypassCSP: true });
    await phone.page.getByText('Not enough to tell: 1 of the 10 matches that it takes.').waitFor();
    await count(9);
    await expect.poll(counted, IN_TIME).toBe(10);
    await phone.page.reload();
    const told = phone.page.locator('.luck-of');
    await expect.poll(() => told.textContent()).toMatch(/Luck [+−]?\d+\.\d% a match \(± \d+\.\d%\): \w+/);
    await expect.poll(() => told.textContent()).toMatch(/Choices cost \d+\.\d% a match.*In 10 matches\./);
    await expect.poll(() => phone.page.textContent('.figures tbody')).toMatch(/^Tieqchieq\d{4} ± \d+/);
    expect(await seriousAt(phone.page)).toEqual([]);

    const { page } = await visit('/best', { ...DESK, locale: 'de-DE' });
    await page.getByText('Tieqchieq', { exact: true }).first().click();
    await page.getByRole('radio', { name: 'Ergebnissen' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.figures tbody tr').count()).toBe(2);
    await expect.poll(() => page.textContent('.figures')).toMatch(/Können.*(Ana|Ben)\s*[+−]?\d+,\d\s%\s±/s);
  });
});

/** A rated match, which the second gives up. */
async function loseTo(winner: FlowerWarClient, loser: FlowerWarClient): Promise<void> {
  const { match } = await winner.create({ game: 'tieqchieq' });
  const lives = [await winner.join(match), await loser.join(match)];
  await Promise.all(lives.map((live) => live.until(({ table }) => table.status === 'running')));
  await lives[1]!.resign();
  await Promise.all(lives.map((live) => live.until(({ isOver }) => isOver)));
  for (const live of lives) live.close();
}
