/** Walks through all pages and through whole matches, and looks for faults in every window. */
import { FlowerWarClient } from '@flower-war/client';
import type { Browser, Page } from 'playwright-core';
import { type Scenes, show, windowFor } from '../scenes.ts';
import type { TempleServer } from '../temples/templeServer.ts';
import { type Fault, faultsOf } from './faults.ts';
import { WINDOWS, type Window } from './windows.ts';

export interface Look {
  readonly browser: Browser;
  readonly server: TempleServer;
  readonly scenes: Scenes;
  readonly locale: string;
  readonly colorScheme: 'light' | 'dark';
  /** Called with each fault, and where it was seen. */
  readonly onFault: (fault: Fault, where: string) => void;
}

export interface Played {
  readonly game: string;
  readonly seats: number;
  /** After so many questions the walk leaves the match. */
  readonly questions: number;
}

/** Longer than the page takes to move what has changed. */
const SETTLED_MS = 120;
const QUESTION = '.question.asked, .result';

/** All pages in all windows. Returns how many looks it took. */
export async function walkPages(look: Look, only?: string): Promise<number> {
  const page = await open(look);
  let looks = 0;
  for (const scene of look.scenes.all.filter(({ name }) => only === undefined || name === only)) {
    await show(page, scene);
    for (const window of WINDOWS) looks += await lookAt(page, window, { ...look, where: scene.name });
  }
  await page.context().close();
  return looks;
}

/** A match against bots, question by question: the walk looks when a question has a form that it has not seen here. */
export async function walkMatch(look: Look, { game, seats, questions }: Played): Promise<number> {
  const { match, client } = await seatedAt(look, game, seats);
  const page = await open(look);
  await page.goto(`/?match=${match}`);
  const seen = new Set<string>();
  let looks = 0;
  for (let n = 0; n < questions; n++) {
    await page.locator(QUESTION).first().waitFor();
    const form = await page.evaluate<string>(FORM);
    if (!seen.has(form))
      for (const window of WINDOWS)
        looks += await lookAt(page, window, { ...look, where: `${game} of ${seats}, ${form}` });
    if (seen.size === 0) looks += await walkOpened(page, { ...look, where: `${game} of ${seats}` });
    seen.add(form);
    if (form === 'result') break;
    await playOn(client, match);
  }
  await page.context().close();
  await leave(client, match);
  return looks;
}

/** What a person opens in a match. */
const OPENERS = ['.tab.hand', '.tab.log', '.top .menu:not(.talk) > summary', '.top .talk > summary'];
const PHONE = { width: 360, height: 740 };

/** What is opened may cover the moves, and must itself be whole. */
async function walkOpened(page: Page, look: Look & { readonly where: string }): Promise<number> {
  const onFault: Look['onFault'] = (fault, where) => fault.kind !== 'no-move' && look.onFault(fault, where);
  let looks = 0;
  for (const opener of OPENERS) {
    await page.setViewportSize(PHONE);
    const closed = page.locator(opener);
    if ((await closed.count()) === 0) continue;
    await closed.click();
    for (const window of WINDOWS)
      looks += await lookAt(page, window, { ...look, onFault, where: `${look.where}, ${opener}` });
    await page.setViewportSize(PHONE);
    await page.locator(opener.startsWith('.tab') ? '.tab.moves' : opener).click();
  }
  return looks;
}

/** What kind of question stands there: equal forms look alike. */
const FORM = `(() => {
  if (document.querySelector('.result')) return 'result';
  const moves = document.querySelectorAll('.move-list .move').length;
  const question = document.querySelector('.question')?.firstChild?.textContent ?? '';
  return question.replace(/[0-9]+/g, 'n').slice(0, 60) + (moves > 4 ? ' with many' : ' with ' + moves);
})()`;

async function seatedAt({ server, scenes }: Look, game: string, seats: number) {
  const client = new FlowerWarClient({ url: server.address, session: scenes.session });
  const bots = Array.from({ length: seats - 1 }, () => ({ bot: 'greedy' }) as const);
  const { match } = await client.create<string>({ game, seats, bots, table: { visibility: 'private' } });
  (await client.join<string>(match)).close();
  return { match, client };
}

/** Without people a match ends. The bots agree to an end at once, so that none of them plays on. */
async function leave(client: FlowerWarClient, match: string): Promise<void> {
  const live = await client.join<string>(match);
  if (!live.isOver) await live.offer('abort');
  await live.until(() => live.isOver);
  live.close();
}

/** Answers the question that stands there, without the page. */
async function playOn(client: FlowerWarClient, match: string): Promise<void> {
  const live = await client.join<string>(match);
  await live.until(() => live.isOver || live.legal.length > 0);
  if (!live.isOver) await live.play(live.legal[Math.floor(live.legal.length / 2)] ?? '');
  await live.until(() => live.isOver || live.legal.length > 0);
  live.close();
}

async function open(look: Look): Promise<Page> {
  const { browser, server, scenes, locale, colorScheme } = look;
  const options = { baseURL: server.address, locale, colorScheme, reducedMotion: 'reduce' as const };
  return (await windowFor(browser, scenes, options)).newPage();
}

/** A person who makes a window smaller stays where the page has taken them. */
async function lookAt(
  page: Page,
  { name, viewport }: Window,
  look: Look & { readonly where: string },
): Promise<number> {
  await page.setViewportSize(viewport);
  await page.evaluate('scrollTo(0, 0)');
  await page.evaluate("dispatchEvent(new Event('resize'))");
  await page.waitForTimeout(SETTLED_MS);
  for (const fault of await faultsOf(page)) look.onFault(fault, `${look.where}, ${name}, ${look.locale}`);
  return 1;
}
