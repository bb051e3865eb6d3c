/**
 * The clients of one run. With thousands of clients k6 answers late by itself, most of all while it collects its garbage. So
 * the times of a large crowd are not its own: a few observers play beside it, in a small k6 that goes first.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadName } from '../load.ts';
import { loadOf } from '../loads.ts';
import type { Plan, Told } from '../plan.ts';
import type { Threshold } from '../report/figures.ts';
import { readTold } from '../report/seconds.ts';
import { LoadingClient } from './client.ts';

/** Ten tables of four. */
const OBSERVERS = 40;
/** So long may a move of the crowd take, which is load and no measure. */
const PATIENT_MS = 30_000;

export interface ClientsWanted {
  readonly load: LoadName;
  readonly plan: Plan;
  readonly folder: string;
}

export class Clients {
  readonly ended: Promise<unknown>;
  private readonly all: LoadingClient;
  private readonly observers: LoadingClient | undefined;

  private constructor(all: LoadingClient, observers?: LoadingClient) {
    this.all = all;
    this.observers = observers;
    this.ended = Promise.all([all.ended, observers?.ended]);
  }

  static async start({ load, plan, folder }: ClientsWanted): Promise<Clients> {
    const folderOf = (name: string) => {
      const path = join(folder, name);
      mkdirSync(path);
      return path;
    };
    const crowd = plan.players - OBSERVERS;
    if (!loadOf[load].isObserved || crowd < OBSERVERS)
      return new Clients(await LoadingClient.start({ load, plan, folder: folderOf('clients'), part: 'all' }));
    const crowded = { ...plan, players: crowd, mostP99Ms: PATIENT_MS };
    const all = await LoadingClient.start({ load, plan: crowded, folder: folderOf('crowd'), part: 'crowd' });
    const few = { ...plan, players: OBSERVERS };
    const observers = LoadingClient.start({ load, plan: few, folder: folderOf('observers'), part: 'observers' });
    try {
      return new Clients(all, await observers);
    } catch (error) {
      await all.stop();
      throw error;
    }
  }

  get pids(): readonly number[] {
    return [this.all, this.observers].flatMap((client) => client?.pid ?? []);
  }

  async stop(): Promise<void> {
    await Promise.all([this.all.stop(), this.observers?.stop()]);
  }

  /** What the virtual users told, and what k6 said beside it. The times of a crowd go by another name. */
  read(): { readonly told: readonly Told[]; readonly words: readonly string[] } {
    const all = readTold(this.all.told);
    if (this.observers === undefined) return all;
    const observed = readTold(this.observers.told);
    const told = all.told.map((one) => ({ ...one, times: named(one.times) }));
    return { told: [...told, ...observed.told], words: [...all.words, ...observed.words] };
  }

  get thresholds(): readonly Threshold[] {
    if (this.observers === undefined) return this.all.thresholds;
    const ofCrowd = this.all.thresholds.map(({ name, isKept }) => ({ name: `crowd ${name}`, isKept }));
    return [...this.observers.thresholds, ...ofCrowd];
  }
}

function named(times: Told['times']): Told['times'] {
  return Object.fromEntries(Object.entries(times).map(([what, list]) => [`crowd ${what}`, list]));
}
