/**
 * What a program asks of a player by OAuth 2: the query of `/oauth/authorize`. The page shows what stands in it, and the server gives a code for it, so
 * both read it here.
 */

/** What a token of a program may do, as far as its player may do it. */
export const SCOPES = {
  read: 'reads what the player may read, and watches matches',
  play: 'takes seats and gives them back, plays and talks in matches, answers puzzles, takes vacations',
  lobby: 'makes, finds and hosts matches, and challenges players',
  temples: "sees and steers the player's temples",
  tournaments: 'makes, enters and steers tournaments',
  moderate: 'does what the player may do as a moderator',
  bot: 'acts for a bot account, and says that it takes challenges; every token of a bot account has it, and no other token',
} as const;
export type Scope = keyof typeof SCOPES;

/** What a program may ask a player for. It never acts for a bot account in this way. */
export const ASKED_SCOPES: readonly string[] = Object.keys(SCOPES).filter((scope) => scope !== 'bot');

export const MOST_DAYS = 365;
const MOST_QUERY = 4000;
const MOST_REDIRECT = 1000;

/** Where the answer goes. */
export interface Returning {
  /** What the program calls itself. Any program may say so: nothing proves it. */
  readonly client: string;
  readonly redirect: string;
  /** What is certain of the program: the host of its page, or the scheme of its app. */
  readonly place: string;
  readonly state?: string;
}

/** What a program asks for, well formed. */
export interface ConsentAsked extends Returning {
  readonly kind: 'asked';
  readonly scopes: readonly Scope[];
  readonly days: number;
  readonly challenge: string;
}

/** An error of RFC 6749, which the program is told. */
export interface ConsentAmiss extends Returning {
  readonly kind: 'amiss';
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope';
  /** The parameter. */
  readonly about: string;
}

/** It is not known where an answer may go, so none goes anywhere. */
export interface ConsentUnclear {
  readonly kind: 'unclear';
  readonly about: 'client_id' | 'redirect_uri' | 'query';
}

export type Consent = ConsentAsked | ConsentAmiss | ConsentUnclear;

/** Reads the query. A parameter without a value counts as absent, and others than these are passed over (RFC 6749, 3.1). */
export function readConsent(query: string): Consent {
  if (query.length > MOST_QUERY) return { kind: 'unclear', about: 'query' };
  const sent = new URLSearchParams(query);
  const doubled = [...sent.keys()].find((name, at, all) => all.indexOf(name) !== at);
  const [client, redirect, state] = ['client_id', 'redirect_uri', 'state'].map((name) => sent.get(name) ?? '');
  if (doubled === 'client_id' || !isClient(client)) return { kind: 'unclear', about: 'client_id' };
  const place = doubled === 'redirect_uri' ? undefined : placeOf(redirect);
  if (redirect === undefined || place === undefined) return { kind: 'unclear', about: 'redirect_uri' };
  const returning = { client, redirect, place, ...(state && { state }) };
  const amiss = doubled === undefined ? amissIn(sent) : (['invalid_request', doubled] as const);
  if (amiss !== undefined) return { kind: 'amiss', ...returning, error: amiss[0], about: amiss[1] };
  const scopes = scopesIn(sent) as Scope[];
  return { kind: 'asked', ...returning, scopes, days: daysIn(sent), challenge: sent.get('code_challenge') ?? '' };
}

/** As RFC 6749 has it: no letter of it can look like another one, or turn the text around it. */
const isClient = (name: string | undefined): name is string => /^[!-~](?:[ -~]{0,38}[!-~])?$/.test(name ?? '');

function amissIn(sent: URLSearchParams): readonly [ConsentAmiss['error'], string] | undefined {
  const type = sent.get('response_type');
  if (!type) return ['invalid_request', 'response_type'];
  if (type !== 'code') return ['unsupported_response_type', 'response_type'];
  if ((sent.get('response_mode') || 'query') !== 'query') return ['invalid_request', 'response_mode'];
  // Absent, the method is `plain`, which shows the secret to all that see the address.
  if (sent.get('code_challenge_method') !== 'S256') return ['invalid_request', 'code_challenge_method'];
  if (!/^[\w-]{43}$/.test(sent.get('code_challenge') ?? '')) return ['invalid_request', 'code_challenge'];
  const days = daysIn(sent);
  if (!(days >= 1 && days <= MOST_DAYS)) return ['invalid_request', 'days'];
  const scopes = scopesIn(sent);
  return scopes.length > 0 && scopes.every((one) => ASKED_SCOPES.includes(one))
    ? undefined
    : ['invalid_scope', 'scope'];
}

const scopesIn = (sent: URLSearchParams): string[] => [
  ...new Set((sent.get('scope') ?? '').split(' ').filter((one) => one !== '')),
];

function daysIn(sent: URLSearchParams): number {
  const days = sent.get('days') || String(MOST_DAYS);
  return /^\d{1,3}$/.test(days) ? Number(days) : Number.NaN;
}

const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/** A name or a number before the first slash, without a user and without what browsers would read as another slash. */
const WEB = /^https?:\/\/[^/?@]+(?:[/?]|$)/;
/** An app has a scheme of its own, which holds its domain turned around, as `com.example.app` (RFC 8252, 7.1). */
const APP = /^([a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+):\//;

/** Undefined if no answer may go there. */
function placeOf(redirect = ''): string | undefined {
  const isPlain = redirect.length <= MOST_REDIRECT && /^[!-~]+$/.test(redirect) && !/[#\\]/.test(redirect);
  if (!isPlain || !URL.canParse(redirect)) return undefined;
  const { protocol, host, hostname, username, password } = new URL(redirect);
  if (username !== '' || password !== '') return undefined;
  if (!WEB.test(redirect)) return APP.exec(redirect)?.[1];
  if (protocol === 'https:') return host;
  // Any program on the device may take any port there, and takes another one each time.
  return LOOPBACK.includes(hostname) ? hostname : undefined;
}

/** Where the browser goes with the answer. `issuer` says which server has answered (RFC 9207). */
export function answeredTo(
  { redirect, state }: Pick<Returning, 'redirect' | 'state'>,
  { issuer, ...answer }: Readonly<Record<string, string>> & { readonly issuer: string },
): string {
  const sent = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer });
  return `${redirect}${redirect.includes('?') ? '&' : '?'}${sent}`;
}
