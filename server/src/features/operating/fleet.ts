/**
 * The processes that share the data. Each tells of itself what only it knows, in its row of the store, so that any of them
 * can show all without asking the others. Of itself a process shows what is true now.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessNumbers, ServerProcess } from '@flower-war/protocol';
import { BadConfig } from '@flower-war/protocol/hosting';
import type { Readiness } from '../../base/readiness.ts';
import { Refused } from '../../base/refused.ts';
import type { Stores } from '../../store/operations.ts';
import { DEAD_AFTER_MS, type ReportedRow } from '../../store/ownership/processes.ts';

/** A connection: the player, and the match and the seat if there are any. */
export interface Connected {
  readonly player: string;
  readonly match?: string;
  readonly seat?: number;
}

/** What is connected to a process. */
export interface Present {
  readonly players: readonly Connected[];
  /** How many connected players the list leaves out. */
  readonly unlisted: number;
  /** The temples that are online. */
  readonly temples: readonly string[];
}

export interface Look {
  readonly numbers: ProcessNumbers;
  readonly present: Present;
}

export interface FleetTools {
  readonly store: Stores['processReports'];
  readonly self: { readonly id: string; readonly name: string };
  readonly readiness: Readiness;
  readonly now: () => number;
  /** What is true of this process now. */
  readonly look: () => Promise<Look>;
  /** Leaves the matches of this process to the others, if there are any. */
  readonly handOver: () => Promise<void>;
  /** Tells the other processes at once what the store tells them a little later. */
  readonly tellDrain: (which: string | undefined, isDraining: boolean) => void;
}

interface Wish {
  /** The name or the id of a process. Absent: all of them. */
  readonly process?: string | undefined;
  readonly isDraining: boolean;
}

const ASK_AGAIN_MS = 250;
const HOUR_MS = 60 * 60 * 1000;
/** A list of all would be long, and every process writes its own again and again. */
const MOST_LISTED = 2000;
const NOT_TOLD: Present = { players: [], unlisted: 0, temples: [] };

export interface PresentIn extends Present {
  /** The name of the process. */
  readonly process: string;
}

export class Fleet {
  private readonly tools: FleetTools;
  /** What the row holds already. */
  private told = '';
  /** Counts what operators wanted, so that an older answer of the store undoes nothing. */
  private wishes = 0;
  private readonly beganAt: number;

  constructor(tools: FleetTools) {
    this.tools = tools;
    this.beganAt = tools.now();
  }

  /** The name of this process. */
  get name(): string {
    return this.tools.self.name;
  }

  /**
   * Two processes of one name would get each other's sockets, so the younger one does not start. One that was killed seems to
   * live for some seconds, but its signs of life have stopped.
   */
  async mustHaveOwnName(): Promise<void> {
    const first = await this.namesake();
    for (let other = first; other !== undefined; other = await this.namesake()) {
      if (other.process === first?.process && other.renewedAt > first.renewedAt)
        throw new BadConfig(
          `PROCESS_NAME is ${this.name}, and another process of this name is running. Each process needs a name of its own, because proxies find it by its name: give this one another PROCESS_NAME, or stop the other.`,
        );
      await pause(ASK_AGAIN_MS);
    }
  }

  /** An older process of this name that may be alive. */
  private async namesake(): Promise<ReportedRow | undefined> {
    const { store, self, now } = this.tools;
    const rows = await store.all(now(), 0);
    const own = rows.find(({ process }) => process === self.id);
    const age = ({ beganAt, process }: ReportedRow) => `${String(beganAt).padStart(16, '0')} ${process}`;
    return rows.find(
      (row) =>
        row.name === self.name &&
        row.endedAt === null &&
        row.renewedAt > now() - DEAD_AFTER_MS &&
        own !== undefined &&
        age(row) < age(own),
    );
  }

  /** Writes what is true of this process, and does what operators want of it. */
  async report(): Promise<void> {
    const { store, self, look } = this.tools;
    const wishes = this.wishes;
    const { numbers, present } = await look();
    const text = JSON.stringify(shortened(present));
    const isNew = text !== this.told;
    const row = { process: self.id, numbers: JSON.stringify(numbers), present: isNew ? text : null };
    const isDrained = await store.tell(row);
    if (isDrained === undefined) return;
    this.told = text;
    if (wishes === this.wishes) await this.follow(isDrained);
  }

  /** Those that live, and then those that ended within the last hour. */
  async processes(): Promise<readonly ServerProcess[]> {
    const others = (await this.others(HOUR_MS)).map(shown);
    const all = [await this.own(), ...others].sort((a, b) => (a.name < b.name ? -1 : 1));
    return [
      ...all.filter(({ endedAt }) => endedAt === undefined),
      ...all.filter(({ endedAt }) => endedAt !== undefined),
    ];
  }

  private async own(): Promise<ServerProcess> {
    const { self, readiness, look, now } = this.tools;
    const { numbers } = await look();
    const isDrained = readiness.phase === 'draining';
    const { id: process, name } = self;
    return { process, name, beganAt: this.beganAt, renewedAt: now(), isDrained, isThis: true, numbers };
  }

  /** Who and what is connected, by process. */
  async present(): Promise<readonly PresentIn[]> {
    const { self, look } = this.tools;
    const others = (await this.others(0)).filter(({ endedAt }) => endedAt === null);
    const own = { ...(await look()).present, process: self.name };
    return [own, ...others.map(({ name, present }) => ({ ...presentIn(present), process: name }))];
  }

  /** Takes one process out of service or back, by its name or its id; or all of them. */
  async drain(which: string | undefined, isDraining: boolean): Promise<void> {
    const { store, tellDrain } = this.tools;
    const found = await store.drain(which ?? null, isDraining);
    if (found === 0 && which !== undefined) throw new Refused('no-such-process');
    tellDrain(which, isDraining);
    await this.heardDrain({ process: which, isDraining });
  }

  /** What another process announced: the store tells the same a little later. */
  async heardDrain({ process, isDraining }: Wish): Promise<void> {
    const { self } = this.tools;
    if (process !== undefined && process !== self.name && process !== self.id) return;
    this.wishes++;
    await this.follow(isDraining);
  }

  private async follow(isDraining: boolean): Promise<void> {
    const { readiness, handOver } = this.tools;
    const { phase } = readiness;
    readiness[isDraining ? 'drain' : 'undrain']();
    if (phase !== 'draining' && readiness.phase === 'draining') await handOver();
  }

  private async others(within: number): Promise<readonly ReportedRow[]> {
    const { store, self, now } = this.tools;
    return (await store.all(now(), within)).filter(({ process }) => process !== self.id);
  }
}

function shown({ endedAt, drained, numbers, present: _, ...row }: ReportedRow): ServerProcess {
  return {
    ...row,
    ...(endedAt !== null && { endedAt }),
    isDrained: drained === 1,
    isThis: false,
    ...(numbers !== null && { numbers: JSON.parse(numbers) as ProcessNumbers }),
  };
}

const presentIn = (text: string | null): Present => (text === null ? NOT_TOLD : (JSON.parse(text) as Present));

function shortened({ players, unlisted, temples }: Present): Present {
  const [listed, rest] = [players.slice(0, MOST_LISTED), players.slice(MOST_LISTED)];
  const known = new Set(listed.map(({ player }) => player));
  const others = new Set(rest.map(({ player }) => player).filter((player) => !known.has(player)));
  return { players: listed, unlisted: unlisted + others.size, temples: temples.slice(0, MOST_LISTED) };
}
