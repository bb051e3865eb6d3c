/** Calls the routes of a server by their ids, with a token that is refreshed when it ends. */
import type { AnswerOf, Code, JsonRouteId, Refusal, SentBody, SignedIn, TextRouteId } from '@flower-war/protocol';
import { PROTOCOL, PROTOCOL_HEADER } from '@flower-war/protocol/names';
import { type AnyGiven, type Call, callTo, type GivenTo } from './call.ts';

/** The server said no; `code` is stable, `message` is for people. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: Code;
  readonly reason: string | undefined;

  constructor({ code, reason, message }: Refusal) {
    super(reason === undefined ? message : `${message} (${reason})`);
    this.code = code;
    this.reason = reason;
  }
}

/** The server did not answer, or its answer is not of the protocol. Trying again may help. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** The routes by which a player signs in, without the token of an earlier visit. */
export type Entrance = 'signInAsGuest' | 'recover' | 'redeemLink';

const REFRESH_BEFORE_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Throws at damaged bytes: a damaged record must not silently become another text. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class Http {
  readonly url: string;
  onSession: (session: SignedIn | undefined) => void = () => {};
  private current: SignedIn | undefined;
  private refreshing: Promise<void> | undefined;

  constructor(url: string, session?: SignedIn) {
    this.url = url.replace(/\/+$/, '');
    this.current = session;
  }

  /** Keep it to be the same player next time. */
  get session(): SignedIn | undefined {
    return this.current;
  }

  set session(session: SignedIn | undefined) {
    this.current = session;
    this.onSession(session);
  }

  /** Calls a route. Its id gives the types of what it takes and answers. */
  async call<Id extends JsonRouteId>(id: Id, ...[given]: GivenTo<Id>): Promise<AnswerOf<Id>> {
    return this.json(await this.send(callTo(id, given as AnyGiven)));
  }

  text<Id extends TextRouteId>(id: Id, ...[given]: GivenTo<Id>): Promise<string> {
    return this.send(callTo(id, given as AnyGiven));
  }

  /** Signs in with the body. It does not use the session of an earlier visit, and keeps that session if it fails. */
  async enter<Id extends Entrance>(id: Id, body: SentBody<Id>): Promise<SignedIn> {
    const session = this.json<SignedIn>(await this.fetch(callTo(id, { body: body as object }), {}));
    this.session = session;
    return session;
  }

  private async send(call: Call): Promise<string> {
    if (this.session !== undefined && this.session.expiresAt - REFRESH_BEFORE_MS <= Date.now()) await this.refresh();
    try {
      return await this.fetch(call);
    } catch (error) {
      if (!this.session?.refresh || !isUnauthorized(error)) throw error; // a bridge cannot refresh its token
    }
    await this.refresh(); // the clock here is slow, so the token ended unnoticed
    return this.fetch(call);
  }

  /** Several calls at once share one refresh. */
  private refresh(): Promise<void> {
    this.refreshing ??= this.renew().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async renew(): Promise<void> {
    const call = callTo('refreshToken', { body: { refresh: this.session?.refresh } });
    this.session = this.json<SignedIn>(await this.fetch(call));
  }

  /** The time-out covers the body too, because a server may stop in the middle of it. */
  private async fetch({ method, path, body }: Call, token = this.bearer()): Promise<string> {
    const speaking = { [PROTOCOL_HEADER]: String(PROTOCOL) };
    const headers = { ...token, ...speaking, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
    const { response, bytes } = await exchange(this.url + path, request).catch((cause: unknown) => {
      throw new UnreachableError(`${this.url} does not answer: is the server running there?`, { cause });
    });
    const text = this.textOf(bytes);
    if (response.ok) return text;
    throw refusalIn(response, text);
  }

  private bearer(): Record<string, string> {
    return this.session === undefined ? {} : { authorization: `Bearer ${this.session.token}` };
  }

  private json<T>(text: string): T {
    return this.understood(() => JSON.parse(text) as T);
  }

  private textOf(bytes: ArrayBuffer): string {
    return this.understood(() => UTF8.decode(bytes));
  }

  private understood<T>(read: () => T): T {
    try {
      return read();
    } catch (cause) {
      throw new UnreachableError(`${this.url} is not a Flower War server: its answer is of another form`, { cause });
    }
  }
}

async function exchange(url: string, request: RequestInit): Promise<{ response: Response; bytes: ArrayBuffer }> {
  const response = await fetch(url, request);
  return { response, bytes: await response.arrayBuffer() };
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'unauthorized';
}

function refusalIn({ status, url }: Response, text: string): Error {
  const body = parsed(text);
  if (typeof body?.code === 'string') return new RefusedError(body as Refusal);
  return new UnreachableError(`${url} answered ${status} and is not a Flower War server`);
}

function parsed(text: string): Partial<Refusal> | undefined {
  try {
    return JSON.parse(text) as Partial<Refusal>;
  } catch {
    return undefined;
  }
}
