/** A temple of the driver: the simulated device of the temples themselves, at the real broker. */
import { devicePassword } from '@flower-war/protocol/credentials';
import { SLOTS } from '@flower-war/protocol/temple';
import { startTwin, type Twin } from '@flower-war/temple/twin';
import { measuredTo, type TemplesPlan } from '../../plan.ts';
import { anyOf, type Driving, oneOf } from '../base/driving.ts';
import { BeadTimes } from './beadTimes.ts';

/** A person drops the next bead into the same temple after so long. */
const BEAD_MS = [4000, 12_000] as const;
/** A device that boots as slowly as a real one says nothing more of a server. */
const BOOT_MS = [10, 30] as const;
/** The last beads are answered in this time. */
const PATIENCE_MS = 15_000;

/** Resolves when the server knows the device. */
export async function startDevice(driving: Driving, { broker, key }: TemplesPlan, id: string): Promise<Twin> {
  const twin = await startTwin({ broker, id, password: devicePassword(key, id), bootMs: BOOT_MS });
  const times = new BeadTimes();
  twin.watch(() => timeBeads(driving, times, twin));
  await twin.until('the first ledger', ({ ledger }) => ledger !== undefined);
  return twin;
}

function timeBeads({ now, tally }: Driving, times: BeadTimes, { odometer, ledger }: Twin): void {
  if (odometer === undefined || ledger === undefined) return;
  for (const took of times.see({ counted: odometer, through: ledger.through, at: now() })) {
    tally.count('beads');
    tally.took('bead', took);
  }
}

/** Beads fall at the pace of a person, each into any slot, until the end. Resolves when all have their answer. */
export async function dropBeads({ plan, now, at, isOpen }: Driving, twin: Twin): Promise<void> {
  const nextBead = () => at(Math.min(now() + anyOf(BEAD_MS), measuredTo(plan)));
  for (await nextBead(); isOpen(); await nextBead()) {
    const slot = oneOf(SLOTS);
    if (slot !== undefined) twin.drop(slot);
  }
  await twin.answered(PATIENCE_MS).catch((cause: unknown) => {
    throw new Error('beads were never answered', { cause });
  });
}
