/** Public matches within the pages of others: a page for frames, and what tells those pages how to frame it (https://oembed.com). */
import { createHash } from 'node:crypto';
import { embeddedIn, PAGES } from '@flower-war/protocol/pages';
import { loadWords, type Words } from '@flower-war/words';
import type { Request, RequestHandler, Response } from 'express';
import { escaped, SIZE } from '../features/previews/picture.ts';
import { previewTexts, publicMatch, toldOf } from '../features/previews/previews.ts';
import { isEmbedding, OEMBED } from './pageHeads.ts';
import type { Services } from './services.ts';
import type { WebClient } from './webClient.ts';
import { ASSETS, HEADERS, POLICY } from './webPages.ts';

export function embedPages(services: Services, web: WebClient): RequestHandler {
  return async (request, response, next) => {
    if (!['GET', 'HEAD'].includes(request.method) || !isEmbedding(services.config)) return next();
    if (request.path === OEMBED) return sendOembed(services, request, response);
    const match = embeddedIn(request.path);
    const script = scriptOf(web);
    if (match === undefined || script === undefined) return next();
    const words = await loadWords(String(request.query['lang'] ?? request.acceptsLanguages()[0] ?? ''));
    const title = await titleOf(services, match, words);
    if (title === undefined) return next(); // a private match is shown as one that is not there
    const policy = POLICY.replace("style-src 'self'", `style-src 'self' 'sha256-${STYLE_HASH}'`).replace(
      "frame-ancestors 'none'",
      `frame-ancestors ${services.config.EMBED.join(' ')}`,
    );
    response.vary('Accept-Language');
    response.set(HEADERS).set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' }).type('html');
    response.removeHeader('X-Frame-Options');
    response.send(pageOf({ match, title, script, theme: request.query['theme'] }, words));
  };
}

/** Of the line below the board, which is not a part of it. */
const STYLE = 'body { margin: 0; font: 0.9rem system-ui, sans-serif } p { margin: 0.5rem } a { color: LinkText }';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The name of a match that all may see. */
async function titleOf(services: Services, match: string, words: Words): Promise<string | undefined> {
  const told = (await publicMatch(services, match)) ? await toldOf(services, { match }, words) : undefined;
  return told?.title;
}

/** Its name holds a hash of what it is made of. */
function scriptOf({ state }: WebClient): string | undefined {
  if (state.kind !== 'ready') return undefined;
  return [...state.build.assets.files].find((file) => /^embed-[0-9a-f]+\.js$/.test(file));
}

interface Embedded {
  readonly match: string;
  readonly title: string;
  readonly script: string;
  readonly theme: unknown;
}

function pageOf({ match, title, script, theme }: Embedded, words: Words): string {
  const look = theme === 'light' || theme === 'dark' ? ` theme="${theme}"` : '';
  const { site } = previewTexts(words);
  const place = `${PAGES.home}?match=${match}`;
  return `<!doctype html>
<html lang="${words.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${escaped(title)} · ${escaped(site)}</title>
<style>${STYLE}</style>
<script type="module" src="${ASSETS}${script}"></script></head><body>
<flower-war-board match="${match}"${look}></flower-war-board>
<p><a href="${place}" target="_blank" rel="noopener">${escaped(title)} · ${escaped(site)}</a></p></body></html>
`;
}

// oEmbed: https://oembed.com

/** What fits a board with its players and steps. A page may ask for less, and gets no less than can be read. */
const USUAL = { width: 640, height: 820 };
const LEAST = { width: 240, height: 240 };
const WHOLE = /^[1-9]\d{0,4}$/;

/** Programs ask here. What is wrong is told in a line, with the status that oEmbed has for it. */
async function sendOembed(services: Services, { query, res }: Request, response: Response): Promise<void> {
  const { url, format = 'json', maxwidth, maxheight } = query;
  const { PUBLIC_URL } = services.config;
  const refuse = (status: number, why: string) => void response.status(status).type('txt').send(`${why}\n`);
  res?.vary('Accept-Language');
  if (format !== 'json')
    return refuse(501, 'This server answers oEmbed as JSON alone: leave format out, or say format=json.');
  if (typeof url !== 'string') return refuse(400, 'Say which match is meant: url=ADDRESS.');
  const [width, height] = [lengthOf(maxwidth, 'width'), lengthOf(maxheight, 'height')];
  if (width === undefined || height === undefined)
    return refuse(400, 'maxwidth and maxheight are whole numbers of pixels, from 240 on.');
  const match = matchAt(url, PUBLIC_URL);
  const words = await loadWords(String(response.req.acceptsLanguages()[0] ?? ''));
  const title = match === undefined ? undefined : await titleOf(services, match, words);
  if (match === undefined || title === undefined)
    return refuse(
      404,
      `There is no public match at this address. Addresses of matches begin with ${PUBLIC_URL || 'PUBLIC_URL'}.`,
    );
  const picture = `${PUBLIC_URL}/previews/${words.language}/match/${match}.png`;
  response
    .set('X-Content-Type-Options', 'nosniff')
    .set('Cache-Control', 'public, max-age=60')
    .json({
      version: '1.0',
      type: 'rich',
      provider_name: previewTexts(words).site,
      provider_url: PUBLIC_URL,
      title,
      width,
      height,
      html: `<iframe src="${PUBLIC_URL}/embed/${match}" title="${escaped(title)}" width="${width}" height="${height}" loading="lazy"></iframe>`,
      thumbnail_url: picture,
      thumbnail_width: SIZE.width,
      thumbnail_height: SIZE.height,
    });
}

function lengthOf(most: unknown, side: keyof typeof USUAL): number | undefined {
  if (most === undefined) return USUAL[side];
  if (typeof most !== 'string' || !WHOLE.test(most) || Number(most) < LEAST[side]) return undefined;
  return Math.min(USUAL[side], Number(most));
}

/** The match of an address of this server. */
function matchAt(address: string, own: string): string | undefined {
  if (own === '' || !URL.canParse(address)) return undefined;
  const { origin, pathname, searchParams } = new URL(address);
  if (origin !== own) return undefined;
  const isPage = pathname === PAGES.home || pathname === PAGES.replay || pathname === PAGES.proof;
  const match = isPage ? searchParams.get('match') : embeddedIn(pathname);
  return match && embeddedIn(`/embed/${match}`) ? match : undefined;
}
