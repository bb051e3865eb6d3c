/** Answers refusals, and everything else that a handler throws. */
import { refusal, statusOf } from '@flower-war/protocol';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { Refused, RefusedFor } from '../../../base/refused.ts';
import { DamagedRecord } from '../../../store/data-folder/recordChain.ts';
import { StoreError } from '../../../store/engine/engine.ts';
import { Elsewhere } from '../../../store/ownership/processes.ts';
import { forwardedIn, MISDIRECTED, PEER_HEADERS, unavailable } from '../../peers/forwarder.ts';
import type { Services } from '../../services.ts';
import { foundWay } from './findRoute.ts';

export function sendRefusal(response: Response, ...[code, reason, detail]: Parameters<typeof refusal>): void {
  response.locals.refusal = code; // the metrics count it
  if (forwardedIn(response.req) !== undefined) response.setHeader(PEER_HEADERS.refusal, code);
  const status = statusOf(code);
  if (status === 429 && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', '1');
  response.status(status).json(refusal(code, reason, detail));
}

/** Nothing is at this address, or not for this method. */
export const refusingAddress: RequestHandler = (_request, response) => {
  const { methods } = foundWay(response);
  if (methods.length === 0) throw new Refused('not-found');
  response.setHeader('Allow', methods.join(', '));
  sendRefusal(response, 'wrong-method');
};

/** Another process asks on only once: it looks for the owner again. To a caller, what moves is away for a moment. */
function sendElsewhere(response: Response): void {
  if (forwardedIn(response.req) !== undefined)
    return void response.status(MISDIRECTED).setHeader(PEER_HEADERS.notMine, '1').end();
  const { code, seconds } = unavailable();
  response.setHeader('Retry-After', String(seconds));
  sendRefusal(response, code);
}

/** The refusal of a body that could not be read: it is too large, or is not JSON. */
export function unread(error: unknown): Refused | undefined {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new Refused('too-large');
  return status !== undefined && status < 500 ? new Refused('bad-request', 'body') : undefined;
}

/** Answers everything that was thrown: known refusals as they are, and anything else as a mistake of the server. */
export function refusing({ log }: Services): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const about = { err: error, method: request.method, path: request.path };
    if (response.headersSent) {
      // That a match moves while its stream is read is not a mistake: the reader comes again.
      log[error instanceof Elsewhere || error instanceof RefusedFor ? 'debug' : 'error'](about, 'an answer broke off');
      return void response.destroy(); // so its reader sees that it has no end
    }
    if (error instanceof Elsewhere) return sendElsewhere(response);
    if (error instanceof RefusedFor) response.setHeader('Retry-After', String(error.seconds));
    const refused = error instanceof Refused ? error : unread(error);
    if (refused !== undefined) return sendRefusal(response, refused.code, refused.reason, refused.detail);
    if (error instanceof DamagedRecord) return sendRefusal(response, 'record-damaged', `line-${error.line}`);
    log.error(about, 'a request failed');
    sendRefusal(response, error instanceof StoreError ? 'unavailable' : 'internal');
  };
}
