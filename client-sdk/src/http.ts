/** Calls the server's HTTP interface, with a token that is refreshed when it ends. */
import type { Code, Refusal, SignedIn } from '@flower-war/protocol';

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

/** The server could not be reached, or answered something that is not its protocol. Trying again may help. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

const REFRESH_BEFORE_MS = 60_000;
const TIMEOUT_MS = 10_000;

export class Http {
  readonly url: string;
  /** Keep it to be the same player next time. */
  session: SignedIn | undefined;
  private refreshing: Promise<void> | undefined;

  constructor(url: string, session?: SignedIn) {
    this.url = url.replace(/\/+$/, '');
    this.session = session;
  }

  async get<T>(path: string): Promise<T> {
    return (await this.call('GET', path)).json() as Promise<T>;
  }

  async text(path: string): Promise<string> {
    return (await this.call('GET', path)).text();
  }

  async post<T>(path: string, body: object = {}): Promise<T> {
    return (await this.call('POST', path, body)).json() as Promise<T>;
  }

  private async call(method: string, path: string, body?: object): Promise<Response> {
    await this.refresh();
    return this.fetch(method, path, body);
  }

  /** Several calls at once share one refresh. */
  private async refresh(): Promise<void> {
    if (this.session === undefined || this.session.expiresAt - REFRESH_BEFORE_MS > Date.now()) return;
    const { refresh } = this.session;
    this.refreshing ??= this.fetch('POST', '/api/tokens', { refresh })
      .then(async (response) => {
        this.session = (await response.json()) as SignedIn;
      })
      .finally(() => {
        this.refreshing = undefined;
      });
    await this.refreshing;
  }

  private async fetch(method: string, path: string, body?: object): Promise<Response> {
    const headers: Record<string, string> = {};
    if (this.session !== undefined) headers['authorization'] = `Bearer ${this.session.token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const request = {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    };
    const response = await fetch(this.url + path, request).catch((cause: unknown) => {
      throw new UnreachableError(`${this.url} does not answer: is the server running there?`, { cause });
    });
    if (response.ok) return response;
    throw await refusalIn(response);
  }
}

async function refusalIn(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => undefined)) as Partial<Refusal> | undefined;
  if (typeof body?.code === 'string') return new RefusedError(body as Refusal);
  return new UnreachableError(`${response.url} answered ${response.status} and is not a Flower War server`);
}
