/** Makes everything that rooms and routes share. The server takes no connections yet. */
import { Announcer, toldNowhere } from './announcing/announcements.ts';
import type { Config } from './base/config.ts';
import { hostedGames } from './base/hostedGames.ts';
import { ownMetersOnly } from './base/limits.ts';
import { createLog } from './base/log.ts';
import { Outage, Readiness } from './base/readiness.ts';
import { givenTime, ServerTime, type Time } from './base/serverTime.ts';
import { type Ground, type Parts, servicesOn } from './buildServices.ts';
import { allMetrics } from './doors/metrics.ts';
import type { Services } from './doors/services.ts';
import { Billboard } from './features/listing/billboard.ts';
import { OtherProcesses } from './otherProcesses.ts';
import { isOpenToOthers } from './store/data-folder/database.ts';
import { StoreError } from './store/engine/engine.ts';
import { JournalGuard } from './store/journal/journalGuard.ts';
import { type Data, openData } from './store/openData.ts';
import { SlowCarrier } from './store/slowCarrier.ts';

export interface Built {
  readonly services: Services;
  readonly others: OtherProcesses;
  readonly guard: JournalGuard;
  /** What the log tells of the store when it is away. */
  readonly outage: Outage;
  readonly time: Time;
  /** The matches of this process are free from now on. */
  readonly leave: () => Promise<void>;
  /** Releases the lock on the data folder. */
  readonly letGo: () => void;
}

const OF_THE_STORE = {
  began:
    'the store fails: nothing is lost, moves are answered with retry, and each failure is told only at the level debug',
  over: 'the store works again',
  quietMs: 5000,
} as const;

export async function build(config: Config, parts: Parts): Promise<Built> {
  const data = await openData(config, parts);
  const stored = data.journal;
  const time = parts.now === undefined ? timeOf(parts.wall ?? Date.now, data) : givenTime(parts.now);
  const { now, onGap } = time;
  const readiness = new Readiness(config.DATABASE_URL === '' ? 'disk' : 'database');
  const metrics = allMetrics({ readiness, journal: stored, outbox: data.stores.outbox });
  stored.onCommit = metrics.journal.appended;
  stored.onTransaction = metrics.journal.countTransaction;
  const billboard = new Billboard();
  const guard: JournalGuard = new JournalGuard(readiness, {
    onAppended: ({ match, line, index }) => {
      metrics.journal.countAppend('written');
      metrics.journal.countEntry(line, now());
      if (index !== undefined) billboard.postOwn({ match, index });
      if (index?.status === 'ended') void services.ratings.catchUp();
    },
    onDoubt: ({ match, index }) => {
      metrics.journal.countAppend('unknown');
      if (index !== undefined) billboard.doubt(match, stored);
    },
    onRefused: () => metrics.journal.countAppend('refused'),
    onTakeover: () => metrics.journal.countTakeover(),
    onForgotten: () => void billboard.prune(stored),
  });
  const journal = guard.around(parts.journal?.(stored) ?? stored);
  const games = parts.games ?? hostedGames();
  const outage = new Outage(OF_THE_STORE);
  const isPart = (error: unknown) => error instanceof StoreError;
  const log = createLog(config, { outage: { of: outage, isPart } });
  if (data.backup !== undefined)
    log.info({ file: data.backup }, 'the data of an older version was backed up, and brought up to date');
  if (isOpenToOthers(config.DATA_DIR))
    log.warn(
      { folder: config.DATA_DIR },
      'other users of this machine may enter the data folder. Its files are private. To close it: chmod 700',
    );
  onGap(({ lost }) =>
    log[outage.isOn ? 'debug' : 'warn']({ lost }, 'the server stood still for a while: no clock counts this time'),
  );
  onGap((gap) => void journal.noteGap(gap).catch((err) => log.error({ err }, 'a gap could not be noted')));
  const together = await togetherWith(config, data, { log, metrics, now });
  const services = servicesOn(
    { config, games, data, journal, billboard, log, metrics, readiness, now, onGap, ...together },
    parts,
  );
  stored.onNotices = () => services.notices.sender.wake();
  await services.notices.webhooks.catchUp();
  await billboard.load(data.stores.records);
  const others = new OtherProcesses(services, data.stores.records);
  return { services, others, guard, outage, time, leave: () => stored.leave(now()), letGo: data.letGo };
}

/** Begins at the last beat in the data at the earliest, so that a machine's clock set back does not take records back. */
function timeOf(wall: () => number, { lastBeat, storeTime }: Data): Time {
  const elapsed = () => performance.now();
  return storeTime === undefined ? new ServerTime({ wall, elapsed }, lastBeat) : new ServerTime({ elapsed }, storeTime);
}

type Together = Pick<Ground, 'announcements' | 'meters'>;

/** Only one process can use SQLite, so it has no others to tell. */
async function togetherWith(
  { DATABASE_URL, REDIS_URL }: Config,
  { keys, stores }: Data,
  { log, metrics, now }: Pick<Ground, 'log' | 'metrics' | 'now'>,
): Promise<Together> {
  if (DATABASE_URL === '') return { announcements: toldNowhere, meters: ownMetersOnly };
  const slow = new SlowCarrier({ store: stores.told, now });
  if (REDIS_URL === '') return { announcements: new Announcer(log, [slow]), meters: ownMetersOnly };
  // Loaded only here, because a server without Redis should not hold its library in memory.
  const { RedisCarrier, RedisHealth, RedisMeters } = await import('./announcing/redis.ts');
  const health = new RedisHealth(log);
  metrics.redis.watch(() => health.isUp);
  const redis = { url: REDIS_URL, scope: keys.published.slice(0, 16), health };
  const announcements = new Announcer(log, [new RedisCarrier(redis), slow]);
  return { announcements, meters: new RedisMeters(redis) };
}
