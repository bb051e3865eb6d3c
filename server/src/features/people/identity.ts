/** Everything that identifies a player across visits, and that is deleted with the player. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Code, NewReport, OperatorReport, QuotedLine, Report } from '@flower-war/protocol';
import { BadConfig } from '@flower-war/protocol/hosting';
import type { Config } from '../../base/config.ts';
import { letters } from '../../base/ids.ts';
import { Refused, RefusedFor } from '../../base/refused.ts';
import { type Claims, REFRESH_MS } from '../../base/tokens.ts';
import type { Stores } from '../../store/operations.ts';
import type { Person } from '../../store/people/people.ts';
import type { ReportRow } from '../../store/people/bansAndReports.ts';
import type { NewSession, SessionRow } from '../../store/people/sessions.ts';
import { Guesses } from './guesses.ts';
import { NameFilter, REFUSED_NAMES, REFUSED_WORDS } from './nameFilter.ts';
import { newGuest, People } from './people.ts';
import { asTyped, hashOf, newRecoveryCode, RecoveryCodes } from './recovery.ts';

export type Identity = ReturnType<typeof createIdentity>;
type Settings = Pick<Config, 'NAMES_BLOCKED' | 'REPORT_DAYS'>;

interface Around {
  /** The bots' names. No player may take one. */
  readonly bots?: readonly string[];
  readonly guesses?: Guesses;
}

interface TypedCode {
  readonly code: string;
  /** What the player calls the device. */
  readonly label?: string | undefined;
}

interface RecoveryTry extends TypedCode {
  /** Throws if the player is kept out, so that no session is left behind. */
  readonly mayEnter: (player: string) => Promise<void>;
}

export function createIdentity(
  stores: Stores,
  settings: Settings,
  { bots = [], guesses = new Guesses() }: Around = {},
) {
  const { accounts, talk } = stores;
  const sessions = new Sessions(stores.sessions);
  const recovery = new RecoveryCodes(stores.recovery);
  const links = new Links(stores.links);
  const reports = new PlayerReports(stores.reports, settings.REPORT_DAYS);
  const people = new People(stores.people);
  /** What keeps something of players in memory. */
  const forgetting = [(player: string) => people.note(player, undefined)];
  const forgetHere = (player: string) => {
    for (const forget of forgetting) forget(player);
  };
  const blocked = wordsIn(settings.NAMES_BLOCKED);
  return {
    people,
    recovery,
    sessions,
    links,
    reports,
    talk,
    guesses,
    names: new NameFilter([...REFUSED_NAMES, ...bots.map((bot) => `=${bot}`), ...blocked]),
    /** The filter for talk: words that are forbidden only as names may be said. */
    spoken: new NameFilter([...REFUSED_WORDS, ...blocked.filter((word) => !word.startsWith('='))]),

    /** A new guest, signed in on one device. */
    welcome: async (
      wanted: { name?: string | undefined; label?: string | undefined },
      now: number,
    ): Promise<Claims & Pick<Person, 'name'>> => {
      const guest = newGuest(wanted.name, now);
      const { player, name } = guest;
      const opened = newSession(wanted.label, now);
      await accounts.open(guest, { ...opened, player });
      people.note(player, name);
      return { player, name, session: opened.session };
    },

    /** Signs in with a recovery code, unless it is wrong. */
    recover: async ({ code, label, mayEnter }: RecoveryTry, now: number): Promise<Claims | undefined> => {
      const found = await recovery.find(code);
      if (found === undefined) return undefined;
      const { player } = found;
      await mayEnter(player);
      const opened = newSession(label, now);
      return (await accounts.recover(found, { ...opened, player })) ? { player, session: opened.session } : undefined;
    },

    /** Signs in with the code that links a device, unless it is wrong. The code is used up. */
    redeemLink: async ({ code, label }: TypedCode, now: number): Promise<Claims | undefined> => {
      const opened = newSession(label, now);
      const player = await accounts.redeem(hashOf(asTyped(code)), opened);
      return player === undefined ? undefined : { player, session: opened.session };
    },

    /** Renames the player. A player who has no recovery code gets one, and sees it only here. */
    chooseName: async (
      { player, name }: { player: string; name: string },
      now: number,
    ): Promise<string | undefined> => {
      const { code, row } = newRecoveryCode(player, now);
      const isFirst = await accounts.rename({ player, name }, row);
      if (isFirst === undefined) throw new Refused('unauthorized');
      people.note(player, name);
      return isFirst ? code : undefined;
    },

    /** Ends all sessions of the player, and the code for linking another device. */
    signOutEverywhere: (player: string): Promise<number> => accounts.signOut(player),

    /** Another process renamed or deleted the player. */
    reread: async (player: string): Promise<void> => {
      const person = await stores.people.find(player);
      if (person === undefined) forgetHere(player);
      else people.note(player, person.name);
    },

    /** Deletes the player. Records keep the opaque id; the player's reports stay without their sender. */
    forget: async (player: string): Promise<void> => {
      await accounts.forget(player);
      forgetHere(player);
    },

    /** Which of these visitors may not stay, and why. */
    unwanted: (visitors: readonly Visiting[], now: number) => unwantedAmong(accounts, visitors, now),

    /** Whether the device may still act for the player. */
    standingOf: (claims: Claims, now: number) => accounts.standingOf({ ...claims, now }),

    /** Deletes a guest who has not been seen since then. Returns whether the guest was deleted. */
    forgetIdle: async (player: string, unseenSince: number): Promise<boolean> => {
      if (!(await accounts.forgetIdle(player, unseenSince))) return false;
      forgetHere(player);
      return true;
    },

    /** Calls this with each player who is deleted from now on. */
    onForget: (forget: (player: string) => void): void => void forgetting.push(forget),

    /** Deletes sessions, link codes and reports whose time is over. */
    sweep: async (now: number): Promise<void> => {
      for (const kept of [sessions, links, reports]) await kept.sweep(now);
    },
  };
}

