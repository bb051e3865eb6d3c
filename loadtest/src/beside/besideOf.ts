/** Which loads have something beside k6, and what. */
import type { BesideName } from '../load.ts';
import { loadOf } from '../loads.ts';
import type { Beside, BesideWanted } from './beside.ts';

export async function besideOf(wanted: BesideWanted): Promise<Beside | undefined> {
  const { beside } = loadOf[wanted.load];
  return beside && prepared(beside, wanted);
}

async function prepared(beside: BesideName, wanted: BesideWanted): Promise<Beside> {
  switch (beside) {
    case 'sleepers': {
      const { Sleepers } = await import('./sleepers.ts');
      return Sleepers.prepare(wanted);
    }
  }
}
