/**
 * A newcomer, who knows nothing but the texts and roles on the page, finishes each lesson: by tap and by keys. Each course is tried here
 * once, and in every way with EVERY=on.
 */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { forgive, overflows, PHONE, untilOpen } from './people.ts';

const DESK = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;

/** What the newcomer reads in each language. */
const READS = {
  en: { hint: 'Hint', again: 'Try again', next: 'Next lesson', play: 'Play a first match', doIt: 'Do it' },
  es: {
    hint: 'Pista',
    again: 'Inténtalo otra vez',
    next: 'Lección siguiente',
    play: 'Juega tu primera partida',
    doIt: 'Hacerlo',
  },
  de: {
    hint: 'Tipp',
    again: 'Noch einmal versuchen',
    next: 'Nächste Lektion',
    play: 'Eine erste Partie spielen',
    doIt: 'Machen',
  },
} as const;
type Spoken = keyof typeof READS;
const LOCALES: Readonly<Record<Spoken, string>> = { en: 'en-GB', es: 'es-MX', de: 'de-DE' };

/** An element, as far as this asks it. */
interface Focusable {
  matches(selector: string): boolean;
}

/** A button that is not there so long has gone, because the others have acted: the newcomer looks again. */
const VANISHES_MS = 2000;

interface Hands {
  readonly press: (button: Locator) => Promise<void>;
}

const BY_TAP = (): Hands => ({ press: (button) => button.click({ timeout: VANISHES_MS }) });

