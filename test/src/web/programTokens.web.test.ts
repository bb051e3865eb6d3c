/** Tokens of programs at the page: a player makes one, a program uses it, and the player revokes it. */
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { forgive, PHONE, seriousAt } from './people.ts';

inBrowser(startPageServer, ({ address, visit }) => {
  const asked = async (secret: string) => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(`${address()}/api/me/matches`, { headers })).status;
  };

  test.each([
    ['phone', PHONE],
    ['desk', {}],
  ])('a player makes a token at the %s, copies it, and revokes it', async (_name, options) => {
    const { page } = await visit('/me', { ...options, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByText('Programs of yours').click();
    await page.getByLabel('such as that of the program').fill('Stats');
    await page.getByLabel('take seats, play and talk').check();
    await page.getByLabel('For how many days').fill('30');
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.getByRole('button', { name: 'Copy the token' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const secret = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(await asked(secret)).toBe(200);
    const own = page.getByRole('listitem').filter({ hasText: 'Stats' });
    await own.getByText('read what you may read, and watch matches, take seats, play and talk').waitFor();
    expect(await seriousAt(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await page.reload();
    await page.getByText('Programs of yours').click();
    await own.getByText('last used').waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Revoke Stats' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => own.count()).toBe(0);
    expect(await asked(secret)).toBe(401);
  });

  test('a token that was made although no answer came is in the list', async () => {
    const person = await visit('/me', PHONE);
    forgive(person, /ERR_FAILED/);
    const { page } = person;
    await page.getByText('Programs of yours').click();
    await page.route('**/api/me/tokens', async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel('such as that of the program').fill('Lost');
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.getByText('No answer came, but it may be done all the same. Look before you try again.').waitFor();
    await page.getByRole('button', { name: 'Revoke Lost' }).waitFor();
  });
});
