/** What rooms and routes share: one of each in a process. */

import type { Announcements } from '../base/announcements.ts';
import type { Config } from '../base/config.ts';
import type { HostedGames } from '../base/hostedGames.ts';
import type { Limits } from '../base/limits/limits.ts';
import type { SharedMeters } from '../base/limits/sharedMeters.ts';
import type { Log } from '../base/log.ts';
import type { Readiness } from '../base/readiness.ts';
import type { Tokens } from '../base/tokens.ts';
import type { Turns } from '../base/turns.ts';
import type { Billboard } from '../features/listing/billboard.ts';
import type { Lobbies } from '../features/listing/lobbies.ts';
import type { Notices } from '../features/notices/notices.ts';
import type { Identity } from '../features/people/identity.ts';
import type { People } from '../features/people/people.ts';
import type { Ratings } from '../features/ratings/ratings.ts';
import type { Replays } from '../features/replay/replays.ts';
import type { Approvals } from '../features/table/approvals.ts';
import type { Places } from '../features/table/places.ts';
import type { PresenceElsewhere } from '../features/table/presenceElsewhere.ts';
import type { Talk } from '../features/talk/talk.ts';
import type { Pairing } from '../features/temples/pairing/pairing.ts';
import type { Temples } from '../features/temples/temples.ts';
import type { Matches } from '../matches/matches.ts';
import type { Journal } from '../store/journal/journal.ts';
import type { Keys } from '../store/keys.ts';
import type { Stores } from '../store/operations.ts';
import type { Metrics } from './metrics.ts';

export interface Services {
  readonly config: Config;
  readonly announcements: Announcements;
  readonly games: HostedGames;
  readonly journal: Journal;
  readonly matches: Matches;
  readonly people: People;
  readonly identity: Identity;
  readonly tokens: Tokens;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly now: () => number;
  readonly readiness: Readiness;
  readonly limits: Limits;
  readonly meters: SharedMeters;
  readonly bans: Stores['bans'];
  readonly notices: Notices;
  readonly talk: Talk;
  readonly ratings: Ratings;
  readonly ratingTable: Stores['ratings'];
  readonly leases: Stores['leases'];
  readonly turns: Turns;
  readonly replays: Replays;
  readonly billboard: Billboard;
  readonly approvals: Approvals;
  readonly places: Places;
  readonly presenceElsewhere: PresenceElsewhere;
  /** `onChange` is called after a player came to a match here, or left it. */
  readonly presence: { onChange: (match: string) => void };
  readonly lobbies: Lobbies;
  readonly temples: Temples;
  readonly pairing: Pairing;
}
