/** What every route goes through: who calls, a body that is parsed, one answer or one typed refusal. */
import { type Code, refusal, statusOf } from '@flower-war/protocol';
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import type { z } from 'zod';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { DamagedRecord } from '../../../matches/openMatch.ts';
import { JournalError } from '../../../store/journal/journal.ts';
import type { House } from '../../services.ts';
import { bearerOf } from './callers.ts';

export const MOST_BODY = '8kb';

export type Handler = (request: Request) => Promise<unknown>;

/** Answers with the JSON that the handler returns. */
export function answering(handler: Handler) {
  return async (request: Request, response: Response): Promise<void> => {
    response.json(await handler(request));
  };
}

export function parsed<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value ?? {});
  if (!result.success) throw new Refused('bad-request', result.error.issues[0]?.path.join('.') || 'body');
  return result.data;
}

/** The player behind the token of a request. */
export async function callerOf(house: House, request: Request): Promise<string> {
  const player = await tokenOf(house, request);
  if (player === undefined) throw new Refused('unauthorized');
  return player;
}

/** For routes that know more for some callers, but need none. */
export async function tokenOf(house: House, request: Request): Promise<string | undefined> {
  return (await claimsOf(house, request))?.player;
}

/** Who calls, and on which device; nothing if the token is none, or if they have signed out there. */
export async function claimsOf(house: House, request: Request): Promise<Claims | undefined> {
  const token = bearerOf(request);
  const claims = token === undefined ? undefined : await house.tokens.read(token, 'access', house.now());
  if (claims === undefined || !house.identity.sessions.has(claims)) return undefined;
  refuseBanned(house, claims.player);
  return claims;
}

/** Whoever is banned is told so wherever they say who they are. */
export function refuseBanned({ bans, now }: House, player: string): void {
  if (bans.has(player, now())) throw new Refused('banned');
}

export function readBodies(router: Router): void {
  router.use(express.json({ limit: MOST_BODY, type: () => true }));
}

export function sendRefusal(response: Response, code: Code, reason?: string): void {
  response.locals.refusal = code; // to be counted
  response.status(statusOf(code)).json(refusal(code, reason));
}

/** The last stop of everything that was thrown: known refusals as they are, anything else as our mistake. */
export function refusing({ log }: House): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof Refused) return sendRefusal(response, error.code, error.reason);
    if (error instanceof DamagedRecord) return sendRefusal(response, 'record-damaged', `line-${error.line}`);
    const { type, status } = error as { type?: string; status?: number };
    if (type === 'entity.too.large') return sendRefusal(response, 'too-large');
    if (status !== undefined && status < 500) return sendRefusal(response, 'bad-request', 'body');
    log.error({ err: error, method: request.method, path: request.path }, 'a request failed');
    sendRefusal(response, isStorageFailure(error) ? 'unavailable' : 'internal');
  };
}

function isStorageFailure(error: unknown): boolean {
  return error instanceof JournalError || (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR';
}
