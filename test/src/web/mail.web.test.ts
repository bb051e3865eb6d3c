/** A player asks for mails on their own page, in the hours and on the occasions that suit. */
import { afterAll, expect, test } from 'vitest';
import { PostOffice } from '../support/receivers.ts';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { PHONE } from './people.ts';

const office = await PostOffice.open();
afterAll(() => office.close());
const settings = { SMTP_URL: office.url, MAIL_FROM: 'notices@example.org', PUBLIC_URL: 'https://play.example.org' };

inBrowser(
  () => startPageServer(settings),
  ({ visit, address }) => {
    test('an e-mail address is added, proven by its code, and shown with all that was wished; the link of a mail stops it', async () => {
      const { page } = await visit('/me', PHONE);
      await page.getByText('Notices to an address of yours').click();
      await page.locator('.notices select').first().selectOption('E-mail');
      await page.getByLabel('E-mail address').fill('ana@example.org');
      await page.getByLabel('A match begins').uncheck();
      await page.locator('[name=daily]').selectOption('once a day, at 8:00');
      await page.locator('[name=remind]').selectOption('2 hours before');
      await page.getByRole('button', { name: 'Add it' }).click();
      await expect.poll(() => office.mails.length).toBe(1);
      const [code] = /\b[0-9A-Z]{8}\b/.exec(office.mails[0]!.text)!;
      await page.getByLabel('The code of the message that has just arrived there').fill(code);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('button', { name: 'Try it' }).click();
      await expect.poll(() => office.mails.length).toBe(2);
      expect(await page.locator('.notices li code').textContent()).toBe('ana@example.org');
      const state = page.locator('.notices li small');
      expect(await state.textContent()).toMatch(/^E-mail\. Once a day, at 8:00\. Reminds you 2 hours before\. /);
      const link = new URL(/<(.*)>/.exec(office.mails[1]!.headers['list-unsubscribe']!)![1]!);
      const reader = await visit(link.pathname, PHONE);
      await reader.page.getByRole('button', { name: 'Send no more' }).click();
      await reader.page.getByText('The server sends no more notices to this address.').waitFor();
      expect(new URL(reader.page.url()).origin).toBe(address());
      await page.reload();
      await page.getByText('Notices to an address of yours').click();
      await expect.poll(() => state.textContent()).toContain('Stopped by the link in a mail.');
      expect(await page.getByRole('button', { name: 'Try it' }).count()).toBe(0);
    });
  },
);
