/** For tests: the public address of one process, which passes requests on to the listener of another. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { RefusedFor } from '../../base/refused.ts';
import { Elsewhere, type Peer } from '../../store/ownership/processes.ts';
import { listenForPeers, type PeerListener } from './calls.ts';
import { atOwner, Forwarder, MISDIRECTED, type Need, type Owners, PEER_HEADERS } from './forwarder.ts';

export const TOKEN = 'a'.repeat(64);
export const WHERE = { INTERNAL_HOST: '127.0.0.1', INTERNAL_PORT: 0, INTERNAL_URL: '' };

export class TwoProcesses {
  readonly forwarder: Forwarder;
  /** The processes that the store calls alive. Undefined while it is away. */
  living: readonly { readonly process: string }[] | undefined = [{ process: 'second' }];
  /** How often the store was asked for them. */
  asked = 0;
  /** Where the first process finds what a request needs, look by look. After the last one it is here. */
  found: Peer[] = [];
  /** What became of the requests that were passed on. */
  readonly outcomes: string[] = [];
  /** What the first process answered by itself. */
  ranHere = 0;
  looks = 0;
  url = '';
  private readonly first: HttpServer;
  private readonly second: PeerListener;

  private constructor(second: PeerListener, need: Need) {
    this.second = second;
    this.forwarder = new Forwarder({
      token: TOKEN,
      living: async () => {
        this.asked++;
        if (this.living === undefined) throw new Error('the store is away');
        return this.living;
      },
      count: (outcome) => this.outcomes.push(outcome),
    });
    const app = express();
    app.set('trust proxy', 1);
    const bodies = new WeakMap<object, Buffer>();
    app.use(express.json({ type: () => true, verify: (request, _response, body) => void bodies.set(request, body) }));
    app.use(async (request, response) => {
      this.looks = 0;
      const run = async () => {
        this.ranHere++;
        response.json({ here: true });
      };
      const passing = { request, response, caller: request.ip ?? '', body: bodies.get(request) };
      await atOwner({ owners: this.owners, forwarder: this.forwarder }, need, { ...passing, run });
    });
    const refusing: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
      const isKnown = error instanceof RefusedFor;
      response
        .status(isKnown ? 503 : 500)
        .set('retry-after', String(isKnown ? error.seconds : 0))
        .end(String(error));
    };
    this.first = createServer(app.use(refusing));
  }

  /** `answer`: what the second process does with what it is passed. */
  static async start(answer: RequestHandler, need: Need = ANY_MATCH): Promise<TwoProcesses> {
    const app = express();
    app.use(answer);
    const second = await listenForPeers(WHERE, TOKEN, app);
    const both = new TwoProcesses(second, need);
    await new Promise<void>((resolve) => both.first.listen(0, '127.0.0.1', resolve));
    both.url = `http://127.0.0.1:${(both.first.address() as AddressInfo).port}`;
    both.found = [both.peer];
    return both;
  }

  get peer(): Peer {
    return { process: 'second', name: 'second', address: this.second.address };
  }

  /** Ends the connections of the second process, as when it is killed. */
  kill(): void {
    this.second.http.close();
    this.second.http.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.forwarder.stop();
    for (const http of [this.first, this.second.http]) {
      http.close();
      http.closeAllConnections();
    }
  }

  private get owners(): Owners {
    const peerOf = async () => this.found[Math.min(this.looks++, this.found.length)];
    return {
      peerOf,
      mustBeHere: async (_kind, id) => {
        const peer = await peerOf();
        if (peer !== undefined) throw new Elsewhere(id, peer);
      },
    };
  }
}

const ANY_MATCH: Need = { kind: 'match', id: 'm', mayClaim: true };

export const notMine: RequestHandler = (_request, response) => {
  response.status(MISDIRECTED).set(PEER_HEADERS.notMine, '1').end();
};
