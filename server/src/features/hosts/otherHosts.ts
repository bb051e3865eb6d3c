/** The open tables of the hosts that the operator lists. A host is asked only while a person looks, at the address that the operator wrote. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Announcement, TablesElsewhere } from '@flower-war/protocol';
import { pathTo } from '@flower-war/protocol/paths';
import { Counter, type Registry } from 'prom-client';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import type { Stores } from '../../store/operations.ts';
import type { Resolve } from '../notices/post.ts';
import { type Answer, askHost, type Unanswered } from './question.ts';
import { judge } from './sharing.ts';
import type { Amiss, Judged } from './signed.ts';

/** So long a person waits for hosts that are slow: then the list has what is known. */
const WAITED_MS = 600;
/** With the time between two questions of a page, a new table is seen within two seconds. */
const ASKED_EVERY_MS = 400;
/** A host that fails is asked less and less often. */
const LONGEST_REST_MS = 30_000;

/** `old`: what is known is newer. That is not a fault: a host may have several processes. */
const FINE = ['new', 'same', 'old'] as const;
export type Outcome = (typeof FINE)[number] | Amiss | Unanswered | 'failed';

interface Host {
  readonly origin: string;
  /** Known from the settings, or from the store since this host was first seen. */
  key: string | undefined;
  /** The operator has written the key, and the store may have another one. */
  isToKeep: boolean;
  told: Announcement | undefined;
  /** The mark of the answer that came last and was believed. */
  tag: string | undefined;
  nextAt: number;
  failures: number;
  outcome: Outcome;
  asking: Promise<void> | undefined;
}

interface Tools {
  readonly config: Pick<Config, 'HOSTS' | 'PUBLIC_URL' | 'WEBHOOKS'>;
  readonly keyRing: Pick<Stores['keyRing'], 'find' | 'findOrKeep' | 'put'>;
  readonly resolve: Resolve;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly now: () => number;
  readonly wall: () => number;
  readonly count: (host: string, outcome: Outcome) => void;
}

export class OtherHosts {
  private readonly tools: Tools;
  private readonly hosts: readonly Host[];

  constructor(tools: Tools) {
    this.tools = tools;
    // Hosts may share one list, so this one stands in it too.
    const others = tools.config.HOSTS.filter(({ origin }) => origin !== tools.config.PUBLIC_URL);
    this.hosts = others.map(({ origin, key }) => ({
      origin,
      key,
      isToKeep: key !== undefined,
      told: undefined,
      tag: undefined,
      nextAt: 0,
      failures: 0,
      outcome: 'new',
      asking: undefined,
    }));
  }

  async list(): Promise<TablesElsewhere> {
    if (this.hosts.length > 0) await Promise.race([this.askAll(), wait(WAITED_MS, undefined, { ref: false })]);
    const now = this.tools.wall();
    return {
      hosts: this.hosts.map(({ origin, told }) => ({
        host: origin,
        tables: told !== undefined && told.until > now ? told.tables : [],
      })),
    };
  }

  /** Resolves once all have answered that were due. */
  async askAll(): Promise<void> {
    await Promise.all(this.hosts.map((host) => this.ask(host)));
  }

  private ask(host: Host): Promise<void> {
    if (host.asking === undefined && this.tools.now() >= host.nextAt)
      host.asking = this.askNow(host).finally(() => {
        host.asking = undefined;
      });
    return host.asking ?? Promise.resolve();
  }

  private async askNow(host: Host): Promise<void> {
    const began = this.tools.now();
    const outcome = await this.outcomeOf(host).catch((error: unknown) => {
      this.tools.log.error({ err: error, host: host.origin }, 'what a host says could not be judged');
      return 'failed' as const;
    });
    host.failures = isFine(outcome) ? 0 : host.failures + 1;
    host.nextAt = began + Math.min(ASKED_EVERY_MS * 2 ** host.failures, LONGEST_REST_MS);
    this.tools.count(host.origin, outcome);
    this.tell(host, outcome);
    host.outcome = outcome;
  }

