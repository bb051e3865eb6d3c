/** What aedes asks before it lets anything through. */

import { Buckets, type Rate } from '@flower-war/protocol/hosting';
import type { Aedes, AedesOptions, Client } from 'aedes';
import type { Logger } from 'pino';
import { may, mayListen, type Who, whoIs } from './accounts/access.ts';
import { type Admission, admit, type Caller } from './accounts/admission.ts';
import { type Counted, type Counts, NOBODY } from './limits/counts.ts';
import { flawOf } from './limits/publishing.ts';

export interface AedesHookSettings {
  readonly key: string;
  /** How much one device may publish. */
  readonly publishing: Rate;
  /** How many packets of any kind one device may send. */
  readonly packets: Rate;
  readonly counts: Counts;
  readonly log: Logger;
  /** This connection has said who it is, and proved it. */
  readonly onKnown: (client: Client, who: Who) => void;
}

type AedesHooks = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'>
>;
type Packet = Parameters<Aedes['authorizePublish']>[1];

/** Of CONNACK; whoever comes too often hears that the server cannot take them now. */
const REFUSED = { 'bad-password': 4, 'bad-client-id': 2, flood: 3 } as const;
/** In packets, what costs the broker and its log more than other packets do. */
const PRICE = { connect: 20, subscription: 1 } as const;
/** What an honest device sends at once when it comes in, and room to spare: subscriptions, three states, acknowledgements. */
const FIRST_WORDS = { packets: 50, published: 5 } as const;

export function aedesHooksOf({ key, publishing, packets, counts, log, onKnown }: AedesHookSettings) {
  const known = new WeakMap<Client, Who>();
  const [published, sent] = [new Buckets(publishing), new Buckets(packets)];

  const isFlood = ({ party, account }: Who): boolean => party === 'device' && !published.take(account);
  const isDeluge = ({ party, account }: Who, many: number): boolean => party === 'device' && !sent.take(account, many);

  function flawIn(client: Client | null, packet: Packet): Counted | undefined {
    const who = client === null ? undefined : known.get(client);
    if (who === undefined) return 'foreign-topic';
    // A closed connection says its last will alone: whoever has said too much before is gone all the same.
    if (client?.closed === false && isFlood(who)) return 'flood';
    const bytes = Buffer.byteLength(packet.payload);
    return flawOf(who, { topic: packet.topic, bytes, isRetained: packet.retain });
  }

  /** A device that is let in and cut off at its first words would come again at once, and never be heard. */
  function mayEnter(who: Who): boolean {
    const { party, account } = who;
    if (party !== 'device') return true;
    const canSpeak = published.has(account, FIRST_WORDS.published);
    return canSpeak && sent.has(account, PRICE.connect + FIRST_WORDS.packets) && sent.take(account, PRICE.connect);
  }

  /** To each one all that is retained is held, so that it costs more than it looks. */
  function flawOfFilter(who: Who | undefined, filter: string): Counted | undefined {
    if (who === undefined || !mayListen(who, filter)) return 'foreign-topic';
    return isDeluge(who, PRICE.subscription) ? 'flood' : undefined;
  }

  function admitted(caller: Caller): Admission | { readonly refused: 'flood' } {
    const admission = admit(caller, key);
    return 'who' in admission && !mayEnter(admission.who) ? { refused: 'flood' } : admission;
  }

  const door: AedesHooks = {
    preConnect(_client, packet, done) {
      // Sessions are not kept: all is state and said again, and what waits for the absent would only grow.
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
      counts.count(whoIs(user)?.account ?? NOBODY, admission.refused);
      done(Object.assign(new Error(admission.refused), { returnCode: REFUSED[admission.refused] }), false);
    },
    // Last wills come through here as well.
    authorizePublish(client, packet, done) {
      const who = client === null ? undefined : known.get(client);
      const flaw = flawIn(client, packet);
      if (flaw !== undefined) {
        counts.count(who?.account ?? NOBODY, flaw);
        divert(packet, flaw);
      }
      done(null);
    },
    authorizeSubscribe(client, subscription, done) {
      const who = known.get(client);
      const flaw = flawOfFilter(who, subscription.topic);
      if (flaw !== undefined) counts.count(who?.account ?? NOBODY, flaw);
      // An honest device that came too often would stay, and hear nothing: cut off, it comes again later.
      if (flaw === 'flood') client?.close();
      done(null, flaw === undefined ? subscription : null);
    },
    authorizeForward(client, packet) {
      const who = known.get(client);
      return who !== undefined && may(who, 'read', packet.topic) ? packet : null;
    },
  };
  return {
    ...door,
    /** So many packets came: whether they are too many, and are counted as such. */
    isTooMuch(client: Client, many: number): boolean {
      const who = known.get(client);
      if (who === undefined || !isDeluge(who, many)) return false;
      sent.empty(who.account);
      counts.count(who.account, 'flood');
      return true;
    },
  };
}

/** To an error aedes closes the connection, and an honest client would send the same again for ever. Nobody reads $denied. */
function divert(packet: Packet, flaw: Counted): void {
  packet.topic = `$denied/${flaw}`;
  packet.payload = Buffer.alloc(0);
  packet.retain = false;
}
