/** Temples in the load: beads fall into them while players play, and while anything fails. Each must be recorded once. */
import { setTimeout as pause } from 'node:timers/promises';
import { claimCode, type OwnTemple, parseLine, SLOTS, type Tally } from '@flower-war/protocol';
import { type Chance, fastChance } from '@flower-war/rules';
import { startTwin, type Twin } from '@flower-war/temple/twin';
import { offeredIn } from '../crash/offeredIn.ts';
import { insist } from '../crash/players.ts';
import { sum, TemplePlayer } from '../crash/templePlayer.ts';
import { type Beads, beadsIn } from './beadChecks.ts';
import { TEMPLES } from './bridges.ts';
import type { Cluster } from './cluster.ts';

/** Slow enough that the beads which gather in an outage stay plausible. */
const EVERY_MS = 500;
const THINKING_MS = 60;
const PATIENCE_MS = 60_000;
const PAGE = 100;
/** On the loopback a slower device proves nothing. */
const QUICK = { bootMs: [10, 30], reconnectMs: [50, 150], keepaliveS: 2, writeMs: 2 } as const;

interface Parts {
  readonly temple: string;
  readonly player: TemplePlayer;
  readonly twin: Twin;
  readonly chance: Chance;
}

/** A player with a temple, whose beads reach the servers through mosquitto and bridges. */
export class TempleTable {
  private readonly parts: Parts;
  private readonly done: Promise<unknown>;
  private isClosing = false;

  private constructor(parts: Parts) {
    this.parts = parts;
    this.done = Promise.all([parts.player.play(), this.drop()]);
    this.done.catch(() => {});
  }

  /** A new device, and a new player who claims it. */
  static async start(cluster: Cluster, temple: string, seed: number): Promise<TempleTable> {
    const { broker } = cluster.bridges;
    const { password } = broker.login(temple);
    const twin = await startTwin({ ...QUICK, broker: `mqtt://127.0.0.1:${broker.port}`, id: temple, password });
    const chance = fastChance(seed);
    const player = new TemplePlayer({ url: cluster.url, temple, chance, thinkingMs: THINKING_MS });
    await insist(() => player.client.signIn());
    const code = claimCode(await cluster.templeKey(), temple);
    const claim = () => player.client.temples.claim(temple, code).catch(() => undefined);
    for (const end = Date.now() + PATIENCE_MS; !(await claim())?.online; await pause(200))
      if (Date.now() > end) throw new Error(`the servers never heard of ${temple}`);
    return new TempleTable({ temple, player, twin, chance });
  }

  /** The match for which the temple counts, or counted last. */
  get match(): string {
    return this.parts.player.matches.at(-1) ?? '';
  }

  /** Resolves when a move is played, and the device has the answer to each bead that fell before. */
  async goesOn(): Promise<void> {
    const { temple, player, twin } = this.parts;
    const [moves, fallen] = [player.moves, twin.truth];
    const isHeard = () => SLOTS.every((slot) => (twin.ledger?.through[slot] ?? 0) >= fallen[slot]);
    for (const end = Date.now() + PATIENCE_MS; player.moves === moves || !isHeard(); await pause(10))
      if (Date.now() > end)
        throw new Error(`${temple} stands still: ${player.moves - moves} moves, ${JSON.stringify(twin.ledger)}`);
  }

  /** Ends the match and the beads. */
  async finish(): Promise<void> {
    this.close();
    await this.done;
    await this.parts.twin.answered(PATIENCE_MS);
  }

  /** Compares what fell with the account of the temple, and with the records of it and of its matches. */
  async check(): Promise<Beads> {
    const { temple, player, twin } = this.parts;
    const records = await player.records();
    const offered = records.reduce((beads, record) => beads + sum(offeredIn(record, temple)), 0);
    const own = await this.shown();
    const totals = [...records.flatMap((record) => totalsIn(record, temple)), ...(await this.totalsBetween())];
    const found = beadsIn({ temple, fallen: twin.truth, ledger: own.ledger, offered, totals });
    return { ...found, problems: [...player.problems, ...found.problems] };
  }

  async stop(): Promise<void> {
    this.close();
    await this.parts.twin.stop();
  }

  private close(): void {
    this.isClosing = true;
    this.parts.player.close();
  }

  private async drop(): Promise<void> {
    const { twin, chance } = this.parts;
    for (; !this.isClosing; await pause(EVERY_MS / 2 + chance.die(EVERY_MS))) twin.drop(chance.pick(SLOTS));
  }

  /** As the server that owns the temple shows it. While that one does not answer, others show offline what was written last. */
  private async shown(): Promise<OwnTemple> {
    const { temple, player } = this.parts;
    for (const end = Date.now() + PATIENCE_MS; ; await pause(100)) {
      const own = (await insist(() => player.client.temples.list())).find((one) => one.temple === temple);
      if (own === undefined) throw new Error(`${temple} has lost its owner`);
      if (own.online || Date.now() > end) return own;
    }
  }

  /** The totals of the device in the log of the temple, which counts what falls between matches. */
  private async totalsBetween(): Promise<readonly Tally[]> {
    const { temple, player } = this.parts;
    const found: Tally[] = [];
    for (let page: { readonly before?: number } | undefined = {}; page !== undefined; ) {
      const asked: { readonly before?: number } = page;
      const { entries, next } = await insist(() => player.client.temples.log(temple, { limit: PAGE, ...asked }));
      found.push(...entries.flatMap((entry) => (entry.kind === 'counted' ? [entry] : [])));
      page = next === undefined ? undefined : { before: next };
    }
    return found;
  }
}

/** As many of the temples that the broker knows, each with a player. */
export function templesAt(cluster: Cluster, { seed, count }: { readonly seed: number; readonly count: number }) {
  return Promise.all(TEMPLES.slice(0, count).map((temple, n) => TempleTable.start(cluster, temple, seed * 10 + n)));
}

/** The totals of the device in a match, as often as they were recorded. */
function totalsIn(record: string, temple: string): readonly Tally[] {
  return record.split('\n').flatMap((line) => {
    const parsed = parseLine(line);
    const entry = 'entry' in parsed ? parsed.entry : undefined;
    return entry?.kind === 'temple' && entry.what === 'sensed' && entry.temple === temple ? [entry] : [];
  });
}
