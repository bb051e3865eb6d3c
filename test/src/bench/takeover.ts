/** How long matches stand still for their players when a process is killed, and while all are started anew in turn. */
import { setTimeout as pause } from 'node:timers/promises';
import { Doored } from './doored.ts';
import { type House, Proxied } from './house.ts';
import { Mover } from './movers.ts';

export const WAYS = ['door', 'nginx'] as const;

export interface TakeoverWanted {
  readonly way: (typeof WAYS)[number];
  readonly tables: number;
  readonly kills: number;
  readonly restarts: number;
  readonly log: (line: string) => void;
}

/** Milliseconds. */
export interface Standstills {
  /** One for each match of a killed process. */
  readonly killed: readonly number[];
  /** The longest of each player in a restart. */
  readonly restarted: readonly number[];
}

const THINKING_MS = 50;
/** Connections are steady again, and processes have compiled their code. */
const CALM_MS = 5000;

interface Scene {
  readonly house: House;
  readonly movers: readonly Mover[];
  readonly log: (line: string) => void;
}

export async function measureTakeover({ way, log, ...wanted }: TakeoverWanted): Promise<Standstills> {
  const house = way === 'door' ? await Doored.start() : await Proxied.start();
  try {
    const movers = await Promise.all(Array.from({ length: wanted.tables }, () => Mover.start(house.url, THINKING_MS)));
    await pause(CALM_MS);
    const scene = { house, movers, log };
    const killed = await times(wanted.kills, (n) => killOne(scene, n));
    const restarted = await times(wanted.restarts, () => restartAll(scene));
    await Promise.all(movers.map((mover) => mover.stop()));
    return { killed, restarted };
  } finally {
    await house.stop();
  }
}

async function times(count: number, job: (n: number) => Promise<readonly number[]>): Promise<readonly number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n++) {
    all.push(...(await job(n)));
    await pause(CALM_MS);
  }
  return all;
}

async function killOne({ house, movers, log }: Scene, n: number): Promise<readonly number[]> {
  const name = house.names[n % house.names.length] ?? '';
  const homes = await house.homes();
  const hit = movers.filter(({ match }) => homes.get(match) === name);
  const began = performance.now();
  const back = house.kill(name);
  const found = await Promise.all(hit.map((mover) => mover.backAfter(began)));
  await back;
  for (const [i, mover] of hit.entries()) log(`  ${mover.match} ${secondsOf(found[i])}: ${mover.troublesSince(began)}`);
  log(`${name} killed, and ready again after ${secondsOf(performance.now() - began)}`);
  return found;
}

async function restartAll({ house, movers, log }: Scene): Promise<readonly number[]> {
  const began = performance.now();
  await house.restartAll();
  await pause(CALM_MS); // the last ones come back
  const found = movers.map((mover) => mover.longestSince(began));
  for (const [i, mover] of movers.entries())
    log(`  ${mover.match} ${secondsOf(found[i])}: ${mover.troublesSince(began)}`);
  log(`all started anew within ${secondsOf(performance.now() - began - CALM_MS)}`);
  return found;
}

export const secondsOf = (milliseconds = Number.NaN) => `${(milliseconds / 1000).toFixed(2)} s`;
