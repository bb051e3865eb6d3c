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
import { Line, type LineEvents, type Quality } from './line.ts';
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
  readonly trouble = undefined;
  /** How good the network is while it has no other fault. */
  quality: Quality = { delayMs: 0, loss: 0 };
  private readonly url: string;
  private readonly random: Random;
  private readonly lines = new Set<Line>();
  private fault: NetworkFault | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

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
        closed: () => {
          this.lines.delete(line);
          events.closed();
        },
      },
    });
    this.lines.add(line);
    if (this.fault === 'black-hole') line.swallow();
    return line;
  }
}

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
