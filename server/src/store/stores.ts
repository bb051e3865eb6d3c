/** All stores of the database. Each covers one group of tables, and each of its methods is a whole operation. */
import type { DatabaseSync } from 'node:sqlite';
import { Accounts } from './accounts.ts';
import { Bans } from './people/bans.ts';
import { LinkStore } from './people/links.ts';
import { PeopleStore } from './people/people.ts';
import { RecoveryStore } from './people/recovery.ts';
import { ReportStore } from './people/reports.ts';
import { SessionStore } from './people/sessions.ts';
import { RatingTable } from './ratings.ts';
import { TalkLog } from './talkLog.ts';
import { WebhookStore } from './webhooks.ts';

export type Stores = ReturnType<typeof storesIn>;

export function storesIn(database: DatabaseSync) {
  const tables = {
    people: new PeopleStore(database),
    sessions: new SessionStore(database),
    recovery: new RecoveryStore(database),
    links: new LinkStore(database),
    reports: new ReportStore(database),
    bans: new Bans(database),
    talk: new TalkLog(database),
    ratings: new RatingTable(database),
    webhooks: new WebhookStore(database),
  };
  return { ...tables, accounts: new Accounts(database, tables) };
}
