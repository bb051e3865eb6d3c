/** One exchange over HTTP. It needs nothing of `fetch` but what every implementation has. */

export interface Request {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface Response {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The `fetch` of browsers, Node, Deno, Bun, React Native and undici fits. */
export type Fetch = (url: string, request: Request) => Promise<Response>;

export interface Answered {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly bytes: ArrayBuffer;
}

/** It waits for the body too, because a server may stop in the middle of it. */
export async function exchange(fetch: Fetch, url: string, request: Request): Promise<Answered> {
  const response = await fetch(url, request);
  const after = response.headers.get('retry-after') ?? '';
  const retryAfter = /^\d+$/.test(after) ? Number(after) : undefined;
  return { status: response.status, retryAfter, bytes: await response.arrayBuffer() };
}
