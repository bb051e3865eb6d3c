/** One run of the house in virtual time, from a seed: people play, faults come, and each step is judged. */
import { programs } from './bundle.ts';
import { ClubRun } from './club/club.ts';
import { type Outcome, planned, type Strike, strike, type WorldPlan } from './faults.ts';
import { House, isAlarm } from './house.ts';
import { Ledger } from './ledger.ts';
import { Party } from './party.ts';
import { TempleParty } from './templeParty.ts';
import { stackOf, World } from './world.ts';

const SETTINGS = {
  LOG_LEVEL: 'warn',
  TRUST_PROXY: '1',
  LIMITS: '0',
  BOT_DELAY_MS: '100',
  MESSAGES_PER_SECOND: '10000',
  HEARTBEAT_SECONDS: '3',
  MOST_SEATS: '100000',
  MOST_OPEN_MATCHES: '100000',
  WEBHOOKS: 'any',
};

/** Of people, at once. */
export const TABLES = 10;
/** The flash of each temple. */
const TEMPLES = [{}, { flash: 'none' }] as const;

/** When all is well again, all people must play again, and end, within this time. */
const BACK_WITHIN_MS = 120_000;

/** A notice that failed is sent again after longer and longer waits. */
const NOTICED_WITHIN_MS = 3_600_000;

const CALM_MS = 30_000;
const OVERDUE_MS = 12_000;
const OPEN_WITHIN_MS = 30_000;
const MOST_VERIFIED = 20;
const MINUTE_MS = 60_000;

/** One cause has many effects. */
const MOST_FINDINGS = 3;

const LOOK_EVERY = 1000;
const SHOWN_CHARACTERS = 120;
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

export async function simulate(wanted: WorldPlan): Promise<Outcome> {
  const world = new World(wanted.seed, await programs(wanted.plants));
  const { people } = wanted;
  const run = people === undefined ? new Run(wanted, world) : new ClubRun({ ...wanted, people }, world);
  const unhandled = (error: unknown) =>
    world.find('calm', `a promise failed, and no code handled it: ${stackOf(error)}`);
  process.on('unhandledRejection', unhandled);
  try {
    return await run.play();
  } finally {
    process.off('unhandledRejection', unhandled);
    run.house?.close();
  }
}

class Run {
  private readonly wanted: WorldPlan;
  private readonly world: World;
  private readonly ledger: Ledger;
  private readonly strikes: readonly Strike[];
  house: House | undefined;
  private parties: readonly (Party | TempleParty)[] = [];
  /** How many faults last now, or come yet. */
  private pending: number;

  constructor(wanted: WorldPlan, world: World) {
    this.wanted = wanted;
    this.world = world;
    this.ledger = new Ledger(this.world);
    this.strikes = wanted.strikes ?? planned(wanted.seed, wanted.minutes * MINUTE_MS);
    this.pending = this.strikes.length;
  }

  async play(): Promise<Outcome> {
    const { world, wanted, ledger, strikes } = this;
    const servers = world.chance.die(3);
    const until = world.now + wanted.minutes * MINUTE_MS;
    await this.open(servers);
    await this.runUntil(() => world.now > until && this.pending === 0);
    await this.beCalm(servers);
    for (const party of this.parties) party.isClosing = true;
    await this.runUntil(() => this.parties.every(({ isIdle }) => isIdle), world.now + BACK_WITHIN_MS);
    await this.runUntil(() => ledger.missingNotices.length === 0, world.now + NOTICED_WITHIN_MS);
    for (const match of ledger.missingNotices) world.find('noticed', `${match}: its player heard nothing of its end`);
    if (world.findings.length === 0) await ledger.verifyEnded(MOST_VERIFIED);
    const { accepted, entries, beads, lastHash: digest } = ledger;
    const counts = { servers, steps: world.steps, matches: ledger.matches.size, accepted, entries, beads };
    return { seed: wanted.seed, ...counts, strikes, digest, findings: world.findings };
  }

  /** After a while without faults no match waits for what should have come. One server alone has a clock of its own, which may be wrong. */
  private async beCalm(servers: number): Promise<void> {
    const { world, house } = this;
    const until = world.now + CALM_MS;
    await this.runUntil(() => world.now > until);
    if (servers === 1) return;
    for (const match of house?.database.overdue(OVERDUE_MS) ?? [])
      world.find('tended', `${match}: no server tends it, although it is due for ${OVERDUE_MS / 1000} s`);
  }

