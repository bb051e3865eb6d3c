/** For tests: a running match of the ambush game, and everything that each viewer is told, in order. */
import type { Action, Answer, Asks, Private, TableSettings } from '@flower-war/protocol';
import { at, type Seat } from '@flower-war/rules';
import { newTable, runningMatch, type TestTable } from '../matches/table.fixture.ts';
import { type Card, hostingAmbush } from './ambush.fixture.ts';
import type { Match, MatchTools } from './match.ts';

export type Hands = readonly (readonly Card[])[];
type SentMessage = readonly [what: string, content: unknown];

export const SEATS = 5;

/** Hands without a card, and hands with which a strike of seat 0 at seat 1 opens windows for other seats. */
export const NONE: Hands = [];
export const DODGE: Hands = [[], ['dodge']];
export const COUNTER: Hands = [[], [], ['counter']];
export const COUNTERS: Hands = [[], [], ['counter'], ['counter']];
export const ALL: Hands = [['boost'], ['dodge'], ['counter'], ['counter']];

export class AmbushTable {
  readonly table: TestTable;
  readonly match: Match;
  /** What was told, by seat; the last list is a spectator's. */
  readonly told: readonly SentMessage[][] = Array.from({ length: SEATS + 1 }, () => []);
  private ids = 0;

  private constructor(table: TestTable, match: Match) {
    this.table = table;
    this.match = match;
    match.watch({
      onFlush: ({ public: isPublic, publicEvents, seats }) => {
        for (const [viewer, list] of this.told.entries()) {
          const own = seats.get(viewer);
          if (own !== undefined) list.push(['private', own.private]);
          if (isPublic) list.push(['table', { ...match.table, step: match.publicStep }]);
          const events = own?.events ?? publicEvents;
          if (events.length > 0) list.push(['events', events]);
        }
      },
      onLost: () => {},
    });
  }

  static async start(
    hands: Hands,
    settings: Partial<TableSettings> = {},
    noticesFor?: MatchTools['noticesFor'],
  ): Promise<AmbushTable> {
    const table = newTable({ games: hostingAmbush(hands), ...(noticesFor && { noticesFor }) });
    return new AmbushTable(table, await runningMatch(table, { game: 'ambush', seats: SEATS, settings }));
  }

  /** The same record, opened by another server after an outage of `lost` milliseconds. */
  async restart(hands: Hands, lost = 0): Promise<AmbushTable> {
    await this.table.matches.stop();
    const { journal } = this.table;
    journal.lostSince = async () => lost;
    const table = newTable({ games: hostingAmbush(hands), journal, now: this.table.now + lost });
    const match = await table.matches.open(this.match.id);
    if (match === undefined) throw new Error('the match is gone');
    return new AmbushTable(table, match);
  }

  /** The seat answers its current decision with this move. The answer may come much later. */
  play(seat: number, move: string): Promise<Answer> {
    return this.repeat(seat, [this.ids++, this.match.privateOf(seat).decision ?? 0, move]);
  }

  repeat(seat: number, action: [id: number, decision: number, move: string]): Promise<Answer> {
    const answer = this.match.act(seat, action, this.table.now);
    void answer.then((given) => at(this.told, seat).push(['answer', given]));
    return answer;
  }

  /** The seat chooses what to be asked. */
  wish(seat: number, what: Asks): Promise<Answer> {
    const answer = this.match.asks(seat, [this.ids++, what], this.table.now);
    void answer.then((given) => at(this.told, seat).push(['answer', given]));
    return answer;
  }

  /** The seat chooses its habits. */
  keep(seat: number, keeps: Action<'habits'>[1]): Promise<Answer> {
    return this.match.habits(seat, [this.ids++, keeps], this.table.now);
  }

  /** Moves the clock, and does everything that is due. */
  async wait(seconds: number): Promise<void> {
    this.table.now += seconds * 1000;
    await this.table.matches.wake();
    await this.settle();
  }

  /** Resolves when all earlier commands are done and answered. */
  async settle(): Promise<void> {
    await this.match.tend(this.table.now);
  }

  /** The seats that the rules ask. */
  get asked(): readonly Seat[] {
    return this.match.awaited;
  }

  privates(): readonly Private[] {
    return Array.from({ length: SEATS }, (_, seat) => this.match.privateOf(seat));
  }

  async entries(): Promise<readonly Record<string, unknown>[]> {
    const stored = await this.table.journal.read(this.match.id);
    return (stored?.lines ?? []).map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}
