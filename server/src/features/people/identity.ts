/** Everything that identifies a player across visits, and that is deleted with the player. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Code, NewReport, OperatorReport, QuotedLine, Report, UsedPasskey } from '@flower-war/protocol';
import { BadConfig } from '@flower-war/protocol/hosting';
import type { Config } from '../../base/config.ts';
import { isVisitor, newVisitorId } from '../../base/ids.ts';
import { Refused, RefusedFor } from '../../base/refused.ts';
import { type Claims, REFRESH_MS } from '../../base/tokens.ts';
import type { Stores } from '../../store/operations.ts';
import type { Person } from '../../store/people/people.ts';
import type { KeptReportRow, ReportRow } from '../../store/people/bansAndReports.ts';
import type { NewSession } from '../../store/people/sessions.ts';
import { Grants } from './grants.ts';
import { Bots } from './bots.ts';
import { Guesses } from './guesses.ts';
import { NameFilter, REFUSED_NAMES, REFUSED_WORDS } from './nameFilter.ts';
import { Passkeys, type Site } from './passkeys.ts';
import { guestName, newGuest, People } from './people.ts';
import { asTyped, hashOf, Invitations, Links, newRecoveryCode, Programs, RecoveryCodes } from './codes.ts';
import type { Subject } from '../../store/people/signingIn.ts';
import { type ProvenSubject, Provider, type ProviderSettings } from './provider.ts';

export type Identity = ReturnType<typeof createIdentity>;
type Settings = Pick<Config, 'NAMES_BLOCKED' | 'REPORT_DAYS'> & Partial<Pick<Config, 'SIGN_UP'>> & ProviderSettings;

interface Around {
  /** The bots' names. No player may take one. */
  readonly bots?: readonly string[];
  readonly guesses?: Guesses;
}

interface Wanted {
  readonly name?: string | undefined;
  readonly label?: string | undefined;
}

type Welcomed = Claims & Pick<Person, 'name'>;

interface TypedCode {
  readonly code: string;
  /** What the player calls the device. */
  readonly label?: string | undefined;
}

/** Throws if the player is kept out, so that no session is left behind. */
type MayEnter = (player: string) => Promise<void>;

interface RecoveryTry extends TypedCode {
  readonly mayEnter: MayEnter;
}

interface ProviderTry {
  readonly proven: ProvenSubject;
  readonly label?: string | undefined;
  readonly mayEnter: MayEnter;
}

interface ArrivalTry {
  /** Who the person is for the host at home, and is called there. */
  readonly arrived: Subject & { readonly name: string };
  readonly label?: string | undefined;
  readonly mayEnter: MayEnter;
}

interface PasskeyTry extends UsedPasskey {
  readonly site: Site;
  readonly mayEnter: MayEnter;
}

