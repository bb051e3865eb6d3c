/** For tests: an outbox with webhooks, and a receiver on this machine. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NewWebhook } from '@flower-war/protocol';
import { Webhooks } from '../../features/notices/webhooks.ts';
import { newGuest } from '../../features/people/people.ts';
import type { Stores } from '../operations.ts';
import { memoryStore, type TestStore } from '../store.fixture.ts';
import type { OutboxRow } from './journal.ts';
import type { Choice, Due } from './noticeOutbox.ts';

export interface Box extends TestStore {
  readonly outbox: Stores['outbox'];
  readonly webhooks: Webhooks;
  /** A new player with one webhook. */
  add(wanted: NewWebhook): Promise<{ readonly player: string; readonly webhook: string; readonly secret: string }>;
}

export function newBox(store = memoryStore()): Box {
  const { outbox, people, webhooks: hooks } = store.stores;
  const webhooks = new Webhooks(hooks);
  const add = async (wanted: NewWebhook) => {
    const guest = newGuest(undefined, 0);
    await people.add(guest);
    const added = await webhooks.add(guest.player, wanted, 0);
    if (added === undefined) throw new Error('a new player has no webhook');
    return { player: guest.player, ...added };
  };
  return { ...store, outbox, webhooks, add };
}

let written = 0;

export function row(webhook: string, more: Partial<OutboxRow> = {}): OutboxRow {
  const notice = `notice ${written++}`;
  return { notice, webhook, match: 'A', kind: 'started', at: 1000, body: `{"id":"${notice}"}`, ...more };
}

/** A choice for which every waiting notice is due. */
export const DUE = {
  now: 9e9,
  limit: 1,
  limitUnproven: 99,
  notices: [],
  mostPerHost: 2,
  mostPerPlayer: 9,
  leaseMs: 1000,
};

/** What would be sent next. */
export async function nextIn(outbox: Box['outbox'], more: Partial<Choice> = {}): Promise<Due | undefined> {
  const chosen = await outbox.lease({ ...DUE, ...more });
  for (const due of chosen) await outbox.release(due);
  return chosen[0];
}

export interface Received {
  readonly id: string;
  readonly host: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** Answers with the next status of the list, and with 200 when it is empty. For 0 it never answers. */
export class Receiver {
  readonly got: Received[] = [];
  statuses: number[] = [];
  /** The headers and body of its answers. */
  headers: Record<string, string> = {};
  text = '';
  /** Whether a client left in the middle of an answer. */
  wasCutOff = false;
  /** The most requests that one host had at the same time. */
  mostAtOnce = 0;
  private readonly busy = new Map<string, number>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      this.count(request.headers.host ?? '', 1);
      response.once('close', () => this.count(request.headers.host ?? '', -1));
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const { headers } = request;
        this.got.push({ id: String(headers['flower-war-notice']), host: headers.host ?? '', body, headers });
        const status = this.statuses.shift() ?? 200;
        response.once('close', () => (this.wasCutOff ||= !response.writableFinished));
        if (status > 0) response.writeHead(status, this.headers).end(this.text);
      });
    });
  }

  private count(host: string, more: 1 | -1): void {
    const busy = (this.busy.get(host) ?? 0) + more;
    this.busy.set(host, busy);
    this.mostAtOnce = Math.max(this.mostAtOnce, busy);
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  urlFor(host = '127.0.0.1'): string {
    return `http://${host}:${(this.server.address() as AddressInfo).port}/notices?from=test`;
  }

  get ids(): readonly string[] {
    return this.got.map(({ id }) => id);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
