/** Calls the routes of a server by their ids, with a token that is refreshed when it ends. */
import type {
  AnswerOf,
  AnyGame,
  BotOf,
  Code,
  GameName,
  JsonRouteId,
  ParamsOf,
  PresetOf,
  Refusal,
  RouteId,
  SentBody,
  SentQuery,
  SignedIn,
  SomeOptionsOf,
  TableSettings,
  TextRouteId,
} from '@flower-war/protocol';
import { PROTOCOL, PROTOCOL_HEADER } from '@flower-war/protocol/names';
import {
  type BOT_CALLS,
  type Call as RouteCall,
  CLIENT_CALLS,
  type Method,
  methodOf,
  pathWith,
  REPEATABLE,
} from '@flower-war/protocol/paths';
import { limited, type Waiting } from '../waiting/limited.ts';

/** The routes by which a player signs in, without the token of an earlier visit. */
type Entrance = 'signInAsGuest' | 'recover' | 'redeemLink' | 'enterByPasskey' | 'finishSignIn';

interface HttpOptions {
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
    const { text, status } = await this.send(callTo(id, given as AnyGiven));
    return this.understood(() => lines(text), status);
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
      if (this.keeper.isOld()) await this.refresh().catch(unlessUnreachable);
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
      throw new UnreachableError(`"${this.url}" is not an address of a server: write http://… or https://…`);
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
    if (this.session === undefined) return {};
    const { token } = this.session;
    if (!/^[!-~]+$/.test(token))
      throw new RefusedError({ code: 'unauthorized', message: 'What was given as a token is none. Copy it whole.' });
    return { authorization: `Bearer ${token}` };
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

/** A browser may have kept the answer to the call itself for when the server cannot be reached. */
function unlessUnreachable(error: unknown): void {
  if (!(error instanceof UnreachableError)) throw error;
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'unauthorized';
}

/** Node and Bun say that no connection came about. Browsers never say why a call failed. */
function wasNeverSent(error: unknown): boolean {
  const errors = [error, (error as Error | undefined)?.cause] as ({ code?: unknown; message?: unknown } | undefined)[];
  return errors.some((one) => UNCONNECTED.includes(one?.code ?? one?.message));
}

/** A network that wants a login answers with a page. A record begins as JSON does. */
function lines(text: string): string {
  if (!text.startsWith('{')) throw new Error('it is not JSON');
  return text;
}

function parsed(text: string): Partial<Refusal> | undefined {
  try {
    return JSON.parse(text) as Partial<Refusal>;
  } catch {
    return undefined;
  }
}

// What a call gives to each route, by its id. The types come from the table of routes; at run time only its paths are needed.

interface Call {
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
  /** Whether it may be sent again when it is not known what became of it. */
  readonly isRepeatable: boolean;
}

type Params<Id extends RouteId> = keyof ParamsOf<Id> extends never ? unknown : { readonly params: ParamsOf<Id> };
type Body<Sent> = [Sent] extends [object] ? Field<'body', Sent> : unknown;
type Query<Sent> = [Sent] extends [object] ? Field<'query', Sent> : unknown;

/** The field may be absent if everything in it may be absent. */
type Field<Name extends string, Value> =
  Partial<Value> extends Value ? { readonly [Key in Name]?: Value } : { readonly [Key in Name]: Value };

/** A minimal client does not hold the paths of bot accounts: the caller names them. */
type BotCallId = keyof typeof BOT_CALLS;
type Named<Id extends RouteId> = Id extends BotCallId ? { readonly call: (typeof BOT_CALLS)[Id] } : unknown;

type Given<Id extends RouteId> = Named<Id> & Params<Id> & Body<SentBody<Id>> & Query<SentQuery<Id>>;

/** The arguments after the id. A route that needs nothing takes none. */
type GivenTo<Id extends RouteId> =
  Partial<Given<Id>> extends Given<Id> ? readonly [given?: Given<Id>] : readonly [given: Given<Id>];

/** What a call gives to a route, for any id. */
interface AnyGiven {
  readonly call?: RouteCall;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly query?: object;
}

/** A route that this client may call: none of the operator. */
type CalledId = keyof typeof CLIENT_CALLS | BotCallId;

function callTo(
  id: CalledId,
  { call = CLIENT_CALLS[id as 'getMe'], params, body = {}, query = {} }: AnyGiven = {},
): Call {
  const method = methodOf({ call });
  for (const [name, value = ''] of Object.entries(params ?? {})) mustBeOne(name, value);
  const path = pathWith({ call }, params) + queryOf(query);
  const isRepeatable = method === 'GET' || (REPEATABLE as readonly string[]).includes(id);
  return method === 'POST' ? { method, path, body, isRepeatable } : { method, path, isRepeatable };
}

/** What no part of a path can be: a `..` would lead to another address, such as that of the whole account. */
function mustBeOne(name: string, value: string): void {
  if (!/^\.{0,2}$/.test(value)) return;
  throw new RefusedError({ code: 'bad-request', reason: name, message: `"${value}" is no ${name}. Give its id.` });
}

/** Without `URLSearchParams`, which React Native has only in part. */
function queryOf(fields: object): string {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  const pairs = known.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** One exchange over HTTP. It needs nothing of `fetch` but what every implementation has. */

interface Request {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

interface Response {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The `fetch` of browsers, Node, Deno, Bun, React Native and undici fits. */
export type Fetch = (url: string, request: Request) => Promise<Response>;

interface Answered {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly bytes: ArrayBuffer;
}

/** It waits for the body too, because a server may stop in the middle of it. */
async function exchange(fetch: Fetch, url: string, request: Request): Promise<Answered> {
  const response = await fetch(url, request);
  const after = response.headers.get('retry-after') ?? '';
  const retryAfter = /^\d+$/.test(after) ? Number(after) : undefined;
  return { status: response.status, retryAfter, bytes: await response.arrayBuffer() };
}

/** Keeps the session of a player for all calls, and tells when it changes. */
class SessionKeeper {
  onSession: (session: SignedIn | undefined, why?: Error) => void = () => {};
  private current: SignedIn | undefined;
  private refreshing: Promise<void> | undefined;
  private isClockAhead = false;

  constructor(session: SignedIn | undefined) {
    this.current = session ?? undefined; // JSON.parse has `null` where a page has kept none
  }

  get session(): SignedIn | undefined {
    return this.current;
  }

  set session(session: SignedIn | undefined) {
    this.current = session;
    this.onSession(session);
  }

  private end(why: Error): void {
    this.current = undefined;
    this.onSession(undefined, why);
  }

  /** Whether the token ends soon. A clock that takes a new one for old is ahead, and is asked no more. */
  isOld(): boolean {
    return !this.isClockAhead && this.current !== undefined && endsSoon(this.current);
  }

  /** Several calls at once share one refresh. A session that the server does not know any more is over. */
  refresh(renew: () => Promise<SignedIn>): Promise<void> {
    const old = this.current;
    this.refreshing ??= renew()
      .then(
        (session) => {
          if (this.current !== old) return; // the player has signed in or out meanwhile
          this.isClockAhead = endsSoon(session);
          this.session = session;
        },
        (error) => {
          if (isUnauthorized(error) && this.current === old) this.end(error);
          throw error;
        },
      )
      .finally(() => {
        this.refreshing = undefined;
      });
    return this.refreshing;
  }
}

const endsSoon = ({ expiresAt }: SignedIn): boolean => expiresAt - REFRESH_BEFORE_MS <= Date.now();

// How a caller names a match: by its id, or by a summary or an entry of the lobby, which tell the game too.

/** A match whose game is known: a summary, or an entry of the lobby. */
export interface MatchOf<G extends string = GameName> {
  readonly match: string;
  readonly game: G;
}

/** `options` and `preset` follow the game. A game that this client does not know takes any. */
export interface NewMatch<G extends string = string> {
  /** `client.games()` lists the games of the server. */
  readonly game: G;
  /** The edition of the game; the first one if absent. */
  readonly preset?: PresetOf<G>;
  /** The rules that differ from the preset. */
  readonly options?: SomeOptionsOf<G>;
  /** How many seats the match has; `usualSeats` of the game if absent. The match starts when all of them are taken. */
  readonly seats?: number;
  /** What the host chooses beside the rules: who may watch, the clock, `fillSeconds` after which bots take free seats. */
  readonly table?: Partial<TableSettings>;
  /** The bots that sit down at once, on the last seats or on those that are named. */
  readonly bots?: readonly { readonly bot: BotOf<G>; readonly seat?: number }[];
}

/** The game of a match that is named so. An id alone does not tell it. */
export type GameOf<Match, Otherwise extends string = AnyGame> =
  Match extends MatchOf<infer G extends string> ? G : Otherwise;

export const idOf = (match: string | MatchOf): string => (typeof match === 'string' ? match : match?.match);

/** The text in bytes. It throws at damaged bytes: a damaged record must not silently become another text. */
export function utf8(bytes: ArrayBuffer): string {
  if (typeof TextDecoder === 'undefined') return byEscapes(new Uint8Array(bytes)); // some versions of React Native
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** `decodeURIComponent` is as strict, and every engine has it. */
export function byEscapes(bytes: Uint8Array): string {
  return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
}

interface HttpAnswer {
  readonly status?: number;
  readonly retryAfter?: number;
}

interface NoAnswer {
  readonly status?: number;
  readonly mayHaveCounted?: boolean;
  readonly cause?: unknown;
}

/** The server said no; `code` is stable, `message` is for people. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: Code;
  /** What exactly is wrong, for some codes. */
  readonly reason: string | undefined;
  /** The status of the answer over HTTP. */
  readonly status: number | undefined;
  /** After how many seconds the server may say yes, if it says so. */
  readonly retryAfter: number | undefined;
  /** The penalty that stands in the way: `account.penalties()` tells more. */
  readonly penalty: string | undefined;
  /** When that ends by itself, in milliseconds since 1970. */
  readonly until: number | undefined;

  constructor({ code, reason, message, penalty, until }: Refusal, { status, retryAfter }: HttpAnswer = {}) {
    super(reason === undefined ? message : `${message} (${reason})`);
    this.code = code;
    this.reason = reason;
    this.status = status;
    this.retryAfter = retryAfter;
    this.penalty = penalty;
    this.until = until;
  }
}

/** The server did not answer, or its answer is not of the protocol. Trying again may help. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** The status of the answer over HTTP, if there was one. */
  readonly status: number | undefined;
  /** Whether the call may have counted nevertheless: look before you make it again, or it may count twice. */
  readonly mayHaveCounted: boolean;

  constructor(message: string, { status, mayHaveCounted = false, cause }: NoAnswer = {}) {
    super(message, { cause });
    this.status = status;
    this.mayHaveCounted = mayHaveCounted;
  }
}
