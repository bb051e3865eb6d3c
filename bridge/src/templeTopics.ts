/** The topics that temples read. Publishes what the server tells, repeats it before it is stale, never goes back. */
import type { TempleTold } from '@flower-war/protocol';
import {
  type Ack,
  type MatchTold,
  SLOTS,
  type TempleId,
  TOPICS,
  type TopicName,
  topicOf,
  type VerdictTold,
  verdict,
  type WantedState,
} from '@flower-war/protocol/temple';
import type { Outgoing, TopicOutbox } from './outbox.ts';
import type { Clock } from './runtime.ts';

interface TempleTopicsOptions {
  readonly clock: Clock;
  readonly outbox: Pick<TopicOutbox, 'put' | 'remove' | 'adopt' | 'release'>;
  readonly verdicts: Pick<Verdicts, 'tell'>;
}

interface TopicState {
  /** The newest ack that was published here or seen on the topic. */
  ack?: Ack;
  /** The temple reported, or the server is back: the temple gets an ack, even one that it has seen before. */
  isAckDue?: boolean;
  /** The revision that was last seen on the topic. An older revision is corrected. */
  seenRev?: number;
  isCorrecting?: boolean;
  match?: { readonly told: MatchTold; readonly at: number };
  stopMatch?: () => void;
}

/** The retained topics of a temple, without its description for Home Assistant. */
const STATES = (Object.keys(TOPICS) as TopicName[]).filter(
  (name) => TOPICS[name].isRetained && TOPICS[name].path.includes('<id>') && name !== 'discovery',
);
/** The bridge's own older acks come back too. When the newest has come back, there is nothing to correct. */
const CORRECT_AFTER_MS = 250;

export class TempleTopics {
  private readonly options: TempleTopicsOptions;
  private readonly temples = new Map<TempleId, TopicState>();

  constructor(options: TempleTopicsOptions) {
    this.options = options;
  }

  show({ temple, ack, match, config }: TempleTold): void {
    if (ack !== undefined) this.showAck(temple, ack);
    if (match !== undefined) this.showMatch(temple, match);
    if (config !== undefined) this.publish('config', temple, config);
  }

  /** The temple has just reported. */
  expectAck(temple: TempleId): void {
    this.state(temple).isAckDue = true;
  }

  /** The server has judged the report. If nothing changed, the server sends no ack, and the newest one is repeated. */
  reportJudged(temple: TempleId): void {
    const { ack, isAckDue } = this.state(temple);
    if (isAckDue && ack !== undefined) this.publishAck(temple, ack);
  }

  /** An ack was seen on its topic: from this bridge or from another. */
  ackSeen(temple: TempleId, ack: Ack): void {
    const state = this.state(temple);
    state.seenRev = ack.rev;
    if (ack.rev < (state.ack?.rev ?? 0)) return this.correct(temple, state);
    const isEcho = ack.rev === state.ack?.rev && !isSame(ack, state.ack);
    if (isEcho) return; // an ack from before the temple was bound or unbound
    note(state, ack);
    this.options.outbox.adopt(messageOf('ack', temple, ack));
  }

  private showAck(temple: TempleId, ack: Ack): void {
    const { ack: known, isAckDue } = this.state(temple);
    if (ack.rev < (known?.rev ?? 0)) return;
    if (isAckDue || !isSame(ack, known)) this.publishAck(temple, ack);
    // The first ledger since the start of the bridge is not news. A verdict is lost rather than told twice.
    if (known !== undefined) this.options.verdicts.tell(temple, verdictsSince(known, ack));
  }

  private publishAck(temple: TempleId, ack: Ack): void {
    note(this.state(temple), ack);
    this.publish('ack', temple, ack);
  }

  /** Publishes the newest message about the match once more, if there is one. */
  matchAgain(temple: TempleId): void {
    const match = this.temples.get(temple)?.match;
    if (match !== undefined) this.publish('match', temple, aged(match.told, this.options.clock.now() - match.at));
  }

