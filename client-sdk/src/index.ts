export type {
  AddedWebhook,
  AgreementKind,
  Answer,
  AnyGame,
  Asks,
  BeadWord,
  BotOf,
  Bulletin,
  CardList,
  Catalogue,
  Chosen,
  ClockSettings,
  Code,
  CodeShown,
  EventOf,
  GameEvent,
  GameId,
  GameName,
  HabitOf,
  History,
  HostedGame,
  HostedGameOf,
  Knock,
  KnockState,
  Leaderboard,
  LegalMove,
  Link,
  LobbyEntry,
  LobbyEntryOf,
  LobbyFilter,
  MatchSummary,
  MatchSummaryOf,
  Me,
  NewReport,
  NewWebhook,
  Notice,
  OptionsOf,
  OptionValue,
  OtherGame,
  OwnTemple,
  Pace,
  PartsOf,
  PersonalData,
  PhraseId,
  PlayedMatch,
  PlayedMatchOf,
  PresetOf,
  Profile,
  QuickWish,
  ReasonOf,
  SeatNameOf,
  SeatSummary,
  Session,
  SignedIn,
  Slot,
  SomeOptionsOf,
  TableJson,
  TableSettings,
  TalkLine,
  TempleJson,
  TempleLog,
  TempleSettings,
  ViewOf,
  Views,
  Webhook,
} from '@flower-war/protocol';
export { NOTICE_HEADER, PHRASES, SIGNATURE_HEADER } from '@flower-war/protocol/names';
export {
  type ClientOptions,
  FlowerWarClient,
  type Joining,
  type NewMatch,
  type Watching,
  type Wish,
} from './client.ts';
export type { Account } from './http/account.ts';
export { RefusedError, UnreachableError } from './http/errors.ts';
export type { Fetch, GameOf, MatchOf } from './http/http.ts';
export type { Continuing, HistoryPage, LeaderPage, PastMatches, Replaying } from './http/history.ts';
export { type Eyes, type Moment, Replay } from './http/replay.ts';
export type { Temples } from './http/temples.ts';
export { type Invitation, readInviteLink } from './inviteLink.ts';
export { verifyNotice } from './notices.ts';
export type { ConnectionStatus } from './rooms/connectionStatus.ts';
export { LiveLobby, type LobbyEvents, type LobbySnapshot } from './rooms/liveLobby.ts';
export { LiveMatch, type LiveMatchOf, type Playing } from './rooms/liveMatch.ts';
export type { MatchEvents, MatchSnapshot } from './rooms/matchSnapshot.ts';
export type { Fairness } from './rooms/opening.ts';
export { TempleLink, type TempleLinkEvents, type TempleLinkOptions } from './rooms/templeLink.ts';
export { type AnySocket, LostError, type SocketClass } from './socket/roomSocket.ts';
export { ClosedError, TimedOutError, type Waiting } from './waiting/limited.ts';
