/** Lets in the programs and browsers that know the token of the operator, of the metrics, or of bridges. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Token } from '@flower-war/protocol';
import { addressKey } from '@flower-war/protocol/hosting';
import type { Request, Response } from 'express';
import { Meter } from '../../../base/limits/meter.ts';
import { Refused } from '../../../base/refused.ts';
import type { Services } from '../../services.ts';
import { addressOf, bearerOf, passwordOf } from './callers.ts';
import { isForeignPage } from './origins.ts';
import { refuseFor } from './refusals.ts';

type HostToken = Exclude<Token, 'may' | 'must'>;

/** Throws unless the request holds the right token. */
type Door = (request: Request, response: Response) => void;

/** For each token of the host, how a request shows it. */
export type Doors = Readonly<Record<HostToken, Door>>;

/** Wrong tokens of one address; right ones cost nothing. Not to be switched off by a host. */
const WRONG_TOKENS = { most: 20, milliseconds: 10 * 60 * 1000 };

type Needed = Pick<Services, 'config' | 'now'>;

export function doorsOf(services: Needed): Doors {
  const { OPERATOR_TOKEN, METRICS_TOKEN, BRIDGE_TOKEN } = services.config;
  const forOperators = keeper(services, [OPERATOR_TOKEN], 'operator');
  const forMetrics = keeper(services, [METRICS_TOKEN, OPERATOR_TOKEN], 'metrics');
  const forBridges = keeper(services, [BRIDGE_TOKEN], 'bridge');
  return {
    operator: bearing(forOperators),
    // What a browser opens changes nothing, so no other page can misuse it.
    page: askingBrowsers(forOperators, OPERATOR_TOKEN !== ''),
    // A program that watches the server needs no token that could end matches; the operator's is as good.
    metrics: bearing(forMetrics),
    bridge: bearing(forBridges),
  };
}

/** The token stands in `Authorization: Bearer …`. */
function bearing(letIn: Keeper): Door {
  return (request, response) => letIn({ request, response, given: bearerOf(request) });
}

/** The browser asks for a password. */
function askingBrowsers(letIn: Keeper, isOpen: boolean): Door {
  return (request, response) => {
    if (isOpen) response.setHeader('WWW-Authenticate', 'Basic realm="operator"');
    letIn({ request, response, given: passwordOf(request) });
    response.removeHeader('WWW-Authenticate');
  };
}

interface Knock {
  readonly request: Request;
  readonly response: Response;
  readonly given: string | undefined;
}

type Keeper = (knock: Knock) => void;

/**
 * Without a token there is no door. A right token opens it however many wrong ones came before, or wrong ones could keep the
 * operator out; a token is too long to be guessed. Wrong ones slow down nothing but wrong ones.
 */
function keeper({ config, now }: Needed, all: readonly string[], door: string): Keeper {
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
