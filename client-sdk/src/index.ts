export type {
  Answer,
  Asks,
  CardList,
  Catalogue,
  Chosen,
  Code,
  History,
  Leaderboard,
  Link,
  MatchSummary,
  Me,
  NewReport,
  PersonalData,
  PlayedMatch,
  Profile,
  Session,
  SignedIn,
  TableJson,
  Views,
} from '@flower-war/protocol';
export type { ClientOptions } from './account.ts';
export type { Continuing, HistoryPage } from './afterwards.ts';
export { FlowerWarClient, type Joining, type NewMatch } from './client.ts';
export { RefusedError, UnreachableError } from './http.ts';
export { type Fairness, type GameEvent, LiveMatch, type MatchEvents } from './liveMatch.ts';
export { type Eyes, type Moment, Replay } from './replay.ts';
