/** The address and the credentials of a request: of a player, of a program, or of the host. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Token } from '@flower-war/protocol';
import { addressKey } from '@flower-war/protocol/hosting';
import type { Request, Response } from 'express';
import type { Config } from '../../../base/config.ts';
import { Meter } from '../../../base/rateLimits.ts';
import { Refused, RefusedAs, RefusedFor } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { forwardedIn } from '../../peers/forwarder.ts';
import type { Services } from '../../services.ts';
import { foundWay } from './findRoute.ts';

/**
 * The address of the caller. Proxies may name it only as far as `TRUST_PROXY` says, so no caller can choose its
 * address. Of a request that another process passed on, it is the address that this process found.
 */
export function addressOf(request: Request): string {
  return forwardedIn(request)?.caller ?? withoutPort(request.ip ?? '');
}

/** Some proxies name the port, too, which is another one with each connection. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}

/** The same for a request that express does not handle. `trusts` is express' own check of a proxy. */
export function addressBehind(trusts: (address: string, hop: number) => boolean, request: IncomingMessage): string {
  const named = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
    .reverse();
  const way = [request.socket.remoteAddress ?? '', ...named];
  return withoutPort(way.find((address, hop) => !trusts(address, hop)) ?? way.at(-1) ?? '');
}

function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer +(\S{1,2048})$/i.exec(headers.authorization ?? '')?.[1];
}

/** The password that a person typed when the browser asked for it. */
function passwordOf({ headers }: Request): string | undefined {
  const encoded = /^Basic (\S{1,2048})$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return password;
}

// Which player sends a request, or which program of a player. The token is verified once a request. Whether it still holds is looked up again if
// the body came after the first look: it may come slowly, and the player may have left in the meantime. Most bodies come in one packet with the
// head, and need one look.

type Standing = Awaited<ReturnType<Services['identity']['standingOf']>>;
const verified = new WeakMap<Request, Promise<Claims | undefined>>();

/** What was found after the whole request had come. */
const found = new WeakMap<Request, Standing>();

/**
 * The calling player and device or program; `undefined` if the token is not valid, or was ended by the player.
 */
export async function claimsOf(services: Services, request: Request): Promise<Claims | undefined> {
  const read = verified.get(request) ?? claimsIn(services, request);
  verified.set(request, read);
  const claims = await read;
  if (claims === undefined) return undefined;
  const standing = await lookOf(services, request, claims);
  if (standing === 'banned' && !admitsBanned(request)) throw await banned(services, claims.player);
  return standing === 'unauthorized' ? undefined : claims;
}

function admitsBanned({ res }: Request): boolean {
  return res !== undefined && foundWay(res).route?.admits === 'banned';
}

/** A ban of a version before has no penalty that tells more. */
async function banned({ penalties }: Services, player: string): Promise<Refused> {
  return new RefusedAs((await penalties.hindrance(player, 'ban')) ?? { code: 'banned' });
}

async function claimsIn({ tokens, identity, now }: Services, request: Request): Promise<Claims | undefined> {
  const token = bearerOf(request);
  if (token === undefined) return undefined;
  return tokens.read(token, 'access', now()) ?? identity.programs.read(token, now());
}

async function lookOf({ identity, now }: Services, request: Request, claims: Claims): Promise<Standing> {
  const known = found.get(request);
  if (known !== undefined) return known;
  if (!request.complete) await nextTurn(); // until the rest of the packet is read
  const standing = await identity.standingOf(claims, now());
  if (request.complete) found.set(request, standing);
  return standing;
}

/** A handler calls this after it has waited for something, because the player may have left in the meantime. */
export async function refuseGone(services: Services, caller: Claims): Promise<void> {
  const { identity, now } = services;
  const standing = await identity.standingOf(caller, now());
  if (standing === 'banned') throw await banned(services, caller.player);
  if (standing !== 'fine') throw new Refused(standing);
}

/** Every route that learns which player calls refuses a banned one. */
export async function refuseBanned(services: Services, player: string): Promise<void> {
  if (await services.bans.has(player, services.now())) throw await banned(services, player);
}

// Lets in programs and browsers that know the token of the operator, of the metrics, or of the bridges.

type HostToken = Exclude<Token, 'may' | 'must'>;

/** Throws unless the request holds the right token. */
type Door = (request: Request, response: Response) => void;

/** The check of each token of the host. */
export type Doors = Readonly<Record<HostToken, Door>>;

/** How many wrong tokens one address may send. Right tokens cost nothing. No setting switches this off. */
const WRONG_TOKENS = { most: 20, milliseconds: 10 * 60 * 1000 };

/** The keys that open a door beside its tokens. */
const KEYS: Readonly<Record<string, ReturnType<typeof keyIn>>> = { operator: 'page', probe: 'probe' };

type Needed = Pick<Services, 'config' | 'now'>;

