/** Makes everything that rooms and routes share. Nothing is open to anybody yet. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { fastChance } from '@flower-war/rules';
import { Bans } from './bans.ts';
import type { Config } from './config.ts';
import { type HostedGames, hostedGames } from './hosted.ts';
import { createIdentity } from './identity/identity.ts';
import { openDatabase } from './journal/database.ts';
import { Guard } from './journal/guarded.ts';
import type { Journal } from './journal/journal.ts';
import { shareFolder } from './journal/lock.ts';
import { MemoryJournal } from './journal/memory.ts';
import { SqliteJournal } from './journal/sqlite.ts';
import { type Keys, loadKeys } from './keys.ts';
import { Limits } from './limits/limits.ts';
import { Approvals } from './lobby/approvals.ts';
import { Billboard } from './lobby/billboard.ts';
import { createLog } from './log.ts';
import { Matches } from './match/matches.ts';
import { createMetrics } from './metrics.ts';
import { Readiness } from './readiness.ts';
import type { House } from './rooms/house.ts';
import { Tokens } from './tokens.ts';
import type { FreeBytes } from './upkeep.ts';

/** What tests put in another's place: games of their own, a journal that fails, a clock, a disk that is full. */
export interface Parts {
  readonly games?: HostedGames;
  readonly journal?: (real: Journal) => Journal;
  readonly now?: () => number;
  readonly freeBytes?: FreeBytes;
}

export interface Built {
  readonly house: House;
  readonly guard: Guard;
  /** Says that this server uses the data no more. */
  readonly letGo: () => void;
}

type Base = Pick<House, 'config' | 'games' | 'log' | 'metrics' | 'now' | 'readiness' | 'billboard'>;

export function build(config: Config, parts: Parts): Built {
  const { database, stored, letGo } = openData(config);
  const [now, readiness] = [parts.now ?? Date.now, new Readiness()];
  const metrics = createMetrics(stored, readiness);
  if (stored instanceof SqliteJournal) stored.onCommit = metrics.appended;
  const billboard = new Billboard();
  const guard: Guard = new Guard(readiness, {
    onAppended: ({ line, index }) => {
      metrics.countEntry(line, now());
      if (index !== undefined) billboard.post(index);
    },
    onDoubt: ({ match, index }) => index !== undefined && billboard.doubt(match, stored),
    onForgotten: () => void billboard.prune(stored),
  });
  const journal = guard.around(parts.journal?.(stored) ?? stored);
  const games = parts.games ?? hostedGames();
  const base = { config, games, log: createLog(config), metrics, now, readiness, billboard };
  return { house: furnished(base, journal, database), guard, letGo };
}

function openData({ JOURNAL, DATA_DIR, DURABILITY }: Config) {
  const folder = JOURNAL === 'sqlite' ? DATA_DIR : undefined;
  const letGo = folder === undefined ? () => {} : shareFolder(folder);
  const database = openDatabase(folder, DURABILITY);
  return { database, letGo, stored: folder === undefined ? new MemoryJournal() : new SqliteJournal(database) };
}

function furnished(base: Base, journal: Journal, database: DatabaseSync): House {
  const { config, games } = base;
  const keys = loadKeys(database);
  const bots = games.all.flatMap((hosted) => Object.keys(hosted.bots));
  const identity = createIdentity(database, config, bots);
  const rules = { limits: new Limits(config.LIMITS), bans: new Bans(database) };
  const matches = matchesIn(base, journal, keys);
  const tokens = new Tokens(keys.tokens);
  const approvals = new Approvals();
  return { ...base, ...rules, approvals, journal, keys, identity, people: identity.people, matches, tokens };
}

function matchesIn({ config, games, log, now, readiness }: Base, journal: Journal, keys: Keys): Matches {
  return new Matches({
    ...{ journal, games, now, owner: randomUUID(), signingKey: keys.signing },
    ...{ openForMs: config.OPEN_MINUTES * 60_000, botDelayMs: config.BOT_DELAY_MS },
    botChance: fastChance(now()),
    note: (event, fields) => log.info(fields, event),
    // What is refused because the disk is full or the server stops was told once, when that began.
    report: (problem, { error, ...fields }) =>
      log[readiness.isClosedForWriting ? 'debug' : 'error']({ ...fields, err: error }, problem),
  });
}
