/** All operations on the data. Each is a whole: it happens, or it does not. */
import { timingSafeEqual } from 'node:crypto';
import type { Claims } from '../base/tokens.ts';
import { audit, moderators, penalties } from './people/order.ts';
import { all, type Engine, first, type Stores as StoresOf, storesOn, type Work } from './engine/engine.ts';
import { directory, dump, people, type Person } from './people/people.ts';
import { outbox } from './journal/noticeOutbox.ts';
import { abroad, visitors } from './people/abroad.ts';
import { records } from './journal/records.ts';
import { keyRing, leases } from './keys.ts';
import { league } from './league.ts';
import { matchAccounts } from './matchAccounts.ts';
import { claims } from './ownership/claims.ts';
import { alive, processes, processReports } from './ownership/processes.ts';
import { ahead, vacations } from './people/away.ts';
import { bans, networkBans, reports } from './people/bansAndReports.ts';
import { bots, withOwner } from './people/bots.ts';
import { invitations, passkeys, signIns, type Subject, subjects, type UsedPasskey } from './people/signingIn.ts';
import {
  addSession,
  type EndedToken,
  links,
  type NewProgramToken,
  type NewSession,
  programTokens,
  recovery,
  type RecoveryRow,
  sessions,
} from './people/sessions.ts';
import { challenges, ties } from './people/ties.ts';
import { puzzles } from './puzzles.ts';
import { ratings } from './ratings.ts';
import { told } from './slowCarrier.ts';
import { talk } from './talkLog.ts';
import { tournaments } from './tournaments.ts';
import { webhooks } from './webhooks.ts';

// Changes to several tables of one player, each in one transaction.

/** What still holds of players, their devices and their programs. A deleted player has no sessions. */
interface Standing {
  readonly sessions: readonly string[];
  readonly banned: readonly string[];
}

type Stands = 'fine' | 'unauthorized' | 'banned';

interface AskedStanding {
  /** Lists as JSON. */
  readonly players: string;
  readonly sessions: string;
  readonly now: number;
}

const accounts = {
  /** Which of these sessions have not ended, and which of these players are banned. */
  *standing(asked: AskedStanding): Work<Standing> {
    const rows = yield* all<{ kind: keyof Standing; id: string }>(STANDING, { ...asked });
    const those = (kind: keyof Standing) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
    return { sessions: those('sessions'), banned: those('banned') };
  },

  /** Whether the session has not ended and its player is not banned. */
  *standingOf(asked: { readonly player: string; readonly session: string; readonly now: number }): Work<Stands> {
    const found = yield* first<Readonly<Record<'sessions' | 'bans', number>>>(STANDING_OF_ONE, { ...asked });
    if (found === undefined || found.sessions === 0) return 'unauthorized';
    return found.bans === 0 ? 'fine' : 'banned';
  },

  /** A new player, signed in on one device. False if the player needs this invitation, and it is none. */
  *open(person: Person, session: NewSession, invitation?: string): Work<boolean> {
    if (invitation !== undefined && !(yield* invitations.use(invitation, session.at))) return false;
    yield* people.add(person);
    yield* addSession(session);
    return true;
  },

  /** Opens a session with a recovery code. False if the code was replaced, or the player deleted. */
  *recover(code: Pick<RecoveryRow, 'player' | 'hash'>, session: NewSession): Work<boolean> {
    return (yield* recovery.has(code)) && (yield* sessions.open(session));
  },

  /** Uses up the code that links a device, and opens a session there, but none for a banned player. Returns the player whose code it was. */
  *redeem(hash: string, session: Omit<NewSession, 'player'>): Work<string | undefined> {
    const player = yield* links.take(hash, session.at);
    if (player !== undefined && (yield* bans.has(player, session.at))) return player;
    return player !== undefined && (yield* sessions.open({ ...session, player })) ? player : undefined;
  },

  /** Opens a session with a passkey. False if the passkey was removed, or the player deleted. */
  *enter(used: UsedPasskey, session: NewSession): Work<boolean> {
    return (yield* passkeys.use(used, session.at)) && (yield* sessions.open(session));
  },

  /**
   * Opens a session for the player whom the provider knows so. If it knows none, that is the guest, or else the newcomer if one may come.
   * Returns the player. Undefined if there is none. `over`: the guest has signed out the device that began.
   */
  *enterBy(
    { issuer, subject, guest }: Subject & { readonly guest?: Claims },
    session: Omit<NewSession, 'player'>,
    newcomer: Person | undefined,
  ): Work<Pick<Person, 'player'> | 'over' | undefined> {
    const by = { issuer, subject };
    let player = yield* subjects.find(by);
    if (player === undefined && guest !== undefined) {
      if ((yield* accounts.standingOf({ ...guest, now: session.at })) !== 'fine') return 'over';
      const isBound = yield* subjects.bind({ ...by, player: guest.player, createdAt: session.at });
      player = isBound ? guest.player : undefined;
    }
    if (player === undefined && newcomer !== undefined) {
      player = newcomer.player;
      yield* people.add(newcomer);
      yield* subjects.bind({ ...by, player, createdAt: session.at });
    }
    return player !== undefined && (yield* sessions.open({ ...session, player })) ? { player } : undefined;
  },

  /**
   * Makes a token of the code that the player has given to a program. The code is used up, also if what comes with it proves wrong; one that
   * comes again ends the token that was made of it.
   */
  *exchange({ code, token, hash, now, ...proof }: Exchange): Work<Exchanged> {
    const given = yield* signIns.takeOf({ key: code, kind: GRANT }, now);
    if (given === undefined) return { ended: yield* programTokens.endMadeOf(code) };
    const { player, detail } = given;
    const { session, name, scopes, forMs, most, ...expected } = JSON.parse(detail) as Grant;
    const isGood = isSameProof(expected, proof) && (yield* accounts.standingOf({ player, session, now })) === 'fine';
    if (!isGood) return {};
    const ended = yield* programTokens.endBefore(player, name);
    const row = { token, player, hash, name, scopes, createdAt: now, endsAt: now + forMs, code };
    const isMade = (yield* programTokens.add(row, most)) === 'done';
    return isMade ? { ended, made: { scopes, forMs } } : { ended };
  },

  /**
   * Renames the player, and stores this recovery code if the player has none. Returns whether it was stored. Undefined if
   * the player was deleted.
   */
  *rename({ player, name }: Pick<Person, 'player' | 'name'>, code: RecoveryRow): Work<boolean | undefined> {
    if (!(yield* people.isKnown(player))) return undefined;
    yield* people.rename(player, name);
    if ((yield* recovery.createdAt(player)) !== undefined) return false;
    return yield* recovery.keep(code);
  },

  /** Ends every session, every token of a program, and the code for linking another device. Returns how many sessions ended. */
  *signOut(player: string): Work<number> {
    yield* links.end(player);
    yield* programTokens.endAll(player);
    return yield* sessions.endAll(player);
  },

  /** Deletes a guest who has no way back and has had no token since then. Returns whether it did. */
  *forgetIdle(player: string, unseenSince: number): Work<boolean> {
    if (!(yield* people.isIdleGuest(player, unseenSince))) return false;
    yield* accounts.forget(player);
    return true;
  },

  /** Deletes the player and the bots of the player. Records keep the opaque ids; the player's reports stay without their sender. */
  *forget(player: string): Work<void> {
    for (const bot of yield* bots.of(player)) yield* accounts.forget(bot.player);
    yield* webhooks.removeAll(player);
    yield* abroad.forget(player);
    yield* people.remove(player);
    yield* signIns.forget(player);
    yield* sessions.endAll(player);
    yield* recovery.end(player);
    yield* links.end(player);
    yield* bans.lift(player);
    yield* reports.forget(player);
    yield* audit.forget(player);
    yield* talk.forget(player);
    yield* ratings.forget(player);
    yield* ties.forget(player);
    yield* vacations.forget(player);
    yield* ahead.forget(player);
    yield* tournaments.forget(player);
  },
};