/** One word a line; `#` begins a remark. */
function wordsIn(file: string): readonly string[] {
  if (file === '') return [];
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.map((line) => line.replace(/#.*/, '').trim()).filter(Boolean);
  } catch (error) {
    throw new BadConfig(
      `NAMES_BLOCKED=${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Correct or unset it.`,
    );
  }
}

// A short code that signs in a second device, once. A new code replaces the player's old one.

const LIFE_MS = 5 * 60 * 1000;

/** 39 bits, for five minutes, at a few guesses an hour. */
const LETTERS = 8;

class Links {
  private readonly store: Stores['links'];

  constructor(store: Stores['links']) {
    this.store = store;
  }

  async create(player: string, now: number): Promise<{ readonly code: string; readonly expiresAt: number }> {
    const code = letters(LETTERS);
    const expiresAt = now + LIFE_MS;
    const isKept = await this.store.keep({ player, hash: hashOf(code), endsAt: expiresAt });
    if (!isKept) throw new Refused('unauthorized');
    return { code, expiresAt };
  }

  sweep(now: number): Promise<void> {
    return this.store.sweep(now);
  }
}

// The devices on which a player is signed in. A token is valid only while the session that it names exists.

/** For one player. */
const MOST_SESSIONS = 50;

/** A device that signs in now. */
function newSession(label: string | undefined, now: number): Omit<NewSession, 'player'> {
  return { session: randomUUID(), label: label ?? '', at: now, most: MOST_SESSIONS };
}

class Sessions {
  private readonly store: Stores['sessions'];

  constructor(store: Stores['sessions']) {
    this.store = store;
  }

  has(claims: Claims): Promise<boolean> {
    return this.store.has(claims);
  }

  /** Notes that the session gets a new token. False if the session has ended. */
  use(claims: Claims, now: number): Promise<boolean> {
    return this.store.use(claims, now);
  }

  /** The sessions of a player, the last used first. */
  of(player: string): Promise<readonly SessionRow[]> {
    return this.store.of(player);
  }

  /** Returns how many ended: 0 if the session belongs to another player. */
  end(claims: Claims): Promise<number> {
    return this.store.end(claims);
  }

  /** Deletes sessions whose last refresh token has expired. */
  sweep(now: number): Promise<void> {
    return this.store.sweep(now - REFRESH_MS);
  }
}

// Who may not stay: players who were banned or deleted, and devices that were signed out.

/** A connected player, and the device where it is known. */
interface Visiting {
  readonly player: string;
  readonly session?: string;
}

/** Looks all of them up at once. The result tells for each player why. */
async function unwantedAmong(
  accounts: Pick<Stores['accounts'], 'standing'>,
  visitors: readonly Visiting[],
  now: number,
): Promise<ReadonlyMap<string, Code>> {
  if (visitors.length === 0) return new Map();
  const players = [...new Set(visitors.map(({ player }) => player))];
  const sessions = [...new Set(visitors.flatMap(({ session }) => session ?? []))];
  const found = await accounts.standing({ players: JSON.stringify(players), sessions: JSON.stringify(sessions), now });
  const signedIn = new Set(found.sessions);
  const unwanted = new Map<string, Code>();
  for (const { player, session } of visitors)
    if (session !== undefined && !signedIn.has(session)) unwanted.set(player, 'unauthorized');
  for (const player of found.banned) unwanted.set(player, 'banned');
  return unwanted;
}

// Players' reports about another player or a match, for the operator. They are deleted after some days.

const DAY_MS = 24 * 60 * 60 * 1000;
/** From one player within a day. */
const MOST_REPORTS = 20;

type ReportWithLines = NewReport & { readonly lines?: readonly QuotedLine[] };

class PlayerReports {
  private readonly store: Stores['reports'];
  private readonly keptForMs: number;

  constructor(store: Stores['reports'], keptForDays: number) {
    this.store = store;
    this.keptForMs = keptForDays * DAY_MS;
  }

  /** `lines` is the talk at the reported table. */
  async add(reporter: string, report: ReportWithLines, now: number): Promise<void> {
    const { match = null, reason, text = '', lines = [] } = report;
    const row = {
      at: now,
      reporter,
      player: 'player' in report ? report.player : null,
      match,
      reason,
      text,
      lines: lines.length > 0 ? JSON.stringify(lines) : null,
    };
    const oldest = await this.store.add(row, { most: MOST_REPORTS, after: now - DAY_MS });
    if (oldest === 'unknown') throw new Refused('unauthorized');
    if (oldest !== undefined) throw new RefusedFor('too-many-reports', (oldest + DAY_MS - now) / 1000);
  }

  async by(reporter: string): Promise<readonly Report[]> {
    return (await this.store.by(reporter)).map(reportOf);
  }

  /** The newest first, with their senders: for the operator only. */
  async latest(limit: number): Promise<readonly OperatorReport[]> {
    return (await this.store.latest(limit)).map(forOperator);
  }

  /** The newest reports about a player: for the operator only. */
  async about(player: string, limit: number): Promise<readonly OperatorReport[]> {
    return (await this.store.about(player, limit)).map(forOperator);
  }

  sweep(now: number): Promise<void> {
    return this.store.sweep(now - this.keptForMs);
  }
}

function forOperator(row: ReportRow): OperatorReport {
  return {
    ...reportOf(row),
    ...(row.reporter !== null && { reporter: row.reporter }),
    ...(row.lines !== null && { lines: JSON.parse(row.lines) as QuotedLine[] }),
  };
}

function reportOf({ at, player, match, reason, text }: ReportRow): Report {
  return {
    at,
    ...(player !== null && { player }),
    ...(match !== null && { match }),
    reason: reason as Report['reason'],
    text,
  };
}
