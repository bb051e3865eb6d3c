/**
 * What is durable, and what people were told: compared at once, with every entry and every answer. Each match is judged as its record
 * grows.
 */
import type { Notice } from '@flower-war/client';
import { engine } from '@flower-war/rules';
import { type Entry, hashOf, lostIn, NO_HASH, parseLine, type Tally, verify } from '@flower-war/protocol';
import type { Append } from '@flower-war/server/testing';
import type { World } from './world.ts';

/** A move of a person as the record has it. */
interface Written {
  readonly seat: number;
  readonly move: string;
}

interface Kept {
  readonly lines: string[];
  readonly moves: Written[];
  hash: string;
  lastAt: number;
  isStarted: boolean;
  isOver: boolean;
  /** How many moves of each seat the person was told of. */
  readonly told: Map<number, number>;
}

/** The running totals of a device since it began to count. */
interface Counted extends Tally {
  readonly epoch: number;
}

const NONE: Tally = { war: 0, rain: 0 };

function newRecord(): Kept {
  return { lines: [], moves: [], hash: NO_HASH, lastAt: 0, isStarted: false, isOver: false, told: new Map() };
}

export class Ledger {
  readonly matches = new Map<string, Kept>();
  /** Moves that people made and that were accepted. */
  accepted = 0;
  entries = 0;
  /** How often beads were recorded. */
  beads = 0;
  /** The last thing written anywhere. */
  lastHash = '';
  /** Whether the person of this seat is there and answers in time, so that no clock may answer instead. */
  isAttentive: (match: string, seat: number) => boolean = () => false;
  private readonly unnoticed = new Set<string>();
  private readonly world: World;
  private readonly fallen = new Map<string, Tally>();
  private readonly bases = new Map<string, Tally>();
  private readonly counted = new Map<string, Tally>();
  private readonly sacrificed = new Map<string, Tally>();

  constructor(world: World) {
    this.world = world;
  }

  /** A bead fell. */
  fell(temple: string, fallen: Tally): void {
    this.fallen.set(temple, fallen);
  }

  /** The beads that a temple had counted before its owner had it. They are not sacrifices. */
  basesOf(temple: string): Tally {
    return this.bases.get(temple) ?? NONE;
  }

  /** The totals of this life of the device that are recorded. */
  recordedOf(temple: string, epoch: number): Tally {
    return this.counted.get(`${temple} ${epoch}`) ?? NONE;
  }

  /** The beads that are recorded since its owner has it, in all lives of the device. */
  sacrificedOf(temple: string): Tally {
    return this.sacrificed.get(temple) ?? NONE;
  }

  /** An entry is durable. */
  append({ match, line, expectedSeq, temple }: Append): void {
    if (temple !== undefined) {
      const told = JSON.parse(line) as { kind: string; base?: Counted } & Counted;
      if (told.kind === 'claimed') this.sacrificed.delete(temple.temple);
      if (told.kind === 'claimed' && told.base !== undefined) this.base(temple.temple, told.base);
      if (told.kind === 'based') this.base(temple.temple, told);
      return told.kind === 'counted' ? this.count(temple.temple, told) : undefined;
    }
    const kept = this.matches.get(match) ?? newRecord();
    this.matches.set(match, kept);
    const hash = hashOf(kept.hash, line);
    if (expectedSeq !== kept.lines.length || hash === undefined)
      return this.world.find(
        'owned',
        `${match}: entry ${expectedSeq} does not follow entry ${kept.lines.length - 1}: two owners wrote`,
      );
    kept.lines.push(line);
    kept.hash = hash;
    this.lastHash = hash;
    this.entries++;
    const parsed = parseLine(line);
    if ('problem' in parsed)
      return this.world.find('proven', `${match}: entry ${expectedSeq} is not an entry: ${parsed.problem}`);
    this.judge(match, kept, parsed.entry);
  }

