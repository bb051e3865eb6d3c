/**
 * A world of virtual time in one thread: one event happens after the other, and one seed decides everything. What happens at one
 * moment happens in the order in which it was planned, so a run comes again from its seed.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Chance, fastChance } from '@flower-war/rules';
import type { Programs } from './bundle.ts';

export interface Planned {
  cancel(): void;
}

interface Event {
  readonly at: number;
  readonly order: number;
  /** The program whose timer it is. */
  of: object | undefined;
  job: (() => void) | undefined;
}

/** Some day, long after the real one: code that reads the real clock is found out. */
const BEGINNING = Date.UTC(2040, 0, 1);

/** No message and no question to the database is under way so long, so nothing happens at all. */
const STILL_MS = 20;

export class World {
  readonly seed: number;
  readonly programs: Programs;
  readonly chance: Chance;
  /** What must never be, as soon as it was seen. */
  readonly findings: string[] = [];
  /** How many events have happened. */
  steps = 0;
  /** How many callbacks the real loop still owes to the programs: their `setImmediate`. */
  owed = 0;
  /** Called after every event. */
  afterStep: () => void = () => {};
  /** Called while nothing happens for a while: how far the time may leap. All that was planned meanwhile comes late, in its order. */
  leap: () => number = () => 0;
  private time = BEGINNING;
  private planned = 0;
  private readonly queue: Event[] = [];

  constructor(seed: number, programs: Programs) {
    this.seed = seed;
    this.programs = programs;
    this.chance = fastChance(seed);
  }

  /** In milliseconds since 1970. */
  get now(): number {
    return this.time;
  }

  /** In milliseconds since the beginning. */
  get elapsed(): number {
    return this.time - BEGINNING;
  }

  /** In seconds since the beginning, for people. */
  get clock(): string {
    return ((this.time - BEGINNING) / 1000).toFixed(3);
  }

  in(milliseconds: number, job: () => void, of?: object): Planned {
    const event: Event = { at: this.time + Math.max(0, milliseconds), order: this.planned++, of, job };
    push(this.queue, event);
    return {
      cancel: () => {
        event.job = undefined;
      },
    };
  }

  /** The program is dead: its timers, which may be due in weeks, hold it in memory no longer. */
  forget(of: object): void {
    for (const event of this.queue) if (event.of === of) event.of = event.job = undefined;
  }

  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.in(milliseconds, resolve));
  }

  /** A number of milliseconds, at random. */
  between(least: number, most: number): number {
    return least + (most - least) * (this.chance.die(1_000_001) - 1) * 1e-6;
  }

  /** Something does not hold that must. */
  find(broken: InvariantName, problem: string): void {
    this.findings.push(`${this.clock} s, step ${this.steps}: ${broken}: ${problem}`);
  }

  /** Lets events happen until it is enough. */
  async run(isEnough: () => boolean): Promise<void> {
    for (await this.settle(); !isEnough(); await this.settle()) {
      const event = pop(this.queue);
      if (event === undefined) return this.find('alive', 'nothing is planned any more: all wait for each other');
      if (event.job === undefined) continue;
      if (event.at - this.time > STILL_MS) this.time += this.leap();
      this.time = Math.max(this.time, event.at);
      this.steps++;
      event.job();
      this.afterStep();
    }
  }

  /** All promises and callbacks that an event caused belong to it. */
  private async settle(): Promise<void> {
    do await nextTurn();
    while (this.owed > 0);
  }
}

export const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const isBefore = (one: Event, other: Event) => one.at < other.at || (one.at === other.at && one.order < other.order);

/** A heap: each event lies before its two children. */
function push(heap: Event[], event: Event): void {
  let place = heap.push(event) - 1;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    const above = heap[parent] as Event;
    if (!isBefore(event, above)) break;
    heap[place] = above;
    place = parent;
  }
  heap[place] = event;
}

function pop(heap: Event[]): Event | undefined {
  const [first, last] = [heap[0], heap.pop()];
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= heap.length) break;
    const [left, right] = [heap[child] as Event, heap[child + 1]];
    if (right !== undefined && isBefore(right, left)) child++;
    const below = heap[child] as Event;
    if (!isBefore(below, last)) break;
    heap[place] = below;
    place = child;
  }
  heap[place] = last;
  return first;
}

/** What must hold in every simulated world. docs/promises.md shows it. */

interface Invariant {
  readonly holds: string;
  /** The rows of docs/promises.md that it watches. */
  readonly promises: readonly number[];
}

export const INVARIANTS = {
  kept: { holds: 'a person who is told that a move counts finds it in the record, once', promises: [1, 2, 10] },
  answered: { holds: 'each action gets one answer, which fits it, while anything fails', promises: [1, 2, 10] },
  seen: { holds: 'what a seat was shown is, step by step, what the record shows to it', promises: [3, 15, 20] },
  owned: { holds: 'each entry follows the one before: a match has one owner', promises: [2, 10, 11] },
  proven: { holds: 'the record of a match that is over verifies', promises: [16, 20] },
  beads: { holds: 'each bead that fell is recorded once, and no other', promises: [4, 5, 7] },
  credit: { holds: 'no more time is given back than has passed', promises: [10, 13] },
  clocks: { holds: 'no clock answers for a person who is there and answers in time', promises: [6, 13, 14] },
  noticed: { holds: 'the end of a match is told to those who asked for it', promises: [21] },
  once: { holds: 'what a player is told of comes once: never twice, and never not at all', promises: [21] },
  paired: { holds: 'each pairing of a tournament is made, played and counted once', promises: [2, 10] },
  apart: { holds: 'no two players meet whom a block keeps apart', promises: [18] },
  counted: { holds: 'the table of a tournament is what another program counts from the records', promises: [16, 20] },
  ordered: { holds: 'a banned player plays no more, and a muted one says nothing', promises: [18] },
  tended: { holds: 'no match waits that is due', promises: [12, 13] },
  alive: { holds: 'when faults stop, all people play on, and every temple has its answers', promises: [4, 10, 12] },
  bounded: { holds: 'what waits in a connection is bounded', promises: [22] },
  calm: {
    holds: 'no program crashes, leaves an error unhandled, or tells of an error that is not an outage',
    promises: [10],
  },
} as const satisfies Readonly<Record<string, Invariant>>;

type InvariantName = keyof typeof INVARIANTS;

/** The rows of the table in docs/promises.md. */
export function invariantRows(): readonly string[] {
  return Object.values(INVARIANTS).map(({ holds, promises }) => `- ${holds} (${promises.join(', ')})`);
}
