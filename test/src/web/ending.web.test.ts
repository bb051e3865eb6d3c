/** The end told, what is new explained, hints, and rules at what is asked, in a real browser. */
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import { beforeAll, expect, test } from 'vitest';
import { OPERATOR_TOKEN, operatorOf } from '../support/api.ts';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, overflows, PHONE } from './people.ts';

const SHORT = { game: 'flower-war', options: { length: 'short' }, seats: 2 } as const;

/** Whether a person sees the headline of the result. */
const SEES_RESULT = `(() => {
  const part = document.querySelector('.result h2');
  const { left, top, height } = part.getBoundingClientRect();
  return part.contains(document.elementFromPoint(left + 8, top + height / 2));
})()`;

const start = () => startPageServer({ OPERATOR_TOKEN });

inBrowser(start, ({ address, signedIn, visit, visitAs }) => {
  let ana: FlowerWarClient;
  /** A match that Ana has played to its end against a bot. */
  let ended: string;

  beforeAll(async () => {
    ana = await signedIn('Ana');
    const live = await againstBot();
    await live.keep('swift');
    for (let n = 0; !live.isOver; n++) {
      await live.until(() => live.isOver || live.legal.length > 0);
      if (!live.isOver) await live.play(live.legal[n % live.legal.length] ?? '');
    }
    ended = live.id;
    live.close();
  });

  const againstBot = async (): Promise<LiveMatch> => {
    const live = await ana.join(await ana.create({ ...SHORT, bots: [{ bot: 'random' }] }));
    await live.until(() => live.legal.length > 0);
    return live as LiveMatch;
  };

  test('a match that was given up before it began says so, and shows no table', async () => {
    const { match } = await ana.create(SHORT);
    const paths = ['/?match=', '/wall?matches=', '/replay?match='].map((path) => `${path}${match}`);
    await ana.join(match).then((live) => live.close());
    const waiting = [await visitAs(ana, `/?match=${match}`, DESK), await visit(`/wall?matches=${match}`, DESK)];
    for (const { page } of waiting) await page.getByText('Ana').first().waitFor();
    await operatorOf(address)(`POST /matches/${match}/end`);
    const later = await Promise.all(paths.map((path) => visit(path, DESK)));
    for (const { page } of [...waiting, ...later]) {
      await page.getByText('The match was given up').waitFor();
      expect(await page.locator('.board, .fields').count()).toBe(0);
    }
  });

  test('the end says why, who led and what decided, and leads to each moment in the replay', async () => {
    const { page } = await visitAs(ana, `/?match=${ended}`, DESK);
    await expect.poll(() => page.textContent('.why')).toMatch(/round \d+/i);
    const [{ result }, course] = await Promise.all([ana.match(ended), ana.history.course(ended, { viewer: 'seat:0' })]);
    await page.getByRole('img', { name: 'The scores over the whole match.' }).waitFor();
    await page.click('.told-end:not(.luck) summary');
    const last = await page.locator('.told-end:not(.luck) tbody tr').last().locator('td').allTextContents();
    const scores = (result?.standings ?? []).toSorted((a, b) => a.seat - b.seat).map(({ score }) => `${score}`);
    expect(last).toEqual(scores);
    const moments = page.locator('.moments li');
    const count = await moments.count();
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(3);
    const link = moments.first().locator('a');
    const place = Number((await link.textContent())?.match(/\d+/)?.[0]);
    await link.click();
    await expect
      .poll(() => page.textContent('span.place'))
      .toBe(`${place} of ${course.filter(({ status }) => status !== 'open').length}`);
  });

  test('the end leads to the lesson about what decided, and to the first lesson of the game that is not done', async () => {
    const { page } = await visitAs(ana, `/?match=${ended}`, DESK);
    const [lesson, course] = [/^Learn more, in a lesson: (.+)$/, 'Learn more: all lessons of this game'];
    const link = page.getByRole('link', { name: lesson });
    const [, title = ''] = lesson.exec((await link.textContent()) ?? '') ?? [];
    await link.click();
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await page.goBack();
    await page.evaluate(`localStorage.setItem('flower-war-lessons', 'flower-war/roll')`);
    await page.reload();
    await page.getByRole('link', { name: course }).click();
    await page.getByText('Lesson 2 of').waitFor();
  });

  test('strangers are told the end too, in Spanish on a phone, and no advice', async () => {
    const { page } = await visit(`/?match=${ended}`, { ...PHONE, locale: 'es-MX' });
    await expect.poll(() => page.textContent('.why')).toMatch(/ronda \d+/i);
    await expect.poll(() => page.evaluate(SEES_RESULT)).toBe(true);
    const onward = await page.locator('.result .main').boundingBox();
    expect((onward?.y ?? Number.NaN) + (onward?.height ?? 0)).toBeLessThanOrEqual(PHONE.viewport.height);
    // Chance may have led both to the victory.
    expect(await page.locator('.seat.winner').count()).toBe((await ana.match(ended)).result?.winners.length);
    await page.getByRole('heading', { name: 'Los momentos que decidieron' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Para probar la próxima vez' }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });

  test('what is new is explained once; a hint names a move; both can be turned off and on again', async () => {
    const live = await againstBot();
    const person = await visitAs(ana, `/?match=${live.id}`, PHONE);
    const { page } = person;
    const guide = page.locator('.guide');
    const note = guide.locator('.note').first();
    const dismiss = guide.getByRole('button', { name: /Got it|Next/ });
    const dismissAll = async () => {
      for (; (await guide.locator('.pass-note').count()) > 0; await dismiss.click())
        if ((await dismiss.count()) === 0) await guide.getByRole('button', { name: 'The whole explanation' }).click();
    };
    await expect.poll(() => note.textContent()).toContain('Your turn begins with a move along the ring.');
    expect(await overflows(person)).toBe(false);
    await dismissAll();
    await page.reload();
    await guide.waitFor();
    await page.locator('.question.asked').waitFor();
    expect(await guide.textContent()).not.toContain('Your turn begins');
    // The first question leaves no choice: the bot is asked where there is one.
    await live.keep('none');
    while (live.legal.length < 2) {
      await live.play(live.legal[0] ?? '');
      await live.until(() => live.isOver || live.legal.length > 0);
    }
    const ask = guide.getByRole('button', { name: 'What would a strong player look at?' });
    await ask.or(note).first().waitFor();
    await dismissAll();
    await ask.click();
    await expect.poll(() => guide.getByRole('status').textContent()).toMatch(/^A strong player would look at: \S/);
    const told = await guide.getByRole('status').textContent();
    const sentences = await page.locator('.move-list .move').allTextContents();
    const said = told?.replace(/^A strong player would look at: /, '') ?? '';
    expect(sentences.some((sentence) => sentence.includes(said.slice(0, said.indexOf('.') + 1)))).toBe(true);
    await guide.getByRole('button', { name: 'No more explanations' }).click();
    await guide.waitFor({ state: 'detached' });
    await page.click('.menu:not(.talk) > summary');
    await page.getByRole('checkbox', { name: 'Explain what is new, in matches against bots' }).check();
    await guide.waitFor();
    live.close();
  });

  test('against people nothing is explained, and no hint is given', async () => {
    const ben = await signedIn('Ben');
    const match = await ana.create({ game: 'tieqchieq', options: { startPlayer: 'host' } });
    const [live] = [await ana.join(match), await ben.join(match)];
    await live.until(() => live.legal.length > 0);
    const { page } = await visitAs(ana, `/?match=${live.id}`, DESK);
    await page.locator('.question.asked').waitFor();
    expect(await page.locator('.guide').count()).toBe(0);
    await expect(ana.hint(live.id)).rejects.toThrow('all the other seats are bots');
    live.close();
  });

  test('the rules open at what is asked, with what this match changed', async () => {
    const live = await againstBot();
    const { page } = await visitAs(ana, `/?match=${live.id}`, DESK);
    await page.locator('.question.asked').waitFor();
    await page.click('.top nav >> text=Rules');
    await page.locator('#move-1.named').waitFor();
    await expect.poll(() => page.textContent('.book')).toContain('A full day holds 6 skulls.');
    await page.keyboard.press('Escape');
    await page.locator('.question').getByRole('link', { name: 'The rule' }).click();
    await page.locator('#move-1.named').waitFor();
    live.close();
  });
});
