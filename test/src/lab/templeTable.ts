/** The person with a temple of the simulator, with real programs: plays and drops beads while anything fails. */
import { setTimeout as pause } from 'node:timers/promises';
import { FlowerWarClient } from '@flower-war/client';
import { SLOTS, type Tally, type TempleLog, verify } from '@flower-war/protocol';
import { engine, fastChance } from '@flower-war/rules';
import { startTwin } from '@flower-war/temple/twin';
import { TempleParty } from '../simulation/templeParty.ts';
import { type Beads, Comparison, judgeBeads } from './ledger.ts';
import { insist, nothingTold } from './person.ts';

/** Slow enough that the beads which gather in an outage stay plausible. */
const EVERY_MS = 500;
const PATIENCE_MS = 60_000;
/** No more beads fall until a device that is there has been asked. */
const MOST_BASE = 5;
const PAGE = 100;
/** On the loopback a slower device proves nothing. */
const QUICK = { bootMs: [10, 30], reconnectMs: [50, 150], keepaliveS: 2, writeMs: 2 } as const;

export interface TempleSettings {
  /** Of the servers. */
  readonly url: string;
  /** The last digit of the temple's name. */
  readonly number: number;
  /** The key from which the printed codes of temples are made. */
  readonly key: string;
  readonly broker: { readonly url: string; readonly passwordOf: (temple: string) => string };
  readonly seed: number;
  /** How long it takes until the next bead falls, on average. */
  readonly everyMs?: number;
}

type LogEntry = TempleLog['entries'][number];

export class TempleTable {
  readonly problems: string[] = [];
  private readonly party: TempleParty;
  private readonly accepted = new Map<string, string[]>();
  private readonly done: Promise<void>;
  /** The server may ask the new device for its totals when a first bead has just fallen: that one is not a sacrifice. */
  private base: Tally = { war: 0, rain: 0 };

  private constructor({ url, number, key, broker, seed, everyMs = EVERY_MS }: TempleSettings) {
    const chance = fastChance(seed);
    const world = {
      chance,
      pause: (milliseconds: number) => pause(milliseconds),
      between: (least: number, most: number) => least + (most - least) * (chance.die(1000) / 1000),
      get now() {
        return Date.now();
      },
      find: (_: string, problem: string) => void this.problems.push(problem),
    };
    const house = {
      client: () => new FlowerWarClient({ url }),
      temple: (id: string) => startTwin({ ...QUICK, broker: broker.url, id, password: broker.passwordOf(id), seed }),
      templeKey: key,
    };
    const ledger = {
      fell: () => {},
      told: (match: string, _: number, move: string) => {
        this.accepted.set(match, [...(this.accepted.get(match) ?? []), move]);
      },
      basesOf: () => this.base,
      recordedOf: () => ({ war: Number.POSITIVE_INFINITY, rain: Number.POSITIVE_INFINITY }), // the records are not seen here
      sacrificedOf: () => this.base,
    };
    this.party = new TempleParty({ world, house, ledger, healthyMs: everyMs }, number);
    this.done = this.party.run();
    this.done.catch(() => {}); // told by finish
  }

  /** A new device, and a new player who has claimed it. */
  static async start(wanted: TempleSettings): Promise<TempleTable> {
    const table = new TempleTable(wanted);
    await table.until(() => table.party.matches > 0);
    return table;
  }

  /** The match for which the temple counts, or counted last. */
  get match(): string {
    return this.party.played.at(-1) ?? '';
  }

  /** Resolves when a move is played, and the device has the answer to each bead that fell before. */
  goesOn(): Promise<void> {
    const { party } = this;
    const [moves, fallen] = [party.moves, this.fallen];
    return this.until(
      () => party.moves > moves && SLOTS.every((slot) => (party.twin?.ledger?.through[slot] ?? 0) >= fallen[slot]),
    );
  }

  /** Ends the match and the beads. */
  async finish(): Promise<void> {
    this.base = (await this.log()).find((entry) => entry.kind === 'based') ?? this.base;
    if (this.base.war + this.base.rain > MOST_BASE) this.problems.push(`not counted: ${JSON.stringify(this.base)}`);
    this.party.isClosing = true;
    await this.done;
  }

  /** Compares what fell with the account of the temple, and with the records of it and of its matches. */
  async check(): Promise<Beads> {
    const { client, temple, played } = this.party;
    const comparison = new Comparison();
    const records: string[] = [];
    for (const match of played) {
      const record = await insist(() => client.history.record(match));
      const verdict = await verify(record, engine);
      if (!verdict.ok) this.problems.push(`${match}: line ${verdict.line}: ${verdict.problem}`);
      const told = { ...nothingTold({ id: match, seat: 0 }), accepted: this.accepted.get(match) ?? [] };
      comparison.compareSeat(told, record);
      records.push(record);
    }
    const own = (await insist(() => client.temples.list())).find((one) => one.temple === temple);
    if (own === undefined) throw new Error(`${temple} has lost its owner`);
    // The totals of the device in the log of the temple, which counts what falls between matches.
    const between = (await this.log()).filter((entry) => entry.kind === 'counted');
    const { base, fallen } = this;
    const found = judgeBeads({ temple, base, fallen, ledger: own.ledger, records, between });
    return {
      ...found,
      lost: found.lost + comparison.lost,
      twice: found.twice + comparison.twice,
      problems: [...this.problems, ...found.problems, ...comparison.problems],
    };
  }

  async stop(): Promise<void> {
    this.party.isClosing = true;
    await this.party.twin?.stop();
  }

  private get fallen(): Tally {
    return this.party.twin?.truth ?? { war: 0, rain: 0 };
  }

  private async until(isSo: () => boolean): Promise<void> {
    const { party } = this;
    const { temple } = party;
    const failure = this.done.then(() => {
      throw new Error(`${temple} plays no more`);
    });
    failure.catch(() => {}); // the caller that waits hears of it
    const waiting = (async () => {
      for (const end = Date.now() + PATIENCE_MS; !isSo(); await pause(10))
        if (Date.now() > end)
          throw new Error(`${temple} stands still; claimed: ${party.lastClaim}, ${JSON.stringify(party.twin?.ledger)}`);
    })();
    return Promise.race([waiting, failure]);
  }

  private async log(): Promise<readonly LogEntry[]> {
    const { client, temple } = this.party;
    const found: LogEntry[] = [];
    for (let page: { readonly before?: number } | undefined = {}; page !== undefined; ) {
      const asked: { readonly before?: number } = page;
      const { entries, next } = await insist(() => client.temples.log(temple, { limit: PAGE, ...asked }));
      found.push(...entries);
      page = next === undefined ? undefined : { before: next };
    }
    return found;
  }
}