  /** Without the server the bridge cannot know if a match goes on. Its last message expires, and the lights dim. */
  serverIsAway(): void {
    for (const [temple, state] of this.temples) {
      state.isAckDue = true;
      this.stopMatch(state);
      this.options.outbox.release(topicOf('match', temple));
    }
  }

  /** Clears all topics of a temple. Home Assistant forgets it first: it would log an error for each cleared topic. */
  forget(temple: TempleId): void {
    this.stopMatch(this.state(temple));
    this.temples.delete(temple);
    const discovery = topicOf('discovery', temple);
    this.options.outbox.remove(discovery);
    for (const name of STATES) this.options.outbox.remove(topicOf(name, temple), discovery);
  }

  stop(): void {
    for (const state of this.temples.values()) this.stopMatch(state);
  }

  private showMatch(temple: TempleId, told: MatchTold): void {
    const state = this.state(temple);
    this.stopMatch(state);
    state.match = { told, at: this.options.clock.now() };
    this.publish('match', temple, told);
    this.repeatMatch(temple, state);
  }

  private repeatMatch(temple: TempleId, state: TopicState): void {
    const { match } = state;
    if (match === undefined) return;
    state.stopMatch = this.options.clock.after(match.told.ttl * 500, () => {
      this.matchAgain(temple);
      this.repeatMatch(temple, state);
    });
  }

  private stopMatch(state: TopicState): void {
    state.stopMatch?.();
    delete state.stopMatch;
    delete state.match;
  }

  private correct(temple: TempleId, state: TopicState): void {
    if (state.isCorrecting) return;
    state.isCorrecting = true;
    this.options.clock.after(CORRECT_AFTER_MS, () => {
      state.isCorrecting = false;
      const { ack, seenRev = 0 } = state;
      if (this.temples.get(temple) === state && ack !== undefined && seenRev < ack.rev) {
        this.publish('ack', temple, ack);
      }
    });
  }

  private publish(name: 'ack' | 'match' | 'config', temple: TempleId, value: Ack | MatchTold | WantedState): void {
    this.options.outbox.put(messageOf(name, temple, value));
  }

  private state(temple: TempleId): TopicState {
    const state = this.temples.get(temple) ?? {};
    this.temples.set(temple, state);
    return state;
  }
}

function note(state: TopicState, ack: Ack): void {
  state.ack = ack;
  state.isAckDue = false;
}

function isSame(ack: Ack, known: Ack | undefined): boolean {
  return JSON.stringify(ack) === JSON.stringify(known);
}

function messageOf(name: TopicName, temple: TempleId, value: Ack | MatchTold | WantedState): Outgoing {
  return { topic: topicOf(name, temple), payload: JSON.stringify(value), isRetained: true };
}

/** A countdown goes on while its message is repeated. */
export function aged(told: MatchTold, milliseconds: number): MatchTold {
  if (told.deadlineMs === undefined) return told;
  return { ...told, deadlineMs: Math.max(0, Math.round(told.deadlineMs - milliseconds)) };
}

// Tells once what has just become of beads, for programs that act on it. The ledger that the server tells is the source.

interface VerdictsOptions {
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

/**
 * The beads of a temple without an owner are in no ledger: its totals tell how many are new. The beads that waited when the owner gave it up
 * are refused with them. Totals of another epoch than before tell nothing, because a bead is lost rather than told twice.
 */
function unpairedSince(was: Ack, { v, rev, epoch, through, last }: Ack): readonly VerdictTold[] {
  if (last?.why !== 'unpaired') return [];
  const { verdict, why } = last;
  return SLOTS.flatMap((slot): readonly VerdictTold[] => {
    const dropped = epoch === was.epoch ? Math.max(0, through[slot] - was.through[slot]) : 0;
    const count = was.held[slot] + dropped;
    return count > 0 ? [{ v, rev, slot, verdict, why, count }] : [];
  });
}

const keyOf = (topic: string, payload: string) => `${topic} ${payload}`;
