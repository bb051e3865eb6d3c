export type {
  AddedWebhook,
  AgreementKind,
  Answer,
  Asks,
  BeadWord,
  CardList,
  Catalogue,
  Chosen,
  ClockSettings,
  Code,
  CodeShown,
  History,
  Knock,
  KnockState,
  Leaderboard,
  Link,
  LobbyEntry,
  LobbyFilter,
  MatchSummary,
  Me,
  NewReport,
  NewWebhook,
  Notice,
  OwnTemple,
  PersonalData,
  PhraseId,
  PlayedMatch,
  Profile,
  QuickWish,
  Session,
  SignedIn,
  Slot,
  TableJson,
  TableSettings,
  TalkLine,
  TempleJson,
  TempleLog,
  TempleSettings,
  Views,
  Webhook,
} from '@flower-war/protocol';
export { NOTICE_HEADER, PHRASES, SIGNATURE_HEADER } from '@flower-war/protocol/paths';
export type { ClientOptions } from './account.ts';
export type { Continuing, HistoryPage } from './afterwards.ts';
export { FlowerWarClient, type Joining, type NewMatch } from './client.ts';
export { RefusedError, UnreachableError } from './http.ts';
export { type Invitation, readInviteLink } from './inviteLink.ts';
export { LiveLobby, type LobbyEvents } from './liveLobby.ts';
export { type Fairness, type GameEvent, LiveMatch, type MatchEvents } from './liveMatch.ts';
export { verifyNotice } from './notices.ts';
export { type Eyes, type Moment, Replay } from './replay.ts';
export { TempleLink, type TempleLinkEvents } from './templeLink.ts';
