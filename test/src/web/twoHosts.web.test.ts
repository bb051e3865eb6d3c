/** From the lobby of one host to a seat at another one: two real servers, each with its page, and one browser. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlowerWarClient } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, expect, test } from 'vitest';
import { person } from '../support/api.ts';
import { ChildServer } from '../support/server.ts';
import { inBrowser } from './inBrowser.ts';
import { openAsBrowser, startPageServer, untilBuilt } from './pageServer.ts';
import { DESK, forgive, PHONE, type Person, playerAt, seriousAt } from './people.ts';

const [AT_HOME, AWAY] = [await freePort(), await freePort()];
const [home, away] = [AT_HOME, AWAY].map((port) => `http://127.0.0.1:${port}`) as [string, string];
const both = { HOSTS: `${home},${away}`, PUBLISH: 'on' };
const other = new ChildServer(AWAY, {
  ...both,
  PUBLIC_URL: away,
  DATA_DIR: mkdtempSync(join(tmpdir(), 'away-')),
  WEB: 'on',
});

async function startBoth() {
  const server = await startPageServer({ ...both, PORT: `${AT_HOME}`, PUBLIC_URL: home });
  await untilBuilt(server);
  await other.start();
  await untilBuilt({ address: other.url });
  return server;
}
afterAll(() => other.end('SIGTERM'));

inBrowser(startBoth, ({ signedIn, visitAs }) => {
  const tableThere = async () => {
    const host = await person(away, 'Citlali');
    return host.create({ game: 'tieqchieq', seats: 2 });
  };
  const come = async (player: FlowerWarClient, options = {}): Promise<Person> => {
    const visitor = await visitAs(player, '/', options);
    forgive(visitor, new RegExp(`^asked ${away}/`));
    return visitor;
  };
  const sit = ({ page }: Person) =>
    page
      .getByRole('list', { name: new URL(away).host })
      .getByRole('link')
      .first()
      .click({ timeout: 10_000 });

  test.each([
    ['phone', PHONE],
    ['desk', DESK],
  ] as const)('a named player comes to the table under the name from home, on a %s', async (device, options) => {
    const { match } = await tableThere();
    const player = await signedIn('Ana');
    await player.account.choose('Anacaona');
    const visitor = await come(player, options);
    const { page } = visitor;
    await sit(visitor);
    const button = page.getByRole('button', { name: `Play here as Anacaona of ${new URL(home).host}` });
    await button.waitFor();
    expect(page.url()).toBe(`${away}/?match=${match}`); // what the host said is in the address no more
    expect(await page.evaluate("localStorage.getItem('flower-war-session')")).toBeNull(); // no guest was made
    expect(await seriousAt(page)).toEqual([]);
    if (process.env['SHOTS']) await page.screenshot({ path: join(process.env['SHOTS'], `arrival-${device}.png`) });
    await button.click();
    const seat = page.getByRole('button', { name: /Sit down|Take a seat/ }).first();
    await seat.waitFor();
    expect(await playerAt(page)).toMatch(/^v-/);
    if (process.env['SHOTS']) await page.screenshot({ path: join(process.env['SHOTS'], `table-${device}.png`) });
    await seat.click();
    const seen = async () => JSON.stringify(await (await fetch(`${away}/api/matches/${match}`)).json());
    await expect.poll(seen).toContain(`Anacaona (${new URL(home).host})`);
    await page.goto(`${away}/player?id=${await playerAt(page)}`);
    await page.getByRole('link', { name: new URL(home).host }).waitFor();
    if (process.env['SHOTS']) await page.screenshot({ path: join(process.env['SHOTS'], `profile-${device}.png`) });
    expect(await (await openAsBrowser(`${home}/`)).status).toBe(200);
  });

  test('a guest without a way back is told so, and may go as a guest', async () => {
    await tableThere();
    const visitor = await come(await signedIn('Ben'), { ...PHONE, locale: 'de-DE' });
    const { page } = visitor;
    forgive(visitor, /status of 403/); // this host does not vouch for a guest
    await sit(visitor);
    await page.getByText('Du hast noch keinen Weg zurück').waitFor();
    if (process.env['SHOTS']) await page.screenshot({ path: join(process.env['SHOTS'], 'no-way-phone.png') });
    await page.getByRole('link', { name: 'Als Gast hingehen' }).click();
    await page.waitForURL(`${away}/**`);
    expect(await playerAt(page)).toMatch(/^p-/);
  });

  test('a person who plays there already may stay who they are', async () => {
    await tableThere();
    const player = await signedIn('Ana');
    await player.account.choose('Anacaona');
    const visitor = await come(player, DESK);
    const { page } = visitor;
    await page.goto(`${away}/`);
    const before = await playerAt(page);
    await page.goto(`${home}/`);
    await sit(visitor);
    await page.getByRole('button', { name: /^Go on as Guest/ }).click();
    expect(await playerAt(page)).toBe(before);
  });
});
