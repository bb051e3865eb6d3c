/** Leaves the matches of this process to the others. */
import type { Services } from '../services.ts';
import { spreadOut } from './online.ts';

type Owning = Pick<Services, 'homes' | 'journal' | 'log' | 'matches' | 'readiness' | 'self'>;

/** Whether another process is there that could take over. */
export async function hasOthers({ journal, self }: Pick<Services, 'journal' | 'self'>): Promise<boolean> {
  return (await journal.processes()).some(({ process }) => process !== self.id);
}

/**
 * Nothing is begun any more, what is under way ends, then all is free. Each match goes on elsewhere with its first visitor, or
 * at once if its clock runs. Its people are sent away one table after the other. Without other processes nothing changes.
 */
export async function handOver(services: Owning): Promise<void> {
  const { homes, journal, log, matches, readiness, self } = services;
  if (!(await hasOthers(services))) return;
  readiness.hasHandedOver = true;
  await homes.giveUpAll();
  const given = await matches.giveUpAll();
  await journal.offerAll(self.id);
  log.info({ matches: given.length }, 'the matches of this process are free for the others');
  void spreadOut(given, (match) => match.tellLost());
}
