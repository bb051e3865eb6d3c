/** Calls the HTTP interface as any caller, from any address that a trusted proxy may name. */
import type { SignedIn } from '@flower-war/protocol';

export interface Asking {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** The address that the caller seems to have. The server must trust one proxy. */
  readonly from?: string;
}

export interface ApiAnswer<T> {
  readonly status: number;
  readonly body: T;
  /** The header `Retry-After`, if there is one. */
  readonly retryAfter?: number;
}

export type Ask = <T = { code?: string; reason?: string }>(call: string, asking?: Asking) => Promise<ApiAnswer<T>>;

/** Usage: `ask('POST /api/me', { token, body })`. */
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
    return { status: response.status, body: (await response.json()) as T, ...wait };
  };
}

/** Leaves text as it is, so that a test can send invalid JSON. */
function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

export async function newGuest(ask: Ask, name?: string): Promise<SignedIn> {
  return (await ask<SignedIn>('POST /api/guests', { body: name === undefined ? {} : { name } })).body;
}
