/** Changes to several tables of one player, each in one transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './data-folder/database.ts';
import type { LinkStore } from './people/links.ts';
import type { PeopleStore, Person } from './people/people.ts';
import type { RecoveryRow, RecoveryStore } from './people/recovery.ts';
import type { ReportStore } from './people/reports.ts';
import type { NewSession, SessionStore } from './people/sessions.ts';
import type { RatingTable } from './ratings.ts';
import type { TalkLog } from './talkLog.ts';

interface AccountTables {
  readonly people: PeopleStore;
  readonly sessions: SessionStore;
  readonly recovery: RecoveryStore;
  readonly links: LinkStore;
  readonly reports: ReportStore;
  readonly talk: TalkLog;
  readonly ratings: RatingTable;
}

export class Accounts {
  private readonly database: DatabaseSync;
  private readonly tables: AccountTables;

  constructor(database: DatabaseSync, tables: AccountTables) {
    this.database = database;
    this.tables = tables;
  }

  /** A new player, signed in on one device. */
  open(person: Person, session: NewSession): void {
    const { people, sessions } = this.tables;
    inTransaction(this.database, () => {
      people.add(person);
      sessions.open(session);
    });
  }

  /** Renames the player, and stores this recovery code if the player has none. Returns whether it was stored. */
  rename({ player, name }: Pick<Person, 'player' | 'name'>, code: RecoveryRow): boolean {
    const { people, recovery } = this.tables;
    return inTransaction(this.database, () => {
      people.rename(player, name);
      if (recovery.createdAt(player) !== undefined) return false;
      recovery.keep(code);
      return true;
    });
  }

  /** Ends every session, and the code for linking another device. Returns how many sessions ended. */
  signOut(player: string): number {
    const { links, sessions } = this.tables;
    return inTransaction(this.database, () => {
      links.end(player);
      return sessions.endAll(player);
    });
  }

  /** Deletes the player. Records keep the opaque id; the player's reports stay without their sender. */
  forget(player: string): void {
    const { people, sessions, recovery, links, reports, talk, ratings } = this.tables;
    inTransaction(this.database, () => {
      people.remove(player);
      sessions.endAll(player);
      recovery.end(player);
      links.end(player);
      reports.forget(player);
      talk.forget(player);
      ratings.forget(player);
    });
  }
}
