/**
 * Passkeys: a device keeps a key, and its player signs in by it without any code. Challenges lie in the store, so that any process takes the
 * answer, and each is taken once.
 */
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { NewPasskey, Passkey, PasskeyCreation, PasskeyRequest, UsedPasskey } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { Stores } from '../../store/operations.ts';
import type { PasskeyRow, UsedPasskey as Use } from '../../store/people/signingIn.ts';

/** For one player. */
const MOST = 10;
const SIGN_IN_MS = 5 * 60 * 1000;

/** Ed25519, ES256 and RS256, which the library recommends. Keys of lattices would be larger than a body may be. */
const ALGORITHMS = [-8, -7, -257];

/** Most servers see no passkey, so the library is loaded with the first one. */
const library = () => import('@simplewebauthn/server');

/** The page of this server, as a browser and its devices know it. */
export interface Site {
  readonly origin: string;
  /** The host name: what devices bind a passkey to. */
  readonly id: string;
}

interface PageAddress {
  /** `PUBLIC_URL`, or empty. */
  readonly publicUrl: string;
  /** The address that was asked. */
  readonly host: string;
  readonly protocol: string;
  /** The origin of the page that asks, if a browser tells it. */
  readonly origin: string | undefined;
}

/** The origin of the page that asks. Undefined if it is a page of others. */
export function ownOrigin({ publicUrl, host, protocol, origin }: PageAddress): string | undefined {
  const own = publicUrl || `${protocol}://${host}`;
  const named = origin ?? own;
  // A proxy may speak https where the server does not know of it, so without `PUBLIC_URL` only the host must be the same.
  const isOwn = publicUrl === '' ? hostIn(named) === hostIn(own) : named === publicUrl;
  return isOwn && URL.canParse(named) ? new URL(named).origin : undefined;
}

/** Refuses pages of others, and addresses at which browsers have no passkeys. */
export function siteOf(asked: PageAddress): Site {
  const origin = ownOrigin(asked);
  if (origin === undefined) throw new Refused('no-passkeys-here', 'origin');
  const { hostname, protocol } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || !(protocol === 'https:' || isLocal))
    throw new Refused('no-passkeys-here', 'address');
  return { origin, id: hostname };
}

const hostIn = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined);

interface Named {
  readonly player: string;
  readonly name: string;
}

type Kept = Pick<Stores, 'passkeys' | 'signIns'>;

export class Passkeys {
  private readonly stores: Kept;

  constructor(stores: Kept) {
    this.stores = stores;
  }

  async of(player: string): Promise<Passkey[]> {
    return (await this.stores.passkeys.of(player)).map(shown);
  }

  async remove(player: string, passkey: string): Promise<void> {
    if (!(await this.stores.passkeys.remove(player, passkey))) throw new Refused('no-such-passkey');
  }

  /** What the browser is asked for, so that its device makes a passkey. */
  async start(site: Site, { player, name }: Named, now: number): Promise<PasskeyCreation> {
    const known = await this.stores.passkeys.of(player);
    if (known.length >= MOST) throw new Refused('limit-reached', 'passkeys');
    const { generateRegistrationOptions } = await library();
    const made = await generateRegistrationOptions({
      rpName: 'Flower War',
      rpID: site.id,
      userID: new Uint8Array(Buffer.from(player)),
      userName: name,
      userDisplayName: name,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    const { challenge, rp, user, pubKeyCredParams } = made;
    await this.begin('new-passkey', { challenge, player }, now);
    return {
      challenge,
      rp: { id: site.id, name: rp.name },
      user,
      pubKeyCredParams: [...pubKeyCredParams],
      timeout: SIGN_IN_MS,
      attestation: 'none',
      excludeCredentials: known.map(({ credential, transports }) => ({
        id: credential,
        type: 'public-key',
        transports: JSON.parse(transports) as string[],
      })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    };
  }

  /** Keeps the passkey that the device has made, if it answers a challenge of this player. */
  async add(site: Site, { player, credential, name = '' }: NewPasskey & { player: string }, now: number) {
    const challenge = await this.taken('new-passkey', { credential, player }, now);
    const { verifyRegistrationResponse } = await library();
    const response = { ...credential, clientExtensionResults: {} } as Response<'verifyRegistrationResponse'>;
    const found = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => undefined);
    if (!found?.verified) throw new Refused('passkey-refused', 'proof');
    const { id, publicKey, counter } = found.registrationInfo.credential;
    const row = {
      passkey: randomUUID(),
      player,
      credential: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: JSON.stringify(credential.response.transports ?? []),
      name,
      createdAt: now,
    };
    const added = await this.stores.passkeys.add(row, MOST);
    if (added === 'unknown') throw new Refused('unauthorized');
    if (added === 'full') throw new Refused('limit-reached', 'passkeys');
    if (added === 'taken') throw new Refused('passkey-refused', 'known');
    return shown({ ...row, lastUsedAt: null });
  }

  /** What the browser is asked for, so that a player signs in. */
  async ask(site: Site, now: number): Promise<PasskeyRequest> {
    const { generateAuthenticationOptions } = await library();
    const { challenge } = await generateAuthenticationOptions({ rpID: site.id });
    await this.begin('passkey', { challenge, player: '' }, now);
    return { challenge, rpId: site.id, timeout: SIGN_IN_MS, userVerification: 'required' };
  }

  /** The player whose passkey answers a challenge. The library requires that the device has verified its person. */
  async prove(site: Site, { credential }: Pick<UsedPasskey, 'credential'>, now: number): Promise<Use> {
    const challenge = await this.taken('passkey', { credential, player: '' }, now);
    const kept = await this.stores.passkeys.find(credential.id);
    if (kept === undefined) throw new Refused('unknown-passkey');
    const { verifyAuthenticationResponse } = await library();
    const found = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as Response<'verifyAuthenticationResponse'>,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: { id: kept.credential, publicKey: bytesOf(kept.publicKey), counter: kept.counter },
    }).catch(() => undefined);
    const isOwn = credential.response.userHandle === Buffer.from(kept.player).toString('base64url');
    if (!found?.verified || !isOwn) throw new Refused('passkey-refused', 'proof');
    const { passkey, player, counter: before } = kept;
    return { passkey, player, before, counter: found.authenticationInfo.newCounter };
  }

  sweep(now: number): Promise<void> {
    return this.stores.signIns.sweep(now);
  }

  private begin(kind: Kind, { challenge: key, player }: { challenge: string; player: string }, now: number) {
    return this.stores.signIns.begin({ key, kind, player, detail: '', endsAt: now + SIGN_IN_MS });
  }

  /** The challenge that the browser answers. It is used up, also if the answer proves wrong. */
  private async taken(kind: Kind, { credential, player }: Answering, now: number): Promise<string> {
    const key = challengeIn(credential.response.clientDataJSON);
    const begun = key === undefined ? undefined : await this.stores.signIns.take({ key, kind, player }, now);
    if (key === undefined || begun === undefined) throw new Refused('passkey-refused', 'challenge');
    return key;
  }
}

type Kind = 'new-passkey' | 'passkey';
type Library = Awaited<ReturnType<typeof library>>;
/** What the library takes from a browser. It looks at all of it. */
type Response<Check extends 'verifyRegistrationResponse' | 'verifyAuthenticationResponse'> = Parameters<
  Library[Check]
>[0]['response'];

interface Answering {
  readonly credential: { readonly response: { readonly clientDataJSON: string } };
  readonly player: string;
}

/** Undefined if the text is not what a browser says. */
function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

function shown({ passkey, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { passkey, name, createdAt, ...(lastUsedAt !== null && { lastUsedAt }) };
}
