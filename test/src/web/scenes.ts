/** Every page with something to see on it: for pictures, and for checks of all pages. */

import { FlowerWarClient, type LiveMatch, type SignedIn } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { asks } from '../support/oauth.ts';
import type { TempleServer } from './pageServer.ts';

const GAMES = ['flower-war', 'mexica', 'space-aztecs', 'tieqchieq'] as const;
const MORE = ['beads', 'login', 'friend', 'match-wall', 'waiting', 'result', 'rules', 'lesson', 'puzzle', 'example'];

/** Known before any scene is set. */
export const SCENE_NAMES: readonly string[] = [...Object.keys(PAGES), ...GAMES, ...MORE];

export interface Scene {
  readonly name: string;
  /** With what follows `?` and `#`. */
  readonly path: string;
  /** Finds something once the page is complete. */
  readonly ready: string;
}

export interface Scenes {
  readonly all: readonly Scene[];
  /** The player who sees them. */
  readonly session: SignedIn;
  readonly close: () => void;
}

/** Of the player who sees the pages, and of those who follow. */
const NAMES = { own: 'Ana', other: 'Ben' };

/** Plays and opens what the pages show. */
export async function setScenes(server: TempleServer, { own, other } = NAMES): Promise<Scenes> {
  const client = new FlowerWarClient({ url: server.address });
  await client.signIn(own);
  await client.account.choose(own);
  const ended = await endedMatch(client);
  const { match: waiting } = await client.create<string>({
    game: 'mexica',
    seats: 3,
    table: { visibility: 'private' },
  });
  const running = await Promise.all(GAMES.map((game) => runningMatch(client, game)));
  const temples = await setTempleScenes(client, server);
  const [friend, blocked] = [await follower(server, client, other), await follower(server, client, other)];
  await client.people.follow(friend);
  await client.people.block(blocked);
  const { session } = client;
  if (session === undefined) throw new Error('the player was not signed in');
  const pages = Object.entries(PAGES).map(([name, path]) => ({
    name,
    path: `${path}${queryOf(name, { player: session.player, match: ended })}`,
    ready: 'main h1, main h2',
    ...(name === 'replay' && { ready: '.marks-worth button' }),
    ...(name === 'wall' && { ready: '.wall .board' }),
    ...temples.pages[name],
  }));
  const [first] = running;
  const tables = running.map(({ id, game }) => ({ name: game, path: matchPath(id), ready: '.move, .question' }));
  const all: readonly Scene[] = [
    ...pages,
    ...tables,
    ...temples.more,
    { name: 'friend', path: `${PAGES.player}?id=${friend}`, ready: '.tie button' },
    { name: 'match-wall', path: `${matchPath(first?.id ?? '')}&wall`, ready: '.wall .board' },
    { name: 'waiting', path: matchPath(waiting), ready: '.invite .qr' },
    { name: 'result', path: matchPath(ended), ready: '.told-end.luck tbody' },
    { name: 'rules', path: '/#/rules/mexica', ready: '.book h1' },
    { name: 'lesson', path: '/learn?course=flower-war&lesson=offering', ready: '.move-list .move' },
    { name: 'puzzle', path: '/puzzles?day', ready: '.move-list .move' },
    { name: 'example', path: '/learn?course=mexica&rule=battle-3', ready: '.example button' },
  ];
  const unlisted = all.find(({ name }) => !SCENE_NAMES.includes(name));
  if (unlisted !== undefined) throw new Error(`the list of names lacks ${unlisted.name}`);
  return {
    all,
    session,
    close: () => {
      temples.close();
      for (const live of running) live.close();
    },
  };
}

const matchPath = (id: string) => `/?match=${id}`;

/** What pages need that show one thing. */
function queryOf(name: string, { player, match }: { readonly player: string; readonly match: string }): string {
  if (name === 'player') return `?id=${player}`;
  if (name === 'replay') return `?match=${match}&step=60&open`;
  if (name === 'authorize') return `?${asks().query}`;
  return name === 'proof' ? `?match=${match}` : '';
}

/** Bots play it to its end at once. */
async function endedMatch(client: FlowerWarClient): Promise<string> {
  const bots = [{ bot: 'greedy' }, { bot: 'greedy' }] as const;
  const { match } = await client.create({ game: 'flower-war', seats: 2, options: { length: 'short' }, bots });
  const live = await client.watch(match);
  await live.until(() => live.isOver);
  live.close();
  return match;
}

