/**
 * People, bots and temples who play one match after another on any servers, each group at a table of its own. In the end all that they were
 * told is checked.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { FlowerWarClient, type LiveMatch, type TableSettings } from '@flower-war/client';
import { at, type Chance, fastChance } from '@flower-war/rules';
import { person } from '../support/api.ts';
import { Receiver } from '../support/receivers.ts';
import { differences, SocketViewer } from '../support/viewers.ts';
import { type Beads, Comparison, judge } from './ledger.ts';
import { insist, Person, type SeatStory } from './person.ts';
import { type Door, PlainPerson, type Watched } from './plainPerson.ts';
import type { TempleTable } from './templeTable.ts';

/** Players answer at once, so a clock that runs out has charged an outage. */
const SHORT = { clock: { kind: 'turn', seconds: 15 }, absence: 'strict' } as const;
const BANK = { clock: { kind: 'bank', seconds: 3600, increment: 1 } } as const;
const KINDS = [
  { people: 2, bots: [], settings: SHORT },
  { people: 2, bots: [], settings: BANK },
  { people: 1, bots: ['greedy'], settings: SHORT },
  { people: 1, bots: ['random'], settings: {} },
] as const satisfies readonly Omit<TableSetUp, 'chance'>[];
/** At tables of the plain door one time-out, or two, call a bot. */
const PLAIN = ['casual', 'fair'] as const;

const THINKING_MS = 60;
/** A table that stood still for this long, although all is well again, is stuck. */
const STUCK_AFTER_MS = 60_000;
const NOTICES_WITHIN_MS = 30_000;

interface LoadSettings {
  readonly url: string;
  readonly temples?: readonly TempleTable[];
  readonly seed: number;
  readonly tables: number;
  /** The processes behind the address. People play by their plain doors, too. */
  readonly doors?: readonly Door[];
  /** How many turns a match has at most. */
  readonly turnCap?: number;
  readonly thinkingMs?: number;
}

/** What was found, and how much was compared. */
export interface Checked {
  readonly matches: number;
  readonly accepted: number;
  readonly said: number;
  readonly agreed: number;
  readonly notices: number;
  readonly views: number;
  readonly beads: Pick<Beads, 'fallen' | 'offered'>;
  readonly lost: number;
  readonly twice: number;
  readonly problems: readonly string[];
  /** The longest time that a clock was charged for one move, in milliseconds. */
  readonly longestPaid: number;
}

export class Load {
  /** All tables. */
  readonly tables: readonly Table[];
  /** Those whose people have sockets. */
  readonly withSockets: readonly Table[];
  readonly temples: readonly TempleTable[];
  readonly viewers: SocketViewer[] = [];
  private readonly url: string;
  private readonly receiver: Receiver;
  private readonly done: Promise<unknown>;
  private failure: unknown;
  private countsFrom = 0;

  private constructor(wanted: LoadSettings, receiver: Receiver) {
    const { url, seed, tables, temples = [], doors = [], turnCap = 80, thinkingMs = THINKING_MS } = wanted;
    this.url = url;
    this.receiver = receiver;
    this.temples = temples;
    const onLive = (live: LiveMatch<string>) => void this.viewers.push(new SocketViewer(live));
    const table = (n: number, kind: Omit<TableSetUp, 'chance'>) =>
      new Table(url, { ...kind, hook: receiver.url, thinkingMs, turnCap, chance: fastChance(seed * 100 + n) });
    this.withSockets = Array.from({ length: tables }, (_, n) =>
      table(n, { ...(KINDS[n % KINDS.length] ?? KINDS[0]), onLive }),
    );
    const plain = (doors.length > 0 ? PLAIN : []).map((absence, n) =>
      table(tables + n, { people: 2, bots: [], settings: { clock: SHORT.clock, absence }, doors }),
    );
    this.tables = [...this.withSockets, ...plain];
    this.done = Promise.all(this.tables.map((one) => one.run()));
    this.done.catch((error: unknown) => {
      this.failure = error;
    });
  }

  static async start(wanted: LoadSettings): Promise<Load> {
    return new Load(wanted, await Receiver.open());
  }

  /** The matches that are played now. */
  get matches(): readonly string[] {
    return matchesOf(this.tables);
  }

  /** The streams of the plain door. */
  get streams(): readonly Watched[] {
    return this.tables.flatMap(({ streams }) => streams);
  }

  get moves(): number {
    return this.tables.reduce((sum, { moves }) => sum + moves, 0);
  }