export function createIdentity(
  stores: Stores,
  settings: Settings,
  { bots = [], guesses = new Guesses() }: Around = {},
) {
  const { accounts, sessions, talk } = stores;
  const recovery = new RecoveryCodes(stores.recovery);
  const links = new Links(stores.links);
  const passkeys = new Passkeys(stores);
  const programs = new Programs(stores);
  const grants = new Grants(stores, programs);
  const invitations = new Invitations(stores.invitations);
  const provider = new Provider(settings, stores.signIns);
  const reports = new PlayerReports(stores.reports, settings.REPORT_DAYS);
  const people = new People(stores);
  const botAccounts = new Bots(stores, people);
  /** What keeps something of players in memory. */
  const forgetting = [(player: string) => people.note(player, undefined)];
  const forgetHere = (player: string) => {
    for (const forget of forgetting) forget(player);
  };
  const botsOf = async (player: string) => (await stores.bots.of(player)).map((bot) => bot.player);
  const blocked = wordsIn(settings.NAMES_BLOCKED);
  const names = new NameFilter([...REFUSED_NAMES, ...bots.map((bot) => `=${bot}`), ...blocked]);
  return {
    people,
    recovery,
    sessions,
    links,
    passkeys,
    programs,
    grants,
    bots: botAccounts,
    invitations,
    provider,
    reports,
    talk,
    guesses,
    names,
    /** The filter for talk: words that are forbidden only as names may be said. */
    spoken: new NameFilter([...REFUSED_WORDS, ...blocked.filter((word) => !word.startsWith('='))]),

    /** A new guest, signed in on one device. */
    welcome: async (wanted: Wanted, now: number): Promise<Welcomed> => {
      const { guest, session, welcomed } = newcomer(wanted, now);
      await accounts.open(guest, session);
      people.note(guest.player, guest.name);
      return welcomed;
    },

    /** The same by an invitation, unless it is wrong, used up or over. */
    welcomeInvited: async (
      { invitation, ...wanted }: Wanted & { readonly invitation: string },
      now: number,
    ): Promise<Welcomed | undefined> => {
      const { guest, session, welcomed } = newcomer(wanted, now);
      if (!(await accounts.open(guest, session, asTyped(invitation)))) return undefined;
      people.note(guest.player, guest.name);
      return welcomed;
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

    /** Signs in with a passkey. */
    enter: async ({ site, credential, label, mayEnter }: PasskeyTry, now: number): Promise<Claims> => {
      const used = await passkeys.prove(site, { credential }, now);
      const { player } = used;
      await mayEnter(player);
      const opened = newSession(label, now);
      if (!(await accounts.enter(used, { ...opened, player }))) throw new Refused('unknown-passkey');
      return { player, session: opened.session };
    },

    /**
     * Signs in the person that the provider has let in: as the player of this subject, else as the guest who has begun, unless that device was
     * signed out since, else as a new player. Where new players need an invitation, they come by it first.
     */
    enterBy: async ({ proven, label, mayEnter }: ProviderTry, now: number): Promise<Claims> => {
      const player = await stores.subjects.find(proven);
      await mayEnter(player ?? proven.guest?.player ?? '');
      const opened = newSession(label, now);
      const newcomer = settings.SIGN_UP === 'invitation' ? undefined : newGuest(undefined, now);
      const entered = await accounts.enterBy(proven, opened, newcomer);
      if (entered === 'over') throw new Refused('sign-in-refused', 'expired');
      if (entered === undefined) throw new Refused('invitation-needed');
      if (entered.player === newcomer?.player) people.note(newcomer.player, newcomer.name);
      return { ...entered, session: opened.session };
    },

    /** Signs in a person of another host: the visitor whom this host knows, else a new one. Says whether a known one is called otherwise now. */
    arrive: async ({ arrived, label, mayEnter }: ArrivalTry, now: number): Promise<Claims & { isRenamed: boolean }> => {
      const { issuer, subject } = arrived;
      const known = await stores.subjects.find({ issuer, subject });
      if (known !== undefined) await mayEnter(known);
      const player = known ?? newVisitorId();
      const name = names.refuses(arrived.name) ? guestName(player) : arrived.name;
      const newcomer = settings.SIGN_UP === 'invitation' ? undefined : { player, name, createdAt: now };
      const opened = newSession(label, now);
      const entered = await stores.visitors.enter({ issuer, subject, name }, opened, newcomer);
      if (entered === 'barred') throw new Refused('arrival-refused', 'subject');
      if (entered === undefined) throw new Refused('invitation-needed');
      if (entered.isRenamed) await people.reread([entered.player, ...(await botsOf(entered.player))]);
      return { ...entered, session: opened.session };
    },

    /** Who the player is for the provider, and was for others that the host had before. */
    providersOf: async (player: string) =>
      (await stores.subjects.of(player)).map(({ player: _, ...subject }) => subject),

    /** Renames the player. A player who has no recovery code gets one, and sees it only here. */
    chooseName: async (
      { player, name }: { player: string; name: string },
      now: number,
    ): Promise<string | undefined> => {
      // The name of a visitor is shown with the host at home, which says what it is.
      if (isVisitor(player)) throw new Refused('name-refused', 'named-at-home');
      const { code, row } = newRecoveryCode(player, now);
      const isFirst = await accounts.rename({ player, name }, row);
      if (isFirst === undefined) throw new Refused('unauthorized');
      people.note(player, name);
      await people.reread(await botsOf(player));
      return isFirst ? code : undefined;
    },

    /** Ends all sessions of the player, the tokens of programs, and the code for linking another device. */
    signOutEverywhere: (player: string): Promise<number> => accounts.signOut(player),

    /** Another process renamed or deleted the player. */
    reread: async (player: string): Promise<void> => {
      const person = await stores.people.find(player);
      if (person === undefined) forgetHere(player);
      else await people.reread([player, ...(await botsOf(player))]);
    },

    /** Deletes the player. Records keep the opaque id; the player's reports stay without their sender. */
    forget: async (player: string): Promise<void> => {
      const gone = [player, ...(await botsOf(player))];
      await accounts.forget(player);
      gone.forEach(forgetHere);
    },

    /** Which of these visitors may not stay, and why. */
    unwanted: (visitors: readonly Visiting[], now: number) => unwantedAmong(accounts, visitors, now),

    /** Whether the device may still act for the player. */
    standingOf: (claims: Claims, now: number) => accounts.standingOf({ ...claims, now }),

    /** Deletes a guest who has not been seen since then. Returns whether the guest was deleted. */
    forgetIdle: async (player: string, unseenSince: number): Promise<boolean> => {
      const gone = [player, ...(await botsOf(player))];
      if (!(await accounts.forgetIdle(player, unseenSince))) return false;
      gone.forEach(forgetHere);
      return true;
    },

    /** Calls this with each player who is deleted from now on. */
    onForget: (forget: (player: string) => void): void => void forgetting.push(forget),

    /** Deletes sessions, tokens, codes, challenges and reports whose time is over. */
    sweep: async (now: number): Promise<void> => {
      await sessions.sweep(now - REFRESH_MS); // then the last refresh token has expired
      for (const kept of [links, passkeys, programs, invitations, reports]) await kept.sweep(now);
    },
  };
}

/** One word a line; `#` begins a remark. */
export function wordsIn(file: string): readonly string[] {
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

// The devices on which a player is signed in. A token is valid only while the session that it names exists.

/** For one player. */
const MOST_SESSIONS = 50;

/** A guest who comes now, with a first session. */
function newcomer({ name: wanted, label }: Wanted, now: number) {
  const guest = newGuest(wanted, now);
  const { player, name } = guest;
  const session = { ...newSession(label, now), player };
  return { guest, session, welcomed: { player, name, session: session.session } };
}

/** A device that signs in now. */
function newSession(label: string | undefined, now: number): Omit<NewSession, 'player'> {
  return { session: randomUUID(), label: label ?? '', at: now, most: MOST_SESSIONS };
}

// Who may not stay: players who were banned or deleted, devices that were signed out, and programs whose token has ended.

/** A connected player, and the device or program where it is known. */
interface Visiting {
  readonly player: string;
  readonly session?: string;
}

interface Unwanted extends Visiting {
  readonly why: Code;
}

/** Looks all of them up at once. A player without a session in the result may stay on no device. */
async function unwantedAmong(
  accounts: Pick<Stores['accounts'], 'standing'>,
  visitors: readonly Visiting[],
  now: number,
): Promise<readonly Unwanted[]> {
  if (visitors.length === 0) return [];
  const players = [...new Set(visitors.map(({ player }) => player))];
  const sessions = [...new Set(visitors.flatMap(({ session }) => session ?? []))];
  const found = await accounts.standing({ players: JSON.stringify(players), sessions: JSON.stringify(sessions), now });
  const living = new Set(found.sessions);
  const signedOut = new Map(
    visitors.flatMap(({ player, session }) =>
      session === undefined || living.has(session)
        ? []
        : [[session, { player, session, why: 'unauthorized' as const }]],
    ),
  );
  return [...found.banned.map((player) => ({ player, why: 'banned' as const })), ...signedOut.values()];
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

  /** First those to settle, the newest first, with their senders: for the operator only. */
  async latest(limit: number): Promise<readonly OperatorReport[]> {
    return (await this.store.latest(limit)).map(forOperator);
  }

  /** The newest reports about a player: for the operator only. */
  async about(player: string, limit: number): Promise<readonly OperatorReport[]> {
    return (await this.store.about(player, limit)).map(forOperator);
  }

  /** `by`: the moderator; null: the operator. */
  async settle(id: string, settled: 'acted' | 'dismissed', by: string | null): Promise<void> {
    const [at = 0, rowid = 0] = id.split('-').map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : 0));
    if (!(await this.store.settle({ at, rowid }, settled, by))) throw new Refused('no-such-report');
  }

  sweep(now: number): Promise<void> {
    return this.store.sweep(now - this.keptForMs);
  }
}

function forOperator(row: KeptReportRow): OperatorReport {
  return {
    ...reportOf(row),
    id: `${row.at}-${row.rowid}`,
    ...(row.settled !== null && { settled: row.settled }),
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
