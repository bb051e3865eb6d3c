/** What temples are to show: published as the server tells it, repeated before it grows stale, and never taken back. */
import type { TempleTold } from '@flower-war/protocol';
import {
  type Ack,
  type MatchTold,
  type TempleId,
  TOPICS,
  type TopicName,
  topicOf,
  type Wanted,
} from '@flower-war/protocol/temple';
import type { Clock } from '../base/clock.ts';
import type { Outbox, Outgoing } from '../mqtt/outbox.ts';

export interface ShownOptions {
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'put' | 'remove' | 'adopt' | 'release'>;
}

interface Display {
  /** The newest that was published here or seen on the topic. */
  ack?: Ack;
  /** The temple reported, or the server is back: the temple gets an acknowledgement, also one that it has seen before. */
  isAckDue?: boolean;
  /** What stands on the topic, as far as we have heard; an older one is corrected. */
  seenRev?: number;
  isCorrecting?: boolean;
  match?: { readonly told: MatchTold; readonly at: number };
  stopMatch?: () => void;
}

/** Of a temple; its description for Home Assistant apart. */
const STATES = (Object.keys(TOPICS) as TopicName[]).filter(
  (name) => TOPICS[name].isRetained && TOPICS[name].path.includes('<id>') && name !== 'discovery',
);
/** Our own older words come back, too: whoever waits for the echo of the newest has nothing to correct. */
const CORRECT_AFTER_MS = 250;

export class Shown {
  private readonly options: ShownOptions;
  private readonly temples = new Map<TempleId, Display>();

  constructor(options: ShownOptions) {
    this.options = options;
  }

  show({ temple, ack, match, config }: TempleTold): void {
    if (ack !== undefined) this.showAck(temple, ack);
    if (match !== undefined) this.showMatch(temple, match);
    if (config !== undefined) this.publish('config', temple, config);
  }

  /** The temple has just reported. */
  expectAck(temple: TempleId): void {
    this.display(temple).isAckDue = true;
  }

  /** The server has judged the report. When that changed nothing, the server told nothing, and the newest is repeated. */
  reportJudged(temple: TempleId): void {
    const { ack, isAckDue } = this.display(temple);
    if (isAckDue && ack !== undefined) this.publishAck(temple, ack);
  }

  /** Something stands on the topic of acks: ours, or that of another bridge. */
  saw(temple: TempleId, ack: Ack): void {
    const display = this.display(temple);
    display.seenRev = ack.rev;
    if (ack.rev < (display.ack?.rev ?? 0)) return this.correct(temple, display);
    const isEcho = ack.rev === display.ack?.rev && !isSame(ack, display.ack);
    if (isEcho) return; // of what was said before, while a match took it or let it go
    note(display, ack);
    this.options.outbox.adopt(messageOf('ack', temple, ack));
  }

  private showAck(temple: TempleId, ack: Ack): void {
    const { ack: known, isAckDue } = this.display(temple);
    if (ack.rev < (known?.rev ?? 0)) return;
    if (isAckDue || !isSame(ack, known)) this.publishAck(temple, ack);
  }

  private publishAck(temple: TempleId, ack: Ack): void {
    note(this.display(temple), ack);
    this.publish('ack', temple, ack);
  }

  /** Without the server nobody knows whether a match goes on: its last word grows stale, and the lights dim. */
  serverIsAway(): void {
    for (const [temple, display] of this.temples) {
      display.isAckDue = true;
      this.stopMatch(display);
      this.options.outbox.release(topicOf('match', temple));
    }
  }

  /** Nothing of it stays at the broker. Home Assistant lets go of it first: it would complain of each topic that is emptied. */
  forget(temple: TempleId): void {
    this.stopMatch(this.display(temple));
    this.temples.delete(temple);
    const discovery = topicOf('discovery', temple);
    this.options.outbox.remove(discovery);
    for (const name of STATES) this.options.outbox.remove(topicOf(name, temple), discovery);
  }

  stop(): void {
    for (const display of this.temples.values()) this.stopMatch(display);
  }

  private showMatch(temple: TempleId, told: MatchTold): void {
    const display = this.display(temple);
    this.stopMatch(display);
    display.match = { told, at: this.options.clock.now() };
    this.publish('match', temple, told);
    this.repeatMatch(temple, display);
  }

  private repeatMatch(temple: TempleId, display: Display): void {
    const { match } = display;
    if (match === undefined) return;
    display.stopMatch = this.options.clock.after(match.told.ttl * 500, () => {
      this.publish('match', temple, aged(match.told, this.options.clock.now() - match.at));
      this.repeatMatch(temple, display);
    });
  }

  private stopMatch(display: Display): void {
    display.stopMatch?.();
    delete display.stopMatch;
    delete display.match;
  }

  private correct(temple: TempleId, display: Display): void {
    if (display.isCorrecting) return;
    display.isCorrecting = true;
    this.options.clock.after(CORRECT_AFTER_MS, () => {
      display.isCorrecting = false;
      const { ack, seenRev = 0 } = display;
      if (this.temples.get(temple) === display && ack !== undefined && seenRev < ack.rev) {
        this.publish('ack', temple, ack);
      }
    });
  }

  private publish(name: 'ack' | 'match' | 'config', temple: TempleId, value: Ack | MatchTold | Wanted): void {
    this.options.outbox.put(messageOf(name, temple, value));
  }

  private display(temple: TempleId): Display {
    const display = this.temples.get(temple) ?? {};
    this.temples.set(temple, display);
    return display;
  }
}

function note(display: Display, ack: Ack): void {
  display.ack = ack;
  display.isAckDue = false;
}

function isSame(ack: Ack, known: Ack | undefined): boolean {
  return JSON.stringify(ack) === JSON.stringify(known);
}

function messageOf(name: TopicName, temple: TempleId, value: Ack | MatchTold | Wanted): Outgoing {
  return { topic: topicOf(name, temple), payload: JSON.stringify(value), isRetained: true };
}

/** A countdown goes on while its message is repeated. */
export function aged(told: MatchTold, milliseconds: number): MatchTold {
  if (told.deadlineMs === undefined) return told;
  return { ...told, deadlineMs: Math.max(0, Math.round(told.deadlineMs - milliseconds)) };
}
