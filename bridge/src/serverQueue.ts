/** Sends the reports of temples to the server: one at a time for each temple, and of each kind the newest. */
import type { TempleLinkEvents } from '@flower-war/client';
import type { LinkAnswer, LinkRequest, LinkRequestName } from '@flower-war/protocol';
import { MOST_COUNT, type Odometer, type TempleId } from '@flower-war/protocol/temple';
import type { Clock } from './runtime.ts';

type ReportName = 'observe' | 'presence' | 'info' | 'result' | 'set';

type Report = {
  [N in ReportName]: { readonly name: N; readonly request: LinkRequest<N> };
}[ReportName];

interface ServerQueueOptions {
  readonly clock: Clock;
  readonly link: Pick<ServerLink, 'ask' | 'isConnected'>;
  readonly onAnswer: (temple: TempleId, answer: LinkAnswer) => void;
}

type QueuedReport = Report & { readonly at: number };

interface TempleQueue {
  readonly waiting: Map<string, QueuedReport>;
  /** The last report of each kind of state, by name, for a server that has forgotten them. */
  readonly states: Map<string, QueuedReport>;
  /** Totals with beads that the server knows and has not written yet. */
  readonly unwritten: Map<string, QueuedReport>;
  isSending: boolean;
  /** How often in a row the server answered `retry`. A server that is away does not count. */
  failures: number;
}

const STATES = ['info', 'observe', 'presence'];

/** The first pause after `retry`. The pauses grow, because the server logs each failure. */
const AGAIN_AFTER_MS = 500;

const LONGEST_MS = 10_000;

/** With this many reports of one temple waiting, no answers to commands are added. States are. */
const MOST_WAITING = 16;

/** The totals of a life say nothing of the lives before, so that the last totals of each wait. The server keeps as many. */
const MOST_LIVES = 8;

export class ServerQueue {
  private readonly options: ServerQueueOptions;
  private readonly queues = new Map<TempleId, TempleQueue>();

  constructor(options: ServerQueueOptions) {
    this.options = options;
  }

  send(report: Report): void {
    const { temple } = report.request;
    const queue = this.queues.get(temple) ?? newTempleQueue();
    this.queues.set(temple, queue);
    const key = keyOf(report);
    const isState = STATES.includes(report.name);
    if (queue.waiting.size >= MOST_WAITING && !isState && !queue.waiting.has(key)) return;
    const heard: QueuedReport = { ...report, at: this.options.clock.now() };
    queue.waiting.delete(key);
    queue.waiting.set(key, heard);
    if (isState) queue.states.set(report.name, heard);
    dropOldLives(queue.waiting);
    void this.sendNext(temple, queue);
  }

  /** The server is back, perhaps after a restart: sends the totals of earlier lives, then all states again, presence last. */
  resume(): void {
    for (const [temple, queue] of this.queues) {
      const lives = [...queue.unwritten.values(), ...queue.waiting.values()].filter(({ name }) => name === 'observe');
      const states = STATES.flatMap((name) => queue.states.get(name) ?? []);
      for (const report of [...lives, ...states]) {
        const key = keyOf(report);
        queue.waiting.delete(key);
        queue.waiting.set(key, repeated(report));
      }
      void this.sendNext(temple, queue);
    }
  }

  forget(temple: TempleId): void {
    this.queues.get(temple)?.waiting.clear();
    this.queues.delete(temple);
  }

  private async sendNext(temple: TempleId, queue: TempleQueue): Promise<void> {
    const next = queue.waiting.entries().next().value;
    if (queue.isSending || next === undefined || !this.options.link.isConnected) return;
    const [key, report] = next;
    queue.waiting.delete(key);
    queue.isSending = true;
    const answer = await this.options.link.ask<LinkRequestName>(report.name, this.requestWithAges(report));
    queue.isSending = false;
    if (this.queues.get(temple) !== queue) return;
    queue.failures = answer?.kind === 'retry' ? queue.failures + 1 : 0;
    if (answer === undefined || answer.kind === 'retry') return this.again(key, report, queue);
    if (answer.kind === 'observed') keepUnwritten(queue.unwritten, key, answer.isUnwritten && report);
    this.options.onAnswer(temple, answer);
    void this.sendNext(temple, queue);
  }

  private requestWithAges(report: QueuedReport): Report['request'] {
    if (report.name !== 'observe') return report.request;
    const { odometer, ...rest } = report.request;
    return { ...rest, odometer: heardAgo(odometer, this.options.clock.now() - report.at) };
  }

  /** Sends the report again later, unless a newer one of its kind has come. */
  private again(key: string, report: QueuedReport, queue: TempleQueue): void {
    if (!queue.waiting.has(key)) queue.waiting.set(key, report);
    const wait = Math.min(LONGEST_MS, AGAIN_AFTER_MS * 2 ** Math.max(0, queue.failures - 1));
    this.options.clock.after(wait, () => void this.sendNext(report.request.temple, queue));
  }
}

function newTempleQueue(): TempleQueue {
  return { waiting: new Map(), states: new Map(), unwritten: new Map(), isSending: false, failures: 0 };
}

/** The temple may have counted more since. */
function repeated(report: QueuedReport): QueuedReport {
  return report.name === 'observe' ? { ...report, request: { ...report.request, isOld: true } } : report;
}

function keyOf(report: Report): string {
  switch (report.name) {
    case 'observe':
      return `observe ${report.request.odometer.epoch}`;
    case 'result':
      return `result ${report.request.result.transaction}`;
    case 'info':
    case 'presence':
    case 'set':
      return report.name;
  }
}

function keepUnwritten(unwritten: TempleQueue['unwritten'], key: string, report: QueuedReport | undefined): void {
  unwritten.delete(key);
  if (report !== undefined) unwritten.set(key, report);
  dropOldLives(unwritten);
}

function dropOldLives(reports: Map<string, QueuedReport>): void {
  const lives = [...reports].filter(([, { name }]) => name === 'observe');
  for (const [oldest] of lives.slice(0, -MOST_LIVES)) reports.delete(oldest);
}

// Corrects the ages of beads when totals come late: the table's temple needs to know when a bead was dropped.

/** A report without ages that is older than this does not tell when its beads were dropped. */
const SOON_MS = 1000;

/** The totals as they are now, some time after the bridge received them. In a report without ages the beads are new. */
function heardAgo(odometer: Odometer, milliseconds: number): Odometer {
  const { recent } = odometer;
  if (recent === undefined) return milliseconds > SOON_MS ? ageless(odometer) : odometer;
  const older = (age: number) => Math.min(MOST_COUNT, age + Math.max(0, Math.round(milliseconds)));
  return { ...odometer, recent: recent.map(([slot, ordinal, age]) => [slot, ordinal, older(age)]) };
}

/** The totals with beads of unknown ages. */
export function ageless(odometer: Odometer): Odometer {
  return { ...odometer, recent: [] };
}

// What the bridge needs of the server: the public methods of the SDK's TempleLink.

export interface ServerLink {
  readonly isConnected: boolean;
  open(): void;
  close(): void;
  on<K extends keyof TempleLinkEvents>(name: K, listener: (value: TempleLinkEvents[K]) => void): () => void;
  /** Sends a request. Gives nothing if no answer came. */
  ask<N extends LinkRequestName>(name: N, request: LinkRequest<N>): Promise<LinkAnswer | undefined>;
}
