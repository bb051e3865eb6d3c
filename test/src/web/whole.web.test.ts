/** One match on the page, with all that may happen to it: a temple, a reload, a lost line, a killed server. */
import { startAedes } from '@flower-war/bridge/broker';
import { claimCode, claimLink, twinLink } from '@flower-war/protocol/credentials';
import { freePort } from '@flower-war/protocol/hosting';
import { expect, test } from 'vitest';
import { Line } from '../lab/line.ts';
import { ChildServer } from '../support/server.ts';
import { inBrowser } from './inBrowser.ts';
import { bridgeTo, type PageServer, TOKEN, untilBuilt } from './pageServer.ts';
import { DESK, forgive, giveUp, overflows, type Person, PHONE, restTapping, startTapping, tapped } from './people.ts';

const SEED = Number(process.env['SEED'] ?? Math.ceil(Math.random() * 1_000_000));
const TEMPLE = 'templo-7f42';
/** What a browser says itself of a line that was cut or a server that is gone. */
const OF_THE_CUT = /^(Failed to load resource: net::ERR_|WebSocket connection to '.*' failed)/;

inBrowser(openHouse, ({ server, visit }) => {
  test(`two people, two bots and a temple play through all faults, to the result and its proof; SEED=${SEED}`, async () => {
    const house = server();
    const twin = await visit(house.twinOf(TEMPLE), PHONE);
    await expect.poll(() => twin.page.textContent('.state')).toContain('wants nothing of you now');
    expect(new URL(twin.page.url())).toMatchObject({ pathname: '/twin', hash: '' });
    const ana = await visit(house.labelOf(TEMPLE), DESK);
    await ana.page.click('text=Make it mine');
    await ana.page.locator('h1:has-text("is yours now")').waitFor();
    const ben = await visit('/about', { ...PHONE, baseURL: house.line.url });
    await beginTogether(ana, ben);
    const people = [ana, ben];

    await tapOn(people, 3);
    expect(await overflows(ben)).toBe(false);
    await dropBead(twin);
    await allSee(people, '1 dropped');
    expect(people.concat(twin).flatMap(({ problems }) => problems)).toEqual([]);

    await Promise.all([ana.page.reload(), twin.page.reload()]);
    await allSee(people, '1 dropped');
    await expect.poll(() => twin.page.textContent('.shrine.war')).toContain('1 bead counted');

    const [socket] = await Promise.all([ben.page.waitForEvent('websocket'), house.line.endAll()]);
    expect(socket.url()).toContain(new URL(house.line.url).host);
    await dropBead(twin);
    await allSee(people, '2 dropped');

    for (const person of people) await startTapping(person, SEED);
    await house.killServer();
    await tapOn(people, 3);
    await dropBead(twin);
    await allSee(people, '3 dropped');

    await ana.page.click('.at-table summary');
    await ana.page.click('text=Make offerings on the screen');
    await tapOn(people, 3);
    // The bots play on to the end, if it has not come yet.
    for (const person of people) if ((await person.page.locator('.result').count()) === 0) await giveUp(person);
    await Promise.all(people.map(({ page }) => page.locator('.result h2').waitFor({ timeout: 60_000 })));
    const [one, other] = await Promise.all(people.map(({ page }) => page.textContent('.result h2')));
    expect(one).toMatch(/wins|No player wins|draw/);
    expect(other).toBe(one);
    await expect.poll(() => ben.page.locator('.result tbody tr').count()).toBe(4);
    await replayAndProof(ana, one ?? '');
    for (const person of [...people, twin]) forgive(person, OF_THE_CUT);
  });
});

/** A table for four with two bots; a friend comes by the link, and the temple counts for the host. */
async function beginTogether({ page: ana }: Person, { page: ben }: Person): Promise<void> {
  await ana.goto('/new?game=flower-war');
  const choose = (title: string, value: string) =>
    ana.locator('fieldset', { hasText: title }).getByText(value, { exact: true }).click();
  await choose('Seats', '4');
  await choose('How many of them are bots', '2');
  await choose('Length', 'short');
  await ana.click('text=Open the table');
  const { pathname, search } = new URL(await ana.inputValue('.invite input'));
  await ben.goto(pathname + search);
  await ben.click('text=Take a seat');
  await Promise.all([ana, ben].map((page) => page.locator('.playing').waitFor()));
  await ana.click('.match .menu:not(.talk) > summary');
  await ana.click('text=Let it count for me');
  await ana.locator('text=It counts here.').waitFor();
  await ana.click('.match .menu:not(.talk) > summary');
}

/** Both tap at once, until each has tapped this many moves more. */
async function tapOn(people: readonly Person[], moves: number): Promise<void> {
  for (const person of people) await startTapping(person, SEED);
  const before = await Promise.all(people.map(tapped));
  for (const [i, person] of people.entries())
    await expect.poll(async () => (await tapped(person)).moves - (before[i]?.moves ?? 0)).toBeGreaterThanOrEqual(moves);
  for (const person of people) await restTapping(person);
}

const dropBead = ({ page }: Person): Promise<void> => page.click('text=Drop a bead for war');

async function allSee(people: readonly Person[], words: string): Promise<void> {
  for (const { page } of people) await expect.poll(() => page.locator('.at-table .war').textContent()).toContain(words);
}

/** From the result to the replay, there to its end, and on to the proof. */
async function replayAndProof({ page }: Person, outcome: string): Promise<void> {
  await page.click('.result >> text=Replay');
  await page.locator('input[type="range"]').focus();
  await page.keyboard.press('End');
  await expect.poll(() => page.textContent('.result h2')).toBe(outcome);
  await page.click('text=Check the dice and the record');
  await expect.poll(() => page.textContent('.verdict')).toBe('This match was played by the rules.');
  await expect.poll(() => page.textContent('.checks li:last-child')).toContain('Your part is in it');
}

interface House extends PageServer {
  /** Leads to the same server, over a line that can be cut. */
  readonly line: Line;
  /** By `kill -9`. It starts again on the same folder and port. */
  readonly killServer: () => Promise<void>;
  /** The paths of a temple's label, and of its twin. */
  readonly labelOf: (temple: string) => string;
  readonly twinOf: (temple: string) => string;
}

async function openHouse(): Promise<House> {
  const broker = await startAedes();
  const url = `mqtt://127.0.0.1:${broker.port}`;
  // The key of the temples lies in the folder of the broker.
  const parts = { BRIDGE_TOKEN: TOKEN, TEMPLE_BROKER: url, DATA_DIR: broker.folder };
  const server = new ChildServer(await freePort(), { WEB: 'on', BOT_DELAY_MS: '0', ...parts });
  server.isHeard = false;
  await server.start();
  const address = server.url;
  const bridge = bridgeTo(address, broker);
  const line = await Line.to(address);
  return {
    address,
    line,
    killServer: async () => {
      await server.end('SIGKILL');
      await server.start();
      await untilBuilt({ address });
    },
    labelOf: (temple) => claimLink(address, temple, claimCode(broker.key, temple)).slice(address.length),
    twinOf: (temple) => twinLink(address, temple, broker.login(temple).password).slice(address.length),
    stop: async () => {
      line.close();
      await bridge.stop();
      await server.end('SIGTERM');
      await broker.stop();
    },
  };
}
