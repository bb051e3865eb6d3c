/** Calls the routes of a server by their ids, with a token that is refreshed when it ends. */
import type { AnswerOf, JsonRouteId, Refusal, SentBody, SignedIn, TextRouteId } from '@flower-war/protocol';
import { PROTOCOL, PROTOCOL_HEADER } from '@flower-war/protocol/names';
import { limited, type Waiting } from '../waiting/limited.ts';
import { type AnyGiven, type Call, type CalledId, callTo, type GivenTo } from './call.ts';
import { RefusedError, UnreachableError } from './errors.ts';
import { type Answered, exchange, type Fetch, type Request } from './exchange.ts';
import { SessionKeeper } from './sessionKeeper.ts';
import { utf8 } from './utf8.ts';

/** The routes by which a player signs in, without the token of an earlier visit. */
export type Entrance = 'signInAsGuest' | 'recover' | 'redeemLink';

export interface HttpOptions {
  readonly url: string;
  readonly session?: SignedIn;
  readonly fetch?: Fetch;
}

/** A good answer. */
interface Said {
  readonly status: number;
  readonly text: string;
}

const REFRESH_BEFORE_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Why no connection came about, so that nothing was sent. */
const UNCONNECTED: readonly unknown[] = ['ECONNREFUSED', 'ConnectionRefused', 'ENOTFOUND', 'EHOSTUNREACH', 'bad port'];

export class Http {
  readonly url: string;
  readonly keeper: SessionKeeper;
  /** How long the caller waits. */
  readonly waiting: Waiting;
  private readonly fetch: Fetch;

  constructor({ url, session, fetch }: HttpOptions, keeper = new SessionKeeper(session), waiting: Waiting = {}) {
    this.url = `${url}`.replace(/\/+$/, '');
    this.keeper = keeper;
    this.fetch = fetch ?? ((to, request) => globalThis.fetch(to, request));
    this.waiting = waiting;
  }

  /** The same server and session, for a caller who waits only so long. */
  within(waiting: Waiting): Http {
    return new Http({ url: this.url, fetch: this.fetch }, this.keeper, { ...this.waiting, ...waiting });
  }

  /** Keep it to be the same player next time. */
  get session(): SignedIn | undefined {
    return this.keeper.session;
  }

  set session(session: SignedIn | undefined) {
    this.keeper.session = session;
  }

  /** Calls a route. Its id gives the types of what it takes and answers. */
  async call<Id extends JsonRouteId & CalledId>(id: Id, ...[given]: GivenTo<Id>): Promise<AnswerOf<Id>> {
    return this.json(await this.send(callTo(id, given as AnyGiven)));
  }

  async text<Id extends TextRouteId & CalledId>(id: Id, ...[given]: GivenTo<Id>): Promise<string> {
    return (await this.send(callTo(id, given as AnyGiven))).text;
  }

  /** Signs in with the body. It does not use the session of an earlier visit, and keeps that session if it fails. */
  async enter<Id extends Entrance>(id: Id, body: SentBody<Id>): Promise<SignedIn> {
    const session = this.json<SignedIn>(await this.ask(callTo(id, { body: body as object }), this.waiting, {}));
    this.session = session;
    return session;
  }

  private send(call: Call): Promise<Said> {
    return limited(this.waiting, async (signal) => {
      const waiting = { signal, within: this.waiting.within };
      if (this.session !== undefined && this.session.expiresAt - REFRESH_BEFORE_MS <= Date.now()) await this.refresh();
      try {
        return await this.ask(call, waiting);
      } catch (error) {
        if (!this.session?.refresh || !isUnauthorized(error)) throw error; // a bridge cannot refresh its token
      }
      await this.refresh(); // the clock here is slow, so the token ended unnoticed
      return this.ask(call, waiting);
    });
  }

  /** A caller who waits no more does not end the refresh, because other calls may wait for it. */
  private refresh(): Promise<void> {
    return this.keeper.refresh(async () => {
      const call = callTo('refreshToken', { body: { refresh: this.session?.refresh } });
      return this.json<SignedIn>(await this.ask(call, {}));
    });
  }

  private async ask(call: Call, waiting: Waiting, token = this.bearer()): Promise<Said> {
    const { method, body } = call;
    const speaking = { [PROTOCOL_HEADER]: String(PROTOCOL) };
    const headers = { ...token, ...speaking, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answered = await this.exchange(call, request, waiting);
    const text = this.understood(() => utf8(answered.bytes), answered.status);
    if (answered.status >= 200 && answered.status < 300) return { text, status: answered.status };
    throw this.refusalIn(answered, text);
  }

  private async exchange(call: Call, request: Omit<Request, 'signal'>, { signal, within }: Waiting): Promise<Answered> {
    if (!/^https?:\/\//i.test(this.url))
      throw new UnreachableError(`"${this.url}" is no address of a server: write http://… or https://…`);
    const run = (stop: AbortSignal) =>
      this.untilAnswered(call, { ...request, signal: stop }).catch((cause: unknown) => {
        throw this.unanswered(call, cause);
      });
    return limited(
      { signal, within: within ?? TIMEOUT_MS },
      run,
      within === undefined ? () => this.unanswered(call) : undefined,
    );
  }

  /** A server may close a kept connection just as a request is written on it. Then a new connection is all that is needed. */
  private async untilAnswered({ path, isRepeatable }: Call, request: Request): Promise<Answered> {
    const ask = () => exchange(this.fetch, this.url + path, request);
    return ask().catch((why: unknown) => {
      if (!isRepeatable || request.signal.aborted) throw why;
      return ask();
    });
  }

  private unanswered({ isRepeatable }: Call, cause?: unknown): UnreachableError {
    const mayHaveCounted = !isRepeatable && !wasNeverSent(cause);
    const look = mayHaveCounted ? ' This call may have counted nevertheless: look before you make it again.' : '';
    const why = `${this.url} does not answer: is the server running there?${look}`;
    return new UnreachableError(why, { mayHaveCounted, cause });
  }

  private bearer(): Record<string, string> {
    return this.session === undefined ? {} : { authorization: `Bearer ${this.session.token}` };
  }

  private json<T>({ text, status }: Said): T {
    return this.understood(() => JSON.parse(text) as T, status);
  }

  private understood<T>(read: () => T, status: number): T {
    try {
      return read();
    } catch (cause) {
      const why = `${this.url} is not a Flower War server: its answer is of another form`;
      throw new UnreachableError(why, { status, cause });
    }
  }

  private refusalIn({ status, retryAfter }: Answered, text: string): Error {
    const body = parsed(text);
    if (typeof body?.code !== 'string')
      return new UnreachableError(`${this.url} answered ${status} and is not a Flower War server`, { status });
    return new RefusedError(body as Refusal, { status, ...(retryAfter !== undefined && { retryAfter }) });
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'unauthorized';
}

/** Node and Bun say that no connection came about. Browsers never say why a call failed. */
function wasNeverSent(error: unknown): boolean {
  const errors = [error, (error as Error | undefined)?.cause] as ({ code?: unknown; message?: unknown } | undefined)[];
  return errors.some((one) => UNCONNECTED.includes(one?.code ?? one?.message));
}

function parsed(text: string): Partial<Refusal> | undefined {
  try {
    return JSON.parse(text) as Partial<Refusal>;
  } catch {
    return undefined;
  }
}
