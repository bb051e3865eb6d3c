/** One connection of a temple to its broker: a clean session, a last will, an answer to each message. */

import { TOPICS, topicOf } from '@flower-war/protocol/temple';
import {
  type Account,
  type Connection,
  type ConnectionEvents,
  OFFLINE,
  type Outgoing,
  receivedTopics,
} from '@flower-war/temple/core';
import type { Line, LineEvents } from './line.ts';
import {
  connectPacket,
  type Heard,
  PING,
  packetReader,
  publishPacket,
  subscribePacket,
  takenPacket,
} from './packets.ts';

/** What the broker says of a login that it refuses. */
export type Refused = 'wrong-password' | 'too-often' | 'refused';

const WELCOME_WITHIN_MS = 5000;
const REFUSED: Readonly<Record<number, Refused>> = {
  2: 'wrong-password',
  3: 'too-often',
  4: 'wrong-password',
  5: 'wrong-password',
};
const MOST_ID = 65_535;

export function dial(open: (events: LineEvents) => Line, account: Account, events: ConnectionEvents): Connection {
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
