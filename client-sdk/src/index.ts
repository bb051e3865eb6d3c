export type {
  Answer,
  Asks,
  CardList,
  Catalogue,
  Chosen,
  Code,
  Link,
  MatchSummary,
  Me,
  NewReport,
  PersonalData,
  PhraseId,
  Session,
  SignedIn,
  TableJson,
  TalkLine,
  Views,
} from '@flower-war/protocol';
export { PHRASES } from '@flower-war/protocol/paths';
export type { ClientOptions } from './account.ts';
export { FlowerWarClient, type Joining, type NewMatch } from './client.ts';
export { RefusedError, UnreachableError } from './http.ts';
export { type Fairness, type GameEvent, LiveMatch, type MatchEvents } from './liveMatch.ts';
