/** Lets in whoever knows the operator's token; and bridges, which have one of their own. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { addressKey } from '@flower-war/protocol/sharing';
import { Meter } from '../limits/meter.ts';
import type { House } from '../rooms/house.ts';
import { addressOf, bearerOf, passwordOf } from './callers.ts';
import { refuseFor } from './gates.ts';
import { Refused } from './route.ts';

export interface OperatorDoor {
  /** The token stands in `Authorization: Bearer …`, which no web page of others can send. */
  readonly forPrograms: RequestHandler;
  /** The browser asks for a password. What it opens changes nothing, so no other page can misuse it. */
  readonly forBrowsers: RequestHandler;
}

/** Wrong tokens of one address; right ones cost nothing. Not to be switched off by a host. */
const WRONG_TOKENS = { most: 20, milliseconds: 10 * 60 * 1000 };

interface Knock {
  readonly request: Request;
  readonly response: Response;
  readonly given: string | undefined;
}

export function operatorDoor({ config, now }: House): OperatorDoor {
  const letIn = keeper(config.OPERATOR_TOKEN, 'operator', now);
  return {
    forPrograms: (request, response, next) => {
      letIn({ request, response, given: bearerOf(request) });
      next();
    },
    forBrowsers: (request, response, next) => {
      if (config.OPERATOR_TOKEN !== '') response.setHeader('WWW-Authenticate', 'Basic realm="operator"');
      letIn({ request, response, given: passwordOf(request) });
      response.removeHeader('WWW-Authenticate');
      next();
    },
  };
}

/** Refuses whoever does not know the token of the bridges. */
export function serviceDoor({ config, now }: House): (request: Request, response: Response) => void {
  const letIn = keeper(config.BRIDGE_TOKEN, 'bridge', now);
  return (request, response) => letIn({ request, response, given: bearerOf(request) });
}

/** Without a token there is no door. */
function keeper(token: string, door: string, now: () => number): (knock: Knock) => void {
  const wrong = new Meter(WRONG_TOKENS);
  return ({ request, response, given }) => {
    if (token === '') throw new Refused('not-found');
    response.setHeader('Cache-Control', 'no-store');
    const address = addressKey(addressOf(request));
    const wait = wrong.wait(address, now());
    if (wait > 0) refuseFor(response, Math.ceil(wait / 1000), door);
    if (given !== undefined && isSame(given, token)) return;
    if (given !== undefined) wrong.charge(address, now());
    throw new Refused('unauthorized');
  };
}

/** In a time that does not tell how much of it is right. */
function isSame(given: string, token: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(token));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