/** A new player who follows this one, and asks for a match. */
async function follower({ address: url }: TempleServer, followed: FlowerWarClient, name: string): Promise<string> {
  const client = new FlowerWarClient({ url });
  const { player } = await client.signIn(name);
  const to = followed.session?.player ?? '';
  await client.people.follow(to);
  await client.people.challenge(to, { game: 'tieqchieq' });
  return player;
}

const MOVES = 6;
const CLOCK = { kind: 'bank', seconds: 7200, increment: 0 } as const;

async function runningMatch(client: FlowerWarClient, game: (typeof GAMES)[number]) {
  const table = { habits: 'usual', clock: CLOCK } as const;
  const made = await client.create<string>({ game, seats: 2, bots: [{ bot: 'greedy' }], table });
  const live = await client.join<string>(made.match);
  for (let n = 0; n < MOVES; n++) {
    await live.until(() => live.isOver || live.legal.length > 0);
    await live.play(live.legal[n % live.legal.length] ?? '');
  }
  return live;
}

/** A window of the player, without a page yet. */
export async function windowFor(browser: Browser, { session }: Scenes, options: BrowserContextOptions) {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', ...options });
  await context.addInitScript(`localStorage.setItem('flower-war-session', ${JSON.stringify(JSON.stringify(session))})`);
  return context;
}

export async function show(page: Page, { path, ready }: Scene): Promise<void> {
  await page.goto('about:blank'); // another part after # alone would load nothing anew
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  await page.locator('.wait').first().waitFor({ state: 'detached' });
}

const OWN = { temple: 'templo-7f3a', name: 'Copal' } as const;
const AT_TABLE = { temple: 'templo-7f3b', name: 'Jade' } as const;
const LABELLED = 'templo-7f3c';
const TWIN = 'templo-7f41';
const LONGEST = 100;
/** A temple that says nothing for longer is silent. */
const HEARD_EVERY_MS = 20_000;

interface TempleScenes {
  /** They take the places of pages without temples. */
  readonly pages: Readonly<Record<string, Omit<Scene, 'name'>>>;
  readonly more: readonly Scene[];
  readonly close: () => void;
}

async function setTempleScenes(client: FlowerWarClient, server: TempleServer): Promise<TempleScenes> {
  const { match } = await client.create<string>({ game: 'flower-war', seats: 2, bots: [{ bot: 'greedy' }] });
  const live = await client.join<string>(match);
  await claim(client, server, OWN);
  await claim(client, server, AT_TABLE);
  await claim(client, server, { temple: TWIN, name: 'Obsidiana' });
  await server.know(LABELLED);
  await server.count(OWN.temple, 12, 11);
  await client.temples.bind(AT_TABLE.temple, match, 'seat');
  await playToOffering(live);
  const beating = setInterval(() => void server.count(AT_TABLE.temple, 10, 10), HEARD_EVERY_MS);
  return {
    pages: {
      temples: { path: PAGES.temples, ready: '.own-temple .waiting li' },
      claim: { path: server.labelOf(LABELLED), ready: '.promises' },
      twin: { path: server.twinOf(TWIN), ready: '.state [role="status"]:text-matches("game|juego|turn|bead|cuenta")' },
    },
    more: [
      { name: 'beads', path: `/?match=${match}`, ready: '.in-beads' },
      { name: 'login', path: `${PAGES.claim}?t=${LABELLED}`, ready: 'main form' },
    ],
    close: () => {
      clearInterval(beating);
      live.close();
    },
  };
}

interface Named {
  readonly temple: string;
  readonly name: string;
}

async function claim({ temples }: FlowerWarClient, server: TempleServer, { temple, name }: Named): Promise<void> {
  await server.know(temple);
  await server.count(temple, 10, 10);
  await temples.claim(temple, server.codeOf(temple));
  await temples.set(temple, { name });
}

async function playToOffering(live: LiveMatch<string>): Promise<void> {
  for (let n = 0; n < LONGEST; n++) {
    await live.until(() => live.isOver || live.legal.length > 0);
    const moves = await live.moves();
    if (moves.some(({ beads }) => beads)) return;
    await live.play(live.legal[0] ?? '');
  }
  throw new Error('no offering came');
}
