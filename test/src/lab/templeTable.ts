/** A person with a temple, who offers by beads alone. They fall while the person plays, and while anything fails. */
import { setTimeout as pause } from 'node:timers/promises';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { claimCode, type OwnTemple, SLOTS, type Tally, verify } from '@flower-war/protocol';
import { type Chance, engine, fastChance } from '@flower-war/rules';
import { startTwin, type Twin } from '@flower-war/temple/twin';
import { type Beads, judgeBeads } from './ledger.ts';
import { insist, patiently } from './person.ts';

/** Slow enough that the beads which gather in an outage stay plausible. */
const EVERY_MS = 500;
const THINKING_MS = 60;
const PATIENCE_MS = 60_000;
/** The temple may still count for the last match for a moment. */
const BOUND_WITHIN_MS = 30_000;
const PAGE = 100;
/** On the loopback a slower device proves nothing. */
const QUICK = { bootMs: [10, 30], reconnectMs: [50, 150], keepaliveS: 2, writeMs: 2 } as const;

export interface TempleWanted {
  /** Of the servers. */
  readonly url: string;
  readonly temple: string;
  /** The key from which the printed codes of temples are made. */
  readonly key: string;
  readonly broker: { readonly url: string; readonly password: string };
  readonly seed: number;
  /** How long it takes until the next bead falls, on average. */
  readonly everyMs?: number;
}

export class TempleTable {
  readonly problems: string[] = [];
  /** The matches for which the temple counted. */
  readonly matches: string[] = [];
  /** The number of accepted moves, which shows that the table goes on. */
  moves = 0;
  private readonly temple: string;
  private readonly client: FlowerWarClient;
  private readonly twin: Twin;
  private readonly chance: Chance;
  private readonly everyMs: number;
  private readonly done: Promise<unknown>;
  private isClosing = false;

  private constructor({ temple, seed, everyMs = EVERY_MS }: TempleWanted, client: FlowerWarClient, twin: Twin) {
    this.temple = temple;
    this.client = client;
    this.twin = twin;
    this.chance = fastChance(seed);
    this.everyMs = everyMs;
    this.done = Promise.all([this.play(), this.drop()]);
    this.done.catch(() => {}); // told by finish
  }

  /** A new device, and a new player who claims it. */
  static async start(wanted: TempleWanted): Promise<TempleTable> {
    const { url, temple, key, broker } = wanted;
    const twin = await startTwin({ ...QUICK, broker: broker.url, id: temple, password: broker.password });
    const client = new FlowerWarClient({ url });
    await insist(() => client.signIn());
    const claim = () => client.temples.claim(temple, claimCode(key, temple)).catch(() => undefined);
    for (const end = Date.now() + PATIENCE_MS; !(await claim())?.online; await pause(200))
      if (Date.now() > end) throw new Error(`the servers never heard of ${temple}`);
    return new TempleTable(wanted, client, twin);
  }

  /** The match for which the temple counts, or counted last. */
  get match(): string {
    return this.matches.at(-1) ?? '';
  }

  /** Resolves when a move is played, and the device has the answer to each bead that fell before. */
  async goesOn(): Promise<void> {
    const { temple, twin, moves } = this;
    const fallen = twin.truth;
    const isHeard = () => SLOTS.every((slot) => (twin.ledger?.through[slot] ?? 0) >= fallen[slot]);
    for (const end = Date.now() + PATIENCE_MS; this.moves === moves || !isHeard(); await pause(10))
      if (Date.now() > end)
        throw new Error(`${temple} stands still: ${this.moves - moves} moves, ${JSON.stringify(twin.ledger)}`);
  }

  /** Ends the match and the beads. */
  async finish(): Promise<void> {
    this.isClosing = true;
    await this.done;
    await this.twin.answered(PATIENCE_MS);
  }

  /** Compares what fell with the account of the temple, and with the records of it and of its matches. */
  async check(): Promise<Beads> {
    const { temple, twin, problems } = this;
    const records: string[] = [];
    for (const match of this.matches) {
      const record = await patiently(() => insist(() => this.client.history.record(match)));
      const verdict = await verify(record, engine);
      if (!verdict.ok) problems.push(`${match}: line ${verdict.line}: ${verdict.problem}`);
      records.push(record);
    }
    const { ledger } = await this.shown();
    const found = judgeBeads({ temple, fallen: twin.truth, ledger, records, between: await this.totalsBetween() });
    return { ...found, problems: [...problems, ...found.problems] };
  }

  async stop(): Promise<void> {
    this.isClosing = true;
    await this.twin.stop();
  }

  private async drop(): Promise<void> {
    for (; !this.isClosing; await pause(this.everyMs / 2 + this.chance.die(this.everyMs)))
      this.twin.drop(this.chance.pick(SLOTS));
  }

  private async play(): Promise<void> {
    while (!this.isClosing) {
      const wanted = { game: 'flower-war', options: { roundCap: 12 }, seats: 2, bots: [{ bot: 'random', seat: 1 }] };
      const made = await insist(() => this.client.create(wanted));
      const live = await insist(() => this.client.join(made));
      await this.bind(live);
      await this.playOut(live);
      live.close();
    }
  }

  private async bind(live: LiveMatch): Promise<void> {
    for (const deadline = Date.now() + BOUND_WITHIN_MS; ; await pause(50)) {
      const refusal = await this.boundTo(live);
      if (refusal === undefined) return void this.matches.push(live.id);
      if (refusal === 'match-over') return;
      if (refusal !== 'temple-bound' || Date.now() > deadline)
        return void this.problems.push(`${live.id}: the temple was not bound: ${refusal}`);
    }
  }

  /** Why not, if it is not bound. An answer that was lost may have bound it. */
  private async boundTo({ id }: LiveMatch): Promise<string | undefined> {
    try {
      await insist(() => this.client.temples.bind(this.temple, id));
      return undefined;
    } catch (error) {
      const own = await insist(() => this.client.temples.list());
      if (own.some(({ bound }) => bound?.match === id)) return undefined;
      return (error as { code?: string }).code ?? String(error);
    }
  }

  private async playOut(live: LiveMatch): Promise<void> {
    for (;;) {
      await live.until(({ isOver, legal }) => isOver || legal.length > 0 || this.isClosing);
      if (live.isOver) return;
      if (this.isClosing) await live.resign();
      await pause(THINKING_MS);
      const moves = live.legal.filter((move) => !/^(offer|skull)/.test(move));
      // Where every move is an offering, only a bead can answer.
      if (moves.length > 0 && (await live.play(this.chance.pick(moves))).kind === 'accepted') this.moves++;
    }
  }

  /** As the server that owns the temple shows it. While that one does not answer, others show offline what was written last. */
  private async shown(): Promise<OwnTemple> {
    for (const end = Date.now() + PATIENCE_MS; ; await pause(100)) {
      const own = (await insist(() => this.client.temples.list())).find(({ temple }) => temple === this.temple);
      if (own === undefined) throw new Error(`${this.temple} has lost its owner`);
      if (own.online || Date.now() > end) return own;
    }
  }

  /** The totals of the device in the log of the temple, which counts what falls between matches. */
  private async totalsBetween(): Promise<readonly Tally[]> {
    const found: Tally[] = [];
    for (let page: { readonly before?: number } | undefined = {}; page !== undefined; ) {
      const asked: { readonly before?: number } = page;
      const { entries, next } = await insist(() => this.client.temples.log(this.temple, { limit: PAGE, ...asked }));
      found.push(...entries.flatMap((entry) => (entry.kind === 'counted' ? [entry] : [])));
      page = next === undefined ? undefined : { before: next };
    }
    return found;
  }
}
