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
export { NOTICE_HEADER, PHRASES, SIGNATURE_HEADER } from '@flower-war/protocol/names';
export { type ClientOptions, FlowerWarClient, type Joining, type NewMatch } from './client.ts';
export type { Account } from './http/account.ts';
export type { Continuing, HistoryPage, PastMatches } from './http/history.ts';
export { RefusedError, UnreachableError } from './http/http.ts';
export { type Eyes, type Moment, Replay } from './http/replay.ts';
export type { Temples } from './http/temples.ts';
export { type Invitation, readInviteLink } from './inviteLink.ts';
export { verifyNotice } from './notices.ts';
export { LiveLobby, type LobbyEvents } from './rooms/liveLobby.ts';
export { LiveMatch } from './rooms/liveMatch.ts';
export type { GameEvent, MatchEvents } from './rooms/matchEvents.ts';
export type { Fairness } from './rooms/opening.ts';
export { TempleLink, type TempleLinkEvents } from './rooms/templeLink.ts';
