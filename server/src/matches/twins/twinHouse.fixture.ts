/** For tests: a PostgreSQL for schedules of twins. */
import { connectTo, preparePostgres } from '../../store/engine/postgres/openPostgres.ts';
import { TestPostgres } from '../../store/engine/postgres/postgres.fixture.ts';
import { postgresAt } from '../../store/postgresStore.ts';
import { type Ground, type TwinTally, twinSchedule } from './twinSchedule.fixture.ts';

const PROCESSES = 3;
/** This many schedules at once: they wait more than they work. */
const AT_ONCE = 4;

export class TwinHouse {
  private readonly server: TestPostgres;
  private readonly ground: Ground;
  private readonly ending: () => Promise<unknown>;

  private constructor(server: TestPostgres, ground: Ground, ending: () => Promise<unknown>) {
    this.server = server;
    this.ground = ground;
    this.ending = ending;
  }

  static async open(): Promise<TwinHouse> {
    const server = await TestPostgres.start(['synchronous_commit=on']);
    const url = await server.fresh();
    await preparePostgres(url);
    const engines = Array.from({ length: PROCESSES }, () => postgresAt(url));
    const gravedigger = await connectTo(url, 'gravedigger');
    let last: Promise<unknown> = Promise.resolve();
    const bury = (process: string) => {
      last = last.then(() => gravedigger.query(BURY, [process]));
      return last;
    };
    const ending = () => Promise.all([gravedigger.end(), ...engines.map((engine) => engine.close())]);
    return new TwinHouse(server, { engines, bury }, ending);
  }

  /** Runs this many schedules, each with the next seed, and adds up what they did. */
  async run(count: number, seed: number): Promise<TwinTally> {
    let [next, sum] = [seed, NOTHING];
    const one = async () => {
      while (next < seed + count) sum = added(sum, await twinSchedule(next++, this.ground));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    return sum;
  }

  async close(): Promise<void> {
    await this.ending();
    await this.server.stop();
  }
}

const BURY = 'UPDATE processes SET ended_at = renewed_at WHERE process = $1 AND ended_at IS NULL';

const NOTHING: TwinTally = {
  accepted: 0,
  open: 0,
  buried: 0,
  refused: 0,
  elsewhere: 0,
  went: { 'at once': 0, late: 0, 'answer lost': 0, lost: 0, 'lost, but it comes later': 0 },
  problems: [],
};

function added(one: TwinTally, other: TwinTally): TwinTally {
  return {
    accepted: one.accepted + other.accepted,
    open: one.open + other.open,
    buried: one.buried + other.buried,
    refused: one.refused + other.refused,
    elsewhere: one.elsewhere + other.elsewhere,
    went: Object.fromEntries(
      Object.entries(one.went).map(([way, times]) => [way, times + other.went[way as keyof typeof other.went]]),
    ) as TwinTally['went'],
    problems: [...one.problems, ...other.problems],
  };
}