  private async outcomeOf(host: Host): Promise<Outcome> {
    const read = await this.read(host);
    if (typeof read === 'string') return read;
    const { text, tag } = read;
    const known = { host: host.origin, key: host.key, newest: host.told?.at ?? 0, now: this.tools.wall() };
    const judged = judge(text, known);
    const amiss = await this.amissWith(host, judged);
    if (amiss !== undefined || !judged.ok) return amiss ?? 'form';
    host.told = judged.told;
    host.tag = tag;
    return 'new';
  }

  /** What the host itself has sent may bring its key, where none is known. What a browser has brought never does. */
  private async amissWith(host: Host, judged: Judged<unknown>): Promise<Amiss | undefined> {
    if (!judged.ok) {
      if (judged.key !== undefined) this.warnOfKey(host, judged.key);
      return judged.amiss;
    }
    host.key ??= await this.tools.keyRing.findOrKeep(nameOf(host), judged.key);
    if (host.key !== judged.key) {
      this.warnOfKey(host, judged.key);
      return 'other-key';
    }
    if (host.isToKeep) await this.tools.keyRing.put(nameOf(host), judged.key);
    host.isToKeep = false;
    return undefined;
  }

  private read(host: Host): Promise<Answer | Unanswered> {
    const { config, resolve } = this.tools;
    const url = new URL(pathTo('listSharedTables'), host.origin);
    return askHost(url, { policy: config.WEBHOOKS, resolve, tag: host.tag });
  }

  /** The addresses of all hosts that this one lists. */
  get origins(): readonly string[] {
    return this.hosts.map(({ origin }) => origin);
  }

  /** The key of a host, if it is known. */
  async keyOf(origin: string): Promise<string | undefined> {
    const host = this.hosts.find((one) => one.origin === origin);
    if (host === undefined) return undefined;
    host.key ??= await this.tools.keyRing.find(nameOf(host));
    return host.key;
  }

  /** What a listed host says at another path of it, or why that is not believed. */
  async hear<Told>(
    origin: string,
    path: string,
    judgeBy: (text: string, key: string | undefined) => Judged<Told>,
  ): Promise<Told | Outcome> {
    const host = this.hosts.find((one) => one.origin === origin);
    if (host === undefined) return 'other-host';
    const { config, resolve } = this.tools;
    const answer = await askHost(new URL(path, origin), { policy: config.WEBHOOKS, resolve });
    if (typeof answer === 'string') return answer;
    const judged = judgeBy(answer.text, await this.keyOf(origin));
    const amiss = await this.amissWith(host, judged);
    return judged.ok && amiss === undefined ? judged.told : (amiss ?? 'form');
  }

  /** Only what changes is told. */
  private tell({ origin: host, outcome: before }: Host, outcome: Outcome): void {
    const { log } = this.tools;
    if (isFine(outcome) && !isFine(before)) log.info({ host }, 'the tables of another host are listed again');
    if (!isFine(outcome) && before !== outcome)
      log.warn({ host, outcome }, 'the tables of another host cannot be listed, or not for long');
  }

  private warnOfKey(host: Host, key: string): void {
    if (host.outcome === 'other-key') return;
    this.tools.log.warn(
      { host: host.origin, known: host.key, key },
      'a host signs with another key than before, so its tables are not listed. If its operator says that the key is right, write the host as `address#key` in HOSTS, and start again',
    );
  }
}

const isFine = (outcome: Outcome): boolean => (FINE as readonly Outcome[]).includes(outcome);
const nameOf = ({ origin }: Host): string => `host ${origin}`;

export function otherHostsMetrics(registry: Registry) {
  const answers = new Counter({
    name: 'flower_war_hosts_total',
    help: 'questions to other hosts for their open tables, by host and outcome: new, same, old, or why nothing was believed',
    labelNames: ['host', 'outcome'],
    registers: [registry],
  });
  return { count: (host: string, outcome: string) => answers.inc({ host, outcome }) };
}
