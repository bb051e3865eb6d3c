/** A person at the page, in a browser of their own: what they tap, by themselves or in the page, and what they hear. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { playByButtons } from '@flower-war/packaging/browser';
import type axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, colorScheme: 'dark' } as const;
export const DESK = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;

export interface Person {
  readonly page: Page;
  /** Errors of the page, what its policy forbids, and requests that leave the server. */
  readonly problems: string[];
  /** What is not a problem, now and later: the test has made it itself. */
  readonly forgiven: RegExp[];
}

/** The address of the server lies in the option `baseURL`. */
export async function visit(browser: Browser, path: string, options: BrowserContextOptions): Promise<Person> {
  // What a service worker keeps is looked at where it is meant, and changes nothing elsewhere.
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  const person: Person = { page, problems: [], forgiven: [] };
  const complain = (problem: string) =>
    person.forgiven.some((what) => what.test(problem)) || person.problems.push(problem);
  page.on('pageerror', (error) => complain(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`${message.text()} at ${message.location().url}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(options.baseURL ?? '').host) complain(`asked ${request.url()}`);
  });
  await page.goto(path);
  return person;
}

/** Passes over the problems that the test makes itself: those that it has made, and what still comes of it. */
export function forgive({ problems, forgiven }: Person, what: RegExp): void {
  forgiven.push(what);
  problems.splice(0, problems.length, ...problems.filter((problem) => !what.test(problem)));
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page. */
export async function violationsAt(page: Page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.map(({ id, impact }) => ({ id, impact }));
}

/** Those of them that keep people out. */
export async function seriousAt(page: Page) {
  return (await violationsAt(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical');
}

/** The id of the person, once the page has signed in. */
export async function playerAt(page: Page): Promise<string> {
  const read = `JSON.parse(localStorage.getItem('flower-war-session') ?? '{}').player`;
  for (;;) {
    const player = await page.evaluate<string | undefined>(read);
    if (player !== undefined) return player;
    await wait(50);
  }
}

/** The one tap into a match. */
export const PLAY = '.play .main';

/** Opens a private table of the first game from its card, and comes to the page with its link. */
export async function inviteFriends({ page }: Pick<Person, 'page'>): Promise<void> {
  await page.locator('.game').first().click();
  await page.getByText('Friends, by a link').click();
  await page.getByRole('button', { name: 'Get the link' }).click();
}

export const MOVES = { move: '.part.moves .move:enabled', over: '.result' } as const;
/** Things on the table that some move is about. */
const THINGS = '.board .thing.open, .day.open, .god.open, .seat.open';
/** Plays until some move is about a thing on the table, and taps this thing. If it leaves several moves, the first of them follows. */
export async function playByTable({ page }: Person): Promise<void> {
  while (!(await tapsThing(page))) await playByButtons(page, MOVES, 1);
  await untilOpen(page);
  // What is dear asks once more.
  for (; (await page.locator('.chosen-thing').count()) > 0; await untilOpen(page))
    await page.evaluate(`document.querySelector('${MOVES.move}')?.click()`);
}

/** Taps a thing that some move is about, once the tap before is answered. Says whether there was one. */
async function tapsThing(page: Page): Promise<boolean> {
  await untilOpen(page);
  const things = page.locator(THINGS);
  if ((await things.count()) === 0) return false;
  return things
    .first()
    .click({ timeout: 1000 })
    .then(
      () => true,
      () => false,
    );
}

/** A tap that comes before the answer to the one before, or too soon after a question, does nothing. */
export async function untilOpen(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"], .fresh').first().waitFor({ state: 'detached' });
}

export async function giveUp({ page }: Pick<Person, 'page'>): Promise<void> {
  await page.click('.menu:not(.talk) > summary');
  await page.click('text="Give up"');
  await page.click('text="Give up for good"');
}

/** Whether the page is wider or higher than the screen. */
export const overflows = ({ page }: Person): Promise<boolean> => page.evaluate(OVERFLOWS);

const OVERFLOWS = `(({ scrollWidth, scrollHeight }) => scrollWidth > innerWidth || scrollHeight > innerHeight)(
  document.documentElement)`;

/** So long a tap is ignored after a question has changed. */
const IGNORED_MS = 300;

/** The seed draws what is tapped. */
export const startTapping = ({ page }: Person, seed: number): Promise<void> =>
  page.evaluate(TAPPING.replace('SEED', `${seed}`));

export const restTapping = ({ page }: Person): Promise<void> => page.evaluate('globalThis.hands = {}');

/** Until the match is over. A page that takes no tap for a while is stuck, and a slow machine alone is no reason. */
export async function untilResult({ page }: Person): Promise<void> {
  for (let before = ''; (await page.locator(MOVES.over).count()) === 0; ) {
    const now = JSON.stringify(await page.evaluate('globalThis.tapped'));
    if (now === before) throw new Error(`no tap was taken for ${STUCK_MS / 1000} s: ${await page.innerText('main')}`);
    before = now;
    await page
      .locator(MOVES.over)
      .waitFor({ timeout: STUCK_MS })
      .catch(() => undefined);
  }
}

const STUCK_MS = 60_000;

/** How many moves were tapped, and things on the table. */
export const tapped = ({ page }: Person): Promise<{ readonly moves: number; readonly things: number }> =>
  page.evaluate('globalThis.tapped');

/**
 * Runs in the page. After a thing on the table one of its moves is tapped. A question about no thing is answered in the dock. A question
 * takes taps at once, because the page waits for no time.
 */
const TAPPING = `(() => {
  const hands = (globalThis.hands = {});
  const count = (globalThis.tapped ??= { moves: 0, things: 0 });
  const all = (words) => [...document.querySelectorAll(words)];
  let luck = SEED;
  const oneOf = (list) => list[(luck = (luck * 48271) % 2147483647) % list.length];
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (act, ms, ...told) => later(act, ms === ${IGNORED_MS} ? 0 : ms, ...told);
  const tap = () => {
    if (globalThis.hands !== hands || all('${MOVES.over}').length > 0) return;
    setTimeout(tap, 5);
    if (all('[aria-busy="true"], .fresh').length > 0) return;
    // What was refused may be the one move that is considered.
    if (all('.refused').length > 0 && all('.one-move').length > 0 && oneOf([true, false]))
      return all('.part.moves .quiet')[0]?.click();
    const things = all('.chosen-thing, .one-move').length > 0 ? [] : all('${THINGS}');
    const button = oneOf([...things, ...all('${MOVES.move}')]);
    // A thing of which a temple takes all moves: back to the others.
    if (button === undefined) return all('.chosen-thing .quiet')[0]?.click();
    button.click();
    count[things.includes(button) ? 'things' : 'moves']++;
  };
  tap();
})()`;

/** Writes down each tone that the page plays, and keeps its source of sound at hand. */
export const HEARING = `(() => {
  globalThis.sounds = [];
  const Plain = globalThis.AudioContext;
  globalThis.AudioContext = class extends Plain {
    constructor() {
      super();
      globalThis.audio = this;
    }
  };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (at) {
    globalThis.sounds.push(this.type + ' ' + this.frequency.value);
    start.call(this, at);
  };
})()`;

/** Writes down each time that the page lets the device shake. */
export const FEELING = `(() => {
  globalThis.shakes = [];
  navigator.vibrate = (pattern) => globalThis.shakes.push(pattern.join(' ')) > 0;
})()`;

const AUDIBLE = `globalThis.audio?.resume().then(() => globalThis.audio.state === 'running')`;

/** Browsers are silent before the first touch; what a test runs in a page counts as one. */
export async function untilAudible(page: Page): Promise<void> {
  while ((await page.evaluate(AUDIBLE)) !== true) await wait(20);
}

/** Writes down what screen readers would say: where it was said, how urgent, and the words; and how often each step was told. */
export const LISTENING = `(() => {
  globalThis.heard = [];
  globalThis.tellings = new Map();
  const live = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"]';
  const listen = (records) => {
    for (const { target } of records) {
      const part = (target.nodeType === 1 ? target : target.parentElement)?.closest(live);
      const text = part?.textContent.trim() ?? '';
      if (text === '') continue;
      const isUrgent = part.ariaLive === 'assertive' || part.role === 'alert';
      const where = part.closest('.latest, .question, .result, .talk, .banner')?.classList[0] ?? 'elsewhere';
      const said = (isUrgent ? 'urgent ' : 'polite ') + where + ': ' + text;
      if (globalThis.heard.at(-1) === said) continue;
      globalThis.heard.push(said);
      const step = document.querySelector('.story li');
      if (!isUrgent && where !== 'result') globalThis.tellings.set(step, (globalThis.tellings.get(step) ?? 0) + 1);
    }
  };
  new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

export const RESTS_MS = 150;

/**
 * Nothing has changed for a while, nothing flies across the table, and no question has just come.
 * What has flown is there until the next frame, although no animation runs.
 */
export const RESTS = `performance.now() - globalThis.changedAt > ${RESTS_MS} && document.getAnimations().length === 0 &&
  document.querySelector('.fresh, .sprites') === null`;

/** Runs before the page itself, so that it is known when it rests. */
export const RESTLESS = `(() => {
  globalThis.changedAt = 0;
  const note = () => { globalThis.changedAt = performance.now(); };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})()`;
