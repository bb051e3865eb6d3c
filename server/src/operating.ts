/** What operators ask of a process: it bans networks, shows bulletins, keeps the audit, and leaves its matches to the others. */
import { showBulletin } from './doors/rooms/roomPlaces.ts';
import { closeConnectionsFrom, spreadOut } from './doors/rooms/sendingAway.ts';
import { ownLook } from './doors/operator/operatorQueries.ts';
import type { Services } from './doors/services.ts';
import { Audit } from './features/operating/audit.ts';
import { BannedNetworks } from './features/operating/bannedNetworks.ts';
import { Fleet } from './features/operating/fleet.ts';
import type { Stores } from './store/operations.ts';

interface Ground
  extends Pick<Services, 'announcements' | 'config' | 'journal' | 'log' | 'metrics' | 'now' | 'readiness' | 'self'> {
  readonly stores: Stores;
}

/** What lives in this process. */
type Here = Pick<Services, 'temples' | 'homes' | 'matches'>;

export function operatingOn(ground: Ground, here: Here) {
  const fleet = fleetOn(ground, here);
  const networks = networksOn(ground);
  const failed = failedIn(ground);
  ground.announcements.on('drain', (told) => {
    fleet.heardDrain(told).catch(failed('the matches of this process could not be left to others'));
  });
  ground.announcements.on(
    'networks',
    () => void networks.read().catch(failed('the banned networks could not be read')),
  );
  ground.announcements.on('bulletin', (bulletin) => {
    showBulletin(bulletin).catch(failed('a bulletin could not be shown'));
  });
  return { networks, fleet, audit: auditOn(ground, fleet.name) };
}

const failedIn =
  ({ log }: Ground) =>
  (problem: string) =>
  (error: unknown) =>
    log.error({ err: error }, problem);

function fleetOn(ground: Ground, here: Here): Fleet {
  const { announcements, journal, log, metrics, readiness, now, self, stores } = ground;
  return new Fleet({
    store: stores.processReports,
    self,
    readiness,
    now,
    handOver: () => handOver({ ...here, journal, log, readiness, self }),
    look: ownLook({ readiness, ...here, strays: metrics.temples.strayCount, redis: metrics.redis }),
    tellDrain: (process, isDraining) =>
      announcements.tell('drain', { isDraining, ...(process !== undefined && { process }) }),
  });
}

function networksOn(ground: Ground): BannedNetworks {
  const { announcements, now, stores } = ground;
  const tellOthers = () => announcements.tell('networks', {});
  const networks = new BannedNetworks({ store: stores.networkBans, now, tellOthers });
  networks.onChange(() => {
    const isBanned = (address: string) => networks.has(address);
    closeConnectionsFrom(isBanned).catch(failedIn(ground)('connections of a banned network could not be closed'));
  });
  return networks;
}

function auditOn(ground: Ground, process: string): Audit {
  const { config, now, stores } = ground;
  return new Audit({
    store: stores.audit,
    now,
    token: config.OPERATOR_TOKEN,
    process,
    days: config.AUDIT_DAYS,
    report: (problem, error) => failedIn(ground)(problem)(error),
  });
}

// Leaves the matches of this process to the others.

type Owning = Pick<Services, 'homes' | 'journal' | 'log' | 'matches' | 'readiness' | 'self'>;

/** Whether another process is there that could take over. */
export async function hasOthers({ journal, self }: Pick<Services, 'journal' | 'self'>): Promise<boolean> {
  return (await journal.processes()).some(({ process }) => process !== self.id);
}

/** Whether one of them does not drain itself. */
async function hasTakers({ journal, self }: Owning): Promise<boolean> {
  return (await journal.processes()).some(({ process, drained }) => process !== self.id && drained === 0);
}

/**
 * Nothing is begun any more, what is under way ends, then all is free. Each match goes on elsewhere with its first visitor, or
 * at once if its clock runs. Its people are sent away one table after the other. Where no other process takes them, nothing changes.
 */
async function handOver(services: Owning): Promise<void> {
  const { homes, journal, log, matches, readiness, self } = services;
  if (!(await hasTakers(services)) || readiness.phase !== 'draining') return; // it may have been taken back meanwhile
  readiness.hasHandedOver = true;
  await homes.giveUpAll();
  const given = await matches.giveUpAll();
  await journal.offerAll(self.id);
  log.info({ matches: given.length }, 'the matches of this process are free for the others');
  void spreadOut(given, (match) => match.tellLost());
}
