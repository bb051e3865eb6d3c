/** Temples by MQTT: beads fall into them, while a few people play the matches for which they count. */
import type { OwnTemple } from '@flower-war/protocol';
import { measuredFrom, type TemplesPlan } from '../plan.ts';
import type { Driving } from './base/driving.ts';
import { Person } from './player/person.ts';
import { TempleTable } from './temple/templeTable.ts';

export async function temples(driving: Driving): Promise<void> {
  const { plan, tally } = driving;
  if (plan.temples === undefined) throw new Error('the plan names no temples');
  const fail = (error: unknown) => tally.fail(error);
  const owners = await Promise.all(Array.from({ length: plan.players }, (_, nth) => Person.signUp(plan, nth)));
  const all = await runAll(driving, plan.temples, owners);
  for (const [owner, tables] of Map.groupBy(all, ({ owner }) => owner)) await tell(driving, owner, tables).catch(fail);
  await Promise.all(all.map((table) => table.stop())).catch(fail);
}

/** All temples that came to a match, when their beads have their answers. */
async function runAll(
  driving: Driving,
  temples: TemplesPlan,
  owners: readonly Person[],
): Promise<readonly TempleTable[]> {
  const { plan, tally, now, at } = driving;
  const tables = Math.ceil(temples.many / owners.length);
  const opened: TempleTable[] = [];
  const run = async (owner: Person, nth: number) => {
    await at(now() + (nth / temples.many) * plan.arriveSeconds * 1000);
    const table = await TempleTable.open(driving, { temples, id: idOf(nth), owner, tables });
    opened.push(table);
    await table.run(() => {
      if (now() > measuredFrom(plan)) tally.fail('temples had not arrived when the measured time began');
    });
  };
  const running = Array.from({ length: temples.many }, (_, nth) => {
    const owner = owners[nth % owners.length];
    return owner === undefined ? undefined : run(owner, nth).catch((error: unknown) => tally.fail(error));
  });
  await Promise.all(running);
  return opened;
}

/** What the server says in the end of all beads of an owner. */
async function tell({ tally }: Driving, owner: Person, tables: readonly TempleTable[]): Promise<void> {
  const { temples } = await owner.get<{ readonly temples: readonly OwnTemple[] }>('/api/temples');
  for (const { id, matches, fallen } of tables) {
    const ledger = temples.find(({ temple }) => temple === id)?.ledger;
    if (ledger === undefined) tally.fail('an owner has lost a temple');
    else tally.beads({ temple: id, matches, fallen, ledger });
  }
}

/** The nth of the ids that a load may use: `templo-1000` and so on. */
const idOf = (nth: number): string => `templo-${(0x1000 + nth).toString(16)}`;
