/** What stands in the head of the page for readers that do not run it: search engines, and programs that show where a link leads. */
import { framedIn, PAGES, type PageName } from '@flower-war/protocol/pages';
import { FURTHER, gameName, goalOf, loadWords, type Words } from '@flower-war/words';
import { LANGUAGES } from '@flower-war/words/all';
import type { Request, RequestHandler } from 'express';
import type { Config } from '../base/config.ts';
import { RefusedFor } from '../base/refused.ts';
import { tagOf } from '../features/previews/painter.ts';
import { escaped, pictureOf, type Shot, SIZE } from '../features/previews/picture.ts';
import {
  previewTexts,
  publicMatch,
  shotOf,
  shotOfGame,
  type HeadTexts,
  toldOf,
} from '../features/previews/previews.ts';
import type { Services } from './services.ts';

export interface Head {
  readonly status: 200 | 404;
  readonly language: string;
  readonly title: string;
  /** The elements beside the title. */
  readonly html: string;
}

export type Heads = (request: Request) => Promise<Head>;

interface Page extends HeadTexts {
  /** The path of its picture. */
  readonly picture: string;
  /** What else stands in its head. */
  readonly links?: string;
  /** Its address, if it is a page that search engines should list. */
  readonly listed?: string;
}

export function pageHeads(services: Services): Heads {
  return async (request) => {
    const words = await wordsOf(request);
    const page = await pageAt(services, request, words).catch((err: unknown) => {
      services.log.warn({ err }, 'the head of a page could not be made');
      return home(words); // the page itself says what does not work
    });
    const { title, ...rest } = page ?? { ...home(words), title: previewTexts(words).lost };
    const html = elements(services, words, { title, ...rest });
    return { status: page === undefined ? 404 : 200, language: words.language, title: titled(title, words), html };
  };
}

const SPOKEN = [...LANGUAGES.map(({ language }) => language), ...Object.keys(FURTHER)];

/** The first language that the browser asks for and the page has. */
function wordsOf(request: Request): Promise<Words> {
  request.res?.vary('Accept-Language');
  return loadWords(request.acceptsLanguages(SPOKEN) || '');
}

function titled(title: string, words: Words): string {
  const { site } = previewTexts(words);
  return title.includes(site) ? title : `${title} · ${site}`;
}

function elements({ config }: Services, words: Words, { title, about, picture, listed, links = '' }: Page): string {
  const { site } = previewTexts(words);
  const at = (path: string) => `${config.PUBLIC_URL}${path}`;
  const named = {
    description: about,
    ...(listed === undefined && { robots: 'noindex' }),
    ...(config.HOSTS.length > 0 && { 'other-hosts': 'listed' }), // the page asks for their tables only then
    ...(config.LEAGUE > 0 && { league: 'on' }), // the page leads there only then
    'twitter:card': 'summary_large_image',
  };
  const open = {
    'og:type': 'website',
    'og:site_name': site,
    'og:title': title,
    'og:description': about,
    'og:image': at(picture),
    'og:image:width': `${SIZE.width}`,
    'og:image:height': `${SIZE.height}`,
    'og:image:alt': title,
    ...(listed !== undefined && { 'og:url': at(listed) }),
  };
  const meta =
    (key: 'name' | 'property') =>
    ([name, content]: readonly [string, string]) =>
      `<meta ${key}="${name}" content="${escaped(content)}">`;
  return [
    ...Object.entries(named).map(meta('name')),
    ...Object.entries(open).map(meta('property')),
    // Search engines take whole addresses alone.
    ...(listed === undefined || config.PUBLIC_URL === ''
      ? []
      : [`<link rel="canonical" href="${escaped(at(listed))}">`]),
    links,
  ].join('');
}

// Which page an address shows.

const RULES = /^\/rules\/([a-z0-9-]{1,64})\/?$/;
const MATCH_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Pages that say the same to all. */
const LISTED: readonly PageName[] = ['home', 'learn', 'puzzles', 'best', 'about'];

/** Undefined if there is nothing at the address. */
async function pageAt(services: Services, request: Request, words: Words): Promise<Page | undefined> {
  const { path, query } = request;
  const { games } = services;
  const [, book] = RULES.exec(path) ?? [];
  if (book !== undefined) return rulesOf(services, book, words);
  const isFramed = framedIn(path) !== undefined;
  const names = Object.keys(PAGES) as PageName[];
  const name = isFramed ? 'tournaments' : names.find((one) => PAGES[one] === path.replace(/(.)\/$/, '$1'));
  const texts = previewTexts(words);
  if (name === undefined) return undefined;
  const { match, game } = query;
  if (match !== undefined && (name === 'home' || name === 'replay' || name === 'proof')) {
    const told = await ofMatch(services, request, words);
    if (told === undefined || name === 'home') return told;
    return { ...told, title: texts[name](told.title) };
  }
  if (name === 'new' && typeof game === 'string' && games.get(game) !== undefined)
    return {
      title: texts.play(gameName(words, game)),
      about: goalOf(words, game),
      picture: pictureAt(words, 'game', game),
    };
  const [title, about] = texts.pages[name];
  return { ...home(words), title, about, ...(LISTED.includes(name) && { listed: path }) };
}

