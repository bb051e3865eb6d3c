/** What it costs a server that people take the free seats of matches: from the request for a seat to the shown board. */
import type { Seated, TakeSeat } from '../peers/seated.ts';
import { type Measured, type Served, usedBy, withServer } from '../servers.ts';
import { NEW_MATCH } from '../systems.ts';
import { type Times, whenSettled } from './settle.ts';

export interface Wave {
  readonly matches: number;
  /** How many waves of people come, until Node has compiled what a join uses. */
  readonly times: Times;
}

const AT_ONCE = 16;

/** Returns how many people a second of the server's processor seats. */
export async function measureArrivals(served: Served, { matches, times }: Wave): Promise<number> {
  return withServer(
    served,
    async (server) => 1e6 / (await whenSettled(() => costOfWave(served, server, matches), times)),
  );
}

/** Microseconds of the processor for each person. */
async function costOfWave(served: Served, server: Measured, matches: number): Promise<number> {
  const seats = await freeSeats(served, server.address, matches);
  const before = await usedBy(server);
  await arrive(seats);
  return ((await usedBy(server)).cpu - before.cpu) / seats.length;
}

/** People and matches are made before; they are not counted. */
async function freeSeats({ system }: Served, address: string, matches: number): Promise<readonly TakeSeat[]> {
  const seats: TakeSeat[] = [];
  for (let match = 0; match < matches; match++) seats.push(...(await NEW_MATCH[system](address)));
  return seats;
}

async function arrive(seats: readonly TakeSeat[]): Promise<void> {
  const free = seats.values();
  const all: Seated[] = [];
  const takeOn = async () => {
    for (const take of free) all.push(await take());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeOn));
  for (const seated of all) seated.close();
}
