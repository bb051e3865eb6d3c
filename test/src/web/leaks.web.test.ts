/** In twin matches that differ only in what a viewer must not know, the page asks, shows, announces and sounds the same. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { LeakFound } from '../secrecy/wire/pair.ts';
import { type Plan, type PlayStep, plansFrom, type Step, type Two } from '../secrecy/wire/plan.ts';
import { Stage, Table } from '../secrecy/wire/table.ts';
import type { Person } from '../support/sockets/rawClient.ts';
import { inBrowser } from './inBrowser.ts';
import { HEARING, LISTENING, RESTLESS, RESTS, RESTS_MS, untilAudible } from './people.ts';

const SEED = Number(process.env['SEED'] ?? 1);
/** Hidden windows are rare: the first plan of several has one. */
const MOST_PLANS = 5;
const EDITIONS = ['flower-war', 'mexica', 'space-aztecs'].map((game) => ({ game, preset: game }));

const SETTLES_WITHIN_MS = 5000;

let stage: Stage;
const openStage = async () => {
  stage = await Stage.open({ WEB: 'on' });
  return { address: stage.server.address, stop: () => stage.stop() };
};

inBrowser(openStage, ({ browser }) => {
  test.each(EDITIONS)(`$game: a viewer notices nothing, from seed ${SEED} on`, async (edition) => {
    const seen: SeenPages = { steps: 0, windows: 0, announced: 0, sounds: 0 };
    const hasWindows = edition.game !== 'space-aztecs'; // it has neither dice nor windows
    const isEnough = () => seen.steps > 2 && (seen.windows > 0 || !hasWindows);
    for (const plan of plansFrom(edition, { seed: SEED, count: MOST_PLANS }))
      if (!isEnough()) await playBeforePages(browser(), plan, seen);
    expect(isEnough(), JSON.stringify(seen)).toBe(true);
    expect(seen.announced).toBeGreaterThan(0);
    if (hasWindows) expect(seen.sounds).toBeGreaterThan(0);
  });
});

interface Twin {
  readonly table: Table;
  readonly page: Watcher;
}

/** How much was compared. */
interface SeenPages {
  steps: number;
  windows: number;
  announced: number;
  sounds: number;
}

/** Plays the plan in twin matches before two pages of the same viewer. */
async function playBeforePages(browser: Browser, plan: Plan, seen: SeenPages): Promise<void> {
  const twins: Two<Twin> = [await twinOf(browser, plan, 0), await twinOf(browser, plan, 1)];
  try {
    await compare('the beginning', twins);
    for (const [i, { step }] of plan.steps.entries()) {
      stage.pass(1000);
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

async function twinOf(browser: Browser, { twins }: Plan, twin: 0 | 1): Promise<Twin> {
  const table = await Table.set(stage, twins, twins.starts[twin]);
  const person = typeof twins.viewer === 'number' ? stage.people[twins.viewer] : stage.people.at(-1);
  if (person === undefined) throw new Error('the viewer is not a person');
  return { table, page: await watcher(browser, person, table.summary.match) };
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
  const [one, other] = await Promise.all([linkTo(twins[0].table), linkTo(twins[1].table)]);
  if (one !== other)
    throw new LeakFound(`${when}: links to the matches tell different things:\n  ${one}\n  and\n  ${other}`);
}

/** What is shown of a link: the page before it runs, and the picture. */
async function linkTo({ summary: { match } }: Table): Promise<string> {
  const ask = (path: string) => fetch(stage.server.address + path, { headers: { Accept: 'text/html,image/png' } });
  const [page, picture] = await Promise.all([ask(`/?match=${match}`), ask(`/previews/en/match/${match}.png`)]);
  if (!page.ok || !picture.ok) throw new Error(`a link has no preview: ${page.status}, ${picture.status}`);
  const html = (await page.text()).replaceAll(match, 'MATCH');
  return `${html}\n${Buffer.from(await picture.arrayBuffer()).toString('base64')}`;
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
  /** Waits until the page has come to rest. */
  readonly noticed: () => Promise<Noticed>;
  readonly close: () => Promise<void>;
}

/** Browsers ask for the icon when they like, and pages for letters and for their worker when they come to rest. */
const UNTIMED = /\/(icon-.*\.svg|fonts-.*\.css|(alegreya|almendra)-.*\.woff2|Offline-.*\.(js|css)|sw\.js)$/;
const WITH_SOUNDS = `localStorage.setItem('flower-war-sounds', 'on')`;

async function watcher(browser: Browser, person: Person, match: string): Promise<Watcher> {
  const context = await browser.newContext({ baseURL: person.url, locale: 'en-GB', serviceWorkers: 'block' });
  const session = JSON.stringify(JSON.stringify(person.session));
  for (const script of [`localStorage.setItem('flower-war-session', ${session})`, ...NOTING])
    await context.addInitScript(script);
  const page = await context.newPage();
  const requests: string[] = [];
  let open = 0;
  page.on('request', (request) => {
    open++;
    const { pathname, search } = new URL(request.url());
    if (UNTIMED.test(pathname)) return;
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
    return { ...seen, requests: inOrder(requests), shown: seen.shown.replaceAll(match, 'MATCH') };
  };
  return { noticed, close: () => context.close() };
}

/** Files that are asked for at once may come in any order. */
const inOrder = (requests: readonly string[]): readonly string[] => {
  const files = requests.filter((one) => one.includes(' /assets/'));
  return [...requests.filter((one) => !files.includes(one)), ...files.toSorted()];
};

const TITLES = `(() => {
  globalThis.titles = [];
  const note = () => globalThis.titles.at(-1) !== document.title && globalThis.titles.push(document.title);
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

/** Names of buttons and states are shown to screen readers, so that they belong to it. In which order they were set is not seen. */
const SEEN = `(() => {
  const { heard: announced, titles, sounds } = globalThis;
  const body = document.body.cloneNode(true);
  for (const one of body.querySelectorAll('*')) {
    const attributes = [...one.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name } of attributes) one.removeAttribute(name);
    for (const { name, value } of attributes) one.setAttribute(name, value);
  }
  return { announced: [...announced], titles: [...titles], sounds: [...sounds], shown: body.innerHTML };
})()`;

/** All that must run before the page itself does. */
const NOTING = [WITH_SOUNDS, HEARING, LISTENING, TITLES, RESTLESS];
