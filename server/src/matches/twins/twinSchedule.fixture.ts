/**
 * For tests: one match and several processes that all want it. Processes are declared dead while they live on, as if frozen and
 * woken, and go on playing. Always the record holds every accepted move exactly once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, type Entry, parseLine } from '@flower-war/protocol';
import { readRecord, verify } from '@flower-war/protocol/verify';
import { at, type Chance, engine as engineOf, fastChance } from '@flower-war/rules';
import { newProcess, type ThisProcess } from '../../base/ids.ts';
import { type Engine, StoreError } from '../../store/engine/engine.ts';
import type { Append, AskedOwnership, Tail } from '../../store/journal/journal.ts';
import type { Claimed } from '../../store/ownership/claims.ts';
import { Elsewhere } from '../../store/ownership/processes.ts';
import { StoredJournal } from '../../store/storedJournal.ts';
import type { Matches } from '../matches.ts';
import { askedSeat, newTable, runningMatch } from '../table.fixture.ts';

export interface Ground {
  /** One for each process. */
  readonly engines: readonly Engine[];
  /** Declares a process dead. */
  readonly bury: (process: string) => Promise<unknown>;
}

export interface TwinTally {
  readonly accepted: number;
  /** Answers that left the outcome open. */
  readonly open: number;
  readonly buried: number;
  /** Appends that changed nothing. */
  readonly refused: number;
  /** Times at which another process had the match. */
  readonly elsewhere: number;
  readonly went: Readonly<Record<Way, number>>;
  readonly problems: readonly string[];
}

interface Actor {
  readonly id: string;
  readonly journal: HeldJournal;
  readonly matches: Matches;
  isBuried: boolean;
}

interface AskedMove {
  readonly id: number;
  readonly answer: Answer | 'elsewhere' | 'none';
}

const STEPS = 30;
const ANSWERED_WITHIN_MS = 10_000;
const NOW = 1_000_000;

export async function twinSchedule(seed: number, ground: Ground): Promise<TwinTally> {
  const schedule = new Schedule(fastChance(seed), seed, ground);
  return schedule.run();
}

class Schedule {
  private readonly chance: Chance;
  private readonly seed: number;
  private readonly ground: Ground;
  private readonly actors: Actor[] = [];
  private readonly asked: Promise<AskedMove>[] = [];
  private readonly watch = new FenceWatch();
  private match = '';
  private actions = 0;

  constructor(chance: Chance, seed: number, ground: Ground) {
    this.chance = chance;
    this.seed = seed;
    this.ground = ground;
  }

  async run(): Promise<TwinTally> {
    const { engines } = this.ground;
    for (const engine of engines) await this.join(engine);
    await this.begin(at(this.actors, 0));
    for (let step = 0; step < STEPS; step++) await this.step();
    const asked = await Promise.all(this.asked);
    for (const { journal } of this.actors) await journal.settled();
    const record = await this.ended();
    const problems = [...this.watch.problems, ...(await problemsIn(record, asked))];
    for (const { matches } of this.actors) await matches.stop();
    return this.tally(
      asked,
      problems.map((problem) => `seed ${this.seed}: ${problem}`),
    );
  }

  private async join(engine: Engine): Promise<void> {
    const self = newProcess();
    const journal = new HeldJournal(engine, self, { seed: this.seed * 100 + this.actors.length, watch: this.watch });
    await journal.beat(NOW);
    const { matches } = newTable({ store: journal, owner: self.id, now: NOW });
    this.actors.push({ id: self.id, journal, matches, isBuried: false });
  }

  /** The first process makes the match. Its appends may fail as well, so that it tries again. */
  private async begin({ matches }: Actor): Promise<void> {
    for (;;) {
      const made = await runningMatch({ matches, now: NOW }).catch(() => undefined);
      if (made === undefined) continue;
      this.match = made.id;
      if (made.position.status === 'running') return;
      await matches.release(made.id);
    }
  }

  /** Things happen at the same moment. */
  private async step(): Promise<void> {
    const { chance } = this;
    if (chance.die(4) === 1) await this.buryOne();
    const players = chance.die(3) === 1 ? this.actors : [chance.pick(this.actors), chance.pick(this.actors)];
    for (const actor of players) this.asked.push(this.play(actor));
    if (chance.die(3) > 1) await wait(chance.die(8));
    else await Promise.race(this.asked.slice(-players.length));
  }

  /** One that lives is declared dead, and goes on none the less. Another comes. */
  private async buryOne(): Promise<void> {
    const living = this.actors.filter(({ isBuried }) => !isBuried);
    const one = this.chance.pick(living);
    const place = this.actors.indexOf(one) % this.ground.engines.length;
    one.isBuried = true;
    await Promise.all([this.ground.bury(one.id), this.join(at(this.ground.engines, place))]);
  }

