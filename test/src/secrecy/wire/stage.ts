/** One server for twin matches: its games start where a test says, and its clock stands until a test moves it. */
import type { MatchSummary } from '@flower-war/protocol';
import { type Chance, engine } from '@flower-war/rules';
import { hostedGames, hosting, type Running } from '@flower-war/server';
import { testServer } from '../../support/server.ts';
import { newPerson, type Person } from '../../support/sockets/rawClient.ts';
import { type Lucky, lucky } from './oracle.ts';
import type { Twins } from './twins.ts';

export const REACT_SECONDS = 20;
/** By seat. The last one is the spectator. */
const NAMES = ['Ana', 'Beto', 'Caro', 'Dani', 'Eva', 'Fito', 'Gus'];
const MOST_CHOICES = 2 ** 32;
const MINUTE_MS = 60_000;

export class Stage {
  readonly server: Running;
  readonly people: readonly Person[];
  private readonly clock: { now: number };
  private next: Lucky | undefined;
  private readonly dealt = new Map<string, Lucky>();

  private constructor(server: Running, people: readonly Person[], clock: { now: number }) {
    this.server = server;
    this.people = people;
    this.clock = clock;
  }

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
    const clock = { now: Date.now() };
    let stage: Stage | undefined;
    const games = hosting(hostedGames().all, async (id, version) => {
      const game = await engine(id, version);
      return game && lucky(game, (chance) => stage?.deal(chance) ?? nothing());
    });
    const server = await testServer(settings, { games, now: () => clock.now });
    const people = [];
    for (const name of NAMES) people.push(await newPerson(server.address, name));
    stage = new Stage(server, people, clock);
    return stage;
  }

  get now(): number {
    return this.clock.now;
  }

  pass(milliseconds: number): void {
    this.clock.now += milliseconds;
  }

  /** Renews tokens after a long wait. An expired token would leave nothing to compare. */
  async keepSignedIn(): Promise<void> {
    for (const person of this.people) if (person.session.expiresAt <= this.now + MINUTE_MS) await person.renew();
  }

  /** Sets the state from which the next match starts. */
  prepare(start: Lucky): void {
    this.next = start;
  }

  async newMatch({ game, preset, seats, settings }: Twins): Promise<MatchSummary> {
    const wanted = { game, preset, seats, table: { reactSeconds: REACT_SECONDS, ...settings } };
    await this.keepSignedIn();
    const [host] = this.people;
    const made = await host?.post<MatchSummary>('/api/matches', wanted);
    if (made?.status !== 200) throw new Error(`no match was made: ${JSON.stringify(made?.body)}`);
    return made.body;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Deals the same state again when a record is folded again. The chance of the record identifies it. */
  private deal(chance: Chance): Lucky {
    const key = [0, 1, 2].map(() => chance.die(MOST_CHOICES)).join();
    const start = this.dealt.get(key) ?? this.next ?? nothing();
    this.dealt.set(key, start);
    return start;
  }
}

function nothing(): never {
  throw new Error('no state was prepared for a match that starts');
}
