/** A temple and the matches of its owner, one after the other, against a bot. The temple counts for each. */
import { setTimeout as wait } from 'node:timers/promises';
import type { MatchSummary } from '@flower-war/protocol';
import { claimCode } from '@flower-war/protocol/credentials';
import type { Twin } from '@flower-war/temple/twin';
import { measuredTo, type TemplesPlan } from '../../plan.ts';
import { anyOf, type Driving } from '../base/driving.ts';
import { type Person, Refusal } from '../player/person.ts';
import { type Company, Seat } from '../player/seat.ts';
import { GAME } from '../player/table.ts';
import { dropBeads, startDevice } from './device.ts';

const NEW_MATCH = { game: GAME, seats: 2, bots: [{ bot: 'random', seat: 1 }] } as const;
/** After a match the temple may count for it for a moment more. */
const BIND_AGAIN_MS = 500;
const BIND_TRIES = 20;
const END = 'end';
/** With a temple at the table, offerings are beads. */
const IS_OFFERING = /^(offer|skull)/;

export interface TempleTableWanted {
  readonly temples: TemplesPlan;
  readonly id: string;
  readonly owner: Person;
  /** How many tables the owner has, at which the owner plays in turn. */
  readonly tables: number;
}

export class TempleTable implements Company {
  readonly id: string;
  readonly owner: Person;
  /** The matches for which the temple counted. */
  readonly matches: string[] = [];
  private readonly driving: Driving;
  private readonly tables: number;
  private readonly twin: Twin;
  private seat: Seat | undefined;
  private ended: Promise<void> = Promise.resolve();
  private onEnded: () => void = () => {};

  private constructor(driving: Driving, { id, owner, tables }: TempleTableWanted, twin: Twin) {
    this.driving = driving;
    this.id = id;
    this.owner = owner;
    this.tables = tables;
    this.twin = twin;
  }

  /** Starts the device, and makes it the owner's. */
  static async open(driving: Driving, wanted: TempleTableWanted): Promise<TempleTable> {
    const { temples, id, owner } = wanted;
    const twin = await startDevice(driving, temples, id);
    await owner.post('/api/temples/claim', { temple: id, code: claimCode(temples.key, id) });
    return new TempleTable(driving, wanted, twin);
  }

  /** Plays, and drops beads, until the end. `onBound` is called when the temple counts for its first match. */
  async run(onBound: () => void): Promise<void> {
    await this.begin();
    onBound();
    await Promise.all([this.playOn(), dropBeads(this.driving, this.twin)]);
  }

  /** The beads that really fell. */
  get fallen(): Twin['truth'] {
    return this.twin.truth;
  }

  stop(): Promise<void> {
    this.seat?.close();
    return this.twin.stop();
  }

  readonly thinkMs = (): number => anyOf(this.driving.plan.thinkMs) * this.tables;
  readonly isOpen = (): boolean => this.driving.isOpen();
  readonly choices = (legal: readonly string[]): readonly string[] => legal.filter((move) => !IS_OFFERING.test(move));

  changed(): void {
    if (this.seat?.seen.status === 'ended') this.onEnded();
  }

  asked(): void {}

  accepted(): void {
    this.driving.tally.count('moves');
  }

  /** A bead that falls while the owner thinks may change the question. */
  refused(code: string): void {
    if (code === 'stale-decision') this.driving.tally.count('stale');
    else this.driving.tally.fail(`a legal move is refused: ${code}`);
  }

  private async playOn(): Promise<void> {
    const { plan, tally, at } = this.driving;
    const end = at(measuredTo(plan)).then(() => END);
    while ((await Promise.race([this.ended, end])) !== END) {
      tally.count('matches');
      this.seat?.close();
      await this.begin();
    }
  }

  /** Begins a match for which the temple counts. */
  private async begin(): Promise<void> {
    const match = await this.owner.post<MatchSummary>('/api/matches', NEW_MATCH);
    const seat = new Seat(this.owner, this, this.driving);
    this.seat = seat;
    this.ended = new Promise((resolve) => {
      this.onEnded = resolve;
    });
    await seat.sit(match);
    await this.bind(match.match);
    this.matches.push(match.match);
  }

  private async bind(match: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.owner.post(`/api/temples/${this.id}/bind`, { match, to: 'seat' });
        return;
      } catch (error) {
        const isLeaving = error instanceof Refusal && error.code === 'temple-bound';
        if (!isLeaving || tries === BIND_TRIES) throw error;
      }
      await wait(BIND_AGAIN_MS);
    }
  }
}
