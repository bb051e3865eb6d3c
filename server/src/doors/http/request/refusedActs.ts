/** What an operator asked for is in the audit, also if its body cannot be read or says nothing that can be done. */
import type { Route } from '@flower-war/protocol';
import type { ErrorRequestHandler } from 'express';
import { Refused } from '../../../base/refused.ts';
import type { Services } from '../../services.ts';
import { foundWay } from './findRoute.ts';
import type { Doors } from './hostTokens.ts';
import { unread } from './refusals.ts';

type Params = Readonly<Record<string, string>>;

/** Comes behind the reader of bodies. */
export function auditingUnread(services: Services, doors: Doors): ErrorRequestHandler {
  return async (error: unknown, request, response, _next) => {
    const { route, params } = foundWay(response);
    const refused = unread(error) ?? error;
    if (params === undefined || route?.token !== 'operator' || request.method === 'GET') throw refused;
    doors.operator(request, response);
    await auditRefused(services, { route, params }, refused);
  };
}

interface Meaning {
  readonly route: Route;
  readonly asked: { readonly params: Params; readonly body: unknown };
}

export async function auditMeaningless(services: Services, { route, asked }: Meaning): Promise<void> {
  try {
    void asked.body;
  } catch (error) {
    await auditRefused(services, { route, params: asked.params }, error);
  }
}

interface Asked {
  readonly route: Route;
  readonly params: Params;
}

/** Throws the error when the line is written. */
async function auditRefused({ audit }: Services, { route, params }: Asked, error: unknown): Promise<void> {
  const [about = ''] = Object.values(params);
  const detail = error instanceof Refused ? { refused: error.reason ?? error.code } : {};
  await audit.record({ action: route.id, about, detail }, () => Promise.reject(error));
}