/** The kind of a sign-in that has begun: a player has given a code to a program. */
export const GRANT = 'grant';

/** What must be right when the code comes. */
interface Proof {
  readonly client: string;
  readonly redirect: string;
  /** The SHA-256 of the verifier. */
  readonly challenge: string;
}

/** What is kept with a code. */
export interface Grant extends Proof {
  /** The device on which the player has given it. */
  readonly session: string;
  readonly name: string;
  /** As JSON. */
  readonly scopes: string;
  readonly forMs: number;
  /** How many tokens the player may have. */
  readonly most: number;
}

/** `code` is the hash of the code, `token` and `hash` are those of the new token. */
interface Exchange extends Proof, Pick<NewProgramToken, 'token' | 'hash'> {
  readonly code: string;
  readonly now: number;
}

interface Exchanged {
  readonly made?: Pick<Grant, 'scopes' | 'forMs'>;
  readonly ended?: EndedToken | undefined;
}

/** In constant time, so that time tells nothing of the verifier. */
function isSameProof(expected: Proof, { client, redirect, challenge }: Proof): boolean {
  const [right, given] = [Buffer.from(expected.challenge), Buffer.from(challenge)];
  const isVerified = right.length === given.length && timingSafeEqual(right, given);
  return isVerified && client === expected.client && redirect === expected.redirect;
}

/** Asked with every request of a player, so it takes no lists. */
const STANDING_OF_ONE = `
  SELECT (SELECT count(*) FROM sessions WHERE session = $session)
      + (SELECT count(*) FROM program_tokens WHERE token = $session AND ends_at > $now) AS sessions,
    (SELECT count(*) FROM bans WHERE player IN ${withOwner('$player')} AND (until IS NULL OR until > $now)) AS bans`;
const STANDING = `
  SELECT 'sessions' AS kind, session AS id FROM sessions WHERE session IN (SELECT value FROM json_each($sessions))
  UNION ALL
  SELECT 'sessions', token FROM program_tokens WHERE token IN (SELECT value FROM json_each($sessions)) AND ends_at > $now
  UNION ALL
  SELECT 'banned', player FROM bans
    WHERE player IN (SELECT value FROM json_each($players)) AND (until IS NULL OR until > $now)
  UNION
  SELECT 'banned', bots.player FROM bots JOIN bans ON bans.player = bots.owner
    WHERE bots.player IN (SELECT value FROM json_each($players)) AND (until IS NULL OR until > $now)
  ORDER BY 1, 2`;

export const operations = {
  abroad,
  accounts,
  ahead,
  alive,
  audit,
  bans,
  bots,
  challenges,
  claims,
  directory,
  dump,
  invitations,
  keyRing,
  league,
  leases,
  links,
  matchAccounts,
  moderators,
  networkBans,
  outbox,
  penalties,
  passkeys,
  people,
  processes,
  processReports,
  programTokens,
  puzzles,
  ratings,
  records,
  recovery,
  reports,
  sessions,
  signIns,
  subjects,
  talk,
  ties,
  told,
  tournaments,
  vacations,
  visitors,
  webhooks,
};

export type Stores = StoresOf<typeof operations>;
export const openStores = (engine: Engine): Stores => storesOn(engine, operations);
