/** How players come: callers of the HTTP interface, from any address that a trusted proxy may name, and clients of the SDK. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { methodOf, OPERATOR_ROUTES, pathOf, type Route, ROUTES, type SignedIn } from '@flower-war/protocol';
import { checkRefusal } from './sockets/rawClient.ts';

export interface Asking {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** The address that the caller seems to have. The server must trust one proxy. */
  readonly from?: string;
}

interface ApiAnswer<T> {
  readonly status: number;
  readonly body: T;
  /** The header `Retry-After`, if there is one. */
  readonly retryAfter?: number;
}

export type Ask = <T = { code?: string; reason?: string }>(call: string, asking?: Asking) => Promise<ApiAnswer<T>>;

/** Usage: `ask('POST /api/me', { token, body })`. Throws at a refusal that no document tells. */
export function asking(url: () => string): Ask {
  return async <T>(call: string, { token, body, from }: Asking = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
    };
    const response = await fetch(url() + path, { method, headers, ...(body !== undefined && { body: textOf(body) }) });
    const after = response.headers.get('retry-after');
    const wait = after === null ? {} : { retryAfter: Number(after) };
    const answer = (await response.json()) as T;
    if (method === 'POST') checkRefusal(path, response.status, answer);
    return { status: response.status, body: answer, ...wait };
  };
}

/** Leaves text as it is, so that a test can send invalid JSON. */
function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

export async function newGuest(ask: Ask, name?: string): Promise<SignedIn> {
  return (await ask<SignedIn>('POST /api/guests', { body: name === undefined ? {} : { name } })).body;
}

export const ALL_ROUTES: readonly Route[] = [...ROUTES, ...OPERATOR_ROUTES];

export interface RouteCall {
  readonly authorization?: string | undefined;
  /** Left out where the method takes none. */
  readonly body?: object | undefined;
  /** What the path names; all else is called `none`. */
  readonly named?: Readonly<Record<string, unknown>>;
  readonly query?: string;
}

export function callRoute(
  url: string,
  route: Pick<Route, 'call' | 'speaks'>,
  asked: RouteCall = {},
): Promise<Response> {
  const { authorization, body, named = {}, query = '' } = asked;
  const path = pathOf(route).replace(/\{(\w+)\}/g, (_, name: string) => String(named[name] ?? 'none'));
  const method = methodOf(route);
  const isForm = route.speaks === 'oauth';
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const sent = isForm ? new URLSearchParams({ ...body }).toString() : JSON.stringify(body);
  return fetch(`${url}${path}${query}`, {
    method,
    headers: { 'content-type': type, ...(authorization !== undefined && { authorization }) },
    ...(method === 'POST' && body !== undefined && { body: sent }),
  });
}

export const OPERATOR_TOKEN = 'Nahualpilli-0123456789';

/** Usage: `ask('POST /drain')`. */
export function operatorOf(url: () => string): Ask {
  const ask = asking(url);
  return async <T>(call: string, asked: Asking = {}) => {
    const [method, path = ''] = call.split(' ');
    const whole = `/api/operator${path}`;
    const body = method === 'POST' && { body: {} };
    return ask<T>(`${method} ${whole}`, { token: OPERATOR_TOKEN, ...body, ...asked });
  };
}

/** The client of a new player who has signed in. */
export async function person(url: string, name: string): Promise<FlowerWarClient> {
  const client = new FlowerWarClient({ url });
  await client.signIn(name);
  return client;
}

/** Ends the socket as a network failure does, without a farewell. */
export function dropSocket(live: LiveMatch): void {
  live['room']?.drop();
}
