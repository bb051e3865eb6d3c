/** A page that a viewer of a twin match has open, and all by which it could betray something. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Person } from '../../support/sockets/rawClient.ts';
import { LISTENING } from '../a11y/keys.ts';
import { HEARING, untilAudible } from '../sounds.ts';

/** What the page has asked, shown and said until now. */
export interface Noticed {
  readonly requests: readonly string[];
  readonly announced: readonly string[];
  readonly titles: readonly string[];
  readonly sounds: readonly string[];
  readonly shown: string;
}

export interface Watcher {
  readonly page: Page;
  /** Waits until the page has come to rest. */
  readonly noticed: () => Promise<Noticed>;
  readonly close: () => Promise<void>;
}

interface Wanted {
  readonly person: Person;
  readonly match: string;
  /** Runs in the page before anything else. */
  readonly planted?: string;
}

const RESTS_MS = 150;
/** Browsers ask for it when they like. */
const ICON = /\/icon-.*\.svg$/;
const WITH_SOUNDS = `localStorage.setItem('flower-war-sounds', 'on')`;

export async function watcher(browser: Browser, { person, match, planted }: Wanted): Promise<Watcher> {
  const context = await browser.newContext({ baseURL: person.url, locale: 'en-GB' });
  const session = JSON.stringify(JSON.stringify(person.session));
  for (const script of [`localStorage.setItem('flower-war-session', ${session})`, ...NOTING])
    await context.addInitScript(script);
  if (planted !== undefined) await context.addInitScript(planted);
  const page = await context.newPage();
  const requests: string[] = [];
  let open = 0;
  page.on('request', (request) => {
    open++;
    const { pathname, search } = new URL(request.url());
    if (ICON.test(pathname)) return;
    requests.push(`${request.method()} ${pathname}${search}`.replaceAll(match, 'MATCH'));
  });
  page.on('requestfinished', () => open--);
  page.on('requestfailed', () => open--);
  await page.goto(`/?match=${match}`);
  await page.locator('.playing').waitFor();
  await untilAudible(page);
  const noticed = async () => {
    do {
      await wait(RESTS_MS / 3);
    } while (open > 0 || !(await page.evaluate<boolean>(RESTS)));
    const seen = await page.evaluate<Omit<Noticed, 'requests'>>(SEEN);
    return { ...seen, requests: [...requests], shown: seen.shown.replaceAll(match, 'MATCH') };
  };
  return { page, noticed, close: () => context.close() };
}

/** Nothing has changed for a while, and nothing flies across the table. */
const RESTS = `performance.now() - globalThis.changedAt > ${RESTS_MS} && document.getAnimations().length === 0`;

const TITLES = `(() => {
  globalThis.titles = [];
  const note = () => globalThis.titles.at(-1) !== document.title && globalThis.titles.push(document.title);
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

const RESTLESS = `(() => {
  globalThis.changedAt = 0;
  const note = () => { globalThis.changedAt = performance.now(); };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})()`;

/** Names of buttons and states are shown to screen readers, so that they belong to it. */
const SEEN = `(() => {
  const { heard: announced, titles, sounds } = globalThis;
  return { announced: [...announced], titles: [...titles], sounds: [...sounds], shown: document.body.innerHTML };
})()`;

/** All that must run before the page itself does. */
const NOTING = [WITH_SOUNDS, HEARING, LISTENING, TITLES, RESTLESS];