  private async open(servers: number): Promise<void> {
    const { world, ledger } = this;
    House.open(world, { servers, settings: SETTINGS }).then(
      (house) => this.opened(house),
      (error: unknown) => world.find('alive', `the house does not open: ${stackOf(error)}`),
    );
    await this.runUntil(() => this.house !== undefined, world.now + OPEN_WITHIN_MS);
    if (this.house === undefined) return;
    const around = { world, house: this.house, ledger };
    this.parties = [
      ...Array.from({ length: this.wanted.parties ?? TABLES }, () => new Party(around)),
      ...TEMPLES.map((temple, n) => new TempleParty({ ...around, ...temple }, n)),
    ];
    const people = () => this.parties.flatMap((party) => ('people' in party ? party.people : []));
    ledger.isAttentive = (match, seat) =>
      people().some((one) => one.match === match && one.seat === seat && one.isAttentive);
    for (const [n, party] of this.parties.entries())
      party.run().catch((error: unknown) => world.find('alive', `table ${n} cannot go on: ${stackOf(error)}`));
    for (const one of this.strikes) world.in(one.at, () => void this.strike(around.house, one));
  }

  private opened(house: House): void {
    const { world, ledger } = this;
    this.house = house;
    house.database.onAppend = (append) => {
      this.tell(`${append.match} ${append.line.slice(0, SHOWN_CHARACTERS)}`);
      ledger.append(append);
    };
    house.onLine = (program, line) => {
      this.tell(`${program}: ${line}`);
      if (isAlarm(line)) world.find('calm', `${program} tells of an error: ${line.slice(0, 1000)}`);
    };
    let looks = 0;
    world.afterStep = () => void (++looks % LOOK_EVERY === 0 && this.look(house));
  }

  private async runUntil(isEnough: () => boolean, late = Number.POSITIVE_INFINITY): Promise<void> {
    const {
      world,
      wanted: { mostFindings: most = MOST_FINDINGS },
    } = this;
    await world.run(() => isEnough() || world.now > late || world.findings.length >= most);
    if (world.now > late && !isEnough())
      world.find('alive', `not all people are done ${BACK_WITHIN_MS / 1000} s after the last fault`);
  }

  private async strike(house: House, one: Strike): Promise<void> {
    this.tell(`begins: ${one.fault}`);
    await strike(house, one).catch((error: unknown) => this.world.find('alive', `${one.fault}: ${stackOf(error)}`));
    this.tell(`is over: ${one.fault}`);
    this.pending--;
  }

  private tell(line: string): void {
    this.wanted.trace?.(`${this.world.clock} ${line}`);
  }

  /** What grows without a bound. */
  private look({ network }: House): void {
    for (const line of network.lines)
      if (line.waiting > MOST_WAITING_BYTES)
        this.world.find(
          'bounded',
          `${line.waiting} bytes wait between ${line.programs.map(({ name }) => name).join(' and ')}`,
        );
  }
}

// Cuts a failed run down: the same finding from as few strikes as possible.

const MOST_RUNS = 60;

/** With fewer faults it may come a little later. */
const AFTER_MINUTES = 0.1;

/** A finding without what differs from run to run. */
const kindOf = (finding: string): string =>
  finding
    .replace(/^[^:]*: /, '')
    .replace(/\b[A-HJ-NP-Z2-9]{8}\b|\d+(\.\d+)?/g, '…')
    .slice(0, 60);

export async function shrunk(wanted: WorldPlan, failed: Outcome): Promise<Outcome> {
  const [first = ''] = failed.findings;
  const [kind, until] = [kindOf(first), timeOf(first)];
  const minutes = Math.min(wanted.minutes, until / MINUTE_MS + AFTER_MINUTES);
  let [best, runs] = [failed, 0];
  const fails = async (strikes: readonly Strike[]): Promise<boolean> => {
    if (runs++ >= MOST_RUNS) return false;
    const outcome = await simulate({ ...wanted, minutes, strikes, mostFindings: 1 });
    const isSame = outcome.findings.some((finding) => kindOf(finding) === kind);
    if (isSame) best = outcome;
    return isSame;
  };
  // What comes after the finding has not caused it.
  await fails(failed.strikes.filter(({ at }) => at <= until));
  for (let size = Math.ceil(best.strikes.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < best.strikes.length; ) {
      const without = best.strikes.filter((_, n) => n < from || n >= from + size);
      if (!(await fails(without))) from += size;
    }
  return best;
}

function timeOf(finding: string): number {
  return Number(/^([\d.]+) s/.exec(finding)?.[1] ?? Number.POSITIVE_INFINITY) * 1000;
}
