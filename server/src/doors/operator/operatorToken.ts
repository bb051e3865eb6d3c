/** Lets in those who know the token of the operator, of the metrics, or of bridges. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { addressKey } from '@flower-war/protocol/hosting';
import type { Request, RequestHandler, Response } from 'express';
import { Meter } from '../../base/limits/meter.ts';
import { Refused } from '../../base/refused.ts';
import { addressOf, bearerOf, passwordOf } from '../http/request/callers.ts';
import { refuseFor } from '../http/request/gates.ts';
import { isForeignPage } from '../http/request/origins.ts';
import type { House } from '../services.ts';

export interface OperatorDoor {
  /** The token stands in `Authorization: Bearer …`. */
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

type Doors = Pick<House, 'config' | 'now'>;

export function operatorDoor(house: Doors): OperatorDoor {
  const token = house.config.OPERATOR_TOKEN;
  const letIn = keeper(house, [token], 'operator');
  return {
    forPrograms: (request, response, next) => {
      letIn({ request, response, given: bearerOf(request) });
      next();
    },
    forBrowsers: (request, response, next) => {
      if (token !== '') response.setHeader('WWW-Authenticate', 'Basic realm="operator"');
      letIn({ request, response, given: passwordOf(request) });
      response.removeHeader('WWW-Authenticate');
      next();
    },
  };
}

/** A program that watches the server needs no token that could end matches; the operator's is as good. */
export function metricsDoor(house: Doors): RequestHandler {
  const letIn = keeper(house, [house.config.METRICS_TOKEN, house.config.OPERATOR_TOKEN], 'metrics');
  return (request, response, next) => {
    letIn({ request, response, given: bearerOf(request) });
    next();
  };
}

export function serviceDoor(house: Doors): RequestHandler {
  const letIn = keeper(house, [house.config.BRIDGE_TOKEN], 'bridge');
  return (request, response, next) => {
    letIn({ request, response, given: bearerOf(request) });
    next();
  };
}

/**
 * Without a token there is no door. A right token opens it however many wrong ones came before, or wrong ones could keep the
 * operator out; a token is too long to be guessed. Wrong ones slow down nothing but wrong ones.
 */
function keeper({ config, now }: Doors, all: readonly string[], door: string): (knock: Knock) => void {
  const tokens = all.filter((token) => token !== '');
  const wrong = new Meter(WRONG_TOKENS);
  return ({ request, response, given }) => {
    if (tokens.length === 0) throw new Refused('not-found');
    if (isForeignPage(request, config)) throw new Refused('forbidden', 'origin');
    response.setHeader('Cache-Control', 'no-store');
    if (given === undefined) throw new Refused('unauthorized');
    if (isOneOf(given, tokens)) return;
    const address = addressKey(addressOf(request));
    const wait = wrong.wait(address, now());
    if (wait > 0) refuseFor(response, Math.ceil(wait / 1000), door);
    wrong.charge(address, now());
    throw new Refused('unauthorized');
  };
}

/** In a time that does not tell how much of it is right, nor which one it is. */
function isOneOf(given: string, tokens: readonly string[]): boolean {
  return tokens.map((token) => timingSafeEqual(digestOf(given), digestOf(token))).includes(true);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
