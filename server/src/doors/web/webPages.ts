/** Serves the web client. Programs that ask for no HTML get the plain text at the same address, as before. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAGES } from '@flower-war/protocol/pages';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import { Refused } from '../../base/refused.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Its names hold a hash of their contents. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

const ASSETS = '/assets/';

/** Browsers ask for it while a page names no icon, as the one does that waits for the build. The page itself names its own. */
const USUAL_ICON = '/favicon.ico';

/** Only programs come to these. */
const NO_PAGES = /^\/(api|assets|matchmake|metrics|health|mqtt)(\/|$)/;

const ADDRESSES: ReadonlySet<string> = new Set(Object.values(PAGES));

export function webPages(web: WebClient): RequestHandler {
  return (request, response, next) => {
    if (web.state.kind === 'off' || !['GET', 'HEAD'].includes(request.method)) return next();
    if (request.path === USUAL_ICON) return sendNoIcon(response);
    if (ADDRESSES.has(request.path) && wantsHtml(response)) return sendIndex(web, response);
    if (!request.path.startsWith(ASSETS) || web.state.kind !== 'ready') return next();
    const file = request.path.slice(ASSETS.length);
    return web.state.build.files.has(file) ? sendAsset(web.state.build, file, response) : next();
  };
}

/** A person at an address without anything, or of what this host has not opened, finds the page, which says so and leads on. */
export function lostPages(web: WebClient): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const isLost = error instanceof Refused && error.code === 'not-found';
    const isPerson = request.method === 'GET' && !NO_PAGES.test(request.path) && wantsHtml(response);
    if (!isLost || !isPerson || web.state.kind !== 'ready') return next(error);
    sendIndex(web, response.status(404));
  };
}

function sendNoIcon(response: Response): void {
  response.set(HEADERS).set('Cache-Control', 'public, max-age=86400').status(204).end();
}

/** `curl` takes anything, and so it gets the text. */
function wantsHtml(response: Response): boolean {
  response.vary('Accept');
  return response.req.accepts(['text', 'html']) === 'html';
}

function sendIndex({ state }: WebClient, response: Response): void {
  const isReady = state.kind === 'ready';
  // With no-store no browser could go back to it at once.
  response
    .set(HEADERS)
    .set('Cache-Control', isReady ? 'no-cache' : 'no-store')
    .type('html');
  if (isReady) response.send(state.build.index);
  else if (state.kind === 'failed') response.status(500).send(FAILED);
  else response.status(503).set('Retry-After', '1').send(BUILDING);
}

function sendAsset({ assets, files }: WebBuild, file: string, response: Response): void {
  const isCompressed = files.has(`${file}.gz`) && response.req.acceptsEncodings('gzip') === 'gzip';
  response.set(HEADERS).vary('Accept-Encoding').type(file);
  if (isCompressed) response.set('Content-Encoding', 'gzip');
  response.set('Cache-Control', IMMUTABLE);
  // The folder of `npx` begins with a dot, and no dot is taken in a path that has no root.
  response.sendFile(isCompressed ? `${file}.gz` : file, { root: assets, cacheControl: false });
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

// The web client: a process of its own builds it, or finds what was built before.

const BUILDER = fileURLToPath(new URL('../../../../web/build/main.ts', import.meta.url));

/** Players come first. */
const PRIORITY = 10;

interface WebBuild {
  readonly index: string;
  /** The folder of the files that never change. */
  readonly assets: string;
  readonly files: ReadonlySet<string>;
}

type WebState = { readonly kind: 'off' | 'building' | 'failed' } | { readonly kind: 'ready'; readonly build: WebBuild };

export class WebClient {
  state: WebState;
  private readonly log: Log;
  private builder: ChildProcess | undefined;

  constructor({ WEB }: Pick<Config, 'WEB'>, log: Log) {
    this.state = { kind: WEB === 'on' ? 'building' : 'off' };
    this.log = log;
  }

  /** The port is open by then: a visitor who is early sees that the page is being built. */
  start(): void {
    if (this.state.kind !== 'building') return;
    const env = { ...process.env, WATCH_REPORT_DEPENDENCIES: undefined };
    const builder = spawn(process.execPath, [BUILDER], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.builder = builder;
    if (builder.pid !== undefined) setPriority(builder.pid, PRIORITY);
    let said = '';
    builder.stderr?.on('data', (text) => {
      said += String(text);
    });
    builder.once('message', (told) => this.open((told as { readonly folder: string }).folder));
    builder.once('error', (err) => this.fail({ err }));
    builder.once('close', () => this.state.kind === 'building' && this.fail({ said }));
  }

  stop(): void {
    this.builder?.removeAllListeners('close');
    this.builder?.kill();
  }

  private open(folder: string): void {
    const assets = join(folder, 'assets');
    const index = readFileSync(join(folder, 'index.html'), 'utf8');
    this.state = { kind: 'ready', build: { index, assets, files: new Set(readdirSync(assets)) } };
    this.log.info({ folder }, 'the web client is ready');
  }

  private fail(about: object): void {
    this.state = { kind: 'failed' };
    this.log.error(about, 'the web client could not be built');
  }
}