  /**
   * Resolves when each table has played a move and each temple has its answers, except those at these matches. Returns how
   * long that took, in milliseconds.
   */
  async goesOn(but: readonly string[] = []): Promise<number> {
    const began = Date.now();
    const tables = this.tables.filter(({ told }) => !but.includes(told.at(-1)?.match ?? ''));
    const temples = this.temples.filter(({ match }) => !but.includes(match));
    await Promise.all([this.allPlay(tables), ...temples.map((temple) => temple.goesOn())]);
    return Date.now() - began;
  }

  private async allPlay(tables: readonly Table[]): Promise<void> {
    const [began, before] = [Date.now(), tables.map(({ moves }) => moves)];
    const still = () => tables.filter(({ moves }, n) => moves === before[n]);
    for (; still().length > 0; await pause(5)) {
      if (this.failure !== undefined) throw this.failure;
      if (Date.now() - began > STUCK_AFTER_MS) throw new Error(`tables stand still: ${matchesOf(still()).join()}`);
    }
  }

  /** From now on the pace of clocks is checked: servers that have just started answer slowly. */
  warmed(): void {
    this.countsFrom = Date.now();
  }

  /** Lets all matches end. */
  async finish(): Promise<void> {
    for (const table of this.tables) table.close();
    await this.done;
    await Promise.all(this.temples.map((temple) => temple.finish()));
  }

  /** Compares what was told and shown with the records, one after the other: a server gives few records at once. */
  async check(): Promise<Checked> {
    const comparison = new Comparison();
    const told = this.tables.flatMap((table) => table.told);
    const matches = Map.groupBy(told, ({ match }) => match);
    const reader = await person(this.url, 'Reader');
    const problems = this.tables.flatMap((table) => table.problems);
    let longestPaid = 0;
    for (const [match, seats] of matches) {
      const record = await insist(() => reader.history.record(match));
      for (const seat of seats) comparison.compareSeat(seat, record);
      const judged = await judge(match, { record, told: seats, since: this.countsFrom });
      problems.push(...judged.problems);
      longestPaid = Math.max(longestPaid, judged.longestPaid);
    }
    for (const table of this.tables) await compareTalk(table, comparison);
    let views = 0;
    for (const viewer of this.viewers) {
      const found = await insist(() => differences(reader, viewer.live.id, viewer));
      problems.push(...found.problems);
      views += found.compared;
    }
    problems.push(...(await this.missingNotices([...matches.keys()])));
    const beads = await Promise.all(this.temples.map((temple) => temple.check()));
    const ofBeads = (count: (one: Beads) => number) => beads.reduce((total, one) => total + count(one), 0);
    const ofTold = (count: (one: SeatStory) => number) => told.reduce((total, one) => total + count(one), 0);
    return {
      matches: matches.size,
      accepted: ofTold(({ accepted }) => accepted.length),
      said: ofTold(({ said }) => said.length),
      agreed: ofTold(({ agreed }) => agreed),
      notices: this.receiver.seen.size,
      views,
      beads: { fallen: ofBeads(({ fallen }) => fallen), offered: ofBeads(({ offered }) => offered) },
      lost: comparison.lost + ofBeads(({ lost }) => lost),
      twice: comparison.twice + ofBeads(({ twice }) => twice),
      problems: [...problems, ...comparison.problems, ...beads.flatMap((one) => one.problems)],
      longestPaid,
    };
  }

  async close(): Promise<void> {
    this.receiver.close();
    await Promise.all(this.temples.map((temple) => temple.stop()));
  }

  /** Each match must have begun and ended once. Repeated notices of the same event count as one. */
  private async missingNotices(matches: readonly string[]): Promise<readonly string[]> {
    const problems = () =>
      matches.flatMap((match) => {
        const kinds = this.receiver.of(match).map(({ kind }) => kind);
        return kinds.toSorted().join() === 'ended,started' ? [] : [`${match}: notices came of: ${kinds.join()}`];
      });
    for (const late = Date.now() + NOTICES_WITHIN_MS; problems().length > 0 && Date.now() < late; ) await pause(100);
    return problems();
  }
}

const matchesOf = (tables: readonly Table[]) => tables.flatMap(({ told }) => told.at(-1)?.match ?? []);

async function compareTalk({ clients, told }: Table, comparison: Comparison): Promise<void> {
  const kept = await Promise.all(clients.map((client) => client.account.exportData()));
  for (const match of new Set(told.map((one) => one.match))) {
    const had = told.filter((one) => one.match === match).flatMap(({ said }) => said);
    const has = kept.flatMap(({ talk }) => talk.filter((line) => line.match === match).map(({ text }) => text));
    comparison.compare(`${match}, talk`, had.toSorted(), has.toSorted());
  }
}

/** Short enough for several matches between two kills. */
const TURN_CAP = 80;

interface TableSetUp {
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