/** Goes from button to button, and presses the one that has the focus. */
const BY_KEYS = (page: Page): Hands => ({
  press: async (button) => {
    const isThere = () =>
      button.evaluate((one) => (one as unknown as Focusable).matches(':focus'), null, { timeout: VANISHES_MS });
    for (let tabs = 0; !(await isThere()); tabs++) {
      if (tabs > 150) throw new Error(`no key leads to ${await button.textContent()}`);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
  },
});

class Newcomer {
  /** How often a move led elsewhere. */
  strayed = 0;
  private readonly page: Page;
  private readonly reads: (typeof READS)[Spoken];
  private readonly hands: Hands;

  constructor(page: Page, language: Spoken, hands: Hands) {
    this.page = page;
    this.reads = READS[language];
    this.hands = hands;
  }

  named(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Tries another move first, where there is one; then does what the hint says. Stops when the lesson offers the way on. */
  async finish(): Promise<void> {
    const { hint, again, next, play } = this.reads;
    const ways = [this.named(next), this.named(play)];
    let hasTried = false;
    for (let tries = 0; tries < 40; tries++) {
      await untilOpen(this.page);
      if ((await Promise.all(ways.map((way) => way.count()))).some((count) => count > 0)) return;
      if ((await this.named(again).count()) > 0) {
        this.strayed++;
        await this.press(this.named(again));
      } else if ((await this.named(hint).count()) > 0 && hasTried) await this.press(this.named(hint));
      else hasTried = (await this.move(!hasTried)) || hasTried;
    }
    throw new Error(`not finished: ${await this.page.locator('.lesson-card').textContent()}`);
  }

  /** Presses the move that the hint names, or any other one. Says whether there was a choice. */
  private async move(isOther: boolean): Promise<boolean> {
    const moves = this.page.locator('.move-list').getByRole('button');
    const said = isOther
      ? ''
      : await this.page
          .locator('.do-this b')
          .textContent({ timeout: 200 })
          .catch(() => '');
    const all = await moves.all();
    const texts = await Promise.all(all.map((one) => one.textContent()));
    const place = texts.findIndex((text) => (isOther ? true : said !== '' && (text ?? '').includes(said ?? '')));
    const button = all[isOther ? all.length - 1 : place];
    if (button === undefined) {
      await this.page.waitForTimeout(100); // the others act
      return false;
    }
    await this.press(button);
    await this.confirm();
    return all.length > 1;
  }

  /** What costs something may ask once more. */
  private async confirm(): Promise<void> {
    const sure = this.page.locator('.one-move .move');
    if ((await sure.count()) > 0) await this.press(sure);
  }

  private press(button: Locator): Promise<void> {
    return this.hands.press(button).catch((error: Error) => {
      if (error.name !== 'TimeoutError') throw error;
    });
  }
}

type Run = readonly [Spoken, course: string, how: 'tap' | 'keys', size: typeof PHONE | typeof DESK];

const SOME: readonly Run[] = [
  ['en', 'flower-war', 'tap', PHONE],
  ['es', 'space-aztecs', 'tap', PHONE],
  ['en', 'mexica', 'keys', PHONE],
  ['es', 'flower-war-early', 'tap', DESK],
  ['de', 'tieqchieq', 'keys', DESK],
];

const COURSES = ['flower-war', 'flower-war-early', 'mexica', 'space-aztecs', 'tieqchieq'];
const EVERY: readonly Run[] = Object.keys(READS).flatMap((language) =>
  COURSES.flatMap((course) =>
    (['tap', 'keys'] as const).flatMap((how) =>
      [PHONE, DESK].map((size) => [language as Spoken, course, how, size] as const),
    ),
  ),
);
const RUNS = process.env['EVERY'] === 'on' ? EVERY : SOME;

inBrowser(startPageServer, ({ visit }) => {
  test.each(RUNS)('%s: a newcomer finishes the lessons of %s by %s', async (language, course, how, size) => {
    const { page } = await visit('/learn', { ...size, locale: LOCALES[language] });
    const lessons = page.locator(`section[aria-labelledby="course-${course}"] li a`);
    await lessons.first().waitFor();
    // Behind its title a link tells screen readers the edition.
    const titles = (await lessons.allTextContents()).map((text) => text.slice(0, text.lastIndexOf(', ')));
    const newcomer = new Newcomer(page, language, how === 'tap' ? BY_TAP() : BY_KEYS(page));
    await lessons.first().click();
    for (const [place, title] of titles.entries()) {
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      await newcomer.finish();
      expect(await overflows({ page, problems: [], forgiven: [] }), title).toBe(false);
      if (place < titles.length - 1)
        await page.getByRole('button', { name: READS[language].next, exact: true }).click();
    }
    await page.goto('/learn');
    await expect.poll(() => page.locator('li.done').count()).toBe(titles.length);
    expect(newcomer.strayed).toBeGreaterThan(0);
  });

  test('on a phone the acts stand in sight below the task', async () => {
    const { page } = await visit('/learn?course=flower-war&lesson=offering', PHONE);
    await page.locator('.move-list .move').nth(1).waitFor();
    const task = await page.locator('.lesson-card .goal').boundingBox();
    const act = await page.locator('.move-list .move').nth(1).boundingBox();
    expect(task?.y).toBeGreaterThan(0);
    expect((act?.y ?? Number.NaN) + (act?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height);
  });

  test('the part that says how a lesson ended is there before, so that screen readers hear it', async () => {
    const { page } = await visit('/learn?course=tieqchieq&lesson=win', DESK);
    await page.locator('.lesson-card .hint').waitFor();
    expect(await page.locator('.lesson-card > div[role="status"]').count()).toBe(1);
    await new Newcomer(page, 'en', BY_TAP()).finish();
    expect(await page.locator('.lesson-card > div[role="status"] b').count()).toBe(1);
  });

  test('an example waits for the words of its rule, and says in plain words that they do not come', async () => {
    const person = await visit('/learn', DESK);
    forgive(person, /503/);
    const { page } = person;
    await page.route(/rulebook[^/]*\.js$/, (route) => route.fulfill({ status: 503 }));
    await page.goto('/learn?course=mexica&rule=battle-3');
    expect(await page.locator('.problem p').textContent()).toContain('The server does not answer.');
    expect(await page.locator('.example').count()).toBe(0);
    await page.unrouteAll();
    await page.click('text="Try again"');
    await page.locator('.example .goal:text-matches(".")').waitFor();
  });

  test('after the last lesson a first match begins; an example is stepped through; an address without a lesson says so', async () => {
    const { page } = await visit('/learn?course=tieqchieq&lesson=win', DESK);
    await new Newcomer(page, 'en', BY_TAP()).finish();
    await page.click('summary:has-text("Related rules")');
    await page.click('.more a >> nth=0');
    for (const step = page.locator('button.step'); (await step.count()) > 0; ) await step.click();
    await page.click('text="Back to the lesson"');
    await new Newcomer(page, 'en', BY_TAP()).finish();
    await page.click('text="Play a first match"');
    await expect.poll(() => new URL(page.url()).pathname, { timeout: 20_000 }).toBe('/');
    await page.locator('.playing .seats').waitFor();
    for (const wrong of ['course=toString', 'course=mexica&lesson=none', 'course=mexica&rule=constructor']) {
      await page.goto(`/learn?${wrong}`);
      await page.getByText('There is no such lesson.').waitFor();
    }
  });
});
