/** What every route goes through: who calls, a body that is parsed, one answer or one typed refusal. */
import { type Code, refusal } from '@flower-war/protocol';
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import type { z } from 'zod';
import { JournalError } from '../journal/journal.ts';
import type { House } from '../rooms/house.ts';

export const MOST_BODY = '8kb';

const STATUS: Partial<Record<Code, number>> = {
  'bad-request': 400,
  'bad-options': 400,
  'unknown-game': 404,
  'unknown-bot': 404,
  unauthorized: 401,
  forbidden: 403,
  'wrong-code': 403,
  'matchmaking-closed': 403,
  'watching-off': 403,
  'not-found': 404,
  'no-such-match': 404,
  'too-large': 413,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
};

/** A refusal on its way to the caller: the one thing that routes throw. */
export class Refused extends Error {
  readonly code: Code;
  readonly reason: string | undefined;

  constructor(code: Code, reason?: string) {
    super(code);
    this.code = code;
    this.reason = reason;
  }
}

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
  const [, token] = /^Bearer (\S{1,2048})$/.exec(request.headers.authorization ?? '') ?? [];
  return token === undefined ? undefined : house.tokens.read(token, 'access', house.now());
}

export function readBodies(router: Router): void {
  router.use(express.json({ limit: MOST_BODY, type: () => true }));
}

export function sendRefusal(response: Response, code: Code, reason?: string): void {
  response.status(STATUS[code] ?? 409).json(refusal(code, reason));
}

/** The last stop of everything that was thrown: known refusals as they are, anything else as our mistake. */
export function refusing({ log }: House): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof Refused) return sendRefusal(response, error.code, error.reason);
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
