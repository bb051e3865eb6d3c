/** What rooms and routes share: one of each in a process. */
import type { Bans } from '../bans.ts';
import type { Config } from '../config.ts';
import type { HostedGames } from '../hosted.ts';
import type { Identity } from '../identity/identity.ts';
import type { Journal } from '../journal/journal.ts';
import type { Keys } from '../keys.ts';
import type { Limits } from '../limits/limits.ts';
import type { Approvals } from '../lobby/approvals.ts';
import type { Billboard } from '../lobby/billboard.ts';
import type { Log } from '../log.ts';
import type { Matches } from '../match/matches.ts';
import type { Metrics } from '../metrics.ts';
import type { Notices } from '../notices/notices.ts';
import type { People } from '../people.ts';
import type { Ratings } from '../ratings/ratings.ts';
import type { RatingTable } from '../ratings/table.ts';
import type { Readiness } from '../readiness.ts';
import type { Replays } from '../replay/replays.ts';
import type { Talk } from '../talk/talk.ts';
import type { Pairing } from '../temples/pairing/pairing.ts';
import type { Temples } from '../temples/temples.ts';
import type { Tokens } from '../tokens.ts';

export interface House {
  readonly config: Config;
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
  readonly bans: Bans;
  readonly notices: Notices;
  readonly talk: Talk;
  readonly ratings: Ratings;
  readonly ratingTable: RatingTable;
  readonly replays: Replays;
  readonly billboard: Billboard;
  readonly approvals: Approvals;
  readonly temples: Temples;
  readonly pairing: Pairing;
}
