/** Decides who may open a socket at all, while an HTTP answer is still possible. */
import { matchMaker } from '@colyseus/core';
import { type Code, refusal } from '@flower-war/protocol';
import type { Config } from '../config.ts';
import { allowedOrigin } from '../http/origins.ts';
import { GuardedRoom } from './guardedRoom.ts';

const PATH = /^\/[\w-]{1,64}\/([\w-]{1,64})$/;

/** Nothing: come in. A response: this is why not. */
export function atTheDoor({ ORIGINS }: Pick<Config, 'ORIGINS'>, request: Request): Response | undefined {
  const url = new URL(request.url);
  const origin = request.headers.get('origin') ?? undefined;
  if (origin !== undefined && allowedOrigin(ORIGINS, origin) === undefined) return refuse(403, 'forbidden');
  const room: unknown = matchMaker.getLocalRoomById(PATH.exec(url.pathname)?.[1] ?? '');
  const session = url.searchParams.get('sessionId') ?? '';
  if (!(room instanceof GuardedRoom) || !room.hasReservedSeat(session)) return refuse(404, 'no-such-match');
  return undefined;
}

function refuse(status: number, code: Code): Response {
  return Response.json(refusal(code), { status });
}
