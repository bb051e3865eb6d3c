/** Programs of others that ask a player for a token, by OAuth 2. */
import { createHash, randomBytes } from 'node:crypto';

export const REDIRECT = 'https://stats.example/back';

export interface Asking {
  readonly verifier: string;
  readonly query: URLSearchParams;
}

/** What a program asks for, and the secret that it keeps. */
export function asks(changed: Readonly<Record<string, string>> = {}): Asking {
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const named = { response_type: 'code', client_id: 'Stats', redirect_uri: REDIRECT, scope: 'read play', state: 's t' };
  const query = new URLSearchParams({ ...named, code_challenge, code_challenge_method: 'S256', ...changed });
  return { verifier, query };
}

/** The form that a program sends. */
export const formOf = ({ verifier, query }: Asking, code: string) => ({
  grant_type: 'authorization_code',
  code,
  client_id: query.get('client_id') ?? '',
  redirect_uri: query.get('redirect_uri') ?? '',
  code_verifier: verifier,
});
