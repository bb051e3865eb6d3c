/**
 * Random lives of a temple with matches. A fifth of the journal's appends fail, processes are killed, and the device, which has no flash, begins
 * again from 0.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Entry, foldRecord, isBalanced, type Position, parseLine, SLOTS, verify } from '@flower-war/protocol';
import { type Chance, engine, fastChance, gameById } from '@flower-war/rules';
import { expect, test } from 'vitest';
import type { Match } from '../../match/match.ts';
import { runningMatch } from '../../matches/table.fixture.ts';
import { MemoryJournal } from '../../store/storedJournal.ts';
import { newProcess, type Process, TEMPLE, UnsafeJournal } from './process.fixture.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const LIVES = Number(process.env.LIVES ?? 10);
const STEPS = 80;
/** Nothing else takes this many turns of the event loop. */
const PATIENT_TURNS = 200;
const WINDOW_MS = 30_000;

interface Running extends Process {
  readonly unsafe: UnsafeJournal;
}

class Life {
  failures = 0;
  kills = 0;
  restarts = 0;
  offered = 0;
  readonly matches: string[] = [];
  private readonly real = new MemoryJournal();
  private readonly chance: Chance;
  private readonly seed: number;
  private now = 1_760_000_000_000;
  private epoch = 7;
  private fallen = { war: 40, rain: 17 };
  /** The beads of the earlier lives of the device. */
  private readonly before = { war: 0, rain: 0 };
  /** The totals, by epoch, that the bridge tells again: no server has said that they are written. */
  private readonly unwritten = new Map<number, Record<'war' | 'rain', number>>();
  private ids = 0;
  private running: Running[] = [];

  constructor(seed: number) {
    this.seed = seed;
    this.chance = fastChance(seed);
  }

  async run(): Promise<void> {
    this.running = [this.start(), this.start()];
    await this.claim();
    for (let step = 0; step < STEPS; step++) {
      this.now += 1000 + this.chance.die(2000);
      const both = Array.from({ length: this.chance.die(2) }, () => this.doOne(this.chance.die(100)));
      await this.outlast(Promise.allSettled(both)); // the caller may try again, or not
    }
    await this.settle();
  }

  /** What a temple does may wait for a hidden window, which closes by the clock if no player answers. */
  private async outlast(doing: Promise<unknown>): Promise<void> {
    let isDone = false;
    void doing.then(() => {
      isDone = true;
    });
    for (let turns = 1; !isDone; turns++) {
      await nextTurn();
      if (turns % PATIENT_TURNS === 0) await this.letTimePass().catch(() => undefined);
    }
  }

  private async letTimePass(): Promise<void> {
    this.now += WINDOW_MS;
    for (const one of this.running) await (await this.lastMatch(one))?.tend(this.now);
  }

  private async doOne(roll: number): Promise<void> {
    if (roll <= 30) this.fallen[this.chance.pick(SLOTS)] += this.chance.die(3);
    else if (roll <= 48) await this.report();
    else if (roll <= 50) this.beginAgain();
    else if (roll <= 75) await this.play();
    else if (roll <= 83) await this.bind();
    else if (roll <= 87) await this.any.temples.of(TEMPLE).unbind('p0');
    else if (roll <= 91) await this.any.temples.of(TEMPLE).returned('p0', this.chance.pick(SLOTS), this.chance.die(2));
    else if (roll <= 94) await this.endMatch();
    else await this.kill();
  }

  /** Two processes serve the same temple and the same matches, as far as the journal allows. */
  private get any(): Running {
    return this.chance.pick(this.running);
  }

  private start(): Running {
    const unsafe = new UnsafeJournal(this.real, this.chance.die(1e6));
    unsafe.oneIn = 5;
    return { ...newProcess(unsafe.journal, () => this.now), unsafe };
  }

  /** Kills the process after this many more appends, perhaps in the middle of a job. */
  private async kill(): Promise<void> {
    const victim = this.any;
    victim.unsafe.left = this.chance.die(3) - 1;
    await this.report(victim).catch(() => undefined);
    await this.bind(victim).catch(() => undefined);
    await this.endMatch(victim).catch(() => undefined);
    await victim.stop();
    this.failures += victim.unsafe.failures;
    this.kills++;
    this.running = this.running.map((one) => (one === victim ? this.start() : one));
  }

  private async report(by: Process = this.any): Promise<void> {
    this.unwritten.set(this.epoch, { ...this.fallen });
    for (const [epoch, totals] of [...this.unwritten]) {
      const { isWritten } = await by.observe(totals.war, totals.rain, epoch);
      // Without a hall, a process that saw the temple before its claim does not hear of that.
      const isKnown = by.temples.of(TEMPLE).state.owner !== undefined;
      if (isWritten === true && isKnown && this.unwritten.get(epoch) === totals) this.unwritten.delete(epoch);
    }
  }

  /** The device loses its power. It has told its bridge what it counted. */
  private beginAgain(): void {
    if (this.fallen.war + this.fallen.rain === 0) return;
    this.unwritten.set(this.epoch, { ...this.fallen });
    for (const slot of SLOTS) this.before[slot] += this.fallen[slot];
    this.fallen = { war: 0, rain: 0 };
    this.epoch++;
    this.restarts++;
  }

