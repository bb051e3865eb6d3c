/**
 * npm run do -- web-speed [--rounds 5] [--taps 60]: how soon a person plays on a slow phone, and how soon a tap is answered. It prints
 * a table and judges nothing, because the machine may be busy.
 */

import { launch } from '@flower-war/packaging/browser';
import { commandLine } from '@flower-war/protocol/command-line';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { startPageServer, untilBuilt } from '../../src/web/pageServer.ts';

const { values } = commandLine({
  name: 'do -- web-speed',
  does: 'measures how soon a person plays on a slow phone, and how soon a tap is answered',
  flags: {
    rounds: { kind: 'whole', usual: 5, least: 1, tells: 'how often' },
    taps: { kind: 'whole', usual: 60, least: 1, tells: 'taps of a round' },
  },
});
const { rounds, taps } = values;

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, locale: 'en-GB' } as const;
const SLOW = { cpu: 4, kilobits: 1600, latency: 150 };
const PLAY = '.play button.main:enabled';
const MOVE = '.part.moves .move:enabled';
/** Longer than a tap is ignored after a question has changed. */
const IGNORED_MS = 320;

/** Each tap plays a move, also a costly one. Otherwise the page asks once more, and that tap has no answer. */
const BOLD = `localStorage.setItem('flower-war-caution', 'off')`;

/** Notes in the page when each thing came in sight for the first time, and when each tap was answered, and its answer painted. */
const WATCH = `(() => {
  globalThis.came = {};
  globalThis.taps = { answered: [], painted: [] };
  const wanted = ${JSON.stringify({ lobby: PLAY, dock: MOVE })};
  let tapped;
  addEventListener('click', ({ target }) => {
    globalThis.came.tap ??= performance.now();
    if (target.closest('.move')) tapped = performance.now();
  }, true);
  const look = () => {
    for (const [name, words] of Object.entries(wanted))
      if (globalThis.came[name] === undefined && document.querySelector(words)) globalThis.came[name] = performance.now();
    if (tapped === undefined || document.querySelector('[aria-busy="true"]') === null) return;
    const since = tapped;
    tapped = undefined;
    const done = new MutationObserver(() => {
      if (document.querySelector('[aria-busy="true"]') !== null) return;
      const note = (when) => globalThis.taps[when].push(performance.now() - since);
      note('answered');
      done.disconnect();
      // A task that a frame has asked for comes after that frame.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => note('painted');
      requestAnimationFrame(() => port2.postMessage(0));
    });
    done.observe(document, { subtree: true, childList: true, attributes: true });
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()`;

interface Came {
  readonly lobby: number;
  readonly tap: number;
  readonly dock: number;
}

const server = await startPageServer();
const [browser] = await Promise.all([launch(), untilBuilt(server)]);
const loads: Came[] = [];
for (let round = 0; round < rounds; round++) loads.push(await firstPlay(browser));
const { answered, painted } = await answerTimes(browser);
await browser.close();
await server.stop();

const slow = `${SLOW.cpu}x slower, ${SLOW.kilobits / 1000} Mbit/s, ${SLOW.latency} ms`;
const [shown, begun] = [loads.map(({ lobby }) => lobby), loads.map(({ tap, dock }) => dock - tap)];
console.log(`| what | median | worst or p95 | goal |\n| --- | ---: | ---: | ---: |`);
row(`from the address to the first page (${slow})`, shown, { share: 1, goal: 2000 });
row(`from the tap on Play now to the dock (${slow})`, begun, { share: 1, goal: 2000 });
row(`from a tap to its answer (${SLOW.cpu}x slower, ${answered.length} taps)`, answered, { share: 0.95, goal: 100 });
row('from a tap to the picture with its answer', painted, { share: 0.95, goal: 200 });

/** A new browser window that keeps nothing. */
async function firstPlay(chromium: Browser): Promise<Came> {
  const context = await chromium.newContext({ ...PHONE, baseURL: server.address });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await slowLine(await slowDown(page));
  await page.goto('/');
  await page.locator(PLAY).click();
  await page.locator(MOVE).first().waitFor();
  const came = await page.evaluate<Came>('globalThis.came');
  await context.close();
  return came;
}

async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
  return session;
}

async function slowLine(session: CDPSession): Promise<void> {
  const throughput = (SLOW.kilobits * 1000) / 8;
  const network = { latency: SLOW.latency, downloadThroughput: throughput, uploadThroughput: throughput };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
}

interface Taps {
  readonly answered: readonly number[];
  readonly painted: readonly number[];
}

async function answerTimes(chromium: Browser): Promise<Taps> {
  const context = await chromium.newContext({ ...PHONE, baseURL: server.address });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.addInitScript(BOLD);
  await slowDown(page);
  await page.goto('/');
  await page.locator(PLAY).click();
  for (let tap = 0; tap < taps; tap++) {
    await page.locator(`${MOVE}, .result`).first().waitFor();
    if ((await page.locator('.result').count()) > 0) break;
    await page.waitForTimeout(IGNORED_MS);
    const moves = page.locator(MOVE);
    await moves.nth(tap % (await moves.count())).click();
  }
  const times = await page.evaluate<Taps>('globalThis.taps');
  await context.close();
  return times;
}

function row(what: string, all: readonly number[], { share, goal }: { share: number; goal: number }): void {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN);
  console.log(`| ${what} | ${at(0.5)} ms | ${at(share)} ms | ${goal} ms |`);
}
