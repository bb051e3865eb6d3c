/**
 * For the page of a program that is none of the server: it asks a player there for a token, by OAuth 2 with PKCE. The player chooses at the page of
 * the server, and pastes nothing.
 */
import type { Scope } from '@flower-war/protocol';

/** What a page asks a player for. */
export interface SignInWish {
  /** The address of the server. */
  readonly url: string;
  /** What the page calls itself: up to 40 letters of ASCII. */
  readonly client: string;
  /** What it wants to do for the player. */
  readonly scopes: readonly Scope[];
  /** In how many days the token ends: 365 if absent. */
  readonly days?: number;
  /** Where the player comes back, on this site: this page, without its query, if absent. */
  readonly redirect?: string;
}

/** A token that a player has given: `programClient({ url }, token)` acts by it. */
export interface GivenToken {
  /** The server that has given it. */
  readonly url: string;
  readonly token: string;
  readonly scopes: readonly Scope[];
  /** When it ends, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Why a player came back without a token. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  /** An error of OAuth 2, such as `access_denied`: the player refused. `forged`: the answer is none to what this tab has asked. */
  readonly code: string;

  /** @internal */
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What this tab keeps while the player is at the server. */
interface Begun {
  readonly url: string;
  readonly client: string;
  readonly redirect: string;
  readonly state: string;
  readonly verifier: string;
}

const BEGUN = 'flower-war-oauth';

/** What a page has of its browser. The SDK also runs where there is none, so that its types bring none. */
interface Page {
  readonly location: Readonly<Record<'origin' | 'pathname' | 'search' | 'hash', string>> & {
    assign(url: string): void;
  };
  readonly history: { readonly state: unknown; replaceState(state: unknown, title: string, url: string): void };
}
const page = globalThis as unknown as Page;

/** Leads the player to the server. The page ends here; the player comes back to `redirect`, where `finishSignIn` goes on. */
export async function beginSignIn({ url, client, scopes, days, redirect = ownAddress() }: SignInWish): Promise<void> {
  const { origin } = new URL(url);
  const begun: Begun = { url: origin, client, redirect, state: secret(), verifier: secret() };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    scope: scopes.join(' '),
    state: begun.state,
    code_challenge: await challengeOf(begun.verifier),
    code_challenge_method: 'S256',
    ...(days !== undefined && { days: String(days) }),
  });
  sessionStorage.setItem(BEGUN, JSON.stringify(begun));
  page.location.assign(`${origin}/oauth/authorize?${query}`);
}

/**
 * The token of a player who has just come back; `undefined` if none has. Call it whenever the page opens. Keep the token as the secret that it is.
 * Throws a `SignInError` if the player refused, or if the answer is none to what this tab has asked.
 */
export async function finishSignIn(): Promise<GivenToken | undefined> {
  const answer = new URLSearchParams(page.location.search);
  const [code, error] = [answer.get('code'), answer.get('error')];
  const kept = sessionStorage.getItem(BEGUN);
  // What this tab has not begun may be the answer of another provider to this page.
  if (kept === null || !answer.has('state') || (code === null && error === null)) return undefined;
  sessionStorage.removeItem(BEGUN);
  page.history.replaceState(page.history.state, '', withoutAnswer()); // the code is good once, and no other program should read it
  const begun = JSON.parse(kept) as Begun;
  if (answer.get('state') !== begun.state || answer.get('iss') !== begun.url)
    throw new SignInError('forged', 'This is not an answer to what this tab has asked. Begin anew.');
  if (code === null) throw new SignInError(error ?? '', answer.get('error_description') ?? error ?? '');
  return exchange(begun, code);
}

async function exchange({ url, client, redirect, verifier }: Begun, code: string): Promise<GivenToken> {
  const form = { grant_type: 'authorization_code', code, client_id: client, redirect_uri: redirect };
  const given = await post(`${url}/oauth/token`, { ...form, code_verifier: verifier });
  const { access_token: token, scope, expires_in: seconds } = given as Record<string, string>;
  return {
    url,
    token: `${token}`,
    scopes: `${scope}`.split(' ') as Scope[],
    endsAt: Date.now() + Number(seconds) * 1000,
  };
}

/** Ends a token that a player has given, at once and with its connections: the page signs out. */
export async function endSignIn({ url, token }: Pick<GivenToken, 'url' | 'token'>): Promise<void> {
  await post(`${new URL(url).origin}/oauth/revoke`, { token });
}

async function post(url: string, form: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  const answer = (await response.json().catch(() => ({}))) as {
    readonly error?: string;
    readonly error_description?: string;
  };
  const { error = 'server_error', error_description: about = `${url} answered ${response.status}` } = answer;
  if (!response.ok) throw new SignInError(error, about);
  return answer;
}

const ownAddress = () => page.location.origin + page.location.pathname;

/** Of the query, what the page itself had in it stays. */
function withoutAnswer(): string {
  const rest = new URLSearchParams(page.location.search);
  for (const name of ['code', 'state', 'iss', 'error', 'error_description']) rest.delete(name);
  return `${page.location.pathname}${`${rest}` && `?${rest}`}${page.location.hash}`;
}

const secret = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '');
