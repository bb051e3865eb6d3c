/** Makes what the operator's routes use, and does what operators asked other processes for. */
import type { Announcements } from './announcing/announcements.ts';
import type { Config } from './base/config.ts';
import type { Log } from './base/log.ts';
import type { Readiness } from './base/readiness.ts';
import type { Metrics } from './doors/metrics.ts';
import { ownLook } from './doors/operator/operatorQueries.ts';
import { spreadOut } from './doors/rooms/online.ts';
import { closeConnectionsFrom, showBulletin } from './doors/rooms/roomPlaces.ts';
import type { Services } from './doors/services.ts';
import { Audit } from './features/operating/audit.ts';
import { BannedNetworks } from './features/operating/bannedNetworks.ts';
import { Fleet } from './features/operating/fleet.ts';
import type { TempleHomes } from './features/temples/homes/templeHomes.ts';
import type { Temples } from './features/temples/temples.ts';
import type { Matches } from './matches/matches.ts';
import type { Journal } from './store/journal/journal.ts';
import type { Data } from './store/openData.ts';

/** A part of what the services are built from. */
interface Ground {
  readonly config: Config;
  readonly data: Data;
  readonly journal: Journal;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly now: () => number;
  readonly announcements: Announcements;
}

interface Operating {
  readonly networks: BannedNetworks;
  readonly audit: Audit;
  readonly fleet: Fleet;
}

/** What lives in this process. */
interface Here {
  readonly temples: Temples;
  readonly homes: TempleHomes;
  readonly matches: Matches;
}

export function operatingOn(ground: Ground, here: Here): Operating {
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
  const { data, announcements, journal, log, metrics, readiness, now } = ground;
  return new Fleet({
    store: data.stores.processReports,
    self: data.self,
    readiness,
    now,
    handOver: () => handOver({ ...here, journal, log, readiness, self: data.self }),
    look: ownLook({ readiness, ...here, strays: metrics.temples.strayCount, redis: metrics.redis }),
    tellDrain: (process, isDraining) =>
      announcements.tell('drain', { isDraining, ...(process !== undefined && { process }) }),
  });
}

function networksOn(ground: Ground): BannedNetworks {
  const { data, announcements, now } = ground;
  const tellOthers = () => announcements.tell('networks', {});
  const networks = new BannedNetworks({ store: data.stores.networkBans, now, tellOthers });
  networks.onChange = () => {
    const isBanned = (address: string) => networks.has(address);
    closeConnectionsFrom(isBanned).catch(failedIn(ground)('connections of a banned network could not be closed'));
  };
  return networks;
}

function auditOn(ground: Ground, process: string): Audit {
  const { config, data, now } = ground;
  return new Audit({
    store: data.stores.audit,
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

/**
 * Nothing is begun any more, what is under way ends, then all is free. Each match goes on elsewhere with its first visitor, or
 * at once if its clock runs. Its people are sent away one table after the other. Without other processes nothing changes.
 */
async function handOver(services: Owning): Promise<void> {
  const { homes, journal, log, matches, readiness, self } = services;
  if (!(await hasOthers(services))) return;
  readiness.hasHandedOver = true;
  await homes.giveUpAll();
  const given = await matches.giveUpAll();
  await journal.offerAll(self.id);
  log.info({ matches: given.length }, 'the matches of this process are free for the others');
  void spreadOut(given, (match) => match.tellLost());
}
