/** A person solves puzzles: by tap and by keys, in each language, in a row against the clock, and without a network. */
import type { FlowerWarClient } from '@flower-war/client';
import type { ServedPuzzle } from '@flower-war/protocol';
import { listPuzzles, loadPuzzle, type Puzzle } from '@flower-war/rules/puzzles';
import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { LISTENING, overflows, PHONE } from './people.ts';

const all = await Promise.all((await listPuzzles()).map(async ({ id }) => (await loadPuzzle(id)) as Puzzle));
/** The first puzzle of each game that has two answers. */
const PUZZLES = [...Map.groupBy(all, ({ game }) => game).values()].flatMap((of) =>
  of.filter(({ answers }) => Object.keys(answers).length === 2).slice(0, 1),
);

const READS = {
  en: { right: 'Solved!', wrong: 'There is a better answer.', again: 'Try again', next: 'Next puzzle' },
  es: {
    right: '¡Resuelto!',
    wrong: 'Hay una respuesta mejor.',
    again: 'Inténtalo otra vez',
    next: 'Acertijo siguiente',
  },
  de: {
    right: 'Gelöst!',
    wrong: 'Es gibt eine bessere Antwort.',
    again: 'Noch einmal versuchen',
    next: 'Nächstes Rätsel',
  },
} as const;
type Spoken = keyof typeof READS;
const LOCALES: Readonly<Record<Spoken, string>> = { en: 'en-GB', es: 'es-MX', de: 'de-DE' };

/** As long as a token lives. */
const AN_HOUR_MS = 3_600_000;

type Press = (page: Page, button: Locator) => Promise<void>;

/** An element, as far as this asks it. */
interface Focusable {
  matches(selector: string): boolean;
}

