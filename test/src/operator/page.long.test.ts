/** The operator's page in a real browser: it refreshes itself, keeps what is typed and open, and its buttons work. */
import { readFileSync } from 'node:fs';
import { hasChromium, launchShell } from '@flower-war/packaging/browser';
import type { AuditLines } from '@flower-war/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { newPerson, type Person, takeSeat } from '../support/sockets/rawClient.ts';
import { OPERATOR_TOKEN, operatorOf } from '../support/api.ts';

const HOSTILE = '<img src=x>"\'&';

type Browser = Awaited<ReturnType<typeof launchShell>>;

describe.skipIf(!hasChromium)(`the page${hasChromium ? '' : ': chromium is not installed'}`, () => {
  serveThisFile({ OPERATOR_TOKEN });
  let browser: Browser;
  let page: Awaited<ReturnType<Browser['newPage']>>;
  let troubles: string[];
  let asked: Set<string>;

  beforeAll(async () => {
    browser = await launchShell();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    await page?.close();
    page = await browser.newPage({ httpCredentials: { username: 'any', password: OPERATOR_TOKEN } });
    troubles = [];
    asked = new Set();
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await page.goto(`${house.url}/operator`);
  });

  const operator = operatorOf(() => house.url);
  const openMatch = (host: Person) => newMatch(host, { game: 'tieqchieq' });
  const isShown = (text: string) => expect.poll(() => page.locator('body').innerText()).toContain(text);
  const fill = (label: string, value: string) => page.locator('dialog').getByLabel(label).fill(value);
  const confirm = () => page.locator('dialog').getByRole('button', { name: 'Do it' }).click();
  const said = () => expect.poll(() => page.locator('#said').innerText());

  test('shows what is new by itself, and keeps what is typed, focused, selected, open and closed', async () => {
    await page.locator('#matches input[name=player]').fill('p-HALF');
    await page.locator('#networks summary').click();
    await page.locator('#reports summary').click();
    const reports = await page.locator('#reports').getAttribute('open');
    const ana = await newPerson(house.url, HOSTILE);
    const match = await openMatch(ana);
    const seat = await takeSeat(ana, match);
    await isShown(match.match);
    await isShown(HOSTILE);
    expect(await page.locator('#matches input[name=player]').inputValue()).toBe('p-HALF');
    expect(await page.locator('#matches input[name=player]:focus, #reports summary:focus').count()).toBe(1);
    expect(await page.locator('#networks').getAttribute('open')).toBe('');
    expect(await page.locator('#reports').getAttribute('open')).toBe(reports);
    expect(await page.locator('img').count()).toBe(0);
    seat.close();
    await isShown(`${HOSTILE} (away)`);
    expect(troubles).toEqual([]);
    expect([...asked]).toEqual([house.url]);
  });

  test('a dialog stays open with what is typed in it, and its button ends the match', async () => {
    const ana = await newPerson(house.url);
    const match = await openMatch(ana);
    await isShown(match.match);
    await page.getByRole('row', { name: match.match }).getByRole('button', { name: 'End' }).click();
    await fill('Reason', 'Two Words');
    await openMatch(ana);
    await page.waitForTimeout(3500);
    expect(await page.locator('dialog').getByLabel('Reason').inputValue()).toBe('Two Words');
    await confirm();
    await expect.poll(() => page.locator('dialog output').innerText()).toContain('does not have the form');
    await fill('Reason', 'stuck');
    await confirm();
    await said().toBe(`Done: End the match ${match.match}`);
    const after = await fetch(`${house.url}/api/matches/${match.match}`);
    expect(await after.json()).toMatchObject({ status: 'ended', result: { reason: 'stuck' } });
    await page.locator('#audit summary').click();
    await isShown('reason: stuck');
  });

  const acts = async () => (await operator<AuditLines>('GET /audit')).body.lines.map(({ action }) => action);

  test('Enter in a field of a dialog does what the dialog is for; without fields the focus is on Cancel', async () => {
    await page.getByRole('button', { name: 'Tell all players' }).click();
    await fill('Text', 'Hello.');
    await page.keyboard.press('Enter');
    await said().toBe('Done: Show a text to all who are connected');
    const before = await acts();
    expect(before[0]).toBe('tellAll');
    await page.getByRole('button', { name: 'Undrain all' }).click();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    expect(await acts()).toEqual(before);
  });

  test('a double click does once what the dialog is for', async () => {
    await page.locator('#invitations summary').click();
    await page.getByRole('button', { name: 'Invite new players' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Do it' }).dblclick();
    await said().toBe('Done: Make an invitation');
    const { invitations } = (await operator<{ invitations: unknown[] }>('GET /invitations')).body;
    expect(invitations).toHaveLength(1);
  });

  test('the focus goes back to the button of a dialog, although the page was refreshed meanwhile', async () => {
    const ana = await newPerson(house.url);
    const match = await openMatch(ana);
    await isShown(match.match);
    const button = page.getByRole('row', { name: match.match }).getByRole('button', { name: 'End' });
    await button.focus();
    await page.keyboard.press('Enter');
    const later = await openMatch(ana);
    await isShown(later.match);
    await page.keyboard.press('Escape');
    await expect.poll(() => button.and(page.locator(':focus')).count()).toBe(1);
  });

  test('finds people without leaving the page, and bans, exports and deletes one', async () => {
    const ana = await newPerson(house.url, 'Xochitl');
    await newPerson(house.url, 'Yaotl');
    await page.locator('#people summary').click();
    await page.locator('#people input[name=search]').fill('xOCH');
    await page.locator('#people').getByRole('button', { name: 'Find' }).click();
    const row = page.locator('#people tbody tr');
    await expect.poll(() => row.count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?search=xOCH');
    await row.getByRole('button', { name: /^Ban / }).click();
    await fill('Why?', 'insults');
    await fill('For how many days?', '7');
    await confirm();
    await expect.poll(() => row.innerText()).toContain('insults');
    expect((await ana.post('/api/links')).status).toBe(403);
    await row.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await confirm();
    const saved = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { player: string };
    expect(saved).toMatchObject({ player: ana.session.player, name: 'Xochitl' });
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('button', { name: 'Delete' }).click();
    await confirm();
    await expect.poll(() => row.count()).toBe(0);
    await page.goBack();
    await expect.poll(() => page.locator('#people').innerText()).toContain('Yaotl');
  });

  test('drains and says so; a server that does not answer is told, and found again', async () => {
    await page.getByRole('button', { name: 'Drain all', exact: true }).click();
    await confirm();
    await expect.poll(() => page.title()).toBe('draining: Flower War');
    await page.getByRole('button', { name: 'Undrain all' }).click();
    await confirm();
    await expect.poll(() => page.locator('.state').innerText()).toBe('ready');
    await page.context().setOffline(true);
    await isShown('trying again');
    await page.context().setOffline(false);
    await isShown('as of');
  });

  test('fits a phone: the page itself never scrolls sideways', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const ana = await newPerson(house.url, 'W'.repeat(24));
    const match = await openMatch(ana);
    const seat = await takeSeat(ana, match);
    await isShown(match.match);
    for (const id of ['people', 'temples', 'banned', 'networks', 'audit']) await page.locator(`#${id} summary`).click();
    const sizes = () => page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
    await expect.poll(async () => ((await sizes()) as number[])[0]).toBe(360);
    seat.close();
  });

  test('a page of another origin that knows no key changes nothing', async () => {
    const key = await page.evaluate('document.body.dataset.key');
    const ask = async (bearer: unknown, origin: string) => {
      const headers = { authorization: `Bearer ${String(bearer)}`, origin, 'content-type': 'application/json' };
      return (await fetch(`${house.url}/api/operator/drain`, { method: 'POST', headers, body: '{}' })).status;
    };
    expect(await ask(key, 'https://evil.example')).toBe(403);
    for (const wrong of [OPERATOR_TOKEN, `${String(key).slice(0, -1)}x`, String(key).replace(/\d/, '9')])
      expect(await ask(wrong, house.url)).toBe(403);
    expect(house.server.services.readiness.state).toBe('ready');
  });
});
