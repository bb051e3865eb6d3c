/** A player with a temple: beads fall while the player plays, and while anything fails. Each must be recorded once. */
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import { claimCode, type OwnTemple, SLOTS, type Tally } from '@flower-war/protocol';
import { FALLS } from '@flower-war/temple/core';
import type { Twin } from '@flower-war/temple/twin';
import type { House } from './house.ts';
import type { Ledger } from './ledger.ts';
import { insist } from './party.ts';
import type { World } from './world.ts';

const BEAD_MS = [300, 2500] as const;
const THINKING_MS = [5, 400] as const;
const PATIENCE_MS = 50;
const MOST_MOVES = 60;
const ANSWERED_WITHIN_MS = 60_000;
/** What a temple suffers by itself, and how often: once in this many beads. */
const ONE_FATE_IN = 12;
/** In one of this many breaks between matches its owner lets go of it, and claims it again. */
const ONE_RELEASE_IN = 3;

/** A house in virtual time, or real programs. */
export interface TempleSurroundings {
  readonly world: Pick<World, 'chance' | 'pause' | 'between' | 'now' | 'find'>;
  readonly house: Pick<House, 'client' | 'temple' | 'templeKey'>;
  readonly ledger: Pick<Ledger, 'fell' | 'told' | 'basesOf' | 'recordedOf' | 'sacrificedOf'>;
  /** The temple suffers nothing by itself, its owner keeps it, and a bead falls well in this time on average. */
  readonly healthyMs?: number;
  /** Without flash each boot begins a new life, and what was not acknowledged is lost. */
  readonly flash?: 'none';
}

export class TempleParty {
  moves = 0;
  matches = 0;
  isClosing = false;
  isIdle = false;
  readonly temple: string;
  readonly client: FlowerWarClient;
  /** The matches for which the temple counted. */
  readonly played: string[] = [];
  twin: Twin | undefined;
  /** What became of the last try to claim the temple; told where it is waited for in vain. */
  lastClaim = 'none';
  private readonly around: TempleSurroundings;

  constructor(around: TempleSurroundings, number: number) {
    this.around = around;
    this.temple = `templo-${(0xc0a0 + number).toString(16)}`;
    this.client = around.house.client();
  }

  async run(): Promise<void> {
    const { world, house } = this.around;
    this.twin = await house.temple(this.temple, this.around.flash ?? 'wal');
    await insist(world, () => this.client.signIn());
    await this.claim();
    const dropping = this.drop(this.twin);
    while (!this.isClosing) await this.play();
    await dropping;
    await this.check(this.twin);
    this.isIdle = true;
  }

  private async claim(): Promise<void> {
    const code = claimCode(this.around.house.templeKey, this.temple);
    const claimed = () =>
      this.client.temples.claim(this.temple, code).then(
        ({ online }) => (online ? 'online' : 'offline'),
        (error) => String(error),
      );
    for (;;) {
      this.lastClaim = await claimed();
      if (this.lastClaim === 'online') return;
      await this.around.world.pause(PATIENCE_MS);
    }
  }

  /** The answer may be lost, so it looks whether the temple is still its own. What falls meanwhile is not a sacrifice. */
  private async releaseAndClaim(): Promise<void> {
    const { world } = this.around;
    do await this.client.temples.release(this.temple).catch(() => world.pause(PATIENCE_MS));
    while ((await insist(world, () => this.client.temples.list())).length > 0);
    await this.claim();
  }

  private async drop(twin: Twin): Promise<void> {
    const { world, healthyMs } = this.around;
    const pauses = healthyMs === undefined ? BEAD_MS : ([healthyMs / 2, healthyMs * 1.5] as const);
    while (!this.isClosing) {
      await world.pause(world.between(...pauses));
      if (healthyMs === undefined && world.chance.die(ONE_FATE_IN) === 1) this.suffer(twin);
      this.checkAck(twin);
      const slot = world.chance.pick(SLOTS);
      if (healthyMs === undefined) twin.drop(slot, world.chance.pick(FALLS));
      else twin.drop(slot);
      this.around.ledger.fell(this.temple, twin.truth);
    }
  }

  private suffer(twin: Twin): void {
    const { world } = this.around;
    if (world.chance.coin()) twin.reboot({ isTorn: world.chance.coin(), isTold: world.chance.coin() });
    else
      twin.wifi(
        world.chance.pick(['rst', 'refused', 'black-hole', 'away', 'stall'] as const),
        world.between(500, 5000),
      );
  }

