/** The players of one match. All of them are here, so it is known when a move was shown to the last of them. */
import type { MatchSummary, Private } from '@flower-war/protocol';
import { Chair, type Company, type Sent } from './chair.ts';
import type { Person } from './person.ts';
import { count, fail, now, played } from './tally.ts';

/** An accepted move that not all have seen. */
interface Flying extends Sent {
  readonly shownAt: number;
}

export interface Pace {
  readonly thinkMs: () => number;
  /** Milliseconds from the start of k6. */
  readonly playUntil: number;
}

export const GAME = 'flower-war';

export class Table implements Company {
  readonly chairs: readonly Chair[];
  readonly thinkMs: () => number;
  match: MatchSummary | undefined;
  /** Called with each move that shows all viewers a table with a new step. */
  onMove: (step: number, sentAt: number) => void = () => {};
  private readonly pace: Pace;
  private flying: readonly Flying[] = [];
  private onEnded: () => void = () => {};

  constructor(people: readonly Person[], pace: Pace) {
    this.pace = pace;
    this.thinkMs = pace.thinkMs;
    this.chairs = people.map((person) => new Chair(person, this));
  }

  async create(): Promise<MatchSummary> {
    const [host] = this.chairs;
    if (host === undefined) throw new Error('a table without players');
    this.match = await host.person.post<MatchSummary>('/api/matches', { game: GAME, seats: this.chairs.length });
    return this.match;
  }

  /** Resolves when every player sees the table. */
  async open(): Promise<void> {
    await this.seatAll(await this.create());
  }

  async seatAll(match: MatchSummary): Promise<void> {
    await Promise.all(this.chairs.map((chair) => chair.sit(match)));
  }

  /** Resolves when the match has ended, and its last mover knows. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      this.onEnded = resolve;
      this.changed();
    });
  }

  /** Cuts all lines at once, as when the network fails. Moves that not all have seen cannot be timed any more. */
  cut(): void {
    this.flying = [];
    for (const chair of this.chairs) chair.cut();
  }

  close(): void {
    for (const chair of this.chairs) {
      if (waits(chair)) fail('a move was never answered');
      chair.cut();
    }
    if (this.flying.length > 0) fail('a move was never shown to all');
  }

  isOpen(): boolean {
    return now() < this.pace.playUntil;
  }

  changed(): void {
    const least = Math.min(...this.chairs.map(({ step }) => step));
    if (this.flying.length > 0) this.flying = this.flying.filter((move) => !this.isSeen(move, least));
    if (this.chairs.every((chair) => chair.status === 'ended' && !waits(chair))) this.onEnded();
  }

  /** A player is asked although the table stands where it stood: the others wait in a hidden window. */
  asked(by: Chair, own: Private): void {
    for (const { sent } of this.chairs.filter((chair) => chair !== by))
      if (sent !== undefined && own.table === sent.before) sent.isHeld = true;
  }

  answered(sent: Sent, step: number): void {
    if (sent.isCut) return count('resent');
    if (sent.isHeld) return count('held');
    if (step > sent.before) this.onMove(step, sent.at);
    this.flying = [...this.flying, { ...sent, shownAt: step }];
    this.changed();
  }

  private isSeen({ at, shownAt }: Flying, least: number): boolean {
    if (least < shownAt) return false;
    played(now() - at);
    return true;
  }
}

const waits = ({ sent }: Chair): boolean => sent !== undefined && !sent.isHeld;
