/** Decides whether a client may reach the broker through this server. */
import { addressKey, type Refusing } from '@flower-war/protocol/hosting';
import type { Config } from '../../base/config.ts';
import { Meter } from '../../base/limits/meter.ts';
import type { BannedNetworks } from '../../features/operating/bannedNetworks.ts';
import type { Knocking } from './mayOpenSocket.ts';

export const BROKER_PATH = '/mqtt';
/** The subprotocol of MQTT over WebSocket. */
export const SUBPROTOCOL = 'mqtt';

/** Honest temples connect again every few seconds, also while their network is bad. */
const MOST_OPENED = { most: 60, milliseconds: 60_000 } as const;

interface Rules {
  readonly config: Pick<Config, 'TEMPLE_BROKER' | 'ORIGINS' | 'PUBLIC_URL' | 'LIMITS'>;
  readonly networks: Pick<BannedNetworks, 'has'>;
  readonly now: () => number;
}

export function brokerGate({ config, networks, now }: Rules): (knocking: Knocking) => Refusing | undefined {
  const opened = new Meter(MOST_OPENED);

  /** A refused request costs nothing: otherwise a client that tries again and again would never come in. */
  function isTooOften(address: string): boolean {
    if (config.LIMITS === 0) return false;
    const key = addressKey(address);
    if (opened.wait(key, now()) > 0) return true;
    opened.charge(key, now());
    return false;
  }

  return ({ request: { headers }, address }) => {
    if (config.TEMPLE_BROKER === '') return { code: 'not-found' };
    if (!isOwnPage(headers, config)) return { code: 'forbidden', reason: 'origin' };
    if (networks.has(address)) return { code: 'banned', reason: 'network' };
    const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
    if (!offered.includes(SUBPROTOCOL)) return { code: 'bad-request', reason: 'subprotocol' };
    return isTooOften(address) ? { code: 'too-many', reason: 'connections' } : undefined;
  };
}

type Headers = Knocking['request']['headers'];

/**
 * Programs name no origin. A page names its own, and no page of others has business with the temples of this server. A page that
 * pretends to come from this host gets no further than a program does: each temple has its password.
 */
function isOwnPage({ origin, host }: Headers, { ORIGINS, PUBLIC_URL }: Rules['config']): boolean {
  if (origin === undefined || origin === PUBLIC_URL || ORIGINS.includes(origin)) return true;
  const page = URL.parse(origin);
  return page !== null && /^https?:$/.test(page.protocol) && page.host === host?.toLowerCase();
}
