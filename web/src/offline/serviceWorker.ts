/**
 * Keeps the page, and the ended matches that were opened, for when the network is gone. It is never in a hurry: a newer one waits until no
 * page is open, and what an open page may still load is kept until then. So it breaks no match.
 */
import { PAGES } from '@flower-war/protocol/pages';
import { type Telling, tellPushed } from './pushed.ts';

/** The build of the page puts this here. */
declare const BUILD: {
  readonly id: string;
  /** What the page names. */
  readonly first: readonly string[];
  /** What its parts load later. */
  readonly later: readonly string[];
  /** The games, for matches on this device. */
  readonly games: readonly string[];
  readonly all: readonly string[];
};

/** What this worker uses of its surroundings: the page is written for those of windows. */
interface Surroundings {
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  addEventListener(kind: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(kind: 'message', listener: (event: Extendable & { readonly data: unknown }) => void): void;
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = globalThis as unknown as Surroundings;
const { id, first, later, games, all } = BUILD;

/** Each build has a page of its own. Files and matches are shared: the name of a file says what is in it. */
const PAGE = `page-${id}`;
const FILES = 'files';
const MATCHES = 'matches';

tellPushed(
  globalThis as unknown as Telling,
  all.find((path) => path.startsWith('/assets/icon-192-')),
);
worker.addEventListener('install', (event) => event.waitUntil(takePage()));
worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([forget(), worker.clients.claim()])));
worker.addEventListener('message', (event) => event.data === 'games' && event.waitUntil(take(games)));

/** Fails if the server has another build by now; the browser tries again. */
async function takePage(): Promise<void> {
  const page = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } });
  const text = await page.clone().text();
  if (!page.ok || !first.every((file) => text.includes(file))) throw new Error('the server has another page');
  await (await caches.open(PAGE)).put('/', page);
  await take(first);
  if (!isSparing()) await take(later);
  if ((await pathsIn(FILES)).some((path) => GAMES.test(path))) await take(games);
}

/** The thread of the bots, in any build: who was given the games once is given those of a newer page, too. */
const GAMES = /\/thinker-/;

async function pathsIn(name: string): Promise<readonly string[]> {
  return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
}

/** The person has asked the browser to load little. */
const isSparing = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

async function take(files: readonly string[]): Promise<void> {
  const [known, cache] = [await pathsIn(FILES), await caches.open(FILES)];
  const missing = files.filter((file) => !known.includes(file));
  await Promise.all(
    missing.map(async (file) => {
      const answer = await fetch(file);
      if (!isMeant(answer)) throw new Error(`${file} is not there`);
      await cache.put(file, answer);
    }),
  );
}

/** A network that wants a login, or a proxy, may answer each request with a page. That must not be kept in place of a file. */
const isMeant = ({ ok, headers }: Response): boolean => ok && !headers.get('Content-Type')?.startsWith('text/html');

/** Runs only when no page of an older build is open any more. */
async function forget(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('page-') && name !== PAGE).map((name) => caches.delete(name)),
  );
  const files = await caches.open(FILES);
  const old = (await pathsIn(FILES)).filter((path) => !all.includes(path));
  await Promise.all(old.map((path) => files.delete(path, { ignoreVary: true })));
}

const PATHS: readonly string[] = Object.values(PAGES);
const isPage = (path: string): boolean => PATHS.includes(path.replace(/(.)\/$/, '$1')) || path.startsWith('/rules/');

/** What any person may read, and what stays as it is. */
const READ = /^\/(api\/(games(\/[^/]+\/cards)?|matches\/[^/]+(\/steps|\/record)?)|\.well-known\/flower-war\.json)$/;

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(pageFor(request));
  } else if (pathname.startsWith('/assets/')) event.respondWith(fileFor(event, pathname));
  else if (READ.test(pathname)) event.respondWith(readFor(event));
});

/** A proxy says so when the server behind it is gone. */
const GONE: readonly number[] = [502, 503, 504];

async function pageFor(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined);
  if (answer !== undefined && !GONE.includes(answer.status)) return answer;
  return (await (await caches.open(PAGE)).match('/', { ignoreVary: true })) ?? answer ?? Response.error();
}

/** Who plays on this device once wants to do so where there is no network. */
async function fileFor(event: FetchEvent, path: string): Promise<Response> {
  const cache = await caches.open(FILES);
  const kept = await cache.match(path, { ignoreVary: true });
  if (kept !== undefined) return kept;
  if (games.includes(path)) event.waitUntil(take(games));
  const answer = await fetch(event.request);
  if (isMeant(answer)) event.waitUntil(cache.put(path, answer.clone()));
  return answer;
}

async function readFor(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const answer = await fetch(request).catch(() => undefined);
  if (answer === undefined || GONE.includes(answer.status)) {
    const cache = await caches.open(MATCHES);
    return (await cache.match(request.url)) ?? answer ?? Response.error();
  }
  if (isMeant(answer) && isForAll(answer)) event.waitUntil(keep(request.url, answer.clone()));
  return answer;
}

/** The server says so of what it tells every caller in the same words. All else stays out of the cache. */
const isForAll = ({ headers }: Response): boolean =>
  headers.get('Cache-Control')?.split(/,\s*/).includes('public') === true;

const MOST_MATCHES = 12;
const MOST_BYTES = 4_000_000;

/** Keeps the words alone: no header of the request, such as a token, comes into the cache. */
async function keep(url: string, answer: Response): Promise<void> {
  const body = await answer.blob();
  if (body.size > MOST_BYTES) return;
  const cache = await caches.open(MATCHES);
  await cache.delete(url); // the newest is the last
  await cache.put(url, new Response(body, { headers: { 'Content-Type': answer.headers.get('Content-Type') ?? '' } }));
  const urls = (await cache.keys()).map((request) => request.url).reverse();
  const newest = [...new Set(urls.map(matchIn).filter(Boolean))].slice(0, MOST_MATCHES);
  const old = urls.filter((one) => matchIn(one) !== '' && !newest.includes(matchIn(one)));
  await Promise.all(old.map((one) => cache.delete(one)));
}

function matchIn(url: string): string {
  const [, id = ''] = /\/api\/matches\/([^/?]+)/.exec(url) ?? [];
  return id;
}
