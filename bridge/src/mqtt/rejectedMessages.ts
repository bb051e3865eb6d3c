/** Counts rejected messages. Logs them and tells the server once a minute for each temple. */
import type { LinkRequest, Stray } from '@flower-war/protocol';
import type { TempleId } from '@flower-war/protocol/temple';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { RejectedMessage } from './parseMessage.ts';

type RejectedCount = LinkRequest<'strays'>;

const MINUTE_MS = 60_000;
/** Temples beyond this number share one count, because an attacker can invent names. */
const MOST_KINDS = 1000;

export interface RejectedMessagesOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Says whether the server has heard it. */
  readonly tell: (strays: RejectedCount) => Promise<boolean>;
}

interface Count {
  readonly what: Stray;
  readonly temple?: TempleId;
  count: number;
  toldAt: number;
}

export class RejectedMessages {
  private readonly options: RejectedMessagesOptions;
  private readonly counts = new Map<string, Count>();
  private readonly loggedAt = new Map<string, number>();

  constructor(options: RejectedMessagesOptions) {
    this.options = options;
  }

  note(stray: Omit<RejectedMessage, 'kind'>): void {
    const count = this.countOf(stray);
    count.count++;
    this.report(stray);
    if (this.isDue(count)) void this.tell(count);
  }

  /** Tells the server the counts whose minute is over. To be called every few seconds. */
  tick(): void {
    for (const [key, count] of this.counts) {
      if (!this.isDue(count)) continue;
      if (count.count > 0) void this.tell(count);
      else this.counts.delete(key);
    }
  }

  private countOf({ what, temple }: Omit<RejectedMessage, 'kind'>): Count {
    const key = `${what} ${temple ?? ''}`;
    const known = this.counts.get(key);
    if (known !== undefined) return known;
    if (temple !== undefined && this.counts.size >= MOST_KINDS) return this.countOf({ what });
    const fresh = { what, ...(temple === undefined ? {} : { temple }), count: 0, toldAt: Number.NEGATIVE_INFINITY };
    this.counts.set(key, fresh);
    return fresh;
  }

  private isDue({ toldAt }: Count): boolean {
    return this.options.clock.now() - toldAt >= MINUTE_MS;
  }

  private async tell(kind: Count): Promise<void> {
    const { what, temple, count } = kind;
    kind.count = 0;
    kind.toldAt = this.options.clock.now();
    const isHeard = await this.options.tell({ what, count, ...(temple === undefined ? {} : { temple }) });
    if (!isHeard) kind.count += count;
  }

  private report({ what, temple }: Omit<RejectedMessage, 'kind'>): void {
    const now = this.options.clock.now();
    const whose = temple ?? '';
    if (now - (this.loggedAt.get(whose) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
    if (this.loggedAt.size >= MOST_KINDS) this.loggedAt.clear();
    this.loggedAt.set(whose, now);
    this.options.log.warn(
      { temple, what },
      'a message over MQTT was thrown away; more of this minute are only counted',
    );
  }
}