export function doorsOf(services: Needed): Doors {
  const { OPERATOR_TOKEN, METRICS_TOKEN, BRIDGE_TOKEN } = services.config;
  const forOperators = keeper(services, [OPERATOR_TOKEN], 'operator');
  const forProbes = keeper(services, [OPERATOR_TOKEN], 'probe');
  const forMetrics = keeper(services, [METRICS_TOKEN, OPERATOR_TOKEN], 'metrics');
  const forBridges = keeper(services, [BRIDGE_TOKEN], 'bridge');
  return {
    operator: bearing(forOperators),
    // Opening the page changes nothing, so no other page can misuse the password that the browser keeps.
    page: askingBrowsers(forOperators, OPERATOR_TOKEN !== ''),
    // Programs that watch the server can have a token of their own, which cannot end matches.
    metrics: bearing(forMetrics),
    probe: bearing(forProbes),
    bridge: bearing(forBridges),
  };
}

/** The token stands in `Authorization: Bearer …`. */
function bearing(letIn: Keeper): Door {
  return (request, response) => {
    const given = bearerOf(request);
    letIn({ request, response, given, key: given });
  };
}

/** The browser asks for a password: the token, and no key, because the page would renew it for ever. */
function askingBrowsers(letIn: Keeper, isOpen: boolean): Door {
  return (request, response) => {
    if (isOpen) response.setHeader('WWW-Authenticate', 'Basic realm="operator"');
    letIn({ request, response, given: passwordOf(request) });
    response.removeHeader('WWW-Authenticate');
  };
}

interface Knock {
  readonly request: Request;
  readonly response: Response;
  readonly given: string | undefined;
  /** What was given, where it may be a key. */
  readonly key?: string | undefined;
}

type Keeper = (knock: Knock) => void;

/**
 * If the host has set no token, the route does not exist. A right token is accepted after any number of wrong ones:
 * otherwise wrong ones could keep the operator out. A token is too long to be guessed. The limit slows down only wrong
 * tokens.
 */
function keeper({ config, now }: Needed, all: readonly string[], door: string): Keeper {
  const tokens = all.filter((token) => token !== '');
  const wrong = new Meter(WRONG_TOKENS);
  return ({ request, response, given, key = '' }) => {
    if (tokens.length === 0) throw new Refused('not-found');
    const hasKey = KEYS[door] !== undefined && keyIn(key, config, now()) === KEYS[door];
    if (isForeignPage(request, config) && !(hasKey && isOwnPage(request))) throw new Refused('forbidden', 'origin');
    response.setHeader('Cache-Control', 'no-store');
    if (hasKey) return;
    if (given === undefined) throw new Refused('unauthorized');
    if (isOneOf(given, tokens)) return;
    const address = addressKey(addressOf(request));
    const wait = wrong.wait(address, now());
    if (wait > 0) throw new RefusedFor('too-many', wait / 1000, door);
    wrong.charge(address, now());
    throw new Refused('unauthorized');
  };
}

/**
 * Whether the request comes from a web page that this server did not serve. A browser says so in `Origin`, also by
 * `null`, or else in `Sec-Fetch-Site`. The host name in a request proves nothing, so only `PUBLIC_URL` counts as our
 * own.
 */
function isForeignPage({ headers }: Pick<Request, 'headers'>, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (origin !== undefined) return PUBLIC_URL === '' || origin !== PUBLIC_URL;
  return (site === 'cross-site' || site === 'same-site') && mode !== 'navigate';
}

/** Whether the page that asks came from the host name that it asks. Its key, token or password proves the rest. */
export function isOwnPage({ headers: { origin, host = '' } }: Pick<Request, 'headers'>): boolean {
  return ['http', 'https'].some((scheme) => origin?.toLowerCase() === `${scheme}://${host.toLowerCase()}`);
}

/** Compares in constant time, so that the time tells neither how much is right nor which token it is. */
function isOneOf(given: string, tokens: readonly string[]): boolean {
  return tokens.map((token) => timingSafeEqual(digestOf(given), digestOf(token))).includes(true);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// Keys that are made of the operator's token, and open less than it for some time. The key `page` stands in the operator's page and opens
// the operator's routes: only a page that was opened with the token holds it, and it is sent in a header that no browser adds by itself.
// The key `probe` opens one route that tells a caller its own address, so that the doctor need not send the token through a proxy.

/** The page gets a new key every few seconds. */
const VALID_MS = 60 * 60 * 1000;
const FORM = /^(page|probe)\.(\d{1,15})\.[0-9a-f]{64}$/;

type KeyName = 'page' | 'probe';
type Secret = Pick<Config, 'OPERATOR_TOKEN'>;

export function newKey(name: KeyName, { OPERATOR_TOKEN }: Secret, now: number): string {
  return keyUntil(name, OPERATOR_TOKEN, String(Math.floor(now + VALID_MS)));
}

/** The name of the key, if the text is one that holds now. */
export function keyIn(given: string, { OPERATOR_TOKEN }: Secret, now: number): KeyName | undefined {
  const [, name, until = ''] = FORM.exec(given) ?? [];
  if (OPERATOR_TOKEN === '' || Number(until) <= now) return undefined;
  const right = keyUntil(name as KeyName, OPERATOR_TOKEN, until);
  return timingSafeEqual(Buffer.from(right), Buffer.from(given)) ? (name as KeyName) : undefined;
}

function keyUntil(name: KeyName, token: string, until: string): string {
  const seal = createHmac('sha256', token).update(`${name} of the operator until ${until}`).digest('hex');
  return `${name}.${until}.${seal}`;
}
