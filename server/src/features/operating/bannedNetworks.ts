/** The networks that the operator has banned. Each request asks, so they are in memory, and are read again often. */
import { BlockList, isIP } from 'node:net';
import type { NetworkBan } from '@flower-war/protocol';
import { type Cidr, cidrIn, ipv4In, textOf } from '../../base/networks.ts';
import { Refused } from '../../base/refused.ts';
import { queue } from '../../base/scheduling.ts';
import type { Stores } from '../../store/operations.ts';

/** Every request is compared with all of them. */
const MOST_BANNED = 1000;
/** A ban by another process holds here after so long at most. */
const READ_EVERY_MS = 2000;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface WantedBan {
  readonly network: string;
  readonly reason?: string | undefined;
  readonly days?: number | undefined;
  /** The address of the operator who asks. */
  readonly address: string;
}

interface Tools {
  readonly store: Stores['networkBans'];
  readonly now: () => number;
  /** Tells the other processes to read them again. */
  readonly tellOthers: () => void;
}

export class BannedNetworks {
  private readonly store: Stores['networkBans'];
  private readonly now: () => number;
  private readonly tellOthers: () => void;
  private blocked = none();
  private known = '';
  private readAt = Number.NEGATIVE_INFINITY;
  private readonly listeners: (() => void)[] = [];
  /** One reading after another: an older answer of the store would lift a new ban. */
  private readonly inTurn = queue();

  constructor({ store, now, tellOthers }: Tools) {
    this.store = store;
    this.now = now;
    this.tellOthers = tellOthers;
  }

  /** Calls this whenever networks were banned or let in again, here or by another process. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  has(address: string): boolean {
    return this.known !== '' && isIn(this.blocked, address);
  }

  /** Those that hold now, the newest first. */
  async all(): Promise<NetworkBan[]> {
    const rows = await this.store.all(this.now());
    return rows.map(({ until, ...row }) => ({ ...row, ...(until !== null && { until }) }));
  }

  /** Bans a network, or bans it anew. Refuses one in which the caller is: the caller could not take it back. */
  async ban({ network, reason = '', days, address }: WantedBan): Promise<void> {
    const cidr = cidrOf(network);
    const wanted = listOf([cidr]);
    if (isIn(wanted, address)) throw new Refused('bad-network', 'own-address', 'You are in this network yourself.');
    if (isIn(wanted, '127.0.0.1') || isIn(wanted, '::1'))
      throw new Refused(
        'bad-network',
        'loopback',
        'Behind a proxy that TRUST_PROXY does not name, all players are in it.',
      );
    const at = this.now();
    const row = { network: textOf(cidr), at, reason, until: days === undefined ? null : at + days * DAY_MS };
    if (!(await this.store.ban(row, MOST_BANNED))) throw new Refused('limit-reached', 'networks');
    this.tellOthers();
    await this.read();
  }

  async lift(network: string): Promise<void> {
    if (!(await this.store.lift(textOf(cidrOf(network))))) throw new Refused('bad-network', 'not-banned');
    this.tellOthers();
    await this.read();
  }

  /** Reads them again if that was long ago. */
  async readIfDue(): Promise<void> {
    if (performance.now() - this.readAt >= READ_EVERY_MS) await this.read();
  }

  read(): Promise<void> {
    return this.inTurn(() => this.readNow());
  }

  private async readNow(): Promise<void> {
    this.readAt = performance.now();
    const networks = (await this.store.all(this.now())).map(({ network }) => network);
    const found = networks.sort().join(' ');
    if (found === this.known) return;
    this.blocked = listOf(networks.map(cidrOf));
    this.known = found;
    for (const listener of this.listeners) listener();
  }
}

function cidrOf(text: string): Cidr {
  const cidr = cidrIn(text);
  if (typeof cidr === 'string') throw new Refused('bad-network', cidr);
  return cidr;
}

/** One list for each family: to one list for both, every address of IPv4 would also be one of `::/64`. */
type Networks = Readonly<Record<Cidr['family'], BlockList>>;

const none = (): Networks => ({ ipv4: new BlockList(), ipv6: new BlockList() });

function listOf(networks: readonly Cidr[]): Networks {
  const lists = none();
  for (const { address, bits, family } of networks) lists[family].addSubnet(address, bits, family);
  return lists;
}

function isIn({ ipv4, ipv6 }: Networks, address: string): boolean {
  const v4 = ipv4In(address);
  if (v4 !== undefined) return ipv4.check(v4, 'ipv4');
  const plain = address.replace(/%.*$/, '');
  return isIP(plain) === 6 && ipv6.check(plain, 'ipv6');
}
