/**
 * A server for the tests of identity: names, codes, devices, data and reports, over real HTTP. And by what players sign in without a password
 * of ours: a real OpenID provider on loopback, with a browser that goes there, types a name, and comes back; and a device that keeps passkeys,
 * with a browser that asks it, as WebAuthn says.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  Chosen,
  Link,
  MatchSummary,
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  PersonalData,
  Session,
  SignedIn,
  UsedPasskey,
} from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import OpenIdProvider from 'oidc-provider';
import { beforeEach } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { asking, newGuest } from '../support/api.ts';
import type { Person } from '../support/sockets/rawClient.ts';

export const MINUTE = 60_000;
export const OPERATOR_TOKEN = 'Tlacaelel-0123456789';
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The clock of the server, which the tests move, and its data folder. */
export const identity = { now: Date.now(), data: '' };
/** Each test comes from its own address, so that wrong guesses in one test do not count in another. */
let address = 0;
export const ask = asking(() => house.url);
export const from = () => `203.0.113.${address}`;

export function serveIdentity(): void {
  const folder = mkdtempSync(join(tmpdir(), 'identity-'));
  const blocked = join(folder, 'blocked.txt');
  writeFileSync(blocked, '# words of this host\nxoloitzcuintle\n=just this\n*anywhere*  # all of it\n');
  identity.now = Date.now();
  identity.data = join(folder, 'data');
  const settings = { JOURNAL: 'sqlite', DATA_DIR: identity.data, LIMITS: '0', TRUST_PROXY: '1', OPERATOR_TOKEN };
  serveThisFile({ ...settings, NAMES_BLOCKED: blocked }, { now: () => identity.now });
  beforeEach(() => {
    address++;
  });
}

export const guest = (name?: string) => newGuest(ask, name);
export const choose = async (token: string, name: string) =>
  (await ask<Chosen>('POST /api/me', { token, body: { name } })).body;
export const recover = (code: unknown, who = from()) =>
  ask<SignedIn>('POST /api/recovery', { body: { code }, from: who });
export const redeem = (code: unknown, who = from()) =>
  ask<SignedIn>('POST /api/links/redeem', { body: { code }, from: who });
export const linkOf = async (token: string) => (await ask<Link>('POST /api/links', { token })).body;
export const refresh = (token: string) => ask<SignedIn>('POST /api/tokens', { body: { refresh: token } });
export const sessionsOf = async (token: string) =>
  (await ask<{ sessions: Session[] }>('GET /api/me/sessions', { token })).body.sessions;
