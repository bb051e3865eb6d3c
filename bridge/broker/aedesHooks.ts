/** The hooks that aedes calls before it lets a client or a message through. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { accountPassword, type BrokerAccount, devicePassword } from '@flower-war/protocol/credentials';
import { Buckets, type Rate } from '@flower-war/protocol/hosting';
import type { Aedes, AedesOptions, Client } from 'aedes';
import type { Logger } from 'pino';
import { type Counted, type Counts, flawOf, may, mayListen, UNKNOWN_ACCOUNT, type Who, whoIs } from './access.ts';
import type { Door } from './mqtt5Door.ts';
import { DROPPED, REASON } from './mqtt5Properties.ts';

interface AedesHookSettings {
  readonly key: string;
  /** How many messages one device may publish. */
  readonly publishing: Rate;
  /** How many packets of any kind one device may send. */
  readonly packets: Rate;
  readonly counts: Counts;
  readonly log: Logger;
  /** Called when a client has logged in. */
  readonly onKnown: (client: Client, who: Who) => void;
}

type AedesHooks = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'>
>;

type Packet = Parameters<Aedes['authorizePublish']>[1];
type Forwarded = Pick<Parameters<Aedes['authorizeForward']>[1], 'topic'> & { readonly brokerId: string | null };

/** The codes of CONNACK. A client that connects too often hears that the server is not available now. */
const REFUSED = { 'bad-password': 4, 'bad-client-id': 2, flood: 3 } as const;

/** The price, in packets, of what costs the broker and its log more than a packet. */
const PRICE = { connect: 20, subscription: 1 } as const;

/** The different filters of one connection of a device, which needs five. */
const MOST_FILTERS = 32;

/** The packets of a client that the broker has not let in. Behind a CONNECT only half as many may wait. */
const MOST_EARLY = 100;

/** More than an honest device sends when it connects: subscriptions, three states, acknowledgements. */
const FIRST_WORDS = { packets: 50, published: 5 } as const;

export function aedesHooksOf({ key, publishing, packets, counts, log, onKnown }: AedesHookSettings) {
  const known = new WeakMap<Client, Who>();
  const granted = new WeakMap<Client, Set<string>>();
  const early = new WeakMap<Client, number>();
  const [published, sent] = [new Buckets(publishing), new Buckets(packets)];

  const isFlood = ({ party, account }: Who): boolean => party === 'device' && !published.take(account);
  const isDeluge = ({ party, account }: Who, many: number): boolean => party === 'device' && !sent.take(account, many);

  function flawIn(client: Client | null, packet: Packet): Counted | undefined {
    const who = client === null ? undefined : known.get(client);
    if (who === undefined) return 'foreign-topic';
    // A closed connection only publishes its last will, which needs no limit.
    if (client?.closed === false && isFlood(who)) return 'flood';
    const bytes = Buffer.byteLength(packet.payload);
    return flawOf(who, { topic: packet.topic, bytes, isRetained: packet.retain });
  }

  /** Whether a device has enough left for its first messages. Cut off at those, it would connect again and again. */
  function mayEnter(who: Who): boolean {
    const { party, account } = who;
    if (party !== 'device') return true;
    const canSpeak = published.has(account, FIRST_WORDS.published);
    return canSpeak && sent.has(account, PRICE.connect + FIRST_WORDS.packets) && sent.take(account, PRICE.connect);
  }

  /** Checks a filter. It costs more than it seems, because the broker compares it with all retained messages. */
  function flawOfFilter(client: Client, filter: string): Counted | undefined {
    const who = known.get(client);
    if (who === undefined || !mayListen(who, filter)) return 'foreign-topic';
    return isDeluge(who, PRICE.subscription) || isHoard(client, who, filter) ? 'flood' : undefined;
  }

  function isHoard(client: Client, { party }: Who, filter: string): boolean {
    const filters = granted.get(client) ?? new Set();
    granted.set(client, filters.add(filter));
    return party === 'device' && filters.size > MOST_FILTERS;
  }

  /** Whether a stranger sends so much that only parsing it would cost too much. */
  function isRush(client: Client, many: number): boolean {
    const all = (early.get(client) ?? 0) + many;
    early.set(client, all);
    return all > MOST_EARLY;
  }

  function admitted(caller: Caller): Admission | { readonly refused: 'flood' } {
    const admission = admit(caller, key);
    return 'who' in admission && !mayEnter(admission.who) ? { refused: 'flood' } : admission;
  }

  const door: AedesHooks = {
    preConnect(_client, packet, done) {
      // The broker keeps no sessions: clients publish their states again, and queues for absent ones would only grow.
      packet.clean = true;
      done(null, true);
    },
    authenticate(client, user = '', password = Buffer.alloc(0), done) {
      const admission = admitted({ user, password, clientId: client.id });
      if ('who' in admission) {
        known.set(client, admission.who);
        onKnown(client, admission.who);
        log.info({ account: user, client: client.id }, 'connected');
        return done(null, true);
      }
      counts.count(whoIs(user)?.account ?? UNKNOWN_ACCOUNT, admission.refused);
      done(Object.assign(new Error(admission.refused), { returnCode: REFUSED[admission.refused] }), false);
    },
    // Last wills come through this hook as well.
    authorizePublish(client, packet, done) {
      const who = client === null ? undefined : known.get(client);
      const flaw = flawIn(client, packet);
      if (flaw !== undefined) {
        counts.count(who?.account ?? UNKNOWN_ACCOUNT, flaw);
        if (client !== null) tellDropped(client, packet, flaw);
        divert(packet, flaw);
      }
      done(null);
    },
    authorizeSubscribe(client, subscription, done) {
      const flaw = flawOfFilter(client, subscription.topic);
      if (flaw !== undefined) counts.count(known.get(client)?.account ?? UNKNOWN_ACCOUNT, flaw);
      // Without its subscription an honest device would stay and hear nothing. Cut off, it connects again later.
      if (flaw === 'flood') cutOff(client);
      done(null, flaw === undefined ? subscription : null);
    },
    authorizeForward(client, packet) {
      const who = known.get(client);
      return who !== undefined && may(who, 'read', packet.topic) && isWanted(client, packet) ? packet : null;
    },
  };
  return {
    ...door,
    isKnown: (client: Client): boolean => known.has(client),
    /** Takes note of packets. Says whether they are too many; if so, it counts a flood. */
    isTooMuch(client: Client, many: number): boolean {
      const who = known.get(client);
      if (who === undefined ? !isRush(client, many) : !isDeluge(who, many)) return false;
      if (who !== undefined) sent.empty(who.account);
      counts.count(who?.account ?? UNKNOWN_ACCOUNT, 'flood');
      return true;
    },
  };
}