function rulesOf({ games }: Services, name: string, words: Words): Page | undefined {
  const hosted = games.all.find(({ game }) => game.id === name || game.presets.some(({ id }) => id === name));
  if (hosted === undefined) return undefined;
  const { id } = hosted.game;
  const title = previewTexts(words).rules(gameName(words, id));
  return { title, about: goalOf(words, id), picture: pictureAt(words, 'game', id), listed: `/rules/${id}` };
}

async function ofMatch(services: Services, { query }: Request, words: Words): Promise<Page | undefined> {
  const { match, step, as } = query;
  if (typeof match !== 'string' || !MATCH_ID.test(match)) return undefined;
  const shown = typeof step === 'string' && STEP.test(step) ? Number(step) : undefined;
  const told = await toldOf(services, { match, ...(shown !== undefined && { step: shown }) }, words);
  const isOfSpectators = as === 'spectator' && shown !== undefined;
  const links = (await publicMatch(services, match)) ? discovery(services.config, match) : '';
  return (
    told && { ...told, links, picture: `${pictureAt(words, 'match', match)}${isOfSpectators ? `?step=${shown}` : ''}` }
  );
}

function home(words: Words): Page {
  const [title, about] = previewTexts(words).pages.home;
  return { title, about, picture: pictureAt(words, 'game', 'flower-war') };
}

// How other sites learn to show a match: https://oembed.com

export const OEMBED = '/oembed';

/** Whether other sites may show matches in frames, and can be told where. */
export const isEmbedding = ({ EMBED, WEB }: Pick<Config, 'EMBED' | 'WEB'>): boolean => EMBED.length > 0 && WEB === 'on';

/** By this other pages find the way. */
function discovery({ PUBLIC_URL, ...config }: Config, match: string): string {
  if (!isEmbedding(config) || PUBLIC_URL === '') return '';
  const at = new URLSearchParams({ url: `${PUBLIC_URL}${PAGES.home}?match=${match}`, format: 'json' });
  return `<link rel="alternate" type="application/json+oembed" href="${escaped(`${PUBLIC_URL}${OEMBED}?${at}`)}">`;
}

// The pictures, and what search engines may visit.

const PICTURE = /^\/previews\/([a-z]{2,3})\/(match|game)\/([A-Za-z0-9_-]{1,64})\.png$/;
const STEP = /^\d{1,6}$/;
type Kind = 'match' | 'game';

const pictureAt = ({ language }: Words, kind: Kind, id: string): string => `/previews/${language}/${kind}/${id}.png`;

/** This many positions are looked up at once. */
const MOST_AT_ONCE = 4;
const RETRY_SECONDS = 5;

/** Names may change, and a match goes on. */
const KEPT = 'public, max-age=60';

/** They are made when a reader asks for them; an id of nothing makes no work. A picture is as much work as a record. */
export function previewPages(services: Services, addressOf: (request: Request) => string): RequestHandler {
  let underWay = 0;
  return async (request, response, next) => {
    if (!['GET', 'HEAD'].includes(request.method)) return next();
    const [, language = '', kind, id = ''] = PICTURE.exec(request.path) ?? [];
    if (kind === undefined || !SPOKEN.includes(language)) return next();
    const wait = await services.limits.admit('records', { address: addressOf(request) }, services.now());
    if (wait > 0) throw new RefusedFor('too-many', wait, 'pictures');
    if (underWay >= MOST_AT_ONCE) throw new RefusedFor('too-many', RETRY_SECONDS, 'pictures');
    underWay++;
    const shot = await loadWords(language)
      .then((words) => shotAt(kind as Kind, id, request, words))
      .finally(() => underWay--);
    if (shot === undefined) return next();
    const svg = pictureOf(shot);
    response.set('ETag', `"${tagOf(svg)}"`);
    if (request.fresh) return void response.status(304).end();
    response.set('X-Content-Type-Options', 'nosniff').type('png');
    if (request.method === 'HEAD') return void response.end();
    const png = await services.painter.paint(svg);
    if (png === undefined) throw new RefusedFor('too-many', RETRY_SECONDS, 'pictures');
    response.set('Cache-Control', KEPT).send(Buffer.from(png));
  };

  async function shotAt(kind: Kind, id: string, { query }: Request, words: Words): Promise<Shot | undefined> {
    if (kind === 'game') return shotOfGame(services.games, id, words);
    const { step } = query;
    const until = typeof step === 'string' && STEP.test(step) ? { step: Number(step) } : {};
    return shotOf(services, { match: id, ...until }, words);
  }
}

const CLOSED = ['/api/', '/matchmake/', '/operator', '/metrics', '/health/', '/mqtt'];

export function crawlerPages({ config, games }: Services): RequestHandler {
  const closed = CLOSED.map((path) => `Disallow: ${path}\n`).join('');
  const isKnown = config.PUBLIC_URL !== '';
  const robots = `User-agent: *\n${closed}${isKnown ? `Sitemap: ${config.PUBLIC_URL}/sitemap.xml\n` : ''}`;
  const paths = [...LISTED.map((name) => PAGES[name]), ...games.all.map(({ game }) => `/rules/${game.id}`)];
  const places = paths.map((path) => `<url><loc>${escaped(config.PUBLIC_URL + path)}</loc></url>`).join('');
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places}</urlset>\n`;
  return ({ method, path }, response, next) => {
    if (!['GET', 'HEAD'].includes(method)) return next();
    if (path === '/robots.txt') return void response.type('txt').send(robots);
    if (path === '/sitemap.xml' && isKnown) return void response.type('xml').send(sitemap);
    next();
  };
}
