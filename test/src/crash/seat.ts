/** One player in one match: plays, talks, offers and answers at random, and remembers every answer. */
import type { LiveMatch } from '@flower-war/client';
import type { Answer } from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';

/** What the server told one seat of one match: the accepted moves and lines, in order. */
export interface Told {
  readonly match: string;
  readonly seat: number;
  readonly accepted: string[];
  readonly said: string[];
  readonly answers: Answered[];
  /** The number of accepted offers and answers to offers. */
  agreed: number;
  /** When nothing came from the server, and this player waited on purpose. A clock may run out meanwhile. */
  readonly quiet?: Span[];
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What the server did about a player who waited in silence comes a little later. */
const AFTER_QUIET_MS = 2000;

/** To be found among the faults of a run, which tell theirs. */
export const timeOfDay = (at: number): string => new Date(at).toISOString().slice(11, 23);

export function wasQuiet(told: readonly Told[], at: number): boolean {
  return told.some(({ quiet = [] }) => quiet.some(({ from, to }) => at >= from && at <= to + AFTER_QUIET_MS));
}

/** The answer to a move. */
export interface Answered {
  /** When it came, by the clock of the player. */
  readonly at: number;
  /** For how many milliseconds the player waited. */
  readonly took: number;
  /** Whether the player's own connection was lost meanwhile. */
  readonly wasDropped: boolean;
  readonly isAccepted: boolean;
}

export interface Person {
  readonly chance: Chance;
  readonly drop: (live: LiveMatch) => void;
  /** Whether this player ends the pauses. */
  readonly leads: boolean;
  readonly problems: string[];
  /** How long the player thinks about each move; not at all if absent. */
  readonly thinkingMs?: number;
}

const ONE_DROP_IN = 30;
const ONE_LINE_IN = 25;
const ONE_OFFER_IN = 60;

type Doing = 'over' | 'reply' | 'resume' | 'move';

export class Seat {
  readonly told: Told;
  private readonly live: LiveMatch;
  private readonly person: Person;
  private saying: Promise<void> = Promise.resolve();

  constructor(live: LiveMatch, person: Person) {
    this.live = live;
    this.person = person;
    this.told = { match: live.id, seat: live.seat ?? -1, accepted: [], said: [], answers: [], agreed: 0 };
  }

  async play(): Promise<void> {
    for (;;) {
      await this.live.until(() => this.doing() !== undefined);
      switch (this.doing()) {
        case 'over':
          return this.saying;
        case 'reply':
          await this.agree(this.live.reply(this.person.chance.die(3) > 1));
          break;
        case 'resume':
          await this.agree(this.live.offer('resume'));
          break;
        case 'move':
          await this.think();
          if (this.doing() === 'move') await this.turn();
          break;
        case undefined: // another message has come in between
      }
    }
  }

  private doing(): Doing | undefined {
    const { isOver, legal, table } = this.live;
    const { offer, pausedUntil } = table;
    if (isOver) return 'over';
    if (offer.what !== '') return offer.accepted.includes(this.told.seat) ? undefined : 'reply';
    if (pausedUntil > 0) return this.person.leads ? 'resume' : undefined;
    return legal.length > 0 ? 'move' : undefined;
  }

  private async think(): Promise<void> {
    const { thinkingMs } = this.person;
    if (thinkingMs !== undefined) await new Promise((resolve) => setTimeout(resolve, thinkingMs));
  }

  private async turn(): Promise<void> {
    const { chance, drop } = this.person;
    if (chance.die(ONE_LINE_IN) === 1) this.talk();
    if (chance.die(ONE_OFFER_IN) === 1)
      return this.agree(chance.coin() ? this.live.offer('pause', 5) : this.live.offer('takeback'));
    const move = chance.pick(this.live.legal);
    const began = Date.now();
    const played = this.live.play(move);
    const wasDropped = chance.die(ONE_DROP_IN) === 1;
    if (wasDropped) drop(this.live); // while the answer is still on its way
    const answer = await played;
    const isAccepted = answer.kind === 'accepted';
    this.told.answers.push({ at: Date.now(), took: Date.now() - began, wasDropped, isAccepted });
    if (isAccepted) this.told.accepted.push(move);
    else this.mind(move, answer, ['stale-decision', 'paused']);
  }

  /** A line is on its way while the player plays on. */
  private talk(): void {
    const said = this.saying.then(() => this.say(`line ${this.told.said.length} of seat ${this.told.seat}`));
    said.catch(() => {}); // told when the match is over
    this.saying = said;
  }

  private async say(text: string): Promise<void> {
    const answer = await this.live.say(text);
    if (answer.kind === 'accepted') this.told.said.push(text);
    else this.mind(text, answer, []);
  }

  /** Makes or answers an offer. A refusal is fine: another player may have been faster. */
  private async agree(asking: Promise<Answer>): Promise<void> {
    const answer = await asking;
    if (answer.kind === 'accepted') this.told.agreed++;
    else this.mind('an agreement', answer, ['cannot-agree']);
  }

  private mind(what: string, answer: Answer, fine: readonly string[]): void {
    const isFine = this.live.isOver || (answer.kind === 'rejected' && fine.includes(answer.code));
    if (!isFine)
      this.person.problems.push(`${this.live.id} seat ${this.told.seat}: ${what}: ${JSON.stringify(answer)}`);
  }
}
