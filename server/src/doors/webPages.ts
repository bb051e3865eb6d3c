/** Serves the web client, and the documents for players. Programs that ask for no HTML get the plain text at the same address, where there is one. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { framedIn, PAGES } from '@flower-war/protocol/pages';
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'express';
import { Refused } from '../base/refused.ts';
import { escaped } from '../features/previews/picture.ts';
import type { Head, Heads } from './pageHeads.ts';
import { DOCS, type Folder, type WebBuild, type WebClient } from './webClient.ts';

export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Any site may show it in a frame. */
const POLICY_OF_FRAMED = POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *');

/** The style sheet of the documents holds its icons. */
const POLICY_OF_DOCS = POLICY.replace('img-src', 'img-src data:');

export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // For browsers that do not know `frame-ancestors`.
  'X-Frame-Options': 'DENY',
};

/** Its names hold a hash of their contents. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

export const ASSETS = '/assets/';
const WORKER = '/sw.js';

/** Browsers ask for it while a page names no icon, as the one does that waits for the build. The page itself names its own. */
const USUAL_ICON = '/favicon.ico';

/** Only programs come to these. */
const NO_PAGES = /^\/(api|assets|docs\/assets|previews|matchmake|metrics|health|mqtt)(\/|$)/;

const ADDRESSES: ReadonlySet<string> = new Set(Object.values(PAGES));
const isPage = (path: string): boolean =>
  ADDRESSES.has(path) || path.startsWith('/rules/') || framedIn(path) !== undefined;

/** The most files that are waited for while the page is built. */
const MOST_EARLY = 1000;

export function webPages(web: WebClient, heads: Heads): RequestHandler {
  let early = 0;
  return (request, response, next) => {
    if (!['GET', 'HEAD'].includes(request.method)) return next();
    if (request.path === WORKER) return sendWorker(web, response);
    if (web.state.kind === 'off') return next();
    if (request.path === USUAL_ICON) return sendNoIcon(response);
    if (isPage(request.path) && wantsHtml(response, hasText(request))) return sendIndex(web, heads, response);
    if (`${request.path}/`.startsWith(DOCS)) return sendDocument(web, response, next);
    if (!request.path.startsWith(ASSETS)) return next();
    if (web.state.kind !== 'building') return sendAsset(web, response, next);
    // A page that is open outlives the server, and would not ask a second time.
    if (early >= MOST_EARLY) return sendWaiting(web, response);
    early++;
    void web.settled.then(() => {
      early--;
      sendAsset(web, response, next);
    });
  };
}

function sendAsset({ state }: WebClient, response: Response, next: NextFunction): void {
  if (state.kind === 'building') return sendWaiting({ state }, response); // the server stops
  if (state.kind !== 'ready') return next();
  const file = response.req.path.slice(ASSETS.length);
  const assets = assetsWith(state.build, file);
  return assets === undefined ? next() : sendFile(assets, { file, keep: IMMUTABLE }, response);
}

const assetsWith = ({ assets, elsewhere }: WebBuild, file: string): Folder | undefined =>
  isIn(assets, file) ? assets : elsewhere((other) => isIn(other, file), performance.now());

/** Only names that the folder has are sent, so that no path leads out of it. */
function sendDocument(web: WebClient, response: Response, next: NextFunction): void {
  if (web.state.kind !== 'ready') return sendWaiting(web, response);
  const { docs } = web.state.build;
  if (docs === undefined) return void response.status(404).set(HEADERS).type('html').send(NO_DOCUMENTS);
  const { path } = response.req;
  if (!path.startsWith(DOCS)) return response.redirect(DOCS);
  const file = path.slice(DOCS.length).replace(/(^|\/)$/, '$1index.html');
  if (!isIn(docs, file)) return next();
  const keep = file.startsWith('assets/') ? IMMUTABLE : 'no-cache';
  sendFile(docs, { file, keep, policy: POLICY_OF_DOCS }, response);
}

/** A person at an address without anything, or of what this host has not opened, finds the page, which says so and leads on. */
export function lostPages(web: WebClient, heads: Heads): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const isLost = error instanceof Refused && error.code === 'not-found';
    const isPerson = request.method === 'GET' && !NO_PAGES.test(request.path) && wantsHtml(response);
    if (!isLost || !isPerson || web.state.kind !== 'ready') return next(error);
    return sendIndex(web, heads, response);
  };
}

function sendNoIcon(response: Response): void {
  response.set(HEADERS).set('Cache-Control', 'public, max-age=86400').status(204).end();
}

/** Where programs find a text. The page of a match is none of these: what unfolds links takes anything, as `curl` does. */
const hasText = ({ path, query }: Request): boolean =>
  path === PAGES.claim || (path === PAGES.home && query['match'] === undefined);

