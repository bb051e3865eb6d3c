/** People who move again and again by the SDK, each at a table with a bot, and when their moves were accepted. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import { at } from '@flower-war/rules';
import { insist } from '../lab/person.ts';
import { person } from '../support/people.ts';

/** Long enough that few matches end while something is measured. */
const TURN_CAP = 1000;

/** The answer of a process that was just killed may still come. */
const ON_THE_WAY_MS = 20;

export class Mover {
  /** Each move that the server accepted, in milliseconds of this process. */
  readonly accepted: { readonly sentAt: number; readonly at: number }[] = [];
  private readonly client: FlowerWarClient;
  private readonly thinkingMs: number;
  private isClosing = false;
  private live: LiveMatch | undefined;
  private running: Promise<void> = Promise.resolve();

  private constructor(client: FlowerWarClient, thinkingMs: number) {
    this.client = client;
    this.thinkingMs = thinkingMs;
  }

  /** Resolves when the first move was accepted. */
  static async start(url: string, thinkingMs: number): Promise<Mover> {
    const mover = new Mover(await insist(() => person(url, 'Mover')), thinkingMs);
    await mover.begin();
    return mover;
  }

  get match(): string {
    return this.live?.id ?? '';
  }

  /** Resolves when a move is accepted that was sent after that moment, or not answered then. Returns how long that took. */
  async backAfter(moment: number): Promise<number> {
    for (;;) {
      const found = this.accepted.find(({ at }) => at > moment + ON_THE_WAY_MS);
      if (found !== undefined) return found.at - moment;
      await pause(5);
    }
  }

  /** The longest time without an accepted move. */
  longestSince(moment: number): number {
    const moments = [moment, ...this.accepted.map(({ at }) => at).filter((at) => at > moment), performance.now()];
    return Math.max(...moments.slice(1).map((at, i) => at - (moments[i] ?? at)));
  }

  /** Rejects with what went wrong. */
  async stop(): Promise<void> {
    this.isClosing = true;
    this.live?.close();
    await this.running;
  }

  private async begin(): Promise<void> {
    await this.sitDown();
    this.running = this.run();
    while (this.accepted.length === 0) await Promise.race([pause(10), this.running]);
  }

  private async run(): Promise<void> {
    while (!this.isClosing) {
      await this.play().catch((error: unknown) => {
        if (!this.isClosing) throw error;
      });
      this.live?.close();
      if (!this.isClosing) await this.sitDown();
    }
  }

  private async sitDown(): Promise<void> {
    const options = { startPlayer: 'host', turnCap: TURN_CAP } as const;
    const match = await insist(() => this.client.create({ game: 'tieqchieq', bots: [{ bot: 'random' }], options }));
    this.live = await insist(() => this.client.join(match));
  }

  private async play(): Promise<void> {
    const { live } = this;
    while (live !== undefined && !this.isClosing) {
      await live.until(({ isOver, legal }) => isOver || legal.length > 0);
      if (live.isOver) return;
      const sentAt = performance.now();
      const { kind } = await live.play(at(live.legal, 0));
      if (kind === 'accepted') this.accepted.push({ sentAt, at: performance.now() });
      await pause(this.thinkingMs);
    }
  }
}
