/** Tokens by which programs act for a player, as far as their scopes go; and how programs of others ask for one, by OAuth 2. */
import * as z from 'zod';
import type { Code, Refusal } from '../../wire/errors.ts';
import { printable } from '../../wire/printable.ts';
import { ASKED_SCOPES, MOST_DAYS, type Scope, SCOPES } from '../consent.ts';
import { playerId, type RoutesOf, time, tokenId } from './route.ts';

const scope = z.enum(Object.keys(SCOPES) as [Scope, ...Scope[]]).describe('What a token of a program may do.');
const scopes = z.array(scope);

export const programBodies = {
  newToken: z.strictObject({
    name: printable(40).describe("The player's own name for the program. No other player sees it."),
    scopes: scopes.min(1).max(scope.options.length),
    days: z.int().min(1).max(MOST_DAYS).describe('In how many days the token ends.'),
    bot: playerId.describe('A bot account of mine, for which the program acts. Absent: it acts for me.').optional(),
  }),
  consent: z.strictObject({
    query: z.string().max(4000).describe('What the program asks for: all that follows `?` at /oauth/authorize.'),
    allows: z.boolean().describe('Whether the player allows it.'),
  }),
  // Other fields are passed over, as RFC 6749 wants it. All but the first belong to that type alone.
  grant: z.object({
    grant_type: z.string().min(1).max(100).describe('`authorization_code`. There is no other one here.'),
    code: z.string().min(1).max(100).describe('The code that came back with the browser.').optional(),
    client_id: z.string().min(1).max(40).describe('As the player was asked with.').optional(),
    redirect_uri: z.string().min(1).max(1000).describe('As the player was asked with.').optional(),
    code_verifier: z
      .string()
      .regex(/^[\w.~-]{43,128}$/)
      .describe('The secret whose SHA-256 was the `code_challenge` (RFC 7636).')
      .optional(),
  }),
  grantedToken: z.object({ token: z.string().min(1).max(2048).describe('The `access_token`.') }),
} as const;
type NewData = z.infer<typeof programBodies.newToken>;
/** What a player wants of a token for a program. */
export interface NewToken extends NewData {}

export const programToken = z.object({
  token: tokenId,
  name: z.string(),
  scopes,
  createdAt: time,
  endsAt: time,
  bot: playerId.describe('The bot account for which the program acts. Absent: it acts for its player.').exactOptional(),
  lastUsedAt: time.describe('When a program last used the token, to a minute. Absent: none has.').exactOptional(),
});
type TokenData = z.infer<typeof programToken>;
/** A token of a program, without its secret. */
export interface ProgramToken extends TokenData {}

const madeToken = programToken.extend({
  secret: z.string().describe('The token itself, sent as `Authorization: Bearer …`. It is shown this once.'),
});
type MadeData = z.infer<typeof madeToken>;
/** A new token of a program, with its secret. */
export interface MadeToken extends MadeData {}

const oauthToken = z.object({
  access_token: z.string().describe('A token of a program, sent as `Authorization: Bearer …`.'),
  token_type: z.literal('Bearer'),
  expires_in: z.int().min(0).describe('In how many seconds it ends. It cannot be refreshed.'),
  scope: z.string().describe('Its scopes, with spaces between.'),
});

const oauthProblem = z.object({ error: z.string(), error_description: z.string() });

/** What this server knows of OAuth 2, by the names of RFC 8414. */
export const OAUTH = {
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  scopes_supported: ASKED_SCOPES,
} as const;

const oauthServer = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  ...(Object.fromEntries(Object.keys(OAUTH).map((name) => [name, z.array(z.string())])) as {
    readonly [Name in keyof typeof OAUTH]: z.ZodArray<z.ZodString>;
  }),
  authorization_response_iss_parameter_supported: z.literal(true),
});

export const programAnswers = {
  TokenList: z.object({ tokens: z.array(programToken) }),
  MadeToken: madeToken,
  RevokedToken: z.object({ revoked: z.literal(true) }),
  AnsweredConsent: z.object({ redirect: z.string().describe('Where the browser goes with the answer.') }),
  OAuthToken: oauthToken,
  OAuthServer: oauthServer,
  OAuthProblem: oauthProblem,
} as const;

const OAUTH_ERRORS: Partial<Record<Code, string>> = {
  'grant-refused': 'invalid_grant',
  'other-grant': 'unsupported_grant_type',
  'too-many': 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  internal: 'server_error',
};

/** A refusal as RFC 6749, 5.2, has it, which allows neither quotes nor letters beyond ASCII. */
export function oauthError({ code, reason, message }: Refusal): z.infer<typeof oauthProblem> {
  const told = (reason === undefined ? message : `${message} (${reason})`).replace(/[^ !#-[\]-~]/g, "'");
  return { error: OAUTH_ERRORS[code] ?? 'invalid_request', error_description: told };
}

export const programParts = { ProgramToken: programToken, TokenScope: scope } as const;

export const programRoutes = {
  listTokens: {
    about: 'the tokens that I have made for programs and for my bots, the newest first',
    token: 'must',
    scope: 'account',
    answer: 'TokenList',
  },
  createToken: {
    about: 'makes a token for a program, or for a bot of mine, which is shown once',
    token: 'must',
    scope: 'account',
    body: 'newToken',
    answer: 'MadeToken',
    limit: 'identity',
    codes: ['limit-reached', 'no-such-bot', 'bot-scopes'],
  },
  revokeToken: {
    about: 'ends a token of mine, or of my bots, at once, with its connections',
    token: 'must',
    scope: 'account',
    answer: 'RevokedToken',
    limit: 'identity',
    codes: ['no-such-token'],
  },
  grantProgram: {
    about: 'answers a program of others that asks for a token: the page at /oauth/authorize does it',
    token: 'must',
    scope: 'account',
    body: 'consent',
    answer: 'AnsweredConsent',
    limit: 'identity',
    codes: ['consent-refused', 'limit-reached', 'forbidden'],
  },
  exchangeGrant: {
    about: 'makes a token of the code that the player has given (RFC 6749, RFC 7636)',
    speaks: 'oauth',
    body: 'grant',
    answer: 'OAuthToken',
    limit: 'identity',
    codes: ['grant-refused', 'other-grant'],
  },
  endGranted: {
    about: 'ends a token of a program at once, with its connections; one that is none is not a mistake (RFC 7009)',
    speaks: 'oauth',
    body: 'grantedToken',
    answer: 'RevokedToken',
    limit: 'identity',
  },
  getOAuthServer: {
    about: 'what programs need to know to ask players by OAuth 2 (RFC 8414)',
    answer: 'OAuthServer',
  },
} as const satisfies RoutesOf;