/** `curl` takes anything, and so it gets the text, if there is one. */
function wantsHtml(response: Response, isTextThere = true): boolean {
  response.vary('Accept');
  return response.req.accepts(isTextThere ? ['text', 'html'] : ['html']) === 'html';
}

async function sendIndex(web: WebClient, heads: Heads, response: Response): Promise<void> {
  if (web.state.kind !== 'ready') return sendWaiting(web, response);
  const head = await heads(response.req);
  // With no-store no browser could go back to it at once.
  response.status(head.status).set(HEADERS).set('Cache-Control', 'no-cache').type('html');
  if (framedIn(response.req.path) !== undefined)
    response.set('Content-Security-Policy', POLICY_OF_FRAMED).removeHeader('X-Frame-Options');
  response.send(headed(web.state.build, head));
}

/** The page brings a title of its own for hosts who serve it without this server. */
function headed({ index, assets }: WebBuild, { language, title, html }: Head): string {
  const link = (rel: string, file: string | undefined) => (file ? `<link rel="${rel}" href="${ASSETS}${file}">` : '');
  const named = (end: RegExp) => [...assets.files].find((file) => end.test(file));
  const manifest = named(new RegExp(`[.]${language}[.]webmanifest$`)) ?? named(/[.]en[.]webmanifest$/);
  const app = link('manifest', manifest) + link('apple-touch-icon', named(/^apple-touch-icon-/));
  return index
    .replace(/<html lang="\w+"/, `<html lang="${language}"`)
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(title)}</title>${html}${app}`);
}

/** Browsers look for a newer worker at each visit. One that is turned off takes itself away, with all that it has kept. */
function sendWorker({ state, keeps }: WebClient, response: Response): void {
  const isOff = state.kind === 'off' || !keeps;
  if (!isOff && state.kind !== 'ready') return sendWaiting({ state }, response);
  response.set(HEADERS).set('Cache-Control', 'no-cache').type('js');
  response.send(isOff || state.kind !== 'ready' ? FAREWELL : state.build.worker);
}

const FAREWELL = `addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;

function sendWaiting({ state }: Pick<WebClient, 'state'>, response: Response): void {
  response.set(HEADERS).set('Cache-Control', 'no-store').type('html');
  if (state.kind === 'failed') response.status(500).send(FAILED);
  else response.status(503).set('Retry-After', '1').send(BUILDING);
}

interface Sent {
  readonly file: string;
  readonly keep: string;
  readonly policy?: string;
}

const copyOf = (file: string): string => `${file}.gz`;
const isIn = ({ files }: Folder, file: string): boolean => files.has(file) || files.has(copyOf(file));

function sendFile({ path, files }: Folder, { file, keep, policy = POLICY }: Sent, response: Response): void {
  const isCompressed = files.has(copyOf(file)) && response.req.acceptsEncodings('gzip') === 'gzip';
  response.set(HEADERS).set({ 'Content-Security-Policy': policy, 'Cache-Control': keep });
  response.vary('Accept-Encoding').type(extname(file));
  if (isCompressed) response.set('Content-Encoding', 'gzip');
  else if (!files.has(file)) return void response.send(gunzipSync(readFileSync(join(path, copyOf(file)))));
  // A package gives all its files the same date, and the folder of `npx` begins with a dot.
  const own = { root: path, cacheControl: false, lastModified: false };
  response.sendFile(isCompressed ? copyOf(file) : file, own);
}

const page = (head: string, text: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${head}<title>Flower War</title></head><body><h1>Flower War</h1>${text}</body></html>
`;

const BUILDING = page(
  '<meta http-equiv="refresh" content="1">',
  `<p>The page is being built. This happens once and takes some seconds; then the page opens by itself.</p>
<p lang="es">La página se está preparando. Ocurre una sola vez y tarda unos segundos; después se abre sola.</p>`,
);

const FAILED = page(
  '',
  `<p>The page could not be built. The log of the server says why. Play from a terminal: npm run play</p>
<p lang="es">No se pudo preparar la página. El registro del servidor dice por qué. Juega desde una terminal: npm run play</p>`,
);

const NO_DOCUMENTS = page(
  '',
  `<p>This server has no documents: they are not built, or have changed since. Its host builds them, and starts the server anew:
npm run do -- site --players. The rules are <a href="/#/rules/flower-war">beside the matches</a>, too.</p>
<p lang="es">Este servidor no tiene documentos: no se han preparado, o han cambiado desde entonces. Quien lo administra los prepara, y arranca
de nuevo el servidor: npm run do -- site --players. Las reglas están también <a href="/#/rules/flower-war">junto a las partidas</a>.</p>`,
);
