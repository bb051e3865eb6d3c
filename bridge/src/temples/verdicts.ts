/** Tells once what has just become of beads, for programs that act on it. The ledger that the server tells is the source. */
import { type Ack, SLOTS, type TempleId, topicOf, type VerdictTold, verdict } from '@flower-war/protocol/temple';
import type { Clock } from '../base/clock.ts';
import type { TopicOutbox } from '../mqtt/outbox.ts';

export interface VerdictsOptions {
  readonly clock: Clock;
  readonly outbox: Pick<TopicOutbox, 'put'>;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** Several bridges hear the same. Each waits a random time, and is silent if another bridge was first. */
const AFTER_OTHERS_MS = 500;

export class Verdicts {
  private readonly options: VerdictsOptions;
  private readonly waiting = new Map<string, () => void>();
  private hasOthers = false;

  constructor(options: VerdictsOptions) {
    this.options = options;
  }

  tell(temple: TempleId, told: readonly VerdictTold[]): void {
    const topic = topicOf('verdict', temple);
    for (const one of told) this.publish(topic, JSON.stringify(one));
  }

  /** Another bridge is at the same broker. */
  notAlone(): void {
    this.hasOthers = true;
  }

  /** A message of this or another bridge. */
  seen(temple: TempleId, payload: string): void {
    this.callOff(keyOf(topicOf('verdict', temple), payload));
  }

  stop(): void {
    for (const key of [...this.waiting.keys()]) this.callOff(key);
  }

  private publish(topic: string, payload: string): void {
    const { clock, outbox, random } = this.options;
    const message = { topic, payload, isRetained: false };
    if (!this.hasOthers) return outbox.put(message);
    const key = keyOf(topic, payload);
    const put = () => {
      this.waiting.delete(key);
      outbox.put(message);
    };
    this.waiting.set(key, clock.after(random() * AFTER_OTHERS_MS, put));
  }

  private callOff(key: string): void {
    this.waiting.get(key)?.();
    this.waiting.delete(key);
  }
}

/** One message for each slot and verdict that has more beads than before. */
export function verdictsSince(was: Ack, now: Ack): readonly VerdictTold[] {
  const more = SLOTS.flatMap((slot) =>
    verdict.options.flatMap((became): readonly VerdictTold[] => {
      const count = now[became][slot] - was[became][slot];
      return count > 0 ? [{ v: now.v, rev: now.rev, slot, verdict: became, ...whyOf(now, slot, became), count }] : [];
    }),
  );
  return more.length > 0 ? more : unpairedSince(was, now);
}

/** Only of the last bead the ledger tells why. */
function whyOf({ last }: Ack, slot: VerdictTold['slot'], became: VerdictTold['verdict']): Pick<VerdictTold, 'why'> {
  if (became === 'applied') return { why: 'ok' };
  return last?.slot === slot && last.verdict === became ? { why: last.why } : {};
}

/** The beads of a temple without an owner are in no ledger. */
function unpairedSince(was: Ack, { v, rev, last }: Ack): readonly VerdictTold[] {
  const isNews = last?.why === 'unpaired' && JSON.stringify(last) !== JSON.stringify(was.last);
  return isNews ? [{ v, rev, slot: last.slot, verdict: last.verdict, why: last.why, count: 1 }] : [];
}

const keyOf = (topic: string, payload: string) => `${topic} ${payload}`;