const byTap: Press = (_, button) => button.click();
const byKeys: Press = async (page, button) => {
  const isThere = () => button.evaluate((one) => (one as unknown as Focusable).matches(':focus'));
  for (let tabs = 0; !(await isThere()); tabs++) {
    if (tabs > 150) throw new Error(`no key leads to ${await button.textContent()}`);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
};

/** A question that has just come takes no tap and no key yet. */
const answersOn = (page: Page): Locator => page.locator('.move-list .move:enabled:not([aria-disabled="true"])');
const verdict = (page: Page): Locator => page.locator('.puzzle [role="status"] > p > b').first();

/** Gives this answer, and reads what it was worth. */
async function answer(page: Page, place: number, press: Press): Promise<string> {
  await expect.poll(() => answersOn(page).count()).toBe(2);
  await press(page, answersOn(page).nth(place));
  const sure = page.locator('.one-move .move');
  if ((await sure.count()) > 0) await press(page, sure);
  await verdict(page).waitFor();
  return (await verdict(page).textContent()) ?? '';
}

/** How many puzzles of the row have an answer. */
async function answeredBy(page: Page): Promise<number> {
  const said = (await page.locator('.puzzle .place').textContent()) ?? '';
  const [, solved, missed] = /(\d) solved, (\d) missed/.exec(said) ?? [];
  return Number(solved) + Number(missed);
}

const RUNS = PUZZLES.map(
  (puzzle, index) =>
    [puzzle.id, (['en', 'es', 'de'] as const)[index % 3] as Spoken, index % 2 === 0 ? byKeys : byTap] as const,
);

inBrowser(startPageServer, ({ signedIn, visit, visitAs }) => {
  test.each(RUNS)('%s in %s: both answers, and what each is worth', async (id, language, press) => {
    const reads = READS[language];
    const person = await visit(`/puzzles?id=${id}`, { ...PHONE, locale: LOCALES[language] });
    const { page } = person;
    const first = await answer(page, 0, press);
    expect([reads.right, reads.wrong]).toContain(first);
    expect(await page.locator('.answers li').count()).toBe(2);
    expect(await page.locator('.answers .best').count()).toBe(1);
    expect(await overflows(person)).toBe(false);
    await press(page, page.getByRole('button', { name: reads.again, exact: true }));
    const second = await answer(page, 1, press);
    expect([first, second].toSorted()).toEqual([reads.right, reads.wrong].toSorted());
    const counted = async () =>
      ((await (await page.request.get(`/api/puzzles/${id}`)).json()) as ServedPuzzle).answered;
    await expect.poll(counted).toBe(1);
    await page.getByRole('button', { name: reads.next, exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).not.toBe(id);
    await page.goto('/puzzles');
    const sign = first === reads.right ? '.solved' : '.missed';
    await page.locator(`a[href$="${id}"]${sign}`).waitFor();
    expect(await page.locator('.theme :is(.solved, .missed)').count()).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });

  test('the verdict is said, and no key stops at what is not seen', async () => {
    const [{ id }] = PUZZLES as [Puzzle];
    const { page } = await visit('/about', PHONE);
    await page.addInitScript(LISTENING);
    await page.goto(`/puzzles?id=${id}`);
    await answersOn(page).first().waitFor();
    const isSeen = await page.locator('.question .rule').isVisible();
    const said = await answer(page, 0, byTap);
    const heard = () => page.evaluate<string[]>('globalThis.heard');
    await expect.poll(async () => (await heard()).some((line) => line.includes(said))).toBe(true);
    expect(isSeen).toBe(false);
  });

  test('the verdict stays when the answer comes so late that it renews the session', async () => {
    const [{ id }] = PUZZLES as [Puzzle];
    const { page } = await visit('/about', PHONE);
    await page.clock.install();
    await page.goto(`/puzzles?id=${id}`);
    await answersOn(page).first().waitFor();
    await page.clock.fastForward(AN_HOUR_MS);
    const renewed = page.waitForResponse((response) => response.url().endsWith('/api/tokens'));
    const [said] = await Promise.all([answer(page, 0, byTap), renewed]);
    await page.clock.runFor(1000);
    expect(await verdict(page).allTextContents()).toEqual([said]);
  });

  test('on a slow line the next puzzle is no puzzle that was answered before', async () => {
    const [{ id, game }] = PUZZLES as [Puzzle];
    const { page } = await visit(`/puzzles?id=${id}`, PHONE);
    await answer(page, 0, byTap);
    const held: Route[] = [];
    await page.route(/\.js$/, (route) => void held.push(route));
    const other = all.find((one) => one.game !== game)?.id;
    await page.evaluate(
      `history.pushState(null, '', '/puzzles?id=${other}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await expect.poll(() => held.length).toBeGreaterThan(0);
    expect(await page.locator('.puzzle').count()).toBe(0);
    await page.locator('.wait').waitFor();
    await page.unroute(/\.js$/); // lets go of those that were held
    await answersOn(page).first().waitFor();
  });

  test('what two tabs answer is kept by both, and seen in both', async () => {
    const [one, other] = PUZZLES as [Puzzle, Puzzle];
    const { page } = await visit(`/puzzles?id=${one.id}`, PHONE);
    const [tab, list] = [await page.context().newPage(), await page.context().newPage()];
    await tab.goto(`/puzzles?id=${other.id}`);
    await list.goto('/puzzles');
    await Promise.all([page, tab].map((each) => answersOn(each).first().waitFor()));
    await answer(page, 0, byTap);
    await answer(tab, 0, byTap);
    await expect.poll(() => list.locator('.theme :is(.solved, .missed)').count()).toBe(2);
  });

  test('a player who comes after another one in a browser stands alone, and each goes on with their own', async () => {
    const [{ id }] = PUZZLES as [Puzzle];
    const [ana, ben] = await Promise.all(['Ana', 'Ben'].map(signedIn));
    const { page } = await visitAs(ana as FlowerWarClient, `/puzzles?id=${id}`, PHONE);
    const becomes = (player?: FlowerWarClient) =>
      page.evaluate(`localStorage.setItem('flower-war-session', ${JSON.stringify(JSON.stringify(player?.session))})`);
    const marks = page.locator('.theme :is(.solved, .missed)');
    const rating = page.getByText('Your rating:');
    await answer(page, 0, byTap);
    const former = `(() => {
      const [name] = Object.keys(localStorage).filter((one) => one.startsWith('flower-war-puzzles-'));
      localStorage.setItem('flower-war-puzzles', localStorage.getItem(name));
      localStorage.removeItem(name);
    })()`;
    await page.evaluate(former); // as an earlier page kept it
    await page.goto('/puzzles');
    await expect.poll(() => marks.count()).toBe(1);
    await becomes(ben);
    await page.goto('/puzzles');
    await page.locator('.theme a').first().waitFor();
    expect([await marks.count(), await rating.count()]).toEqual([0, 0]);
    await page.goto(`/puzzles?id=${id}`);
    await answer(page, 0, byTap);
    await expect.poll(async () => (await ben?.puzzles.list())?.mine?.answered).toBe(1);
    await becomes(ana);
    await page.goto('/puzzles');
    await expect.poll(() => marks.count()).toBe(1);
  });

  test('the first page leads to the puzzle of the day, and an address without a puzzle says so', async () => {
    const { page } = await visit('/', PHONE);
    await page.click('text="Puzzle of the day"');
    await page.locator('.puzzle .goal').waitFor();
    await page.goto('/puzzles?id=constructor');
    await page.getByText('There is no such puzzle.').waitFor();
  });

  test('a row goes on from puzzle to puzzle, and ends after three minutes', async () => {
    const { page } = await visit('/about', PHONE);
    await page.clock.install();
    await page.goto('/puzzles?row');
    for (let place = 1; place <= 2; place++) {
      await answersOn(page).first().click();
      const sure = page.locator('.one-move .move');
      if ((await sure.count()) > 0) await sure.click();
      await verdict(page).waitFor();
      await expect.poll(() => answeredBy(page)).toBe(place);
      if (place === 1) await page.keyboard.press('Enter');
    }
    await page.clock.runFor(180_000);
    await page.getByRole('heading', { name: 'The three minutes are over' }).waitFor();
    const end = (await page.locator('.row-end [role="status"]').textContent()) ?? '';
    const [, solved, missed] = /solved (\d) and missed (\d)/.exec(end) ?? [];
    expect(Number(solved) + Number(missed)).toBe(2);
    await page.getByRole('button', { name: 'Once more' }).click();
    await page.locator('.puzzle .goal').waitFor();
  });
});