  private async bind(by = this.any): Promise<void> {
    const last = this.matches.at(-1);
    const position = last === undefined ? undefined : (await by.matches.open(last))?.position;
    const id = position?.status === 'running' ? (last ?? '') : await this.newMatch(by);
    await by.temples.of(TEMPLE).bind('p0', { match: id, ...(this.chance.die(3) > 1 && { seat: 0 }) });
  }

  private async newMatch(by: Running): Promise<string> {
    const { oneIn } = by.unsafe;
    by.unsafe.oneIn = 0;
    try {
      const match = await runningMatch({ matches: by.matches, now: this.now } as never, { game: 'flower-war' });
      this.matches.push(match.id);
      return match.id;
    } finally {
      by.unsafe.oneIn = oneIn;
    }
  }

  private async play(): Promise<void> {
    const match = await this.lastMatch();
    for (let moves = this.chance.die(6); match !== undefined && moves > 0; moves--) {
      const [seat] = match.awaited;
      if (seat === undefined) return;
      const { decision = 0, legal } = match.privateOf(seat);
      const move = legal.find((one) => one === 'done' && this.chance.die(3) > 1) ?? this.chance.pick(legal);
      void match.act(seat, [`${this.ids++}`, decision, move], this.now); // in a hidden window the answer comes late
      await match.tend(this.now);
    }
  }

  private async endMatch(by = this.any): Promise<void> {
    const match = await this.lastMatch(by);
    void match?.resign(1, [`${this.ids++}`], this.now);
    await match?.tend(this.now);
  }

  private async lastMatch(by = this.any): Promise<Match | undefined> {
    const last = this.matches.at(-1);
    return last === undefined ? undefined : by.matches.open(last);
  }

  /** Starts without failures: both processes know the temple. */
  private async claim(): Promise<void> {
    for (const one of this.running) one.unsafe.oneIn = 0;
    for (const one of this.running) await this.report(one);
    expect(await this.any.temples.of(TEMPLE).claim('p0', 'printed')).toEqual({ kind: 'done' });
    for (const one of this.running) one.unsafe.oneIn = 5;
  }

  /** Ends the failures, keeps one process, and lets the temple report. Then compares the accounts with the beads. */
  private async settle(): Promise<void> {
    for (const one of this.running) {
      this.failures += one.unsafe.failures;
      await one.stop();
    }
    const last = newProcess(this.real, () => this.now);
    for (let times = 0; times < 3; times++) {
      this.now += 60_000;
      await this.report(last);
    }
    const { account, state } = last.temples.of(TEMPLE);
    expect(isBalanced(account), `seed ${this.seed}`).toBe(true);
    const sensed = {
      war: this.before.war + this.fallen.war - 40,
      rain: this.before.rain + this.fallen.rain - 17,
    };
    const match = state.bound && (await last.matches.open(state.bound.match));
    if (match?.isHiding === false || match === undefined) expect(account.sensed, `seed ${this.seed}`).toEqual(sensed);
    const offered = { war: 0, rain: 0 };
    for (const id of this.matches) await this.hold(id, offered);
    expect(account.applied, `seed ${this.seed}: offered in all matches`).toEqual(offered);
    this.offered = offered.war + offered.rain;
    await last.stop();
  }

  /** Every bead offered in a match is in exactly one entry of its record. The record verifies, apart from its end. */
  private async hold(id: string, offered: Record<'war' | 'rain', number>): Promise<void> {
    const stored = await this.real.read(id);
    if (stored === undefined) throw new Error('a match is gone');
    const text = stored.lines.map((line) => `${line}\n`).join('');
    const verdict = await verify(text, engine);
    const isWhole = verdict.ok || stored.index.status !== 'ended';
    expect(isWhole, `seed ${this.seed}: ${JSON.stringify(verdict)}`).toBe(true);
    const entries = stored.lines.map(entryOf);
    const game = gameById('flower-war');
    if (game === undefined) throw new Error('flower-war is gone');
    const folding = { engine: game, secret: stored.secrets.secret };
    for (const { entry, before, position } of foldRecord(folding, entries)) {
      const isBound = entry.kind === 'temple' && entry.what === 'bound';
      for (const slot of isBound ? [] : SLOTS) offered[slot] += appliedIn(position)[slot] - appliedIn(before)[slot];
    }
  }
}

function entryOf(line: string): Entry {
  const parsed = parseLine(line);
  if (!('entry' in parsed)) throw new Error('a line cannot be read');
  return parsed.entry;
}

const appliedIn = ({ temples }: Position) => temples.all.get(TEMPLE)?.account.applied ?? { war: 0, rain: 0 };

test(`${LIVES} lives of ${STEPS} steps, from seed ${SEED} on: every bead is counted once, and offered once`, async () => {
  const seen = { failures: 0, kills: 0, restarts: 0, matches: 0, offered: 0 };
  for (let seed = SEED; seed < SEED + LIVES; seed++) {
    const life = new Life(seed);
    await life.run();
    seen.failures += life.failures;
    seen.offered += life.offered;
    seen.kills += life.kills;
    seen.restarts += life.restarts;
    seen.matches += life.matches.length;
  }
  expect(seen.failures).toBeGreaterThan(LIVES * 2);
  expect(seen.kills).toBeGreaterThan(LIVES * 2);
  expect(seen.restarts).toBeGreaterThan(0);
  expect(seen.offered).toBeGreaterThan(LIVES / 4);
  expect(seen.matches).toBeGreaterThan(LIVES);
}, 600_000);
