/** A fake server for bridges, as protocol/src/wire/templeLink.ts describes it, with a small ledger of beads. */
import type { TempleLinkEvents } from '@flower-war/client';
import {
  type LinkAnswer,
  type LinkRequest,
  type LinkRequestName,
  linkRequests,
  type TempleTold,
} from '@flower-war/protocol';
import type { Ack, Odometer, Tally, TempleId } from '@flower-war/protocol/temple';
import type { ServerLink } from '../src/serverQueue.ts';

const NONE: Tally = { war: 0, rain: 0 };

interface Ledger {
  readonly cursors: Map<number, Tally>;
  ack: Ack;
}

export interface LinkCall {
  readonly name: LinkRequestName;
  readonly request: LinkRequest<LinkRequestName>;
}

export class FakeServer {
  readonly asked: LinkCall[] = [];
  readonly links = new Set<FakeLink>();
  /** Called before an answer is given. */
  hold: (name: LinkRequestName) => Promise<void> = async () => {};
  onRequest: (request: LinkRequest<'request'>) => LinkAnswer = () => ({ kind: 'noted' });
  private readonly ledgers = new Map<TempleId, Ledger>();

  link(): FakeLink {
    return new FakeLink(this);
  }

  of<N extends LinkRequestName>(name: N): LinkRequest<N>[] {
    return this.asked.filter((one) => one.name === name).map(({ request }) => request as LinkRequest<N>);
  }

  ackOf(temple: TempleId): Ack | undefined {
    return this.ledgers.get(temple)?.ack;
  }

  tell(told: TempleTold): void {
    for (const link of this.links) link.emit('temple', told);
  }

  /** Sends what a bridge gets when it connects. */
  tellAll(link: FakeLink): void {
    for (const [temple, { ack }] of this.ledgers) link.emit('temple', { temple, ack });
  }

  forget(temple: TempleId): void {
    this.ledgers.delete(temple);
    for (const link of this.links) link.emit('forgotten', { temple });
  }

  async answer<N extends LinkRequestName>(name: N, request: LinkRequest<N>): Promise<LinkAnswer> {
    this.asked.push({ name, request: linkRequests[name].parse(request) as LinkRequest<N> });
    await this.hold(name);
    if (name === 'request') return this.onRequest(request as LinkRequest<'request'>);
    if (name !== 'observe') return { kind: 'noted' };
    const { temple, odometer } = request as LinkRequest<'observe'>;
    return { kind: 'observed', ack: this.observe(temple, odometer) };
  }

  /** Counts beads. There is no match, so that every bead is held. */
  private observe(temple: TempleId, { epoch, war, rain }: Odometer): Ack {
    const ledger = this.ledgers.get(temple) ?? { cursors: new Map<number, Tally>(), ack: firstAck(epoch) };
    const before = ledger.cursors.get(epoch) ?? NONE;
    const through = { war: Math.max(before.war, war), rain: Math.max(before.rain, rain) };
    ledger.cursors.set(epoch, through);
    const [wars, rains] = [through.war - before.war, through.rain - before.rain];
    const isNews = wars + rains > 0 || !this.ledgers.has(temple);
    const sensed = { war: ledger.ack.sensed.war + wars, rain: ledger.ack.sensed.rain + rains };
    if (isNews) ledger.ack = { ...ledger.ack, rev: ledger.ack.rev + 1, epoch, through, sensed, held: sensed };
    this.ledgers.set(temple, ledger);
    if (isNews) this.tell({ temple, ack: ledger.ack });
    return ledger.ack;
  }
}

function firstAck(epoch: number): Ack {
  return { v: 1, rev: 0, epoch, through: NONE, sensed: NONE, applied: NONE, held: NONE, refused: NONE };
}

type Listeners = { [K in keyof TempleLinkEvents]: Set<(value: TempleLinkEvents[K]) => void> };

export class FakeLink implements ServerLink {
  isConnected = false;
  private readonly server: FakeServer;
  private readonly listeners: Listeners = {
    temple: new Set(),
    command: new Set(),
    forgotten: new Set(),
    connection: new Set(),
    connected: new Set(),
    closed: new Set(),
  };
  private readonly drops = new Set<() => void>();

  constructor(server: FakeServer) {
    this.server = server;
  }

  open(): void {
    queueMicrotask(() => this.connect());
  }

  connect(): void {
    this.isConnected = true;
    this.server.links.add(this);
    this.emit('connected', true);
    this.server.tellAll(this);
  }

  /** Cuts the link as if the server had died: open requests get no answer. */
  disconnect(): void {
    this.isConnected = false;
    this.server.links.delete(this);
    for (const drop of this.drops) drop();
    this.emit('connected', false);
  }

  close(): void {
    this.isConnected = false;
    this.server.links.delete(this);
    for (const drop of this.drops) drop();
    this.emit('closed', new Error('the link was closed here'));
  }

  on<K extends keyof TempleLinkEvents>(name: K, listener: (value: TempleLinkEvents[K]) => void): () => void {
    this.listeners[name].add(listener);
    return () => this.listeners[name].delete(listener);
  }

  emit<K extends keyof TempleLinkEvents>(name: K, value: TempleLinkEvents[K]): void {
    for (const listener of this.listeners[name]) listener(value);
  }

  async ask<N extends LinkRequestName>(name: N, request: LinkRequest<N>): Promise<LinkAnswer | undefined> {
    if (!this.isConnected) return undefined;
    let drop = () => {};
    const dropped = new Promise<undefined>((resolve) => {
      drop = () => resolve(undefined);
    });
    this.drops.add(drop);
    const answer = await Promise.race([this.server.answer(name, request), dropped]);
    this.drops.delete(drop);
    return answer;
  }
}
