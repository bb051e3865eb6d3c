/**
 * The bridges that are connected to other processes. Their processes greet this one again and again, and get all that the
 * temples of this process tell. A process that could not be told is forgotten: at its next greeting it hears of all again.
 */
import type { DeviceCommand, TempleTold } from '@flower-war/protocol';
import type { ThisProcess } from '../../base/ids.ts';
import type { Peer } from '../../store/ownership/processes.ts';
import type { TempleListener, Temples } from './temples.ts';
import type { CallPeer, News, TempleHomes } from './templeHomes.ts';

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

// The bridges that are connected to this process. They hear of the temples of all processes.

interface BridgesHereTools {
  readonly temples: Temples;
  readonly homes: TempleHomes;
  /** This process. */
  readonly self: ThisProcess;
  /** The living processes. */
  readonly processes: () => Promise<readonly Peer[]>;
  readonly call: CallPeer;
  /** No other process can be there. */
  readonly isAlone: boolean;
}

const GREET_EVERY_MS = 1000;

export class BridgesHere {
  private readonly tools: BridgesHereTools;
  private readonly listeners = new Set<TempleListener>();
  private peers: readonly Peer[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isGreeting = false;

  constructor(tools: BridgesHereTools) {
    this.tools = tools;
  }

  /** From now on the listener hears of the temples of this process and of all others. */
  listen(listener: TempleListener): () => void {
    this.listeners.add(listener);
    const unlisten = this.tools.temples.listen(listener);
    if (!this.tools.isAlone) this.timer ??= setInterval(() => void this.greetAll(), GREET_EVERY_MS).unref();
    return () => {
      unlisten();
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** A new bridge is to hear of all temples of other processes. */
  async welcome(): Promise<void> {
    if (!this.tools.isAlone) await this.greet(await this.others(), true);
  }

  /** Passes on what another process tells. */
  relay(news: readonly News[]): void {
    for (const one of news) for (const listener of this.listeners) pass(one, listener);
  }

  /** Never two rounds at once, however long one takes. */
  private async greetAll(): Promise<void> {
    if (this.isGreeting) return;
    this.isGreeting = true;
    try {
      const before = this.peers;
      this.peers = await this.others();
      const isThere = ({ process }: Peer) => this.peers.some((peer) => peer.process === process);
      await this.greet(this.peers, false);
      for (const peer of before) if (!isThere(peer)) await this.bringHome(peer);
    } catch {
      // The store is away. The next round makes up for this one.
    } finally {
      this.isGreeting = false;
    }
  }

  private async greet(peers: readonly Peer[], isNew: boolean): Promise<void> {
    const { id: process, name, address } = this.tools.self;
    const call = { kind: 'greet', from: { process, name, address }, isNew } as const;
    await Promise.allSettled(peers.map((peer) => this.tools.call(peer, call)));
  }

  /** The temples of a dead process go on elsewhere, and tell at once what they have to tell. */
  private async bringHome({ process }: Peer): Promise<void> {
    const { homes, temples } = this.tools;
    for (const temple of homes.foundAt(process)) {
      const here = async () => void (await temples.of(temple).messages());
      await homes.at(temple, here, { kind: 'take', temple }).catch(() => {}); // its next report does the same
    }
  }

  private async others(): Promise<readonly Peer[]> {
    return (await this.tools.processes()).filter(({ process }) => process !== this.tools.self.id);
  }
}

function pass(news: News, { tell, command, forget }: TempleListener): void {
  if ('told' in news) tell(news.told);
  else if ('command' in news) command(news.temple, news.command);
  else forget(news.forgotten);
}
