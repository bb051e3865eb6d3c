/** A person lets the page tell of turns on their device, is told, and stops it. The test is the push service of the browser. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { launch } from '@flower-war/packaging/browser';
import { newPushBrowser, type PushBrowser } from '../support/receivers.ts';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { forgive, PHONE } from './people.ts';

/** Notices may go to a push service on this machine. */
const start = () => startPageServer({ WEBHOOKS: 'any' });
const WORKING = { ...PHONE, serviceWorkers: 'allow', locale: 'de-DE' } as const;
const HERE = 'Hier kommen Benachrichtigungen deiner Partien an.';
const START = 'Auf diesem Gerät melden';

/** Chromium reaches no push service here, so that the subscription is one of the service of the test. */
const subscribed = ({ endpoint, keys }: PushBrowser) => `
  const made = { endpoint: '${endpoint}', toJSON: () => (${JSON.stringify({ endpoint, keys })}), unsubscribe: async () => { own = null; return true; } };
  let own = sessionStorage.getItem('subscribed') === null ? null : made;
  PushManager.prototype.getSubscription = async () => own;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    globalThis.askedWith = applicationServerKey;
    sessionStorage.setItem('subscribed', '1');
    return (own = made);
  };`;

const shownOn = (page: Page): Promise<readonly { readonly body: string; readonly tag: string }[]> =>
  page.evaluate(`navigator.serviceWorker.ready.then((at) => at.getNotifications())
    .then((all) => all.map(({ body, tag }) => ({ body, tag })))`);

inBrowser(
  start,
  ({ address, visit, visitAs, signedIn }) => {
    test('who wants it is told on this device, and no longer after stopping it', async () => {
      const service = await newPushBrowser();
      const ana = await signedIn('Ana');
      const person = await visitAs(ana, '/', { ...WORKING, permissions: ['notifications'] });
      const { page } = person;
      await page.addInitScript(subscribed(service));
      await page.goto('/me');
      await page.getByRole('button', { name: START }).click();
      await page.getByText('Dieses Gerät meldet dir').waitFor();
      expect(await page.evaluate('askedWith')).toBe(await ana.account.pushKey());
      await page.locator('.device').getByRole('button', { name: 'Ausprobieren' }).click();
      await expect.poll(() => service.pushed.length).toBe(1);

      const devtools = await page.context().newCDPSession(page);
      const registrationId = new Promise<string>((resolve) =>
        devtools.on(
          'ServiceWorker.workerRegistrationUpdated',
          ({ registrations: [one] }) => one && resolve(one.registrationId),
        ),
      );
      await devtools.send('ServiceWorker.enable');
      const deliver = async (data: string) =>
        devtools.send('ServiceWorker.deliverPushMessage', {
          origin: address(),
          registrationId: await registrationId,
          data,
        });
      await deliver(service.read(service.pushed[0]!));
      await expect.poll(() => shownOn(page)).toEqual([{ body: HERE, tag: '/me' }]);

      await page.goto('/?match=K7Q42M8A'); // no such match: it is open and focused all the same
      forgive(person, /404/);
      await deliver(JSON.stringify({ text: 'Unseen', link: '/?match=K7Q42M8A' }));
      await deliver(JSON.stringify({ text: 'Seen', link: '/?match=OTHER' }));
      await expect
        .poll(async () => (await shownOn(page)).map(({ body }) => body).sort())
        .toEqual([HERE, 'Seen'].sort());

      await page.goto('/me');
      await page.getByRole('button', { name: 'Nicht mehr melden' }).click();
      await page.getByRole('button', { name: START }).waitFor();
      expect(await ana.account.webhooks()).toEqual([]);
      service.close();
    });

    test('who denies it is told how to allow it, and the server hears of nothing', async () => {
      const ana = await signedIn('Ana');
      const person = await visitAs(ana, '/me', WORKING);
      forgive(person, /permission/i);
      await person.page.getByRole('button', { name: START }).click();
      await person.page.getByText('Erlaub ihr Benachrichtigungen').waitFor();
      expect(await person.page.getByRole('button', { name: START }).count()).toBe(0);
      expect(await ana.account.webhooks()).toEqual([]);
    });

    test('a table that takes days offers it, once', async () => {
      const ana = await signedIn('Ana');
      const { match } = await ana.create({ game: 'tieqchieq', table: { clock: { kind: 'days', days: 2 } } });
      const { page } = await visitAs(ana, `/?match=${match}`, { ...WORKING, permissions: ['notifications'] });
      await page.getByRole('button', { name: START }).waitFor();
      await page.goto('/');
      await page.goto(`/?match=${match}`);
      await page.locator('.sitting').waitFor();
      expect(await page.getByRole('button', { name: START }).count()).toBe(0);
      const other = await ana.create({ game: 'tieqchieq' });
      const quick = await visitAs(ana, `/?match=${other.match}`, { ...WORKING, permissions: ['notifications'] });
      await quick.page.locator('.sitting').waitFor();
      expect(await quick.page.getByRole('button', { name: START }).count()).toBe(0);
    });

    test('a browser that cannot says so', async () => {
      const { page } = await visit('/', WORKING);
      await page.addInitScript('delete globalThis.PushManager');
      await page.goto('/me');
      await page.getByText('Dieser Browser kann nichts melden').waitFor();
      expect(await page.getByRole('button', { name: START }).count()).toBe(0);
    });
  },
  launch,
);
