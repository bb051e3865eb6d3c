/** Walks through all pages and through whole matches, and looks for faults in every window. */

import { FlowerWarClient } from '@flower-war/client';
import type { Browser, Page } from 'playwright-core';
import type { TempleServer } from './pageServer.ts';
import { type Scenes, show, windowFor } from './scenes.ts';

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
  /** After this many questions the walk leaves the match. */
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

/** What a window shows at a zoom: a browser lays a zoomed page out as in a smaller window. */
export interface Window {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

const SCREENS = [
  [320, 568],
  [360, 740],
  [740, 360],
  [1440, 900],
  [2560, 1440],
] as const;
const ZOOMS = [100, 200, 400] as const;
/** WCAG 1.4.10 asks for no narrower page, and the days of the ring, which are 24 pixels wide, would not fit in one. */
const LEAST_WIDTH = 320;

const windowOf = (width: number, height: number, zoom: number): Window => ({
  name: `${width}×${height} at ${zoom} %`,
  viewport: { width: Math.floor((width * 100) / zoom), height: Math.floor((height * 100) / zoom) },
});

const ALL = SCREENS.flatMap(([width, height]) => ZOOMS.map((zoom) => windowOf(width, height, zoom)));

export const WINDOWS: readonly Window[] = ALL.filter(({ viewport }) => viewport.width >= LEAST_WIDTH);

/** What the walk says of the windows through which it does not look. */
export const LEFT_OUT = `${ALL.length - WINDOWS.length} of ${ALL.length} windows left out, in which a zoom leaves less than ${LEAST_WIDTH} px of width`;

export interface Fault {
  readonly kind: 'sideways' | 'small' | 'off' | 'no-move' | 'cut';
  readonly what: string;
}

export const faultsOf = (page: Page): Promise<readonly Fault[]> => page.evaluate(FAULTS);

/** WCAG 2.5.8. */
const LEAST_PX = 24;
/** Browsers round. */
const ROUNDED_PX = 1.5;

/** Runs in the page, so it is a text without imports. */
const FAULTS = `(() => {
  const page = document.documentElement;
  const [width, height] = [page.clientWidth, innerHeight];
  const name = (node) => (node.tagName.toLowerCase() + '.' + [...node.classList].join('.') + ' "' +
    (node.getAttribute('aria-label') ?? node.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 40) + '"');
  const styles = new Map();
  const style = (node) => styles.get(node) ?? (styles.set(node, getComputedStyle(node)), styles.get(node));
  const isHidden = (node) => {
    for (let up = node; up; up = up.parentElement) {
      if (style(up).clipPath === 'inset(50%)') return true;
    }
    return !node.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true });
  };
  const ups = (node) => { const all = []; for (let up = node.parentElement; up; up = up.parentElement) all.push(up); return all; };
  const scrollsX = (node) => ['auto', 'scroll'].includes(style(node).overflowX);
  const faults = [];
  const add = (kind, what) => faults.push({ kind, what });

  if (page.scrollWidth > width + ${ROUNDED_PX} || innerWidth > width + 30)
    add('sideways', page.scrollWidth + ' px wide in a window of ' + width);

  const inSentence = (node) => node.tagName === 'A' && style(node).display === 'inline' &&
    (node.parentElement.textContent ?? '').trim().length > (node.textContent ?? '').trim().length;
  const touched = (node) => (['INPUT'].includes(node.tagName) && node.closest('label')) || node;
  for (const control of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
    if (isHidden(control) || control.type === 'hidden') continue;
    const box = touched(control).getBoundingClientRect();
    if (!inSentence(control) && Math.min(box.width, box.height) < ${LEAST_PX} - 0.5)
      add('small', name(control) + ' ' + Math.round(box.width) + '×' + Math.round(box.height));
    const isReached = ups(control).some((up) => scrollsX(up) || style(up).position === 'fixed');
    if (!isReached && (box.left < -${ROUNDED_PX} || box.right > width + ${ROUNDED_PX} || box.bottom + scrollY < 0))
      add('off', name(control) + ' at ' + Math.round(box.left) + ' to ' + Math.round(box.right));
  }

  const isWhole = (node) => {
    const box = node.getBoundingClientRect();
    const frames = ups(node).filter((up) => style(up).overflowY !== 'visible').map((up) => up.getBoundingClientRect());
    const all = [...frames, { left: 0, top: 0, right: width, bottom: height }];
    if (all.some((frame) => box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) return false;
    if (all.some((frame) => box.left < frame.left - 2 || box.right > frame.right + 2)) return false;
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return top !== null && (node.contains(top) || top.contains(node));
  };
  const answers = [...document.querySelectorAll('.part.moves :is(.move, .in-beads li)')].filter((answer) => !isHidden(answer));
  if (answers.length > 0 && !answers.some(isWhole)) add('no-move', 'no whole move of ' + answers.length);

  for (const node of document.querySelectorAll('body *')) {
    if (node.closest('svg') || !(node.textContent ?? '').trim() || ['SCRIPT', 'STYLE', 'SELECT', 'OPTION'].includes(node.tagName)) continue;
    const { overflowX, overflowY, webkitLineClamp } = style(node);
    const [x, y] = [overflowX, overflowY].map((overflow) => overflow === 'hidden' || overflow === 'clip');
    if ((!x && !y) || webkitLineClamp !== 'none' || isHidden(node)) continue;
    if (node.parentElement.querySelector('[aria-expanded="false"]')) continue; // a button beside it unfolds it
    const isCut = (x && node.scrollWidth > node.clientWidth + 1) || (y && node.scrollHeight > node.clientHeight + 1);
    if (isCut) add('cut', name(node) + ' ' + node.scrollWidth + '×' + node.scrollHeight + ' in ' + node.clientWidth + '×' + node.clientHeight);
  }
  return faults;
})()`;
