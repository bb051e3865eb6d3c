/** Makes everything that rooms and routes share. Nothing is open to anybody yet. */
import { randomInt, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { fastChance } from '@flower-war/rules';
import type { Config } from './base/config.ts';
import { type HostedGames, hostedGames } from './base/hostedGames.ts';
import { Limits } from './base/limits/limits.ts';
import { createLog } from './base/log.ts';
import { Readiness } from './base/readiness.ts';
import { givenTime, type OnGap, ServerTime, type Time } from './base/serverTime.ts';
import { Tokens } from './base/tokens.ts';
import { allMetrics } from './doors/metrics.ts';
import { isPresent, roomPlaces, showPresence } from './doors/rooms/roomPlaces.ts';
import type { House } from './doors/services.ts';
import { Billboard } from './features/listing/billboard.ts';
import { Lobbies } from './features/listing/lobbies.ts';
import { Notices } from './features/notices/notices.ts';
import type { Resolve } from './features/notices/target.ts';
import { Bans } from './features/people/bans.ts';
import { createIdentity } from './features/people/identity.ts';
import type { People } from './features/people/people.ts';
import { Ratings } from './features/ratings/ratings.ts';
import { RatingTable } from './features/ratings/table.ts';
import { Replays } from './features/replay/replays.ts';
import { Approvals } from './features/table/approvals.ts';
import { Talk } from './features/talk/talk.ts';
import { Pairing } from './features/temples/pairing/pairing.ts';
import { Temples } from './features/temples/temples.ts';
import { Matches } from './matches/matches.ts';
import { putMark } from './store/data-folder/aliveMark.ts';
import { openDatabase } from './store/data-folder/database.ts';
import { ownFolder } from './store/data-folder/folderLock.ts';
import { keepTempleKey, templeKey } from './store/data-folder/templeKey.ts';
import { Guard } from './store/journal/guarded.ts';
import type { Journal } from './store/journal/journal.ts';
import { MemoryJournal } from './store/journal/memory.ts';
import { Outbox } from './store/journal/outbox.ts';
import { lastBeat, SqliteJournal } from './store/journal/sqlite.ts';
import { type Keys, loadKeys } from './store/keys.ts';
import type { FreeBytes } from './upkeep.ts';

/** What tests put in another's place: games of their own, a journal that fails, a clock, a disk that is full. */
export interface Parts {
  readonly games?: HostedGames;
  readonly journal?: (real: Journal) => Journal;
  /** All that it knows of time. */
  readonly now?: () => number;
  /** What the clock of the machine shows. */
  readonly wall?: () => number;
  readonly freeBytes?: FreeBytes;
  /** The master key of temples, in hex. */
  readonly templeKey?: string;
  /** Looks up the names in webhooks. */
  readonly resolve?: Resolve;
}

export interface Built {
  readonly house: House;
  readonly guard: Guard;
  /** Says that this server uses the data no more. */
  readonly letGo: () => void;
}

type Base = Pick<House, 'billboard' | 'config' | 'games' | 'log' | 'metrics' | 'notices' | 'now' | 'readiness'> & {
  readonly onGap: OnGap;
};

export function build(config: Config, parts: Parts): Built {
  const { database, outbox, stored, letGo } = openData(config);
  const wall = parts.wall ?? Date.now;
  const time = parts.now === undefined ? timeOf(wall, database) : givenTime(parts.now);
  const [{ now }, readiness] = [time, new Readiness()];
  const metrics = allMetrics({ readiness, journal: stored, outbox });
  if (stored instanceof SqliteJournal) stored.onCommit = metrics.journal.appended;
  const billboard = new Billboard();
  const guard: Guard = new Guard(readiness, {
    onAppended: ({ line, index }) => {
      metrics.journal.countEntry(line, now());
      if (index !== undefined) billboard.post(index);
      if (index?.status === 'ended') void house.ratings.catchUp();
    },
    onDoubt: ({ match, index }) => index !== undefined && billboard.doubt(match, stored),
    onForgotten: () => void billboard.prune(stored),
  });
  const journal = guard.around(parts.journal?.(stored) ?? stored);
  const games = parts.games ?? hostedGames();
  const log = createLog(config);
  const base = { config, games, log, metrics, now, onGap: time.onGap, readiness, billboard };
  time.onGap(({ lost }) => log.warn({ lost }, 'nobody could act for a while: no clock counts it'));
  time.onGap((gap) => void journal.noteGap(gap).catch((err) => log.error({ err }, 'a gap could not be noted')));
  const keyOfTemples = parts.templeKey ?? templeKey(config.JOURNAL === 'sqlite' ? config.DATA_DIR : undefined);
  keepTempleKey(database, keyOfTemples);
  const { count } = metrics.notices;
  const resolve = parts.resolve && { resolve: parts.resolve };
  const notices = new Notices({ ...base, ...resolve, wall: parts.now ?? wall, database, outbox, count, isPresent });
  const house = furnished({ ...base, notices, templeKey: keyOfTemples }, journal, database);
  if (stored instanceof MemoryJournal) stored.onForget = (match) => house.identity.talk.erase(match);
  return { house, guard, letGo };
}

/** The data knows of later moments where the clock of the machine was set back: no record goes back with it. */
function timeOf(wall: () => number, database: DatabaseSync): Time {
  return new ServerTime({ wall, elapsed: () => performance.now() }, lastBeat(database));
}

function openData({ JOURNAL, DATA_DIR, DURABILITY }: Config) {
  const folder = JOURNAL === 'sqlite' ? DATA_DIR : undefined;
  const letGo = folder === undefined ? () => {} : ownFolder(folder);
  try {
    const database = openDatabase(folder, DURABILITY);
    const outbox = new Outbox(database);
    const inMemory = () => new MemoryJournal((notice) => outbox.put(notice));
    const stored = folder === undefined ? inMemory() : new SqliteJournal(database, outbox);
    if (stored instanceof SqliteJournal) stored.onBeat = (at) => putMark(DATA_DIR, at, DURABILITY);
    return { database, outbox, letGo, stored };
  } catch (error) {
    letGo();
    throw error;
  }
}

function furnished(base: Base & { readonly templeKey: string }, journal: Journal, database: DatabaseSync): House {
  const { templeKey: key, ...shared } = base;
  const { config, games, now, readiness } = base;
  const keys = loadKeys(database);
  const bots = games.all.flatMap((hosted) => Object.keys(hosted.bots));
  const identity = createIdentity(database, config, bots);
  const rules = { limits: new Limits(config.LIMITS), bans: new Bans(database) };
  const { people, talk: log, spoken: filter } = identity;
  const talk = new Talk({ config, log, people, bans: rules.bans, filter, readiness, now });
  const temples: Temples = templesIn(base, journal, {
    people,
    matches: { open: (id) => matches.open(id), release: (id) => matches.release(id) },
  });
  const matches = matchesIn(base, journal, { keys, temples });
  const tokens = new Tokens(keys.tokens);
  const after = { ...ratingsIn(base, journal, { database, people }), replays: new Replays(journal, games.engineOf) };
  const approvals = new Approvals();
  const pairing = new Pairing({
    ...{ key, temples, guesses: identity.guesses, now, random: randomInt, newId: randomUUID },
    isKnown: (player) => people.find(player) !== undefined,
    report: (problem, { error, ...fields }) => base.log.error({ ...fields, err: error }, problem),
  });
  const rooms = { approvals, lobbies: new Lobbies(), places: roomPlaces, talk, temples, pairing, matches };
  return { ...shared, ...rules, ...after, ...rooms, journal, keys, identity, people, tokens };
}

function ratingsIn(
  { log, readiness }: Base,
  journal: Journal,
  { database, people }: { database: DatabaseSync; people: People },
): Pick<House, 'ratings' | 'ratingTable'> {
  const ratingTable = new RatingTable(database);
  const ratings = new Ratings({
    ...{ journal, table: ratingTable, mayWrite: () => !readiness.isClosedForWriting },
    isKept: (player) => people.find(player) !== undefined,
    report: (problem, { error, ...fields }) => log.error({ ...fields, err: error }, problem),
  });
  return { ratings, ratingTable };
}

function templesIn(
  { log, metrics, now, readiness }: Base,
  journal: Journal,
  { people, matches }: { people: People; matches: Pick<Matches, 'open' | 'release'> },
): Temples {
  const temples = new Temples({
    ...{ journal, now, matches, owner: randomUUID(), onPresence: showPresence },
    nameOf: (occupant) =>
      occupant?.kind === 'player' ? (people.namesOf([occupant.player])[0] ?? '') : (occupant?.bot ?? ''),
    note: (event, fields) => log.info(fields, event),
    report: (problem, { error, ...fields }) =>
      log[readiness.isClosedForWriting ? 'debug' : 'error']({ ...fields, err: error }, problem),
  });
  metrics.temples.watch(() => temples.counts);
  return temples;
}

function matchesIn(
  { config, games, log, notices, now, onGap, readiness }: Base,
  journal: Journal,
  { keys, temples }: { keys: Keys; temples: Temples },
): Matches {
  return new Matches({
    isTempleFresh: (temple) => temples.isFresh(temple),
    onTemples: (match) => temples.matchShown(match),
    ...{ journal, games, now, onGap, owner: randomUUID(), signingKey: keys.signing },
    ...{ openForMs: config.OPEN_MINUTES * 60_000, botDelayMs: config.BOT_DELAY_MS },
    ...(config.IDLE_DAYS > 0 && { idleForMs: config.IDLE_DAYS * 86_400_000 }),
    botChance: fastChance(now()),
    noticesFor: (draft, before) => notices.of(draft, before),
    note: (event, fields) => log.info(fields, event),
    // What is refused because the disk is full or the server stops was told once, when that began.
    report: (problem, { error, ...fields }) => {
      temples.noteFailure(error);
      log[readiness.isClosedForWriting ? 'debug' : 'error']({ ...fields, err: error }, problem);
    },
  });
}
