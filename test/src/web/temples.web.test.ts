/** Temples on the page: claimed by the link of a label, and their beads told and settled. */
import { playByButtons } from '@flower-war/packaging/browser';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startTempleServer, type TempleServer } from './pageServer.ts';
import { forgive, inviteFriends, MOVES, PHONE, PLAY } from './people.ts';

inBrowser(startTempleServer, ({ server, visit }) => {
  const count = (...said: Parameters<TempleServer['count']>) => server().count(...said);

  async function claimed(temple: string) {
    await server().know(temple);
    await count(temple, 10);
    const ana = await visit(server().labelOf(temple), PHONE);
    await ana.page.click('text=Make it mine');
    await ana.page.locator('h1:has-text("is yours now")').waitFor();
    return ana;
  }

  test('the code on a label leads to one tap; a bead that waits has its reason and its button', async () => {
    const ana = await claimed('templo-7f3a');
    await ana.page.click('text=To your temples');
    await ana.page.locator('article.own-temple').waitFor();
    await count('templo-7f3a', 12);
    await expect
      .poll(() => ana.page.textContent('.waiting'))
      .toContain('2 war beads wait: the temple counts for no match.');
    await ana.page.click('text=I took 2 out');
    await expect.poll(() => ana.page.locator('.waiting li').count()).toBe(0);
    await expect.poll(() => ana.page.textContent('.beads .war')).toContain('2 dropped: 0 counted, 2 refused');
  });

  test('a line that is gone for a while moves nothing on the page, and is told', async () => {
    const ana = await claimed('templo-7f3e');
    const { page } = ana;
    forgive(ana, /ERR_FAILED/);
    await page.goto('/temples');
    const title = page.locator('article h2');
    await title.waitFor();
    const before = await title.boundingBox();
    await page.route('**/api/temples', (route) => route.abort());
    await page.getByText('The server does not answer.').waitFor();
    expect(await title.boundingBox()).toEqual(before);
    await page.unrouteAll();
    await page.getByText('The server does not answer.').waitFor({ state: 'detached' });
  });

  test('settings are kept, the log tells all of it; a temple is given to a player, and giving it up asks once more', async () => {
    const ana = await claimed('templo-7f3b');
    await ana.page.goto('/temples');
    await ana.page.click('summary:has-text("Settings")');
    await ana.page.fill('input[name="name"]', 'Copal');
    await ana.page.click('text=Save');
    await expect.poll(() => ana.page.textContent('article h2')).toContain('Copal');
    forgive(ana, /ERR_FAILED/);
    await ana.page.route(/\/log(\?|$)/, (route) => route.abort());
    await ana.page.click('summary:has-text("What happened")');
    await ana.page.getByRole('alert').waitFor();
    await ana.page.unrouteAll();
    await ana.page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => ana.page.textContent('.log')).toContain('It became yours: by the code on its label');
    const ben = await visit('/temples', PHONE);
    const player = (await ben.page.textContent('main > .none code')) ?? '';
    await ana.page.click('summary:has-text("Give it away")');
    await ana.page.fill('input[name="player"]', player);
    await ana.page.click('text=Give it to this player');
    await expect.poll(() => ana.page.locator('article.own-temple').count()).toBe(0);
    await ben.page.reload();
    await expect.poll(() => ben.page.textContent('article h2')).toContain('templo-7f3b');
    await ben.page.click('summary:has-text("Give it away")');
    await ben.page.click('text=Give it up: it has no owner then');
    await ben.page.click('fieldset button.main');
    await expect.poll(() => ben.page.locator('article.own-temple').count()).toBe(0);
  });

  test('a wrong code and a damaged link say what to do, also in Spanish', async () => {
    const eva = await visit(server().labelOf('templo-7f3c', 'WRONG234'), { ...PHONE, locale: 'es-MX' });
    await eva.page.click('text=Hacerlo mío');
    await expect.poll(() => eva.page.textContent('main')).toContain('Escribe los ocho caracteres');
    await eva.page.fill('input[name="code"]', server().codeOf('templo-7f3c'));
    await eva.page.click('form >> text=Hacerlo mío');
    await eva.page.locator('h1:has-text("ya es tuyo")').waitFor();
    await eva.page.goto('/claim?t=templo-7f3c');
    await expect.poll(() => eva.page.textContent('main')).toContain('Este enlace está dañado');
    forgive(eva, /403/);
  });

  test('a knock shows its order, and the temple that gets it belongs to the player', async () => {
    await server().know('templo-7f3d');
    await count('templo-7f3d', 0);
    const ana = await visit('/temples', PHONE);
    await ana.page.click('text=Show me the order');
    await expect.poll(() => ana.page.locator('.order li').count()).toBe(5);
    const totals = { war: 0, rain: 0 };
    for (const slot of (await ana.page.locator('.order li').allTextContents()) as ('war' | 'rain')[]) {
      totals[slot]++;
      await count('templo-7f3d', totals.war, totals.rain);
    }
    await expect.poll(() => ana.page.textContent('article h2')).toContain('templo-7f3d');
  });

  test('where a temple takes the offerings, the dock offers none, until the player makes them on the screen', async () => {
    const ana = await claimed('templo-7f3f');
    await ana.page.goto('/');
    await ana.page.click(PLAY);
    await ana.page.locator('.playing').waitFor();
    const inBeads = ana.page.locator('.in-beads');
    const offered = async () =>
      (await ana.page.locator('.move-list .move').allTextContents()).filter((text) => text.startsWith('Offer to '));
    await ana.page.goto('/temples');
    await ana.page.click('summary:has-text("Let it count in a match")');
    await ana.page.click('text="For me"');
    await ana.page.click('text="To the match"');
    await ana.page.locator('.at-table').waitFor();
    while ((await inBeads.count()) === 0) await playByButtons(ana.page, MOVES, 1);
    await expect.poll(() => inBeads.textContent()).toContain('Drop a bead into templo-7f3f for this:');
    await expect.poll(() => inBeads.textContent()).toContain('Offer to Huitzilopochtli');
    expect(await offered()).toEqual([]);
    await count('templo-7f3f', 11);
    await expect.poll(() => ana.page.textContent('.at-table .short')).toContain('A war bead counts.');
    const onScreen = inBeads.locator('text=Make offerings on the screen');
    const back = ana.page.locator('.at-table >> text=Make offerings with the temple');
    while ((await back.count()) === 0)
      await onScreen.click({ timeout: 1000 }).catch(() => playByButtons(ana.page, MOVES, 1));
    await inBeads.waitFor({ state: 'detached' });
    // The bead may have paid with the last skull: the next one is offered later.
    while ((await offered()).length === 0) await playByButtons(ana.page, MOVES, 1);
  });

  test('a temple is bound from the menu of a match; too many beads at once wait until the player confirms them', async () => {
    const ana = await claimed('templo-7f3e');
    await ana.page.goto('/');
    await ana.page.click(PLAY);
    await ana.page.locator('.playing').waitFor();
    await ana.page.click('.match .menu summary');
    await ana.page.click('text=Let it count for me');
    await ana.page.locator('text=It counts here.').waitFor();
    await ana.page.click('.match .menu summary');
    await count('templo-7f3e', 90);
    await ana.page.click('.at-table summary');
    const waiting = ana.page.locator('.at-table .waiting');
    await expect.poll(() => waiting.textContent()).toContain('80 war beads wait: too many came at once');
    await ana.page.click('text=I dropped them all');
    await expect.poll(() => waiting.textContent()).not.toContain('too many came at once');
    await ana.page.click('text=Make offerings on the screen');
    await ana.page.locator('text=Make offerings with the temple').waitFor();
  });

  test('a temple of the table: a player disputes beads that no player has claimed, and the host ends the dispute', async () => {
    const ana = await claimed('templo-7f42');
    await count('templo-7f42', 12); // they wait, and are claimed by no player once the temple counts for the table
    await ana.page.goto('/');
    await inviteFriends(ana);
    const ben = await visit(await ana.page.inputValue('.invite input'), { ...PHONE, locale: 'es-MX' });
    await ben.page.click('text=Tomar asiento');
    await ana.page.locator('.playing').waitFor();
    await ana.page.click('.match .menu:not(.talk) > summary');
    await ana.page.click('text=Let it count for all at the table');
    await ana.page.locator('text=It counts here.').waitFor();
    await ana.page.keyboard.press('Escape');
    for (const { page } of [ana, ben]) await page.click('.at-table summary');
    const waiting = ben.page.locator('.at-table .waiting');
    await expect.poll(() => waiting.textContent()).toContain('ningún jugador ha dicho todavía de quién es');
    await ben.page.click('text=Disputar las cuentas de guerra');
    await ben.page.locator('text=La resuelve el anfitrión.').waitFor();
    await ana.page.locator('text=Say what became of them.').waitFor();
    await ana.page.fill('.dispute input', '1');
    await ana.page.click('text=It was taken out');
    await ana.page.locator('text=Say what became of them.').waitFor({ state: 'detached' });
    await ben.page.click('text="Es mía"');
    await expect.poll(() => waiting.textContent()).not.toContain('de quién es');
  });

  test('the temple on the screen keeps beads while its network is away, and forgets them when its flash is wiped', async () => {
    const id = 'templo-7f41';
    const twin = await visit('/twin', PHONE);
    await twin.page.fill('input[name="id"]', id);
    await twin.page.fill('input[name="password"]', server().passwordOf(id));
    await twin.page.click('button.main');
    await expect.poll(() => twin.page.textContent('.state')).toContain('wants nothing of you now');
    await twin.page.click('summary:has-text("What can go wrong")');
    await twin.page.click('text=Leave the Wi-Fi');
    await expect.poll(() => twin.page.textContent('.state')).toContain('looks for the server');
    await expect.poll(() => twin.page.textContent('.state')).toContain('There is no connection with the server.');
    await twin.page.click('text=Drop a bead for rain');
    await expect.poll(() => twin.page.textContent('.shrine.rain')).toContain('1 bead counted');
    await expect.poll(() => twin.page.textContent('.shrine.rain')).toContain('1 on the way');
    await twin.page.click('text=Mend the network');
    await expect.poll(() => twin.page.textContent('.shrine.rain')).toContain('0 on the way');
    await twin.page.click('text=Wipe its flash');
    await expect.poll(() => twin.page.textContent('.shrine.rain')).toContain('0 beads counted');
  });

  test.each([
    ['the first tab', [0, 1], 'templo-7f43', ''],
    ['without locks the newest tab', [1, 0], 'templo-7f44', 'delete Navigator.prototype.locks'],
  ] as const)(
    '%s has the temple on the screen, and the other goes on with its beads',
    async (_, order, id, without) => {
      const ana = await visit('/about', PHONE);
      const context = ana.page.context();
      await context.addInitScript(without);
      const tabs = [ana.page, await context.newPage()];
      for (const tab of tabs) {
        await tab.goto(server().twinOf(id));
        await tab.locator('.shrine').or(tab.locator('text=runs in another tab')).first().waitFor();
      }
      const [runs, waits] = order.map((at) => tabs[at]!) as [Page, Page];
      await waits.locator('text=runs in another tab').waitFor();
      expect(await waits.locator('.shrine').count()).toBe(0);
      await expect.poll(() => runs.textContent('.state')).toContain('wants nothing of you now');
      await runs.click('text=Drop a bead for rain');
      await expect.poll(() => runs.textContent('.shrine.rain')).toContain('1 bead counted');
      await runs.close({ runBeforeUnload: true });
      await expect.poll(() => waits.textContent('.shrine.rain')).toContain('1 bead counted');
      await expect.poll(() => waits.textContent('.state')).toContain('wants nothing of you now');
    },
  );
});