  private async play({ matches }: Actor): Promise<AskedMove> {
    const id = this.actions++;
    const answer = matches.use(this.match, async (match) => {
      const seat = askedSeat(match);
      const { decision = 0, legal } = match.privateOf(seat);
      return legal.length === 0 ? ('none' as const) : match.act(seat, [id, decision, this.chance.pick(legal)], NOW);
    });
    const late = wait(ANSWERED_WITHIN_MS, 'none' as const, { ref: false });
    return { id, answer: (await Promise.race([answer.catch(elsewhere), late])) ?? 'none' };
  }

  /** A process that lives takes the match and ends it. Returns the record. */
  private async ended(): Promise<string> {
    for (const { id, isBuried } of this.actors) if (!isBuried) await this.ground.bury(id);
    await this.join(at(this.ground.engines, 0));
    const last = at(this.actors, this.actors.length - 1);
    for (;;) {
      const done = await last.matches.use(this.match, (match) => match.abort('operator', NOW)).catch(() => undefined);
      const { lines = [] } = (await last.journal.read(this.match)) ?? {};
      if (done?.kind === 'done' || isEnded(lines)) return lines.map((line) => `${line}\n`).join('');
    }
  }

  private tally(asked: readonly AskedMove[], problems: readonly string[]): TwinTally {
    const sum = (count: (actor: Actor) => number) => this.actors.reduce((total, actor) => total + count(actor), 0);
    return {
      accepted: asked.filter(isAccepted).length,
      open: asked.filter(({ answer }) => typeof answer === 'object' && answer.kind === 'retry').length,
      elsewhere: asked.filter(({ answer }) => answer === 'elsewhere').length,
      buried: this.actors.filter(({ isBuried }) => isBuried).length,
      refused: sum(({ journal }) => journal.refused),
      went: Object.fromEntries(WAYS.map((way) => [way, sum(({ journal }) => journal.went[way])])) as Record<
        Way,
        number
      >,
      problems,
    };
  }
}

function elsewhere(error: unknown): 'elsewhere' | 'none' {
  if (error instanceof Elsewhere) return 'elsewhere';
  if ((error as Error).name === 'StoreError') return 'none';
  throw error;
}

const isAccepted = ({ answer }: AskedMove) => typeof answer === 'object' && answer.kind === 'accepted';

function isEnded(lines: readonly string[]): boolean {
  const last = lines.at(-1);
  return last !== undefined && entryIn(last)?.kind === 'ended';
}

function entryIn(line: string): Entry | undefined {
  const parsed = parseLine(line);
  return 'entry' in parsed ? parsed.entry : undefined;
}

async function problemsIn(record: string, asked: readonly AskedMove[]): Promise<readonly string[]> {
  const verdict = await verify(record, engineOf);
  const read = readRecord(record);
  const entries = 'entries' in read ? read.entries : [];
  const moves = entries.flatMap((entry) => (entry.kind === 'move' ? [entry.id] : []));
  const times = (id: number) => moves.filter((one) => one === id).length;
  return [
    ...(verdict.ok ? [] : [`line ${verdict.line}: ${verdict.problem}`]),
    ...asked
      .filter((one) => isAccepted(one) && times(one.id) !== 1)
      .map(({ id }) => `move ${id} was accepted, and is there ${times(id)} times`),
    ...asked
      .filter(({ id, answer }) => typeof answer === 'object' && answer.kind === 'rejected' && times(id) > 0)
      .map(({ id }) => `move ${id} was rejected, and is there`),
    ...moves.filter((id, i) => moves.indexOf(id) !== i).map((id) => `move ${id} is there twice`),
  ];
}

// For tests: the journal of a process whose appends are held up or lost on their way, as a frozen process or a broken line does it.

/** What becomes of an append. The last three leave their process in doubt. */
const WAYS = ['at once', 'late', 'answer lost', 'lost', 'lost, but it comes later'] as const;
type Way = (typeof WAYS)[number];

const LATEST_MS = 12;

interface Holding {
  readonly seed: number;
  readonly watch: FenceWatch;
}

class HeldJournal extends StoredJournal {
  /** How many appends went which way. */
  readonly went: Record<Way, number> = {
    'at once': 0,
    late: 0,
    'answer lost': 0,
    lost: 0,
    'lost, but it comes later': 0,
  };
  /** How many appends changed nothing, because another had claimed the match. */
  refused = 0;
  private readonly chance: Chance;
  private readonly watch: FenceWatch;
  private readonly id: string;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(engine: Engine, self: ThisProcess, { seed, watch }: Holding) {
    super(engine, self);
    this.chance = fastChance(seed);
    this.watch = watch;
    this.id = self.id;
  }

