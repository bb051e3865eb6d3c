/**
 * Sign-in by an OpenID provider of the host. The browser goes there and comes back with a code, which the server exchanges. What was begun lies in
 * the store, so that any process ends it, and is known by a key that only the browser which began has.
 */
import { createHash, randomBytes } from 'node:crypto';
import { PAGES } from '@flower-war/protocol/pages';
import type { Configuration } from 'openid-client';
import type { Config } from '../../base/config.ts';
import { Refused } from '../../base/refused.ts';
import type { Claims } from '../../base/tokens.ts';
import type { Stores } from '../../store/operations.ts';
import type { Subject } from '../../store/people/signingIn.ts';

export type ProviderSettings = Partial<
  Pick<Config, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME'>
>;

/** Longer than a challenge of a passkey lives: the person may have to find a telephone, or to register there. */
const LIFE_MS = 15 * 60 * 1000;
const KIND = 'provider';
/** What the provider says of itself may change, such as an address or a key. */
const KNOWN_FOR_MS = 60 * 60 * 1000;
const TIMEOUT_SECONDS = 10;

/** What a provider may call a person: OpenID allows 255 characters. */
const SUBJECT = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Most servers have no provider, so the library is loaded with the first sign-in. */
const library = () => import('openid-client');

/** What must be remembered until the browser comes back. */
interface Begun {
  readonly verifier: string;
  readonly nonce: string;
  readonly redirect: string;
  /** The guest who has begun, and the device. */
  readonly guest?: Claims;
}

interface Returned {
  /** What the browser kept. */
  readonly key: string;
  /** The query of the address to which the provider sent it back. */
  readonly answer: string;
}

export interface ProvenSubject extends Subject {
  readonly guest?: Claims;
}

export class Provider {
  private readonly settings: ProviderSettings;
  private readonly store: Stores['signIns'];
  private known: { readonly configuration: Configuration; readonly until: number } | undefined;

  constructor(settings: ProviderSettings, store: Stores['signIns']) {
    this.settings = settings;
    this.store = store;
  }

  /** What people call it. Undefined if the host has none. */
  get name(): string | undefined {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client, OIDC_NAME: name } = this.settings;
    return issuer && client ? name || new URL(issuer).hostname : undefined;
  }

  /** Where the browser goes, and the key by which it is known when it comes back. */
  async start(origin: string, guest: Claims | undefined, now: number): Promise<{ url: string; key: string }> {
    const configuration = await this.configuration(now);
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const [key, verifier, nonce] = [secret(), secret(), secret()];
    const redirect = origin + PAGES.signedIn;
    const begun: Begun = { verifier, nonce, redirect, ...(guest !== undefined && { guest }) };
    const detail = JSON.stringify(begun);
    await this.store.begin({
      key: stateOf(key),
      kind: KIND,
      player: guest?.player ?? '',
      detail,
      endsAt: now + LIFE_MS,
    });
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirect,
      scope: 'openid',
      state: stateOf(key),
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, key };
  }

  /** Whom the provider has let in. The answer is used up, also if it proves wrong. */
  async finish({ key, answer }: Returned, now: number): Promise<ProvenSubject> {
    const state = stateOf(key);
    const kept = await this.store.takeOf({ key: state, kind: KIND }, now);
    if (kept === undefined) throw new Refused('sign-in-refused', 'expired');
    const { verifier, nonce, redirect, guest } = JSON.parse(kept.detail) as Begun;
    // Begun before the upgrade: which device did it was not kept, so it may be signed out by now.
    if (typeof guest === 'string') throw new Refused('sign-in-refused', 'expired');
    const configuration = await this.configuration(now);
    const { authorizationCodeGrant } = await library();
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const tokens = await authorizationCodeGrant(configuration, new URL(`${redirect}?${answer}`), checks).catch(
      (problem: LibraryError) => {
        this.known = undefined; // its keys may have changed
        return refuse(problem);
      },
    );
    const claims = tokens.claims();
    if (claims === undefined || !SUBJECT.test(claims.sub)) throw new Refused('sign-in-refused', 'untrusted');
    return { issuer: claims.iss, subject: claims.sub, ...(guest !== undefined && { guest }) };
  }

  private async configuration(now: number): Promise<Configuration> {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client, OIDC_CLIENT_SECRET: password } = this.settings;
    if (!issuer || !client) throw new Refused('no-provider');
    if (this.known !== undefined && this.known.until > now) return this.known.configuration;
    const { discovery, allowInsecureRequests, enableNonRepudiationChecks } = await library();
    // The host has chosen the provider, which may stand in the host’s own network, also without https. So its signature is checked.
    const execute = [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])];
    const options = { execute, timeout: TIMEOUT_SECONDS };
    const configuration = await discovery(new URL(issuer), client, password || undefined, undefined, options).catch(
      refuse,
    );
    this.known = { configuration, until: now + KNOWN_FOR_MS };
    return configuration;
  }
}

const secret = () => randomBytes(32).toString('base64url');

/** The provider and the address of the browser show the state, so it must not be the key itself. */
const stateOf = (key: string) => createHash('sha256').update(key).digest('base64url');

/** Codes of the library for a provider that does not answer as one. */
const UNREACHABLE: readonly string[] = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];

interface LibraryError extends Error {
  readonly code?: string;
  /** What the provider says of itself. */
  readonly error?: string;
}

function refuse(problem: LibraryError): never {
  const { code = '', error } = problem;
  if (error === 'access_denied') throw new Refused('sign-in-refused', 'denied');
  if (error !== undefined) throw new Refused('sign-in-refused', 'provider', said(error));
  const isAway = problem instanceof TypeError || UNREACHABLE.includes(code);
  throw new Refused('sign-in-refused', isAway ? 'unreachable' : 'untrusted');
}

/** A stranger may have written it into the address. */
const said = (error: string) => `It says ${error.replace(/[^\w.-]/g, '').slice(0, 60)}.`;
