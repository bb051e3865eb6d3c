export type {
  Answer,
  Asks,
  CardList,
  Catalogue,
  Chosen,
  Code,
  Link,
  LobbyEntry,
  LobbyFilter,
  MatchSummary,
  Me,
  NewReport,
  PersonalData,
  QuickWish,
  Session,
  SignedIn,
  TableJson,
  Views,
} from '@flower-war/protocol';
export type { ClientOptions } from './account.ts';
export { FlowerWarClient, type Joining, type NewMatch } from './client.ts';
export { RefusedError, UnreachableError } from './http.ts';
export { type Invitation, readInviteLink } from './inviteLink.ts';
export { LiveLobby, type LobbyEvents } from './liveLobby.ts';
export { type Fairness, type GameEvent, LiveMatch, type MatchEvents } from './liveMatch.ts';
