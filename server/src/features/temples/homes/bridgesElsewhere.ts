/**
 * The bridges that are connected to other processes. Their processes greet this one again and again, and get all that the
 * temples of this process tell. A process that could not be told is forgotten: at its next greeting it hears of all again.
 */
import {
  ack,
  command,
  type DeviceCommand,
  info,
  linkRequests,
  matchTold,
  type TempleTold,
  templeId,
  wanted,
} from '@flower-war/protocol';
import { z } from 'zod';
import type { Peer } from '../../../store/ownership/processes.ts';
import type { TempleListener, Temples } from '../temples.ts';

interface BridgesElsewhereTools {
  readonly temples: Temples;
  readonly call: CallPeer;
}

interface Telling {
  readonly peer: Peer;
  readonly waiting: News[];
  isSending: boolean;
  greetedAt: number;
}

/** Ten greetings did not come. */
const GONE_AFTER_MS = 10_000;

const MOST_AT_ONCE = 500;

/** All temples of a hall, twice. */
const MOST_WAITING = 40_000;

export class BridgesElsewhere implements TempleListener {
  private readonly tools: BridgesElsewhereTools;
  private readonly all = new Map<string, Telling>();

  constructor(tools: BridgesElsewhereTools) {
    this.tools = tools;
    tools.temples.listen(this);
  }

  readonly tell = (told: TempleTold): void => this.spread({ told });
  readonly command = (temple: string, command: DeviceCommand): void => this.spread({ command, temple });
  readonly forget = (temple: string): void => this.spread({ forgotten: temple });

  /** A process says that it has bridges. */
  greet(peer: Peer, isNew: boolean): void {
    const known = this.all.get(peer.process);
    if (known !== undefined) known.greetedAt = performance.now();
    if (known !== undefined && !isNew) return;
    const telling = known ?? { peer, waiting: [], isSending: false, greetedAt: performance.now() };
    this.all.set(peer.process, telling);
    void this.tellAll(telling);
  }

  private async tellAll(telling: Telling): Promise<void> {
    await this.tools.temples.tellAll((told) => this.put(telling, { told }));
  }

  private spread(news: News): void {
    for (const telling of this.all.values())
      if (performance.now() - telling.greetedAt > GONE_AFTER_MS) this.drop(telling);
      else this.put(telling, news);
  }

  private put(telling: Telling, news: News): void {
    if (telling.waiting.length >= MOST_WAITING) return this.drop(telling);
    telling.waiting.push(news);
    if (!telling.isSending) void this.send(telling);
  }

  /** In the order in which it was told, and never two calls to a process at once. */
  private async send(telling: Telling): Promise<void> {
    telling.isSending = true;
    try {
      await Promise.resolve(); // what is told in one go goes in one call
      while (telling.waiting.length > 0)
        await this.tools.call(telling.peer, { kind: 'news', news: telling.waiting.splice(0, MOST_AT_ONCE) });
    } catch {
      this.drop(telling);
    }
    telling.isSending = false;
  }

  private drop(telling: Telling): void {
    telling.waiting.length = 0;
    if (this.all.get(telling.peer.process) === telling) this.all.delete(telling.peer.process);
  }
}

// What processes ask each other about temples.

const peer = z.object({ process: z.string(), name: z.string(), address: z.string() });
const temple = templeId;
const player = z.string().max(200);
const count = z.int().min(0);

/** What the process of a bridge passes on. The names and the requests are those of the bridge. */
const asked = z.discriminatedUnion('name', [
  z.object({ name: z.literal('observe'), request: linkRequests.observe }),
  z.object({ name: z.literal('presence'), request: linkRequests.presence }),
  z.object({ name: z.literal('info'), request: linkRequests.info }),
  z.object({ name: z.literal('result'), request: linkRequests.result }),
  z.object({ name: z.literal('set'), request: linkRequests.set }),
  z.object({ name: z.literal('request'), request: linkRequests.request }),
]);

export type AskedByBridge = z.infer<typeof asked>;

const told = z
  .object({ temple, ack: ack.optional(), match: matchTold.optional(), config: wanted.optional() })
  .transform((one) => one as TempleTold);

/** What bridges are to hear. */
const news = z.union([z.object({ told }), z.object({ command, temple }), z.object({ forgotten: temple })]);

export type News = z.infer<typeof news>;

export const peerCall = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bridge'), asked, info: info.optional() }),
  /** Bridges are connected to the calling process. `isNew`: one of them has to hear of all temples. */
  z.object({ kind: z.literal('greet'), from: peer, isNew: z.boolean() }),
  z.object({ kind: z.literal('news'), news: z.array(news) }),
  /** The temple is to count for a match of the calling process. */
  z.object({ kind: z.literal('let-go'), temple }),
  /** The temple counts for a match of the called process. */
  z.object({ kind: z.literal('take'), temple }),
  z.object({ kind: z.literal('own'), temple, player }),
  z.object({ kind: z.literal('seen'), temple }),
  z.object({ kind: z.literal('release'), temple, player }),
  z.object({ kind: z.literal('forget'), temple, by: player }),
]);

export type PeerCall = z.infer<typeof peerCall>;
const totals = z.object({ epoch: count, war: count, rain: count });

/** What a process knows of a device, for the next process. */
export const heardDevice = z.object({
  is: z.enum(['online', 'offline']),
  totals: totals.optional(),
  info: info.optional(),
});

/** `moved`: the temple is not there, but perhaps with that process. */
export const peerAnswer = z.union([z.object({ moved: peer.nullable() }), z.object({ value: z.unknown() })]);

export type PeerAnswer = z.infer<typeof peerAnswer>;

/** Carries a call to another process. Rejects with `Unreached` if it brings no answer. */
export type CallPeer = (peer: Peer, call: PeerCall) => Promise<PeerAnswer>;

export class Unreached extends Error {}
