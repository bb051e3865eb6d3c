/** Plays twin matches before two pages of the same viewer: whatever the pages ask, show, say or sound must be the same. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { vi } from 'vitest';
import { LeakFound } from '../secrecy/wire/pair.ts';
import type { Plan, PlayStep, Step, Two } from '../secrecy/wire/plan.ts';
import type { Stage } from '../secrecy/wire/stage.ts';
import { Table } from '../secrecy/wire/table.ts';
import type { Person } from '../support/sockets/rawClient.ts';
import { LISTENING } from './a11y/keys.ts';
import { HEARING, untilAudible } from './people.ts';

const SETTLES_WITHIN_MS = 5000;

interface Twin {
  readonly table: Table;
  readonly page: Watcher;
}

/** How much was compared. */
export interface SeenPages {
  steps: number;
  windows: number;
  announced: number;
  sounds: number;
}

interface TwinMatch {
  readonly stage: Stage;
  readonly plan: Plan;
  /** Runs in the page of the second twin alone. */
  readonly planted?: string;
}

export async function playBeforePages(browser: Browser, twin: TwinMatch, seen: SeenPages): Promise<void> {
  const twins: Two<Twin> = [await twinOf(browser, twin, 0), await twinOf(browser, twin, 1)];
  try {
    await compare('the beginning', twins);
    for (const [i, { step }] of twin.plan.steps.entries()) {
      twin.stage.pass(1000);
      await take(step, twins, seen);
      await compare(`step ${i}, ${step.kind}`, twins);
      seen.steps++;
    }
    const { announced, sounds } = await twins[0].page.noticed();
    seen.announced += announced.length;
    seen.sounds += sounds.length;
  } finally {
    for (const { table, page } of twins) {
      table.close();
      await page.close();
    }
  }
}

async function twinOf(browser: Browser, { stage, plan: { twins }, planted }: TwinMatch, twin: 0 | 1): Promise<Twin> {
  const table = await Table.set(stage, twins, twins.starts[twin]);
  const person = typeof twins.viewer === 'number' ? stage.people[twins.viewer] : stage.people.at(-1);
  if (person === undefined) throw new Error('the viewer is no person');
  const { match } = table.summary;
  const page = await watcher(browser, { person, match, ...(twin === 1 && planted !== undefined && { planted }) });
  return { table, page };
}

async function take(step: Step, twins: Two<Twin>, seen: SeenPages): Promise<void> {
  const tables = twins.map(({ table }) => table);
  switch (step.kind) {
    case 'play':
      return playBoth(step, twins, seen);
    case 'resign':
      for (const table of tables) await table.resign(step.seat);
      return;
    case 'secrets':
      for (const [i, table] of tables.entries())
        for (const { seat, move } of step.moves[i] ?? []) await table.act(seat, move);
      return;
    case 'try':
      for (const table of tables) await table.tryAll(step.texts);
      return;
    case 'come':
      return;
  }
}

/** While another seat is asked in secret, the page of the viewer stays as it was before the move. */
async function playBoth(step: PlayStep, twins: Two<Twin>, seen: SeenPages): Promise<void> {
  const [first, other] = step.first === 0 ? twins : [twins[1], twins[0]];
  const answers = step.answers[step.first];
  const before = await first.page.noticed();
  await first.table.act(step.seat, step.move);
  if (answers.length > 0) unlike('in the window', before, await first.page.noticed());
  seen.windows += answers.length;
  for (const { seat, move } of answers) if (first.table.asks(seat)) await first.table.act(seat, move);
  await other.table.act(step.seat, step.move);
  for (const { seat, move } of step.answers[1 - step.first] ?? [])
    if (other.table.asks(seat)) await other.table.act(seat, move);
}

/** On a busy machine one of the two pages may still be drawing: a difference is one that stays. */
async function compare(when: string, twins: Two<Twin>): Promise<void> {
  await vi.waitFor(
    async () => {
      const [one, other] = await Promise.all([twins[0].page.noticed(), twins[1].page.noticed()]);
      unlike(when, one, other);
    },
    { timeout: SETTLES_WITHIN_MS, interval: 0 },
  );
}

function unlike(when: string, one: Noticed, other: Noticed): void {
  for (const part of ['requests', 'announced', 'titles', 'sounds', 'shown'] as const) {
    const [a, b] = [one[part], other[part]].map((value) => (typeof value === 'string' ? value : value.join('\n')));
    if (a === b) continue;
    const at = [...(a ?? '')].findIndex((letter, i) => letter !== b?.[i]);
    const near = (text = '') => text.slice(Math.max(0, at - 80), at + 120);
    throw new LeakFound(`${when}: the pages differ in ${part}:\n  ${near(a)}\n  and\n  ${near(b)}`);
  }
}

/** What the page has asked, shown and said until now. */
interface Noticed {
  readonly requests: readonly string[];
  readonly announced: readonly string[];
  readonly titles: readonly string[];
  readonly sounds: readonly string[];
  readonly shown: string;
}

interface Watcher {
  readonly page: Page;
  /** Waits until the page has come to rest. */
  readonly noticed: () => Promise<Noticed>;
  readonly close: () => Promise<void>;
}

interface WatchedSeat {
  readonly person: Person;
  readonly match: string;
  /** Runs in the page before anything else. */
  readonly planted?: string;
}

const RESTS_MS = 150;
/** Browsers ask for it when they like. */
const ICON = /\/icon-.*\.svg$/;
const WITH_SOUNDS = `localStorage.setItem('flower-war-sounds', 'on')`;

async function watcher(browser: Browser, { person, match, planted }: WatchedSeat): Promise<Watcher> {
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
