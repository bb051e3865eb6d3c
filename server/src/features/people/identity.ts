/** Everything that identifies a player across visits, and that is deleted with the player. */
import { readFileSync } from 'node:fs';
import { BadConfig } from '@flower-war/protocol/hosting';
import type { Config } from '../../base/config.ts';
import { Refused } from '../../base/refused.ts';
import type { Claims } from '../../base/tokens.ts';
import type { Stores } from '../../store/operations.ts';
import type { Person } from '../../store/people/people.ts';
import { asTyped, hashOf } from './codes.ts';
import { Guesses } from './guesses.ts';
import { Links } from './links.ts';
import { NameFilter } from './nameFilter.ts';
import { newGuest, People } from './people.ts';
import { newRecoveryCode, RecoveryCodes } from './recovery.ts';
import { REFUSED_NAMES, REFUSED_WORDS } from './refusedNames.ts';
import { PlayerReports } from './reports.ts';
import { newSession, Sessions } from './sessions.ts';
import { unwantedAmong, type Visiting } from './unwanted.ts';

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