function cutOff(client: Client): void {
  (client.conn as Door).cut(REASON.tooFast);
  client.close();
}

/** In MQTT 5 the acknowledgement of a message tells that the broker dropped it. */
function tellDropped({ conn }: Client, { qos, messageId }: Packet, flaw: Counted): void {
  const reason = DROPPED[flaw];
  if (qos === 1 && messageId !== undefined && reason !== undefined) (conn as Door).session?.dropped(messageId, reason);
}

/** In MQTT 5 a subscription may do without the messages that are already retained. These alone have no broker. */
function isWanted({ conn }: Client, { brokerId, topic }: Forwarded): boolean {
  const { session } = conn as Door;
  return brokerId !== null || session === undefined || session.subscriptions.wantsRetained(topic);
}

/**
 * Sends a refused message to `$denied`, which no client reads. After an error aedes would close the connection, and an
 * honest client would send the same message again for ever.
 */
function divert(packet: Packet, flaw: Counted): void {
  packet.topic = `$denied/${flaw}`;
  packet.payload = Buffer.alloc(0);
  packet.retain = false;
}

// Checks the password and the client id of a client that connects.

interface Caller {
  readonly user: string;
  readonly password: Uint8Array;
  readonly clientId: string;
}

type Admission = { readonly who: Who } | { readonly refused: 'bad-password' | 'bad-client-id' };

function admit({ user, password, clientId }: Caller, key: string): Admission {
  const who = whoIs(user);
  if (who === undefined || !isSame(password, passwordOf(who, key))) return { refused: 'bad-password' };
  return isOwnClientId(who, clientId) ? { who } : { refused: 'bad-client-id' };
}

/** The password of a device or an account. */
export function passwordOf({ party, account }: Who, key: string): string {
  return party === 'device' ? devicePassword(key, account) : accountPassword(key, account as BrokerAccount);
}

/** A second connection with the same client id ends the first, so that only the account itself may use its name. */
function isOwnClientId({ party, account }: Who, clientId: string): boolean {
  if (party === 'device') return clientId === account;
  const named = /^(templo|bridge|operator|home)(?=-|$)/.exec(clientId)?.[1];
  return named === undefined || named === account;
}

/** Compares in constant time. */
function isSame(given: Uint8Array, expected: string): boolean {
  const [one, other] = [given, expected].map((value) => createHash('sha256').update(value).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
