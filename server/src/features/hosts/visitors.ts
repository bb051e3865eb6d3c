/**
 * Players who come from other hosts. A person brings what the host at home has signed; that host is asked, at the address that the operator
 * wrote, what became of its people since. Each visitor is a player of this host, with ratings of this host alone.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  type AssertedPerson,
  assertedPerson,
  type HostNews,
  hostNews,
  type PieceOfNews,
  signedTables,
} from '@flower-war/protocol';
import { pathTo } from '@flower-war/protocol/paths';
import { Counter, type Registry } from 'prom-client';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import { Refused } from '../../base/refused.ts';
import type { Stores } from '../../store/operations.ts';
import { homeOf } from '../../store/people/order.ts';
import type { Subject } from '../../store/people/signingIn.ts';
import type { Outcome, OtherHosts } from './otherHosts.ts';
import { type Judged, judgeSigned, MOST_AHEAD_MS, readAs, type Signed } from './signed.ts';
import { NEWS_HOLD_MS, VOUCHED_MS } from './vouching.ts';

const USED = 'arrival';
/** So long after its news an assertion from before may come: as long as one holds, on a clock that is ahead. */
const BARRED_MS = VOUCHED_MS + 2 * MOST_AHEAD_MS;
const LEARNED_EVERY_MS = 5000;
/** Of one host, each time that it is asked. The rest comes the next time. */
const MOST_PAGES = 50;

/** What others do about a visitor. */
export interface Deeds {
  /** As if the player had asked for it. */
  readonly forget: (player: string) => Promise<unknown>;
  /** Ends the connections of a player who was banned. */
  readonly sendAway: (player: string) => Promise<void>;
}

interface VisitorsTools {
  readonly config: Pick<Config, 'PUBLIC_URL'>;
  readonly hosts: Pick<OtherHosts, 'origins' | 'keyOf' | 'hear'>;
  readonly stores: Pick<Stores, 'visitors' | 'subjects' | 'signIns'>;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly now: () => number;
  readonly wall: () => number;
  readonly count: (outcome: string) => void;
}

export interface Arrived extends Subject {
  readonly name: string;
}

export class Visitors {
  private readonly tools: VisitorsTools;
  /** One question at a time to each host. */
  private readonly asking = new Map<string, Promise<Outcome>>();
  private readonly learnAt = new Map<string, number>();
  private readonly learning = new Map<string, Promise<unknown>>();
  private readonly outcomes = new Map<string, Outcome>();

  constructor(tools: VisitorsTools) {
    this.tools = tools;
  }

  /** Whom the host at home vouches for. What it has signed is used up. */
  async prove(sent: Signed, deeds: Deeds): Promise<Arrived> {
    try {
      const arrived = await this.proven(sent, deeds);
      this.tools.count('fine');
      return arrived;
    } catch (error) {
      if (error instanceof Refused) this.tools.count(error.reason ?? error.code);
      throw error;
    }
  }

  private async proven(sent: Signed, deeds: Deeds): Promise<Arrived> {
    const { stores, now, wall } = this.tools;
    const told = await this.judged(sent);
    const { from, subject, name, nonce, until } = told;
    const key = createHash('sha256').update(`${from} ${nonce}`).digest('base64url');
    const isFresh = await stores.signIns.useUp({ key, kind: USED, endsAt: now() + VOUCHED_MS + BARRED_MS });
    if (!isFresh) throw new Refused('arrival-refused', 'used');
    // A host that does not answer has vouched within this minute, and is asked again in the next one.
    await this.ask(from, deeds);
    if (until <= wall()) throw new Refused('arrival-refused', 'over');
    return { issuer: homeOf(from), subject, name };
  }

  /** The key is pinned, or the host itself has shown it: what a browser brings teaches no key. */
  private async judged(sent: Signed): Promise<AssertedPerson> {
    const { config, hosts, wall } = this.tools;
    if (config.PUBLIC_URL === '') throw new Refused('arrival-refused', 'address');
    const from = readAs(assertedPerson, sent.signed)?.from;
    if (from === undefined) throw new Refused('arrival-refused', 'form');
    if (!hosts.origins.includes(from)) throw new Refused('arrival-refused', 'host');
    const key = (await hosts.keyOf(from)) ?? (await this.learnKey(from));
    if (key === undefined) throw new Refused('arrival-refused', 'unknown-key');
    const isOther = ({ to }: AssertedPerson) => (to === config.PUBLIC_URL ? undefined : 'other-receiver');
    const judged = judgeSigned(sent, assertedPerson, { key, now: wall(), isOther, mostMs: VOUCHED_MS });
    if (!judged.ok) throw new Refused('arrival-refused', judged.amiss);
    return judged.told;
  }

