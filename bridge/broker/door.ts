/** What aedes asks before it lets anything through. */
import type { Aedes, AedesOptions, Client } from 'aedes';
import type { Logger } from 'pino';
import { may, mayListen, type Who, whoIs } from './access.ts';
import { admit } from './admission.ts';
import { type Bucket, type Rate, take } from './bucket.ts';
import { type Counted, type Counts, NOBODY } from './counts.ts';
import { flawOf } from './publishing.ts';

export interface DoorSettings {
  readonly key: string;
  /** How much one device may publish. */
  readonly publishing: Rate;
  readonly counts: Counts;
  readonly log: Logger;
}

type Door = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'>
>;
type Packet = Parameters<Aedes['authorizePublish']>[1];

/** Of CONNACK. */
const REFUSED = { 'bad-password': 4, 'bad-client-id': 2 } as const;

export function doorOf({ key, publishing, counts, log }: DoorSettings): Door {
  const known = new WeakMap<Client, Who>();
  // By account, not by connection: connecting again fills no bucket.
  const buckets = new Map<string, Bucket>();

  function isFlood({ party, account }: Who): boolean {
    if (party !== 'device') return false;
    const [bucket, isAllowed] = take(buckets.get(account), publishing, performance.now());
    buckets.set(account, bucket);
    return !isAllowed;
  }

  function flawIn(who: Who | undefined, packet: Packet): Counted | undefined {
    if (who === undefined) return 'foreign-topic';
    if (isFlood(who)) return 'flood';
    const bytes = Buffer.byteLength(packet.payload);
    return flawOf(who, { topic: packet.topic, bytes, isRetained: packet.retain });
  }

  return {
    preConnect(_client, packet, done) {
      // Sessions are not kept: all is state and said again, and what waits for the absent would only grow.
      packet.clean = true;
      done(null, true);
    },
    authenticate(client, user = '', password = Buffer.alloc(0), done) {
      const admission = admit({ user, password, clientId: client.id }, key);
      if ('who' in admission) {
        known.set(client, admission.who);
        log.info({ account: user, client: client.id }, 'connected');
        return done(null, true);
      }
      counts.count(whoIs(user)?.account ?? NOBODY, admission.refused);
      done(Object.assign(new Error(admission.refused), { returnCode: REFUSED[admission.refused] }), false);
    },
    // Last wills come through here as well.
    authorizePublish(client, packet, done) {
      const who = client === null ? undefined : known.get(client);
      const flaw = flawIn(who, packet);
      if (flaw !== undefined) {
        counts.count(who?.account ?? NOBODY, flaw);
        divert(packet, flaw);
      }
      done(null);
    },
    authorizeSubscribe(client, subscription, done) {
      const who = known.get(client);
      const isAllowed = who !== undefined && mayListen(who, subscription.topic);
      if (!isAllowed) counts.count(who?.account ?? NOBODY, 'foreign-topic');
      done(null, isAllowed ? subscription : null);
    },
    authorizeForward(client, packet) {
      const who = known.get(client);
      return who !== undefined && may(who, 'read', packet.topic) ? packet : null;
    },
  };
}

/** To an error aedes closes the connection, and an honest client would send the same again for ever. Nobody reads $denied. */
function divert(packet: Packet, flaw: Counted): void {
  packet.topic = `$denied/${flaw}`;
  packet.payload = Buffer.alloc(0);
  packet.retain = false;
}
