/** All that makes somebody the same player tomorrow, and all that must go when they do. */
import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { BadConfig, type Config } from '../../base/config.ts';
import type { Claims } from '../../base/tokens.ts';
import { inTransaction } from '../../store/data-folder/database.ts';
import { TalkLog } from '../../store/talkLog.ts';
import { RatingTable } from '../ratings/table.ts';
import { Guesses } from './guesses.ts';
import { Links } from './links.ts';
import { NameFilter } from './names.ts';
import { People } from './people.ts';
import { RecoveryCodes } from './recovery.ts';
import { REFUSED_NAMES, REFUSED_WORDS } from './refusedNames.ts';
import { Reports } from './reports.ts';
import { Sessions } from './sessions.ts';

export type Identity = ReturnType<typeof createIdentity>;

type Settings = Pick<Config, 'NAMES_BLOCKED' | 'REPORT_DAYS'>;

/** `bots` are the names that bots go by at a table. */
export function createIdentity(database: DatabaseSync, settings: Settings, bots: readonly string[]) {
  const people = new People(database);
  const sessions = new Sessions(database);
  const recovery = new RecoveryCodes(database);
  const links = new Links(database);
  const ratings = new RatingTable(database);
  const reports = new Reports(database, settings.REPORT_DAYS);
  const talk = new TalkLog(database);
  const blocked = wordsIn(settings.NAMES_BLOCKED);
  const names = new NameFilter([...REFUSED_NAMES, ...bots.map((bot) => `=${bot}`), ...blocked]);
  const spoken = new NameFilter([...REFUSED_WORDS, ...blocked.filter((word) => !word.startsWith('='))]);
  return {
    ...{ people, sessions, recovery, links, reports, talk, guesses: new Guesses() },
    /** `spoken` holds no word back that is only no name. */
    ...{ names, spoken },

    /** A new guest, signed in on one device. */
    welcome: (wanted: { name?: string | undefined; label?: string | undefined }, now: number): Claims =>
      inTransaction(database, () => sessions.open(people.addGuest(wanted.name, now).player, wanted.label, now)),

    /** Every device, and the code that was to sign in the next. */
    signOutEverywhere: (player: string): number =>
      inTransaction(database, () => {
        links.end(player);
        return sessions.endAll(player);
      }),

    /** What is left is the opaque id in records, and reports without their sender. */
    forget: (player: string): void =>
      inTransaction(database, () => {
        people.remove(player);
        sessions.endAll(player);
        recovery.end(player);
        links.end(player);
        reports.disown(player);
        reports.unquote(player);
        talk.forget(player);
        ratings.forget(player);
      }),

    /** Lets go of what is kept for a time only. */
    sweep: (now: number): void => {
      for (const kept of [sessions, links, reports]) kept.sweep(now);
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
