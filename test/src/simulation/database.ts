/**
 * The database that the servers of a world share, as their contract sees it: operations that happen as a whole or not at all, answers
 * that may be late or lost. The operations are the real ones, on SQLite in memory.
 */
import type { Append, Call, Engine, StoreCode, Work } from '@flower-war/server/testing';
import type { Network } from './network.ts';
import { Program } from './program.ts';
import type { World } from './world.ts';

/** As the real engine has it. */
const ANSWERS_WITHIN_MS = 6000;
const LOCK_TIMEOUT_MS = 2000;
const SIGN_WITHIN_MS = 2500;
const SIGN_OF_LIFE = 'processes.renew';
const USUAL_MS = [0.1, 1] as const;
const APPEND = 'records.append';

/** How it fares: it refuses connections, it swallows questions, or answers get lost after the deed. */
export type Condition = 'well' | 'away' | 'silent' | 'forgetful';

type Failure = new (message: string, options?: ErrorOptions) => Error;

interface Question {
  readonly call: Call;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class SimulatedDatabase {
  condition: Condition = 'well';
  /** How long one way takes. */
  delays: readonly [least: number, most: number] = USUAL_MS;
  /** How far its clock is ahead of the time. */
  clockOffset = 0;
  /** Groups of operations that wait for a lock, until then. */
  locked: { readonly groups: readonly string[]; readonly until: number } = { groups: [], until: 0 };
  /** Programs that do not reach it. */
  readonly cutOff = new Set<string>();
  /** Called with each append, as soon as it is durable. */
  onAppend: (append: Append) => void = () => {};
  /** Called with each operation that was done, and what came of it. */
  onDone: (operation: string, given: readonly unknown[], value: unknown) => void = () => {};
  /** Several processes use it, so its clock is theirs. */
  private readonly isShared: boolean;
  private readonly world: World;
  private readonly runner: InstanceType<StoreCode['SqliteRunner']>;
  private readonly inMemory: ReturnType<StoreCode['memoryDatabase']>;

  constructor(world: World, network: Network, isShared: boolean) {
    this.world = world;
    this.isShared = isShared;
    const { memoryDatabase, SqliteRunner, ...code } = Program.begin(world, network, { name: 'database', kind: 'store' })
      .exports as StoreCode;
    this.inMemory = memoryDatabase();
    this.runner = new SqliteRunner(
      this.inMemory,
      groupsBy(code, isShared ? () => Math.floor(world.now + this.clockOffset) : undefined),
    );
  }

  /** The matches that should have gone on by themselves so long ago. */
  overdue(milliseconds: number): readonly string[] {
    const before = Math.floor(this.world.now + this.clockOffset - milliseconds);
    const rows = this.inMemory.prepare('SELECT match FROM matches WHERE wake_at < ? ORDER BY match').all(before);
    return rows.map(({ match }) => String(match));
  }

  /** The time leaps: all signs of life in it are taken as given. */
  leap(milliseconds: number): void {
    const ms = Math.floor(milliseconds);
    for (const sql of [
      'UPDATE processes SET renewed_at = renewed_at + ? WHERE ended_at IS NULL',
      'UPDATE alive SET at = at + ?',
    ])
      this.inMemory.prepare(sql).run(ms);
  }

  beUsual(): void {
    this.delays = USUAL_MS;
  }

  /** As one process uses it. `Failure` is the error by which its program knows a store that fails. */
  engineFor(program: Program, Failure: Failure): Engine {
    let last: Promise<unknown> = Promise.resolve();
    const ask = (call: Call) =>
      new Promise<unknown>((resolve, reject) => this.ask(program, { call, resolve, reject }, Failure));
    const inTurn = (call: Call) => {
      const run = () => ask(call);
      last = last.then(run, run);
      return last;
    };
    return {
      isShared: this.isShared,
      run: (call) => (nameOf(call) === APPEND ? inTurn(call) : ask(call)),
      close: async () => {},
    };
  }

  private ask(program: Program, { call, resolve, reject }: Question, Failure: Failure): void {
    const patience = nameOf(call) === SIGN_OF_LIFE ? SIGN_WITHIN_MS : ANSWERS_WITHIN_MS;
    const fail = (why: string) => program.enter(() => reject(new Failure(`${nameOf(call)}: ${why} (simulated)`)));
    const late = this.world.in(patience, () => fail('no answer in time'));
    const answer = (job: () => void) => {
      late.cancel();
      program.enter(job);
    };
    const arrive = () => {
      if (this.condition === 'silent' || this.cutOff.has(program.name)) return;
      if (this.condition === 'away') return this.after(() => answer(() => fail('the connection was refused')));
      const wait = this.lockedFor(call);
      if (wait > LOCK_TIMEOUT_MS)
        return void this.world.in(LOCK_TIMEOUT_MS, () => answer(() => fail('a lock was not released')));
      if (wait > 0) return void this.world.in(wait, arrive);
      const outcome = this.execute(call);
      if (this.condition === 'forgetful' && this.world.chance.coin()) return; // done, and the program never learns it
      this.after(() =>
        answer(() => ('failure' in outcome ? reject(ownError(outcome.failure, Failure)) : resolve(outcome.value))),
      );
    };
    this.after(arrive);
  }

  private after(job: () => void): void {
    this.world.in(this.world.between(...this.delays), job);
  }

  private lockedFor(call: Call): number {
    const { groups, until } = this.locked;
    return groups.includes(call.group) ? until - this.world.now : 0;
  }

  private execute(call: Call) {
    const [outcome] = this.runner.run([call]);
    if (outcome === undefined) throw new Error('an operation has no outcome');
    if (nameOf(call) === APPEND && 'value' in outcome) {
      const [batch] = call.given as readonly [readonly Append[]];
      for (const [n, append] of batch.entries())
        if ((outcome.value as readonly unknown[])[n] !== 'conflict') this.onAppend(append);
    }
    if ('value' in outcome) this.onDone(nameOf(call), call.given, outcome.value);
    return outcome;
  }
}

const nameOf = ({ group, name }: Call) => `${group}.${name}`;

/** An error of the store must be one to the program, too. Others are mistakes in our code. */
function ownError(error: Error, Failure: Failure): Error {
  return error.name === 'StoreError' ? new Failure(error.message, { cause: error }) : error;
}

type AnyWork = (...given: never[]) => Work<unknown>;

/** The operations, with the clock of the database in place of the program's. */
function groupsBy(
  { operations, STORE_NOW }: Pick<StoreCode, 'operations' | 'STORE_NOW'>,
  now: (() => number) | undefined,
): Record<string, Record<string, AnyWork>> {
  if (now === undefined) return operations as unknown as Record<string, Record<string, AnyWork>>;
  const withClock = (operation: AnyWork): AnyWork =>
    function* (...given) {
      const work = operation(...given);
      for (let step = work.next(); ; ) {
        if (step.done) return step.value;
        const { sql, params } = step.value;
        const own = sql.replace(STORE_NOW, '$time_of_store');
        step = work.next(
          yield own === sql ? step.value : { ...step.value, sql: own, params: { ...params, time_of_store: now() } },
        );
      }
    };
  const all = Object.entries(operations as unknown as Record<string, Record<string, AnyWork>>);
  return Object.fromEntries(
    all.map(([group, one]) => [
      group,
      Object.fromEntries(Object.entries(one).map(([name, work]) => [name, withClock(work)])),
    ]),
  );
}