  /** A person was told that the move counts. */
  told(match: string, seat: number, move: string): void {
    this.accepted++;
    const kept = this.matches.get(match);
    const before = kept?.told.get(seat) ?? 0;
    const written = kept?.moves.filter((one) => one.seat === seat)[before];
    kept?.told.set(seat, before + 1);
    if (written === undefined)
      this.world.find('kept', `${match}: seat ${seat} was told that "${move}" counts, and it is not in the record`);
    else if (written.move !== move)
      this.world.find(
        'kept',
        `${match}: seat ${seat} was told that "${move}" counts; the record has "${written.move}" there`,
      );
  }

  /** The player of this match wants to hear of its end. */
  wantsNotice(match: string): void {
    this.unnoticed.add(match);
  }

  heardOf(notice: Notice): void {
    if (notice.kind === 'ended') this.unnoticed.delete(notice.match);
  }

  /** Those that are over and were not told of. */
  get missingNotices(): readonly string[] {
    return [...this.unnoticed].filter((match) => this.matches.get(match)?.isOver);
  }

  /** The person of this seat has an answer to all that they did. */
  settled(match: string, seat: number): void {
    const kept = this.matches.get(match);
    const written = kept?.moves.filter((one) => one.seat === seat).length ?? 0;
    const told = kept?.told.get(seat) ?? 0;
    if (written !== told)
      this.world.find('kept', `${match}: seat ${seat} made ${told} moves, and the record has ${written} of them`);
  }

  /** Whether the records that are over prove themselves, as any stranger would look. */
  async verifyEnded(most: number): Promise<number> {
    const ended = [...this.matches].filter(([, { isOver }]) => isOver).slice(-most);
    for (const [match, { lines }] of ended) {
      const proof = await verify(lines.map((line) => `${line}\n`).join(''), engine);
      if (!proof.ok)
        this.world.find('proven', `${match}: its record does not verify: ${JSON.stringify(proof).slice(0, 300)}`);
    }
    return ended.length;
  }

  /** What was recorded for an earlier owner is not a sacrifice either, although the server that is asked may not have heard it yet. */
  private base(temple: string, { epoch, war, rain }: Counted): void {
    const before = this.counted.get(`${temple} ${epoch}`) ?? NONE;
    const base = { war: Math.max(war, before.war), rain: Math.max(rain, before.rain) };
    this.bases.set(temple, base);
    this.counted.set(`${temple} ${epoch}`, base);
  }

  /** Beads are recorded, in a match or between two: never again, and never before they fell. */
  private count(temple: string, { epoch, war, rain }: Counted): void {
    const life = `${temple} ${epoch}`;
    const before = this.counted.get(life) ?? NONE;
    this.counted.set(life, { war, rain });
    const sum = this.sacrificedOf(temple);
    this.sacrificed.set(temple, { war: sum.war + war - before.war, rain: sum.rain + rain - before.rain });
    const fallen = this.fallen.get(temple) ?? NONE;
    if (war < before.war || rain < before.rain || war + rain === before.war + before.rain)
      this.world.find('beads', `${temple}: beads are recorded again: ${JSON.stringify([before, { war, rain }])}`);
    if (war > fallen.war || rain > fallen.rain)
      this.world.find(
        'beads',
        `${temple}: beads are recorded that never fell: ${JSON.stringify([fallen, { war, rain }])}`,
      );
    this.beads++;
  }

  private judge(match: string, kept: Kept, entry: Entry): void {
    const paid = entry.at - kept.lastAt - lostIn(entry);
    if (kept.isStarted && paid < 0)
      this.world.find('credit', `${match}: entry ${entry.seq}: ${-paid} ms more were given back than had passed`);
    kept.lastAt = entry.at;
    switch (entry.kind) {
      case 'started':
        kept.isStarted = true;
        return;
      case 'ended':
        kept.isOver = true;
        return;
      case 'move':
        if (entry.by === 'player') kept.moves.push({ seat: entry.seat, move: entry.move });
        return;
      case 'temple':
        if (entry.what === 'sensed') this.count(entry.temple, entry);
        return;
      case 'clock':
        if (this.isAttentive(match, entry.seat))
          this.world.find(
            'clocks',
            `${match}: entry ${entry.seq}: the clock of seat ${entry.seat} ran out, whose player answers at once`,
          );
        return;
      default:
    }
  }
}
