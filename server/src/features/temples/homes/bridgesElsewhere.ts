/**
 * The bridges that are connected to other processes. Their processes greet this one again and again, and get all that the
 * temples of this process tell. A process that could not be told is forgotten: at its next greeting it hears of all again.
 */
import type { DeviceCommand, TempleTold } from '@flower-war/protocol';
import type { Peer } from '../../../store/ownership/elsewhere.ts';
import type { TempleListener, Temples } from '../temples.ts';
import type { CallPeer, News } from './peerCalls.ts';

export interface BridgesElsewhereTools {
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
