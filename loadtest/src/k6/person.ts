/** One player: signs in, and calls routes. */
import type { MatchSummary, SeatedAnswer, SignedIn } from '@flower-war/protocol';
import http from 'k6/http';
import { PLAN } from './user.ts';

const WITHIN = '30s';

export class Person {
  private readonly token: string;

  private constructor(token: string) {
    this.token = token;
  }

  static async signUp(): Promise<Person> {
    const { token } = await call<SignedIn>('POST', '/api/guests', { body: {} });
    return new Person(token);
  }

  /** What the server tells all players. */
  static ask<T>(path: string): Promise<T> {
    return call('GET', path);
  }

  post<T>(path: string, body: unknown = {}): Promise<T> {
    return call('POST', path, { body, token: this.token });
  }

  sit({ match, commitment }: Pick<MatchSummary, 'match' | 'commitment'>): Promise<SeatedAnswer> {
    return this.post(`/api/matches/${match}/seat`, { commitment, contribution: contribution() });
  }

  comeBack(match: string): Promise<SeatedAnswer> {
    return this.post(`/api/matches/${match}/connect`);
  }
}

/** The server refused. */
export class Refusal extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

async function call<T>(
  method: 'GET' | 'POST',
  path: string,
  { body, token }: { readonly body?: unknown; readonly token?: string } = {},
): Promise<T> {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const sent = body === undefined ? null : JSON.stringify(body);
  const answer = await http.asyncRequest(method, PLAN.url + path, sent, { headers, timeout: WITHIN });
  const { status, body: text, error } = answer;
  if (status === 200) return JSON.parse(String(text)) as T;
  const form = path.replace(/[0-9A-Z]{8}/, '{match}');
  if (status === 0) throw new Error(`${method} ${form}: ${error}`);
  const { code = String(status) } = JSON.parse(String(text)) as { readonly code?: string };
  throw new Refusal(`${method} ${form} is refused: ${code}`, code);
}

/** 16 bytes, which need not be secret here. */
function contribution(): string {
  const four = () => Math.floor(Math.random() * 2 ** 32);
  return Array.from({ length: 4 }, () => four().toString(16).padStart(8, '0')).join('');
}
