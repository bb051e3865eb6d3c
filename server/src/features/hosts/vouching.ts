/** What this host says to others of its own players: who one is that goes there, and whether the player was banned or deleted since. */
import { randomBytes } from 'node:crypto';
import { type AssertedPerson, type HostNews, MOST_NEWS, type PieceOfNews, type Signer } from '@flower-war/protocol';
import type { Config } from '../../base/config.ts';
import { isVisitor } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import type { Stores } from '../../store/operations.ts';
import type { NewsRow } from '../../store/people/abroad.ts';
import { type Signed, signedBy } from './signed.ts';

/** So long an assertion holds: the browser goes there at once, and a person presses one button. */
export const VOUCHED_MS = 60_000;
/** So long an answer with news holds. */
export const NEWS_HOLD_MS = 8000;
/** However many ask, bans are compared with what was told no oftener. */
const LOOKED_EVERY_MS = 1000;
/** A host that has been away for longer hears of no deletion from before. */
const DELETIONS_TOLD_MS = 90 * 24 * 60 * 60 * 1000;

interface VouchingTools {
  readonly config: Pick<Config, 'HOSTS' | 'PUBLIC_URL'>;
  readonly store: Stores['abroad'];
  readonly people: Pick<Stores['people'], 'find'>;
  readonly signer: Signer;
  readonly now: () => number;
  readonly wall: () => number;
}

export class Vouching {
  private readonly tools: VouchingTools;
  /** When each host was looked after last. */
  private readonly lookedAt = new Map<string, number>();

  constructor(tools: VouchingTools) {
    this.tools = tools;
  }

  /** Who the player is, for that host alone. */
  async vouch(player: string, host: string): Promise<Signed> {
    const { store, people, signer, now, wall } = this.tools;
    const from = this.mustVouchAt(host);
    if (isVisitor(player)) throw new Refused('not-vouched', 'visitor');
    const found = await store.subjectOf({ player, host, fresh: drawn(), now: now() });
    if (found === 'banned') throw new Refused('banned');
    if (found === 'guest') throw new Refused('not-vouched', 'guest');
    const person = await people.find(player);
    if (found === 'unknown' || person === undefined) throw new Refused('unauthorized');
    const at = wall();
    const head = { kind: 'flower-war-person', version: 1, from, to: host } as const;
    const { name } = person;
    const told = { ...head, ...found, name, at, until: at + VOUCHED_MS, nonce: drawn() } satisfies AssertedPerson;
    return signedBy(signer, told);
  }

  /** What became of the players for whom this host has vouched there. */
  async news(to: string, after: number): Promise<Signed> {
    const { store, signer, wall } = this.tools;
    const from = this.mustVouchAt(to);
    await this.lookAfter(to);
    const rows = await store.news({ host: to, after, limit: MOST_NEWS + 1 });
    const at = wall();
    const head = { kind: 'flower-war-news', version: 1, from, to, at, until: at + NEWS_HOLD_MS, after } as const;
    const news = rows.slice(0, MOST_NEWS).map(newsFrom);
    return signedBy(signer, { ...head, news, more: rows.length > MOST_NEWS } satisfies HostNews);
  }

  /** The hosts to which this one has said who the player is. */
  async of(player: string) {
    return (await this.tools.store.of(player)).map((row) => ({ ...row }));
  }

  sweep(): Promise<void> {
    const now = this.tools.now();
    return this.tools.store.sweep(now - DELETIONS_TOLD_MS, now);
  }

  /** The address of this host. */
  private mustVouchAt(host: string): string {
    const { HOSTS, PUBLIC_URL } = this.tools.config;
    if (PUBLIC_URL === '') throw new Refused('not-vouched', 'address');
    if (host === PUBLIC_URL || !HOSTS.some(({ origin }) => origin === host)) throw new Refused('not-vouched', 'host');
    return PUBLIC_URL;
  }

  private async lookAfter(host: string): Promise<void> {
    const { store, now } = this.tools;
    const since = now() - (this.lookedAt.get(host) ?? 0);
    if (since >= 0 && since < LOOKED_EVERY_MS) return;
    this.lookedAt.set(host, now());
    while (await store.lookAnew(host, now()));
  }
}

const drawn = (): string => randomBytes(18).toString('base64url');

function newsFrom({ n, subject, told }: NewsRow): PieceOfNews {
  if (told === '') return { n, subject, what: 'unbanned' };
  if (told === 'deleted') return { n, subject, what: 'deleted' };
  const [, until] = told.split(' ');
  return { n, subject, what: 'banned', ...(until !== undefined && { until: Number(until) }) };
}
