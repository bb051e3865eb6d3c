/** A player signs in by an OpenID provider, in a real browser that goes there and comes back. */
import { freePort } from '@flower-war/protocol/hosting';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { CLIENT, IdentityProvider } from '../people/identity.ts';
import { asks } from '../support/oauth.ts';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { forgive, PHONE, type Person, playerAt } from './people.ts';

const PORT = String(await freePort());
const provider = await IdentityProvider.open([`http://127.0.0.1:${PORT}/signed-in`]);
afterAll(() => provider.close());
const settings = { PORT, OIDC_ISSUER: provider.issuer, ...CLIENT, OIDC_NAME: 'Calmecac' };

inBrowser(
  () => startPageServer(settings),
  ({ visit }) => {
    const come = async (path: string): Promise<Person> => {
      const person = await visit(path, PHONE);
      forgive(person, new RegExp(`^asked ${provider.issuer}|fonts.googleapis|ERR_|Content Security Policy`));
      return person;
    };
    const go = async (page: Page) => {
      await page.getByRole('button', { name: 'Sign in with Calmecac' }).click();
      await page.locator('[name=login]').waitFor();
    };
    const say = async (page: Page, name: string, until = '.play .main') => {
      await page.locator('[name=login]').fill(name);
      await page.locator('[name=password]').fill('any');
      await page.locator('[type=submit]').click();
      await page.locator('[name=login]').waitFor({ state: 'detached' });
      await page.locator('[type=submit]').click();
      await page.locator(until).waitFor();
    };

    test('the guest comes back as the same player, who is known in another browser, too', async () => {
      const { page } = await come('/me');
      const player = await playerAt(page);
      await go(page);
      await say(page, 'ana');
      expect(await playerAt(page)).toBe(player);
      const other = await come('/me');
      expect(await playerAt(other.page)).not.toBe(player);
      await go(other.page);
      await say(other.page, 'ana');
      expect(await playerAt(other.page)).toBe(player);
      expect(await other.page.evaluate('sessionStorage.length')).toBe(0);
    });

    test('the way in can be asked for again where the line was gone for a moment', async () => {
      const { page } = await come('/about');
      await page.route('**/api/sign-in', (route) => route.abort(), { times: 2 }); // the second is that of the SDK
      await page.goto('/me');
      await page.locator('.card', { hasText: 'Other devices' }).getByRole('button', { name: 'Try again' }).click();
      await go(page);
    });

    test('whom a program asks goes on there, as the player whom the provider knows', async () => {
      const { page } = await come('/me');
      await go(page);
      await say(page, 'caro');
      const player = await playerAt(page);
      const other = await come(`/oauth/authorize?${asks().query}`);
      expect(await playerAt(other.page)).not.toBe(player);
      await other.page.getByText('You are another player?').click();
      await go(other.page);
      await say(other.page, 'caro', 'text=It calls itself “Stats”');
      expect(new URL(other.page.url()).pathname).toBe('/oauth/authorize');
      expect(await playerAt(other.page)).toBe(player);
    });

    test('a person who gives up, or comes to the page again, reads what happened and begins anew', async () => {
      const person = await come('/me');
      const { page } = person;
      const player = await playerAt(page);
      await go(page);
      await page.locator('a[href$="/abort"]').click();
      await page.getByText('The provider did not let you in').waitFor();
      forgive(person, /status of 403/);
      expect(new URL(page.url()).search).toBe('');
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      await page.reload();
      await page.getByText('This sign-in is over, was done before, or was begun in another browser.').waitFor();
      await go(page);
      await say(page, 'ben');
      expect(await playerAt(page)).toBe(player);
    });
  },
);