  /**
   * From the host itself. Strangers who claim to come from there make no more questions than one in some seconds. All who arrive
   * meanwhile wait for its answer.
   */
  private async learnKey(from: string): Promise<string | undefined> {
    const { hosts, now } = this.tools;
    if (now() >= (this.learnAt.get(from) ?? 0)) {
      this.learnAt.set(from, now() + LEARNED_EVERY_MS);
      const learning = this.newsOf(from, 0).finally(() => this.learning.delete(from));
      this.learning.set(from, learning);
    }
    await this.learning.get(from);
    return hosts.keyOf(from);
  }

  /** Asks all hosts from which players have come. */
  async askAll(deeds: Deeds): Promise<void> {
    const { hosts, stores } = this.tools;
    const asked = hosts.origins.map(async (from) => {
      if (await stores.visitors.areFrom(homeOf(from))) await this.ask(from, deeds);
    });
    await Promise.all(asked);
  }

  private async ask(from: string, deeds: Deeds): Promise<void> {
    const asking = this.asking.get(from) ?? this.tryToAsk(from, deeds).finally(() => this.asking.delete(from));
    this.asking.set(from, asking);
    const outcome = await asking;
    const before = this.outcomes.get(from) ?? 'new';
    this.outcomes.set(from, outcome);
    if (outcome !== before && outcome !== 'new')
      this.tools.log.warn({ host: from, outcome }, 'a host does not tell what became of its people who play here');
  }

  /** What cannot be done about one visitor now is tried again with the next question, and keeps no other person out. */
  private tryToAsk(from: string, deeds: Deeds): Promise<Outcome> {
    return this.askNow(from, deeds).catch((error: unknown) => {
      this.tools.log.error({ err: error, host: from }, 'what became of visitors at home could not be done here');
      return 'failed' as const;
    });
  }

  private async askNow(from: string, deeds: Deeds): Promise<Outcome> {
    const { stores } = this.tools;
    for (let page = 0; page < MOST_PAGES; page++) {
      const told = await this.newsOf(from, await stores.visitors.heardUpTo(homeOf(from)));
      if (typeof told === 'string') return told;
      for (const one of told.news) await this.heed(from, one, deeds);
      if (!told.more || told.news.length === 0) break;
    }
    return 'new';
  }

  private newsOf(from: string, after: number): Promise<HostNews | Outcome> {
    const { config, hosts, wall } = this.tools;
    const to = config.PUBLIC_URL;
    const path = `${pathTo('listHostNews')}?${new URLSearchParams({ to, after: `${after}` })}`;
    const isOther = (told: HostNews) => {
      if (told.from !== from) return 'other-host';
      if (told.to !== to) return 'other-receiver';
      return told.after === after ? undefined : 'old';
    };
    return hosts.hear(from, path, (text, key): Judged<HostNews> => {
      const terms = { key, now: wall(), isOther, mostMs: NEWS_HOLD_MS } as const;
      return judgeSigned(readAs(signedTables, text), hostNews, terms);
    });
  }

  private async heed(from: string, news: PieceOfNews, { forget, sendAway }: Deeds): Promise<void> {
    const { stores, log, now } = this.tools;
    const { n, subject, what } = news;
    const by = { issuer: homeOf(from), subject };
    // What was deleted there never comes back, so that an old list does no harm.
    const gone = what === 'deleted' ? await stores.subjects.find(by) : undefined;
    if (gone !== undefined) await forget(gone);
    const player = await stores.visitors.hear({
      ...by,
      n,
      what,
      until: (news.what === 'banned' ? news.until : undefined) ?? null,
      penalty: randomUUID(),
      text: `Banned at ${from}.`,
      note: `banned at home: ${from}`,
      now: now(),
      barredUntil: now() + BARRED_MS,
    });
    if (player !== undefined && what === 'banned') await sendAway(player);
    if ((player ?? gone) !== undefined) log.info({ player: player ?? gone, host: from, what }, 'a visitor at home');
  }
}

export function visitorsMetrics(registry: Registry) {
  const arrivals = new Counter({
    name: 'flower_war_arrivals_total',
    help: 'players who came from other hosts, by outcome: fine, or why what their host says was not believed',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { count: (outcome: string) => arrivals.inc({ outcome }) };
}
