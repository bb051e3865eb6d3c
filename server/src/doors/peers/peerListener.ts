/**
 * The address at which other processes pass requests on to this one. It answers with the same app as the public address,
 * but only requests with the token that the processes share.
 */
import { createServer, type Server as HttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BadConfig, LISTENING, oneByOne } from '@flower-war/protocol/hosting';
import type { Config } from '../../base/config.ts';
import { hashOf, isSameHash } from '../../features/people/recovery.ts';
import { noteForwarded } from './forwarder.ts';
import { PEER_HEADERS } from './exchange.ts';

/** Longer than a busy process is silent. The other end hears of it, and closes kept connections a little earlier. */
const KEPT = { keepAliveTimeout: 30_000, keepAliveTimeoutBuffer: LISTENING.keepAliveTimeoutBuffer };

const EVERYWHERE = ['0.0.0.0', '::'];

type Where = Pick<Config, 'INTERNAL_HOST' | 'INTERNAL_PORT' | 'INTERNAL_URL'>;

export interface PeerListener {
  /** Where other processes reach this one. */
  readonly address: string;
  readonly http: HttpServer;
}

export async function listenForPeers(where: Where, token: string, app: RequestListener): Promise<PeerListener> {
  const { INTERNAL_HOST: host, INTERNAL_PORT: port, INTERNAL_URL: url } = where;
  if (url === '' && EVERYWHERE.includes(host))
    throw new BadConfig(
      `INTERNAL_HOST is ${host}, which is no address to call: say in INTERNAL_URL how other processes reach this one, like http://10.0.0.5:2568`,
    );
  const http = createServer(KEPT, oneByOne(guarded(token, app)));
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, resolve);
  });
  const bound = http.address() as AddressInfo;
  return { http, address: url || `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}` };
}

/** Answers nothing else, and reads no body, so that a stranger learns only that a program listens here. */
function guarded(token: string, app: RequestListener): RequestListener {
  const expected = hashOf(token);
  return (request, response) => {
    if (!isSameHash(hashOf(headerOf(request, PEER_HEADERS.token)), expected)) {
      response.writeHead(403, { connection: 'close' }).end();
      return;
    }
    noteForwarded(request, { caller: headerOf(request, PEER_HEADERS.caller) });
    response.writeProcessing();
    app(request, response);
  };
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