  private async play(): Promise<void> {
    const { world, healthyMs } = this.around;
    if (healthyMs === undefined && world.chance.die(ONE_RELEASE_IN) === 1) await this.releaseAndClaim();
    const wanted = { game: 'flower-war', options: { roundCap: 12 }, seats: 2, bots: [{ bot: 'random', seat: 1 }] };
    const { match } = await insist(world, () => this.client.create<string>(wanted as never));
    const live = await insist(world, () => this.client.join<string>(match));
    this.played.push(live.id);
    this.matches++;
    await this.bind(live);
    await this.playOut(live);
    live.close();
  }

  /** The temple may still count for the last match for a moment, and an answer that was lost may have bound it. */
  private async bind(live: LiveMatch): Promise<void> {
    const { world } = this.around;
    for (;;) {
      const refusal = await insist(world, () => this.client.temples.bind(this.temple, live.id)).then(
        () => undefined,
        (error: { code?: string }) => error.code ?? String(error),
      );
      if (refusal === undefined || refusal === 'match-over') return;
      const own = await insist(world, () => this.client.temples.list());
      if (own.some(({ bound }) => bound?.match === live.id)) return;
      if (refusal !== 'temple-bound')
        return world.find('answered', `${live.id}: ${this.temple} was not bound: ${refusal}`);
      await world.pause(PATIENCE_MS);
    }
  }

  private async playOut(live: LiveMatch): Promise<void> {
    const { world, ledger } = this.around;
    for (let moves = 0; ; ) {
      await live.until(({ isOver, legal }) => isOver || legal.length > 0 || this.isClosing || moves > MOST_MOVES);
      if (live.isOver) return;
      if (this.isClosing || moves > MOST_MOVES) await live.resign();
      await world.pause(world.between(...THINKING_MS));
      // Where every move is an offering, only a bead can answer.
      const legal = live.legal.filter((move) => !/^(offer|skull)/.test(move));
      if (legal.length === 0) continue;
      const move = world.chance.pick(legal);
      if ((await live.play(move)).kind !== 'accepted') continue;
      moves++;
      this.moves++;
      ledger.told(live.id, live.seat ?? -1, move);
    }
  }

  /** In the end the account of the temple has every bead that fell. */
  private async check(twin: Twin): Promise<void> {
    const { world } = this.around;
    const late = await twin.answered(ANSWERED_WITHIN_MS).catch((error: Error) => error);
    if (late !== undefined) return world.find('alive', `${this.temple}: no answer to its beads: ${late.message}`);
    this.checkAck(twin);
    const own = await this.shown();
    const { sensed, applied, held, refused } = own?.ledger ?? {};
    const fallen = this.fallen(twin);
    for (const slot of SLOTS) {
      if (sensed?.[slot] !== fallen[slot])
        world.find('beads', `${this.temple}: ${fallen[slot]} beads of ${slot} fell, the account has ${sensed?.[slot]}`);
      if (of(applied, slot) + of(held, slot) + of(refused, slot) !== of(sensed, slot))
        world.find('beads', `${this.temple}: the account of ${slot} does not balance: ${JSON.stringify(own?.ledger)}`);
    }
  }

  /** Without flash the device cannot tell of its earlier lives: then what is recorded counts, which its acks went by. */
  private fallen({ counted }: Twin): Tally {
    const { ledger, flash } = this.around;
    if (flash === 'none') return ledger.sacrificedOf(this.temple);
    const bases = ledger.basesOf(this.temple);
    return { war: counted.war - bases.war, rain: counted.rain - bases.rain };
  }

  /** What is acknowledged is recorded: the device may forget it. While no player has the temple, acks count nothing as sensed. */
  private checkAck({ ledger: ack }: Twin): void {
    if (ack === undefined) return;
    const recorded = this.around.ledger.recordedOf(this.temple, ack.epoch);
    for (const slot of SLOTS)
      if (ack.sensed[slot] > 0 && ack.through[slot] > recorded[slot])
        this.around.world.find(
          'beads',
          `${this.temple}: ${ack.through[slot]} beads of ${slot} are acknowledged, ${recorded[slot]} recorded`,
        );
  }

  /** As the server that owns the temple shows it. While that one does not answer, others show offline what was written last. */
  private async shown(): Promise<OwnTemple | undefined> {
    const { world } = this.around;
    for (const late = world.now + ANSWERED_WITHIN_MS; ; await world.pause(PATIENCE_MS)) {
      const own = (await insist(world, () => this.client.temples.list())).find(({ temple }) => temple === this.temple);
      if (own?.online || world.now > late) return own;
    }
  }
}

const of = (tally: Tally | undefined, slot: keyof Tally) => tally?.[slot] ?? 0;
