/** The network of a temple in a browser: WebSockets to the server that served the page, with the faults of a radio. */
import { topicOf, TOPICS } from '@flower-war/protocol/temple';
import {
  type Account,
  type Connection,
  type ConnectionEvents,
  type Network,
  type NetworkFault,
  OFFLINE,
  type Outgoing,
  type Random,
  receivedTopics,
} from '@flower-war/temple/core';
import {
  connectPacket,
  type Heard,
  packetReader,
  PING,
  publishPacket,
  subscribePacket,
  takenPacket,
} from './packets.ts';

const STALLED: Quality = { delayMs: 200, loss: 0.3 };

export class Wifi implements Network {
  /** `closed`: the server has no broker for temples in browsers. */
  trouble: 'closed' | undefined;
  /** How good the network is while it has no other fault. */
  quality: Quality = { delayMs: 0, loss: 0 };
  private readonly url: string;
  private readonly random: Random;
  private readonly lines = new Set<Line>();
  private fault: NetworkFault | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOpen: boolean | undefined;

  constructor(url: string, random: Random) {
    this.url = url;
    this.random = random;
  }

  /** The fault that goes on now. */
  get suffers(): NetworkFault | undefined {
    return this.fault;
  }

  dial(account: Account, events: ConnectionEvents): Connection {
    if (this.fault === 'refused' || this.fault === 'away') return refusing(events);
    return dial((lineEvents) => this.open(lineEvents), account, events);
  }

  suffer(fault: NetworkFault, ms: number): void {
    this.heal();
    if (fault === 'rst' || fault === 'refused') this.reset();
    if (fault === 'away') this.vanish();
    if (fault === 'rst') return;
    this.fault = fault;
    if (fault === 'black-hole') for (const line of this.lines) line.swallow();
    this.timer = setTimeout(() => this.heal(), ms);
  }

  heal(): void {
    clearTimeout(this.timer);
    this.fault = undefined;
    for (const line of this.lines) line.release();
  }

  vanish(): void {
    for (const line of this.lines) line.vanish();
  }

  reset(): void {
    for (const line of this.lines) line.cut();
  }

  async close(): Promise<void> {
    this.heal();
    this.reset();
  }

  private open(events: LineEvents): Line {
    const line: Line = new Line({
      url: this.url,
      random: this.random,
      quality: () => (this.fault === 'stall' ? STALLED : this.quality),
      events: {
        ...events,
        opened: () => {
          this.isOpen = true;
          this.trouble = undefined;
          events.opened();
        },
        closed: () => {
          this.lines.delete(line);
          if (this.isOpen === undefined) void this.askWhy();
          events.closed();
        },
      },
    });
    this.lines.add(line);
    if (this.fault === 'black-hole') line.swallow();
    return line;
  }

  /** A browser does not tell why a socket was refused, but the server tells it to a plain request. */
  private async askWhy(): Promise<void> {
    const answer = await fetch(this.url.replace(/^ws/, 'http')).catch(() => undefined);
    if (answer === undefined || this.isOpen !== undefined) return;
    this.isOpen = answer.status !== NOT_FOUND;
    if (!this.isOpen) this.trouble = 'closed';
  }
}

const NOT_FOUND = 404;

/** The device learns it a moment later, as from a real network. */
function refusing(events: ConnectionEvents): Connection {
  const timer = setTimeout(() => events.closed(undefined), 10);
  return { publish: () => {}, end: () => clearTimeout(timer) };
}

// One connection of a temple to its broker: a clean session, a last will, an answer to each message.

/** What the broker says of a login that it refuses. */
type Refused = 'wrong-password' | 'too-often' | 'refused';

const WELCOME_WITHIN_MS = 5000;

const REFUSED: Readonly<Record<number, Refused>> = {
  2: 'wrong-password',
  3: 'too-often',
  4: 'wrong-password',
  5: 'wrong-password',
};

const MOST_ID = 65_535;