  override claim(asked: AskedOwnership): Promise<Claimed> {
    return this.watch.claim(asked, () => super.claim(asked));
  }

  override append(append: Append): Promise<'appended' | 'conflict'> {
    const way = this.chance.coin() ? 'at once' : this.chance.pick(WAYS);
    this.went[way]++;
    return this.send(way, append, this.watch.settledOf(append.match, append.owner));
  }

  override async tail(match: string): Promise<Tail | undefined> {
    const tail = await super.tail(match);
    this.watch.settle(match, this.id);
    return tail;
  }

  /** Resolves when nothing is on its way any more. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled([...this.underWay]);
  }

  private async send(way: Way, append: Append, decidedAt: number): Promise<'appended' | 'conflict'> {
    switch (way) {
      case 'at once':
        return this.arrive(append, decidedAt);
      case 'late':
        await this.aWhile();
        return this.arrive(append, decidedAt);
      case 'answer lost':
        await this.arrive(append, decidedAt);
        throw broken();
      case 'lost':
        throw broken();
      case 'lost, but it comes later':
        this.aWhile()
          .then(() => this.arrive(append, decidedAt))
          .catch(() => {});
        throw broken();
    }
  }

  private arrive(append: Append, decidedAt: number): Promise<'appended' | 'conflict'> {
    const sight = this.watch.look(append);
    const arriving = super.append(append).then((outcome) => {
      if (outcome === 'conflict') this.refused++;
      this.watch.arrived(append, outcome, { sight, decidedAt });
      return outcome;
    });
    return this.noted(arriving);
  }

  private aWhile(): Promise<unknown> {
    return this.noted(wait(this.chance.die(LATEST_MS)));
  }

  private noted<T>(work: Promise<T>): Promise<T> {
    this.underWay.add(work);
    work.finally(() => this.underWay.delete(work)).catch(() => {});
    return work;
  }
}

const broken = () => new StoreError('the connection to the journal is gone');

// For tests: watches the claims and the appends of all processes. What a claim has fenced off must change nothing.

type Outcome = 'appended' | 'conflict';

/** Which claims were known to be the last ones when an append was sent. */
interface Sight {
  readonly holder: string | undefined;
  readonly settled: number;
}

class FenceWatch {
  readonly problems: string[] = [];
  private ticks = 0;
  /** The claim that was certainly the last one, by match. Undefined when two were made at the same moment. */
  private readonly holders = new Map<string, string | undefined>();
  private readonly claimedAt = new Map<string, number>();
  /** How often a process has read the end of a match, because it was in doubt about an append. */
  private readonly settled = new Map<string, number>();

  async claim({ id, owner }: AskedOwnership, work: () => Promise<Claimed>): Promise<Claimed> {
    const began = ++this.ticks;
    const claimed = await work();
    const isAlone = (this.claimedAt.get(id) ?? 0) < began;
    this.holders.set(id, isAlone ? nameOf(owner, claimed.claim) : undefined);
    this.claimedAt.set(id, ++this.ticks);
    return claimed;
  }

  /** The process has read the end of the match, and takes what is not there as not written. */
  settle(match: string, owner: string): void {
    this.settled.set(`${match} ${owner}`, this.settledOf(match, owner) + 1);
  }

  settledOf(match: string, owner: string): number {
    return this.settled.get(`${match} ${owner}`) ?? 0;
  }

  /** Call it at the moment when an append leaves for the database. */
  look({ match, owner }: Append): Sight {
    return { holder: this.holders.get(match), settled: this.settledOf(match, owner) };
  }

  /** `decidedAt`: what `settledOf` said when the process decided on the append. */
  arrived({ owner, claim, expectedSeq }: Append, outcome: Outcome, { sight, decidedAt }: Sent): void {
    const own = nameOf(owner, claim);
    if (outcome === 'conflict') return;
    if (sight.holder !== undefined && sight.holder !== own)
      this.problems.push(`entry ${expectedSeq} was written after another claim: ${own} wrote, ${sight.holder} had it`);
    if (sight.settled !== decidedAt)
      this.problems.push(`entry ${expectedSeq} was written after its process had found that it was not`);
  }
}

interface Sent {
  readonly sight: Sight;
  readonly decidedAt: number;
}

const nameOf = (owner: string, claim: number) => `${owner} ${claim}`;
