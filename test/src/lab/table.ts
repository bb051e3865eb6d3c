/** A table at which people play one match after another, by sockets or by the plain door. After a crash they just go on. */
import { FlowerWarClient, type LiveMatch, type TableSettings } from '@flower-war/client';
import { at, type Chance } from '@flower-war/rules';
import { insist, Person, type SeatStory } from './person.ts';
import { type Door, PlainPerson, type Watched } from './plainPerson.ts';

/** Short enough for several matches between two kills. */
const TURN_CAP = 80;

export interface TableSetUp {
  readonly people: number;
  readonly bots: readonly string[];
  readonly chance: Chance;
  readonly settings?: Partial<TableSettings>;
  /** The URL at which the first person receives notices of matches. */
  readonly hook?: string;
  readonly thinkingMs?: number;
  readonly turnCap?: number;
  /** The people play by the plain doors of these servers. Without any they have sockets. */
  readonly doors?: readonly Door[];
  /** Called with each match of each person, before anything is played. */
  readonly onLive?: (live: LiveMatch) => void;
}

export class Table {
  readonly told: SeatStory[] = [];
  readonly problems: string[] = [];
  readonly clients: readonly FlowerWarClient[];
  private isClosing = false;
  private readonly wanted: TableSetUp;
  private readers: readonly PlainPerson[] = [];

  constructor(url: string, wanted: TableSetUp) {
    this.clients = Array.from({ length: wanted.people }, () => new FlowerWarClient({ url }));
    this.wanted = wanted;
  }

  /** The number of accepted moves, which shows that a table goes on. */
  get moves(): number {
    return this.told.reduce((sum, { accepted }) => sum + accepted.length, 0);
  }

  /** The streams of the plain door that are open. */
  get streams(): readonly Watched[] {
    return this.readers.flatMap(({ stream }) => stream ?? []);
  }

  /** Plays until it is asked to close, then to the end of the current match. Each match but the first is a rematch. */
  async run(): Promise<void> {
    await Promise.all(this.clients.map((client) => insist(() => client.signIn())));
    await this.hook();
    let lives = await this.begin();
    for (;;) {
      const { id } = at(lives, 0);
      await this.play(lives);
      if (this.isClosing) return;
      lives = await Promise.all(this.clients.map((client) => insist(() => client.rematch(id))));
    }
  }

  close(): void {
    this.isClosing = true;
  }

  /** The answer to an earlier try may be lost, and each webhook gets its own notices. */
  private async hook(): Promise<void> {
    const { hook } = this.wanted;
    const { account } = at(this.clients, 0);
    if (hook === undefined) return;
    await insist(async () => {
      if ((await account.webhooks()).length === 0) await account.addWebhook(hook, ['started', 'ended']);
    });
  }

  private async begin(): Promise<readonly LiveMatch[]> {
    const { bots, settings = {}, turnCap = TURN_CAP } = this.wanted;
    const wanted = { game: 'tieqchieq', options: { turnCap }, bots: bots.map((bot) => ({ bot })), table: settings };
    const match = await insist(() => at(this.clients, 0).create(wanted));
    return Promise.all(this.clients.map((client) => insist(() => client.join(match))));
  }

  private async play(lives: readonly LiveMatch[]): Promise<void> {
    const { doors } = this.wanted;
    if (doors !== undefined) return this.playPlainly(lives, doors);
    for (const live of lives) this.wanted.onLive?.(live);
    const habits = { ...this.wanted, problems: this.problems };
    const people = lives.map((live, n) => new Person(live, { ...habits, leads: n === 0 }));
    this.told.push(...people.map(({ told }) => told));
    await Promise.all(people.map((person) => person.play()));
    for (const live of lives) live.close();
  }

  /** The second person waits however long it takes until something comes; the others look for another server. */
  private async playPlainly(lives: readonly LiveMatch[], doors: readonly Door[]): Promise<void> {
    const habits = { ...this.wanted, doors, problems: this.problems };
    this.readers = lives.map((live, n) => {
      return new PlainPerson(live, { ...habits, client: at(this.clients, n), isPatient: n === 1 });
    });
    this.told.push(...this.readers.map(({ told }) => told));
    const playing = this.readers.map((reader) => reader.play());
    for (const live of lives) live.close();
    await Promise.all(playing);
  }
}