function dial(open: (events: LineEvents) => Line, account: Account, events: ConnectionEvents): Connection {
  const { id, password, keepaliveS } = account;
  const names = receivedTopics(id);
  const read = packetReader();
  const taken = new Map<number, () => void>();
  let last = 0;
  let heardAt = performance.now();
  let reason: string | undefined;
  const nextId = () => {
    last = (last % MOST_ID) + 1;
    return last;
  };

  const hear = (heard: Heard) => {
    switch (heard.kind) {
      case 'welcome':
        return welcome(heard.code);
      case 'taken':
        taken.get(heard.id)?.();
        taken.delete(heard.id);
        return;
      case 'published': {
        const name = names.get(heard.topic);
        if (heard.id !== undefined) line.send(takenPacket(heard.id));
        if (name !== undefined) events.heard({ name, text: heard.text, isRetained: heard.isRetained });
        return;
      }
      case 'other':
        return;
    }
  };
  const welcome = (code: number) => {
    clearTimeout(late);
    if (code !== 0) {
      reason = REFUSED[code] ?? 'refused';
      return line.cut();
    }
    line.send(subscribePacket(nextId(), [...names.keys()]));
    events.opened();
  };
  const will = { topic: topicOf(OFFLINE.name, id), text: OFFLINE.text };
  const line = open({
    opened: () => line.send(connectPacket({ id, password, keepaliveS, will })),
    heard: (bytes) => {
      heardAt = performance.now();
      try {
        for (const heard of read(bytes)) hear(heard);
      } catch {
        line.cut(); // no broker speaks so
      }
    },
    closed: () => {
      clearInterval(pinging);
      clearTimeout(late);
      events.closed(reason);
    },
  });
  const late = setTimeout(() => line.cut(), WELCOME_WITHIN_MS);
  const pinging = setInterval(() => {
    if (performance.now() - heardAt > keepaliveS * 1500) line.cut();
    else line.send(PING);
  }, keepaliveS * 500);
  return {
    publish: (say: Outgoing, then: () => void) => {
      const number = nextId();
      taken.set(number, then);
      const { isRetained } = TOPICS[say.name];
      line.send(publishPacket({ topic: topicOf(say.name, id), text: say.text, isRetained, id: number }));
    },
    end: () => line.cut(),
  };
}

// A WebSocket whose bytes pass through a network with faults, in order.

/** How good the network is while it has no other fault. */
interface Quality {
  /** How long every piece takes on its way. */
  readonly delayMs: number;
  /** The share of pieces that get lost; each comes again later, as TCP sends it again. */
  readonly loss: number;
}

/** Each end hears only what the network lets through. */
interface LineEvents {
  opened(): void;
  heard(bytes: Uint8Array): void;
  closed(): void;
}

interface LineTools {
  readonly url: string;
  readonly quality: () => Quality;
  readonly random: Random;
  readonly events: LineEvents;
}

/** The time until TCP sends a lost piece again. It doubles with each loss. */
const AGAIN_MS = 200;
const MOST_AGAIN_MS = 5000;
/** The broker notices that a silent temple has gone, and then this end closes too. */
const HALF_OPEN_MS = 60_000;

class Line {
  private readonly tools: LineTools;
  private readonly socket: WebSocket;
  /** What waits in a black hole; absent where there is none. */
  private held: (() => void)[] | undefined;
  private isGone = false;
  private last: Promise<void> = Promise.resolve();

  constructor(tools: LineTools) {
    this.tools = tools;
    this.socket = new WebSocket(tools.url, 'mqtt');
    this.socket.binaryType = 'arraybuffer';
    this.socket.onopen = () => this.carry(() => tools.events.opened());
    this.socket.onmessage = ({ data }) => this.carry(() => tools.events.heard(new Uint8Array(data as ArrayBuffer)));
    this.socket.onclose = () => this.carry(() => this.close());
  }

  send(bytes: Uint8Array<ArrayBuffer>): void {
    this.carry(() => this.socket.readyState === WebSocket.OPEN && this.socket.send(bytes));
  }

  /** Nothing passes any more, and neither end is told. */
  swallow(): void {
    this.held ??= [];
  }

  /** What was swallowed goes on. */
  release(): void {
    const { held = [] } = this;
    this.held = undefined;
    for (const pass of held) pass();
  }

  /** Ends the connection; both ends are told. What was swallowed is lost. */
  cut(): void {
    if (this.isGone) return;
    this.held = undefined;
    this.socket.close();
    this.close();
  }

  /** The temple is gone at once. The broker is not told, and waits. */
  vanish(): void {
    this.close();
    setTimeout(() => this.socket.close(), HALF_OPEN_MS);
  }

  private close(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.tools.events.closed();
  }

  /** Pieces keep their order, however late each is. */
  private carry(pass: () => void): void {
    const late = this.lateness();
    this.last = this.last.then(async () => {
      if (late > 0) await new Promise((resolve) => setTimeout(resolve, late));
      if (this.isGone) return;
      if (this.held === undefined) pass();
      else this.held.push(pass);
    });
  }

  private lateness(): number {
    const { quality, random } = this.tools;
    const { delayMs, loss } = quality();
    let late = delayMs;
    for (let again = AGAIN_MS; again < MOST_AGAIN_MS && random() < loss; again *= 2) late += again;
    return late;
  }
}
