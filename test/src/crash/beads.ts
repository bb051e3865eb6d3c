/**
 * Kills a server while a player uses a temple, starts it again, and compares the beads that fell into the slots with
 * the records.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TempleLink } from '@flower-war/client';
import { type Ack, claimCode, SLOTS } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { type Chance, fastChance } from '@flower-war/rules';
import { ChildServer } from '../support/childServer.ts';
import { offeredIn } from './offeredIn.ts';
import { sum, TemplePlayer } from './templePlayer.ts';

export interface BeadTally {
  readonly kills: number;
  readonly matches: number;
  readonly fallen: number;
  readonly offered: number;
  readonly lost: number;
  readonly twice: number;
  readonly problems: readonly string[];
}

export interface BeadRun {
  readonly kills: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

const TEMPLE = 'templo-c0de';
const TOKEN = 'a-token-for-bridges-alone';
const LONGEST_RUN_MS = 600;
/** A hand drops beads no faster. */
const EVERY_MS = 140;
const PATIENCE_MS = 30_000;

export async function beadRun({ kills, seed, log }: BeadRun): Promise<BeadTally> {
  const data = mkdtempSync(join(tmpdir(), 'beads-'));
  const settings = { DATA_DIR: data, BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000', BRIDGE_TOKEN: TOKEN };
  const server = new ChildServer(await freePort(), settings);
  await server.start();
  const hand = new Hand(server.url, fastChance(seed));
  try {
    await hand.claim(readFileSync(join(data, 'temples.key'), 'utf8').trim());
    const playing = hand.player.play();
    const dropping = hand.drop();
    for (let kill = 1; kill <= kills; kill++) {
      await Promise.race([hand.goesOn(), playing, dropping]);
      await pause(hand.chance.die(LONGEST_RUN_MS));
      await server.end('SIGKILL');
      await server.start();
      await hand.compare(`after kill ${kill}`);
      if (kill % 10 === 0) log(`${kill} kills, ${hand.fallen} beads`);
    }
    await hand.goesOn();
    hand.close();
    await Promise.all([playing, dropping]);
    return { kills, ...(await hand.hold()) };
  } finally {
    hand.leave();
    await server.end('SIGTERM');
    rmSync(data, { recursive: true });
  }
}

/** A player with a temple, and its bridge. After a crash both just go on. */
class Hand {
  readonly chance: Chance;
  readonly player: TemplePlayer;
  private readonly totals = { war: 0, rain: 0 };
  private readonly link: TempleLink;
  private rev = 0;
  private isClosing = false;

  constructor(url: string, chance: Chance) {
    this.chance = chance;
    this.player = new TemplePlayer({ url, temple: TEMPLE, chance });
    this.link = new TempleLink({ url, token: TOKEN });
    this.link.open();
  }

  get fallen(): number {
    return sum(this.totals);
  }

  async claim(key: string): Promise<void> {
    const { client } = this.player;
    await client.signIn();
    await this.tell();
    await client.temples.claim(TEMPLE, claimCode(key, TEMPLE));
  }

  async drop(): Promise<void> {
    while (!this.isClosing) {
      this.totals[this.chance.pick(SLOTS)]++;
      if (this.chance.die(3) > 1) void this.ask();
      await pause(this.chance.die(EVERY_MS) + EVERY_MS / 2);
    }
  }

  /** Waits until more beads fell and more moves were played. */
  async goesOn(): Promise<void> {
    const { player } = this;
    const [moves, fallen] = [player.moves, this.fallen];
    for (const deadline = Date.now() + PATIENCE_MS; player.moves < moves + 3 || this.fallen < fallen + 2; ) {
      if (Date.now() > deadline) throw new Error(`nothing goes on: ${player.moves} moves, ${this.fallen} beads`);
      await pause(5);
    }
  }

  /** Notes a problem unless every bead so far is counted and the account balances. */
  async compare(when: string): Promise<Ack> {
    const { war, rain } = this.totals;
    const { problems } = this.player;
    const ack = await this.tell();
    if (ack.sensed.war < war || ack.sensed.rain < rain) problems.push(`${when}: beads are missing`);
    if (ack.sensed.war > this.totals.war || ack.sensed.rain > this.totals.rain)
      problems.push(`${when}: beads too many`);
    for (const slot of SLOTS)
      if (ack.applied[slot] + ack.held[slot] + ack.refused[slot] !== ack.sensed[slot])
        problems.push(`${when}: ${slot} does not balance`);
    return ack;
  }

  close(): void {
    this.isClosing = true;
    this.player.close();
  }

  leave(): void {
    this.link.close();
  }

  async hold(): Promise<Omit<BeadTally, 'kills'>> {
    const { player, fallen } = this;
    const ack = await this.compare('at the end');
    const [told, made] = [sum(ack.applied), offeredOf(await player.records())];
    return {
      matches: player.matches.length,
      fallen,
      offered: made,
      problems: player.problems,
      lost: Math.max(0, told - made) + Math.max(0, fallen - sum(ack.sensed)),
      twice: Math.max(0, made - told) + Math.max(0, sum(ack.sensed) - fallen),
    };
  }

  /** Asks again until the server has decided about every bead so far. */
  private async tell(): Promise<Ack> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(20)) {
      const { war, rain } = this.totals;
      const ack = await this.ask();
      if (ack !== undefined && ack.through.war >= war && ack.through.rain >= rain) return ack;
    }
    throw new Error('the server has not answered for the temple');
  }

  private async ask(): Promise<Ack | undefined> {
    const odometer = { v: 1 as const, epoch: 7, ...this.totals };
    const answer = this.link.isConnected ? await this.link.ask('observe', { temple: TEMPLE, odometer }) : undefined;
    if (answer?.kind !== 'observed') return undefined;
    if (answer.ack.rev < this.rev) this.player.problems.push(`the number of the account fell from ${this.rev}`);
    this.rev = Math.max(this.rev, answer.ack.rev);
    return answer.ack;
  }
}

const offeredOf = (records: readonly string[]) =>
  records.reduce((beads, record) => beads + sum(offeredIn(record, TEMPLE)), 0);

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
