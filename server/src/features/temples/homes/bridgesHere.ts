/** The bridges that are connected to this process. They hear of the temples of all processes. */
import type { ThisProcess } from '../../../base/ids.ts';
import type { Peer } from '../../../store/ownership/processes.ts';
import type { TempleListener, Temples } from '../temples.ts';
import type { CallPeer, News } from './bridgesElsewhere.ts';
import type { TempleHomes } from './templeHomes.ts';

export interface BridgesHereTools {
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
