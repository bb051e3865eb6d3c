/** The subscriptions of one client with MQTT 5: what aedes does not know of them. */
import type { ISubscribePacket, IUnsubscribePacket } from 'mqtt-packet';
import { overlap } from '../accounts/access.ts';
import { REASON } from './reasons.ts';

const SHARED = '$share/';
const REFUSED = 0x80;

interface Subscription {
  readonly identifier: number | undefined;
  /** Whether the retained messages are sent for it. */
  readonly isFilled: boolean;
}

export interface Subscriptions {
  /** False if another packet with this number waits for its answer. So does `remove`. */
  add(packet: ISubscribePacket): boolean;
  /** The reason codes for what aedes granted. */
  added(messageId: number, granted: readonly number[]): number[];
  remove(packet: IUnsubscribePacket): boolean;
  removed(messageId: number): number[];
  /** The identifiers of all subscriptions that match a topic. The broker sends one copy of a message for all of them. */
  identifiersOf(topic: string): number[];
  /** Whether any subscription wants the retained message of this topic. */
  wantsRetained(topic: string): boolean;
}

export function createSubscriptions(): Subscriptions {
  const subscriptions = new Map<string, Subscription>();
  const asked = new Map<number, readonly string[]>();
  const left = new Map<number, number[]>();
  const matching = (topic: string) =>
    [...subscriptions].filter(([filter]) => overlap(filter, topic)).map(([, subscription]) => subscription);

  return {
    add({ messageId = 0, subscriptions: wanted, properties }) {
      if (asked.has(messageId)) return false;
      const identifier = properties?.subscriptionIdentifier;
      asked.set(
        messageId,
        wanted.map(({ topic }) => topic),
      );
      for (const { topic, rh = 0 } of wanted) {
        const isFilled = rh === 0 || (rh === 1 && !subscriptions.has(topic));
        subscriptions.set(topic, { identifier, isFilled });
      }
      return true;
    },
    added(messageId, granted) {
      const filters = asked.get(messageId) ?? [];
      asked.delete(messageId);
      // aedes answers once for a filter that comes twice.
      const codes = new Map([...new Set(filters)].map((filter, at) => [filter, codeOf(filter, granted[at])]));
      for (const [filter, code] of codes) if (code >= REFUSED) subscriptions.delete(filter);
      return filters.map((filter) => codes.get(filter) ?? REASON.unspecified);
    },
    remove({ messageId = 0, unsubscriptions }) {
      if (left.has(messageId)) return false;
      const was = unsubscriptions.map((filter) => subscriptions.delete(filter));
      left.set(
        messageId,
        was.map((isGone) => (isGone ? REASON.success : REASON.noSuchSubscription)),
      );
      return true;
    },
    removed(messageId) {
      const codes = left.get(messageId) ?? [];
      left.delete(messageId);
      return codes;
    },
    identifiersOf(topic) {
      const identifiers = matching(topic).map(({ identifier }) => identifier);
      return [...new Set(identifiers.filter((identifier) => identifier !== undefined))];
    },
    wantsRetained: (topic) => matching(topic).some(({ isFilled }) => isFilled),
  };
}

function codeOf(filter: string, granted = REFUSED): number {
  if (granted < REFUSED) return granted;
  return filter.startsWith(SHARED) ? REASON.noSharedSubscriptions : REASON.notAuthorized;
}