export const dataOf = async (token: string) => (await ask<PersonalData>('GET /api/me/export', { token })).body;
export const newMatch = async (host: Person) =>
  (await host.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
export const UNAUTHORIZED = { status: 401, body: { code: 'unauthorized' } };

export const CLIENT = { OIDC_CLIENT_ID: 'flower-war', OIDC_CLIENT_SECRET: 'quetzal-feathers-and-cacao' } as const;

export class IdentityProvider {
  readonly issuer: string;
  private readonly server: Server;

  private constructor(issuer: string, server: Server) {
    this.issuer = issuer;
    this.server = server;
  }

  /** Sends browsers back to these addresses alone. */
  static async open(redirects: readonly string[]): Promise<IdentityProvider> {
    const port = await freePort();
    const issuer = `http://127.0.0.1:${port}`;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const client = {
      client_id: CLIENT.OIDC_CLIENT_ID,
      client_secret: CLIENT.OIDC_CLIENT_SECRET,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: [...redirects],
    } as const;
    const provider = new OpenIdProvider(issuer, {
      clients: [client],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] },
      cookies: { keys: ['a-key-of-a-test'] },
      pkce: { required: () => true },
      findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    });
    const server = provider.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new IdentityProvider(issuer, server);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** Goes where the server sends it, as this person, and returns the query with which the provider sends it back. Without a person it gives up. */
export async function visitProvider(url: string, person: string | undefined): Promise<string> {
  const cookies = new Map<string, string>();
  let [at, form] = [url, undefined as URLSearchParams | undefined];
  for (;;) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const to = answer.headers.get('location');
    const page = await answer.text();
    form = undefined;
    if (to === null) {
      const [prompt] = /(?<=name="prompt" value=")\w+/.exec(page) ?? [];
      if (prompt === undefined) throw new Error(`the provider answered ${answer.status}: ${page.slice(0, 500)}`);
      if (person === undefined) at = `${at}/abort`;
      else form = new URLSearchParams({ prompt, login: person, password: 'any' });
    } else {
      at = new URL(to, at).href;
      if (new URL(at).pathname === '/signed-in') return new URL(at).search.slice(1);
    }
  }
}

const signingKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const asPart = (what: object) => Buffer.from(JSON.stringify(what)).toString('base64url');

/** A provider on loopback that says what a test wants, and signs with the key that a test wants. */
export class SayingProvider {
  readonly server = createServer((request, response) => {
    const answer = this.answerTo(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  /** Those that it shows. */
  keys = signingKey();
  /** Those with which it signs. */
  signing = this.keys;
  claims: Readonly<Record<string, unknown>> = {};

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
  }

  /** The query with which the browser comes back from this address. */
  visit(url: string, claims: Readonly<Record<string, unknown>>): string {
    const { nonce, state = '' } = Object.fromEntries(new URL(url).searchParams);
    const at = Math.floor(Date.now() / 1000);
    this.claims = { iss: this.issuer, aud: CLIENT.OIDC_CLIENT_ID, iat: at, exp: at + 60, nonce, ...claims };
    return `${new URLSearchParams({ code: 'any', state })}`;
  }

  private answerTo(path: string): object {
    const { issuer, keys, signing, claims } = this;
    if (path === '/keys') return { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] };
    if (path !== '/token')
      return { issuer, authorization_endpoint: issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` };
    const signed = `${asPart({ alg: 'RS256' })}.${asPart(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), signing.privateKey).toString('base64url');
    return { access_token: 'any', token_type: 'Bearer', id_token: `${signed}.${signature}` };
  }
}

/** Flags of the authenticator's data: the person is present, was verified, and a new key is attached. */
const PRESENT = 1;
const VERIFIED = 4;
const ATTACHED = 64;

interface Kept {
  readonly id: string;
  readonly player: string;
  readonly key: KeyObject;
  counter: number;
}

export class Authenticator {
  readonly origin: string;
  /** Whether the device asks its person for a finger or a code. */
  verifies = true;
  /** The last passkey that was made. */
  kept: Kept | undefined;

  constructor(origin: string) {
    this.origin = origin;
  }

  make({ challenge, rp, user }: PasskeyCreation, id = randomBytes(16)): NewPasskey['credential'] {
    const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.kept = { id: id.toString('base64url'), player: user.id, key, counter: 0 };
    // The map {1: 2, 3: -7, -1: 1, -2: x, -3: y}, as COSE writes a key.
    const cose = Buffer.concat([hex('a5010203262001215820'), base64(x), hex('225820'), base64(y)]);
    const attached = Buffer.concat([Buffer.alloc(16), hex('0010'), id, cose]);
    const data = Buffer.concat([this.data(rp.id, ATTACHED), attached]);
    // The map {"fmt": "none", "attStmt": {}, "authData": data}.
    const parts = [hex('a363666d74646e6f6e656761747453746d74a068617574684461746158'), Buffer.of(data.length), data];
    const response = {
      clientDataJSON: this.said('webauthn.create', challenge),
      attestationObject: Buffer.concat(parts).toString('base64url'),
      transports: ['internal'],
    };
    return { id: this.kept.id, rawId: this.kept.id, type: 'public-key', response };
  }

  use({ challenge, rpId }: PasskeyRequest): UsedPasskey['credential'] {
    if (this.kept === undefined) throw new Error('the device keeps no passkey');
    this.kept.counter++;
    const { id, player, key } = this.kept;
    const data = this.data(rpId, 0);
    const clientDataJSON = this.said('webauthn.get', challenge);
    const signed = Buffer.concat([data, createHash('sha256').update(base64(clientDataJSON)).digest()]);
    const signature = sign('sha256', signed, key).toString('base64url');
    const response = { clientDataJSON, authenticatorData: data.toString('base64url'), signature, userHandle: player };
    return { id, rawId: id, type: 'public-key', response };
  }

  private data(rpId: string, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.kept?.counter ?? 0);
    const flags = PRESENT + (this.verifies ? VERIFIED : 0) + more;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), counter]);
  }

  private said(type: string, challenge: string): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin })).toString('base64url');
  }
}

const hex = (text: string) => Buffer.from(text, 'hex');
const base64 = (text: string) => Buffer.from(text, 'base64url');
