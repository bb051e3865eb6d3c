export type {
  AgreementKind,
  Answer,
  Asks,
  CardList,
  Catalogue,
  Chosen,
  ClockSettings,
  Code,
  Link,
  MatchSummary,
  Me,
  NewReport,
  PersonalData,
  Session,
  SignedIn,
  TableJson,
  TableSettings,
  Views,
} from '@flower-war/protocol';
export type { ClientOptions } from './account.ts';
export { FlowerWarClient, type Joining, type NewMatch } from './client.ts';
export { RefusedError, UnreachableError } from './http.ts';
export { type Fairness, type GameEvent, LiveMatch, type MatchEvents } from './liveMatch.ts';
