/** Passkeys in a real browser, with the authenticator that Chromium has for tests: the page makes one, and comes back by it. */
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { forgive, PHONE, playerAt, seriousAt } from './people.ts';

const DEVICE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

interface Device {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** A device at the page. */
async function deviceAt(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE });
  return { cdp, authenticatorId };
}

/** The same device at another page: its passkeys are carried over. */
async function carry(from: Device, to: Device): Promise<void> {
  const { credentials } = await from.cdp.send('WebAuthn.getCredentials', { authenticatorId: from.authenticatorId });
  for (const credential of credentials)
    await to.cdp.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential });
}

const isTooWide = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth');

inBrowser(startPageServer, ({ address, visit }) => {
  const come = (path: string) => visit(path, { ...PHONE, baseURL: address().replace('127.0.0.1', 'localhost') });

  test('a guest adds a passkey, and is the same player in a browser that knows nothing but the passkey', async () => {
    const { page } = await come('/me');
    const device = await deviceAt(page);
    const add = page.getByRole('button', { name: 'Add a passkey' });
    await page.getByLabel('A name for it').fill('Phone');
    await add.click();
    const own = page.getByRole('listitem').filter({ hasText: 'Phone' });
    await own.waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await seriousAt(page)).toEqual([]);
    await add.click();
    await page.getByText('This device has a passkey of yours already.').waitFor();
    const player = await playerAt(page);

    const other = await come('/');
    const later = await deviceAt(other.page);
    const signIn = other.page.getByRole('button', { name: 'Sign in with a passkey' });
    await signIn.click();
    await other.page.getByText('No passkey was used.').waitFor();
    expect(await playerAt(other.page)).not.toBe(player);
    await carry(device, later);
    await Promise.all([other.page.waitForEvent('load'), signIn.click()]); // the page comes anew, with the player of the passkey
    expect(await playerAt(other.page)).toBe(player);
    await other.page.goto('/me');
    await other.page.getByText(/since .*, last used/).waitFor();
    await other.page.getByRole('button', { name: 'Remove Phone' }).click();
    await expect.poll(() => other.page.getByRole('button', { name: 'Remove Phone' }).count()).toBe(0);
    await other.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await other.page.getByText('No player here has this passkey').waitFor();
    forgive(other, /status of 403/);
    expect(await playerAt(other.page)).toBe(player);
  });
});
