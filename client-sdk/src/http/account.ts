/** Who somebody is: the part of the client that signs in and out, and stays the same player on every device. */
import type {
  AddedWebhook,
  Chosen,
  Link,
  Me,
  NewReport,
  NewWebhook,
  PersonalData,
  RecoveryCode,
  Session,
  SignedIn,
  SignedOut,
  Webhook,
} from '@flower-war/protocol';
import { LINK_PREFIX } from '@flower-war/protocol/names';
import { Http } from './http.ts';

const WEBHOOKS = '/api/me/webhooks';

export interface ClientOptions {
  /** Of the server: `http://127.0.0.1:2567`. */
  readonly url: string;
  /** `client.session` of an earlier visit, to be the same player again. */
  readonly session?: SignedIn;
  /** Told of every change, also when tokens are refreshed or nobody is signed in any more: keep what it is told. */
  readonly onSession?: (session: SignedIn | undefined) => void;
  /** What this device is called in the list of `sessions()`; nobody else sees it. */
  readonly label?: string;
}

export class Account {
  protected readonly http: Http;
  private readonly label: { readonly label?: string };

  constructor({ url, session, onSession, label }: ClientOptions) {
    this.http = new Http(url, session);
    if (onSession !== undefined) this.http.onSession = onSession;
    this.label = label === undefined ? {} : { label };
  }

  /** Who this client is; keep it to be the same player next time. */
  get session(): SignedIn | undefined {
    return this.http.session;
  }

  /** Comes in as a new guest. Everything that follows needs it. */
  signIn(name?: string): Promise<SignedIn> {
    return this.comeIn('/api/guests', name === undefined ? {} : { name });
  }

  me(): Promise<Me> {
    return this.http.get('/api/me');
  }

  /** Chooses a name. The first time a recovery code comes with it: show it, it is never shown again. */
  async choose(name: string): Promise<Chosen> {
    const chosen = await this.http.post<Chosen>('/api/me', { name });
    if (this.session !== undefined) this.http.session = { ...this.session, name: chosen.name };
    return chosen;
  }

  /** A new code for `FlowerWarClient.recover`, shown this once; the one before ends. */
  async recoveryCode(): Promise<string> {
    return (await this.http.post<RecoveryCode>('/api/me/recovery-code')).recoveryCode;
  }

  /** A code that another device gives to `FlowerWarClient.redeem` within five minutes; `text` is made for a QR code. */
  link(): Promise<Link> {
    return this.http.post('/api/links');
  }

  /** The devices on which this player is signed in, the one used last first. */
  async sessions(): Promise<readonly Session[]> {
    return (await this.http.get<{ sessions: Session[] }>('/api/me/sessions')).sessions;
  }

  /** Ends this session, or another one of the list. */
  async signOut(session?: string): Promise<void> {
    await this.http.post<SignedOut>('/api/sign-out', session === undefined ? {} : { session });
    if (session === undefined) this.http.session = undefined;
  }

  async signOutEverywhere(): Promise<void> {
    await this.http.post<SignedOut>('/api/sign-out/everywhere');
    this.http.session = undefined;
  }

  /** Everything that the server keeps about this player. */
  exportData(): Promise<PersonalData> {
    return this.http.get('/api/me/export');
  }

  /** Name, devices and codes are gone at once, and nobody can take it back. Records keep the opaque id. */
  async deleteMe(): Promise<void> {
    await this.http.delete('/api/me');
    this.http.session = undefined;
  }

  /** Tells the host of the server about a player or a match. */
  async report(about: NewReport): Promise<void> {
    await this.http.post('/api/reports', about);
  }

  /** The addresses that are told of this player's matches, the oldest first, and how that goes. */
  async webhooks(): Promise<readonly Webhook[]> {
    return (await this.http.get<{ webhooks: Webhook[] }>(WEBHOOKS)).webhooks;
  }

  /** Has the server tell an address of turns, starts and ends. Keep the `secret` for `verifyNotice`: it is shown this once. */
  addWebhook(url: string, events?: NewWebhook['events']): Promise<AddedWebhook> {
    return this.http.post(WEBHOOKS, { url, ...(events !== undefined && { events }) });
  }

  async removeWebhook(webhook: string): Promise<void> {
    await this.http.delete(`${WEBHOOKS}/${encodeURIComponent(webhook)}`);
  }

  /** Sends it a notice of the kind `test`; says its id. */
  async testWebhook(webhook: string): Promise<string> {
    return (await this.http.post<{ notice: string }>(`${WEBHOOKS}/${encodeURIComponent(webhook)}/test`)).notice;
  }

  protected recoverBy(code: string): Promise<SignedIn> {
    return this.comeIn('/api/recovery', { code });
  }

  /** `code` may be what a QR code held. */
  protected redeemBy(code: string): Promise<SignedIn> {
    return this.comeIn('/api/links/redeem', { code: code.trim().replace(LINK_PREFIX, '') });
  }

  private comeIn(path: string, body: object): Promise<SignedIn> {
    return this.http.enter(path, { ...body, ...this.label });
  }
}
