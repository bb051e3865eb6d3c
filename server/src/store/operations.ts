/** All operations on the data. Each is a whole: it happens, or it does not. */
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { type Engine, type Stores as StoresOf, storesOn } from './engine/engine.ts';
import { outbox } from './journal/noticeOutbox.ts';
import { records } from './journal/records.ts';
import { keyRing } from './keys.ts';
import { leases } from './leases.ts';
import { alive } from './ownership/alive.ts';
import { claims } from './ownership/claims.ts';
import { processes } from './ownership/processes.ts';
import { processReports } from './ownership/processReports.ts';
import { bans } from './people/bans.ts';
import { directory } from './people/directory.ts';
import { links } from './people/links.ts';
import { networkBans } from './people/networkBans.ts';
import { people } from './people/people.ts';
import { recovery } from './people/recovery.ts';
import { reports } from './people/reports.ts';
import { sessions } from './people/sessions.ts';
import { ratings } from './ratings.ts';
import { talk } from './talkLog.ts';
import { told } from './told.ts';
import { webhooks } from './webhooks.ts';

export const operations = {
  accounts,
  alive,
  audit,
  bans,
  claims,
  directory,
  keyRing,
  leases,
  links,
  networkBans,
  outbox,
  people,
  processes,
  processReports,
  ratings,
  records,
  recovery,
  reports,
  sessions,
  talk,
  told,
  webhooks,
};

export type Stores = StoresOf<typeof operations>;

export const openStores = (engine: Engine): Stores => storesOn(engine, operations);
