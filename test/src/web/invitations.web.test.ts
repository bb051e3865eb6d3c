/** A server to which new players come by invitation: the page asks for it, and a link brings it. */
import type { HostInvitation } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { operatorOf, OPERATOR_TOKEN } from '../support/api.ts';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { forgive, PHONE, seriousAt } from './people.ts';

inBrowser(
  () => startPageServer({ SIGN_UP: 'invitation', OPERATOR_TOKEN }),
  ({ address, visit }) => {
    const host = operatorOf(address);
    const invite = async (players: number) =>
      (await host<HostInvitation>('POST /invitations', { body: { players } })).body;

    test('a new player types the code, or opens the link of the invitation; a known one comes by a code', async () => {
      const { invitation, link } = await invite(1);
      const person = await visit('/', PHONE);
      const { page } = person;
      const code = page.getByLabel('The code of your invitation');
      await code.fill('ABCD-EFGH-JKMN');
      await page.getByRole('button', { name: 'Come in' }).click();
      await page.getByText('This invitation is mistyped, used up or over.').waitFor();
      expect(await code.inputValue()).toBe('ABCD-EFGH-JKMN');
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      expect(await seriousAt(page)).toEqual([]);
      await code.fill(invitation.toLowerCase());
      await page.keyboard.press('Enter');
      await page.locator('.play .main').waitFor();
      forgive(person, /status of 403/);
      await page.goto('/me');
      await page.getByRole('button', { name: 'Show a code' }).click();
      const letters = (await page.locator('output.code').textContent()) ?? '';

      const late = await visit(link, PHONE);
      await late.page.getByText('This invitation is mistyped, used up or over.').waitFor();
      forgive(late, /status of 403/);
      await late.page.getByLabel('The code that another device shows').fill(letters);
      await late.page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await late.page.waitForURL('**/me');
      await late.page.getByText('Where you are signed in').waitFor();

      const second = await invite(1);
      const invited = await visit(second.link, PHONE);
      await invited.page.locator('.play .main').waitFor();
      expect(new URL(invited.page.url()).search).toBe('');
    });
  },
);
