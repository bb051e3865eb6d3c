/** What only pages that most people never open ask of the server. */
import { type FlowerWarClient, RefusedError, UnreachableError } from '@flower-war/client';

interface OwnCall {
  /** What is sent, by POST. */
  readonly body?: object;
  /** Who calls. Absent where the server tells all callers the same. */
  readonly client?: FlowerWarClient;
}

/** A route that only this page calls, and so the SDK does without it, to be smaller. It fails as a call of the SDK does. */
export async function ownCall<T>(path: string, { body, client }: OwnCall = {}): Promise<T> {
  await client?.account.me(); // a session that is about to end is renewed first
  const headers = {
    ...(client && { authorization: `Bearer ${client.session?.token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const response = await fetch(path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }).catch(
    (cause: unknown) => {
      throw new UnreachableError(`${location.origin} does not answer`, { cause });
    },
  );
  const { ok, status } = response;
  const said = await response.json().catch(() => undefined);
  if (ok && said !== undefined) return said;
  if (typeof said?.code === 'string') throw new RefusedError(said, { status });
  throw new UnreachableError(`${location.origin} answered ${status} and is not a Flower War server`, { status });
}
