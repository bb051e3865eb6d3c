export type * from './games/gameTypes.ts';
export { answeredTo, type Consent, readConsent, type Scope, SCOPES } from './http/consent.ts';
export { openApi } from './http/openapi.ts';
export * from './http/routes/games.ts';
export * from './http/routes/history.ts';
export {
  type Announcement,
  announcement,
  type AssertedPerson,
  assertedPerson,
  type HostNews,
  hostNews,
  MOST_NEWS,
  MOST_SHARED,
  type PieceOfNews,
  type SharedTable,
  type SignedTables,
  signedTables,
  type TablesElsewhere,
} from './http/routes/hosts.ts';
export type { League, LeaguePair } from './http/routes/league.ts';
export * from './http/routes/lobby.ts';
export * from './http/routes/matches.ts';
export { isMonth, type OpenMatch, openMatch } from './http/routes/openData.ts';
export {
  type HostInvitation,
  type Overview,
  type PageQuery,
  probeLine,
  type ProbeLine,
  type ProcessNumbers,
  type ReadyState,
  type ServerProcess,
  type TempleNumbers,
} from './http/routes/operator.ts';
export type {
  HostedMatch,
  HostedMatches,
  HostedTemple,
  HostedTemples,
  OperatorQuery,
  TemplesQuery,
} from './http/routes/hostedMatches.ts';
export type {
  AuditLine,
  AuditLines,
  AuditQuery,
  Ban,
  HostedPeople,
  HostedPerson,
  NetworkBan,
  OperatorReport,
  PeopleQuery,
  PersonDetails,
  PlayerOnline,
  PlayersOnline,
} from './http/routes/hostedPeople.ts';
export {
  PENALTY,
  type AppointedModerator,
  type GivenPenalties,
  type GivenPenalty,
  type NewPenalty,
  type OrderFigures,
  type OwnPenalty,
  type PenaltiesQuery,
  type PenaltyKind,
  type PenaltySettling,
  type Right,
} from './http/routes/order.ts';
export type {
  NewPasskey,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from './http/routes/passkeys.ts';
export * from './http/routes/paths.ts';
export * from './http/routes/people.ts';
export { type MadeToken, type NewToken, OAUTH, oauthError, type ProgramToken } from './http/routes/programs.ts';
export type { BotWork, ListedBot, OwnBot, Pool, ReadyBots } from './http/routes/bots.ts';
export { type Acted, plainQueries } from './http/routes/plain.ts';
export type { BegunSignIn, SignInWays } from './http/routes/provider.ts';
export * from './http/routes/puzzles.ts';
export * from './http/routes/tournaments.ts';
export {
  BOT_SCOPES,
  BUCKETS,
  type Bucket,
  type BucketName,
  bucketOf,
  isForHost,
  isInScope,
  NAMED_BY,
  type Owned,
  parametersOf,
  READING,
  refusalsOf,
  type Token,
} from './http/routes/route.ts';
export { type StreamLine, type StreamLineOf, type StreamTable, streamLine } from './http/routes/stream.ts';
export * from './http/routes/temples.ts';
export * from './http/routes/webhooks.ts';
export {
  type AnswerOf,
  ANSWERS,
  BODIES,
  type BodyOf,
  type JsonRouteId,
  MEDIA,
  OPERATOR_ANSWERS,
  OPERATOR_ROUTES,
  QUERIES,
  type QueryOf,
  type Route,
  ROUTES,
  scopeOfAction,
  type Sent,
  type SentBody,
  type SentQuery,
  type TextRouteId,
  type TokenOf,
} from './http/routeTable.ts';
export {
  account,
  type BeadAccount,
  type BeadPace,
  heldAgain,
  hold,
  isBalanced,
  isQuarantined,
  largerAccount,
  marked,
  NEW_ACCOUNT,
  newBeads,
  paceAfter,
  type Run,
  sensed,
  settled,
  type Totals,
  takenOut,
  Unbalanced,
  withBaseline,
} from './record/beadAccount.ts';
export { commitmentTo, keyedChance, matchSeed, restoredSeed } from './record/keyedChance.ts';
export { canonical, stateChecksum } from './record/entry/canonical.ts';
export * from './record/entry/entries.ts';
export { fullness, type RecordFile, type RecordSize, sizeAfter, TOO_LONG } from './record/entry/recordFile.ts';
export * from './record/entry/tableSettings.ts';
export {
  advance,
  begin,
  CannotFollow,
  checkFor,
  type FoldedEntry,
  foldRecord,
  positionAfter,
} from './record/advance.ts';
export {
  BOT_ACCOUNT,
  type BoundTemple,
  botOf,
  type Clocks,
  type EntryOutcome,
  endTemple,
  type Folding,
  isFull,
  isBotAccount,
  isSeatFree,
  maySit,
  type MatchTemples,
  type NextPosition,
  type Occupant,
  type Offer,
  type Pause,
  type Position,
  richerFields,
  type SeatClock,
  templeOfSeat,
  toMoveIn,
  windowOf,
} from './record/position.ts';
export { courseOf } from './record/proof/course.ts';
export type { Broken } from './record/proof/parentRecord.ts';
export {
  type Chain,
  type Engines,
  type Flaw,
  type FlawCode,
  type Origin,
  type Proof,
  type RecordVerdict,
  readRecord,
  verify,
} from './record/proof/verify.ts';
export {
  type AbsencePolicy,
  allowsVacation,
  mayBeSubstituted,
  MOST_VACATION_DAYS,
  POLICIES,
  restsIn,
  restsUntil,
} from './record/table/absence.ts';
export { MOST_REQUESTS, MOST_UNDONE, offerRefusal, peopleAtTable, undoRefusal } from './record/table/agreements.ts';
export { clocksAfter, deadlineOf, GRACE_MS } from './record/table/clocks.ts';
export { habitAnswer, MOST_HABITS_IN_A_ROW } from './record/table/habits.ts';
export { answerBy, isWished } from './record/table/windows.ts';
export { concernsTurnSeat, templeDue } from './record/templeEntries.ts';
export { TABLES } from './state/boards.ts';
export { type LobbyEntry, type LobbyEntryOf, LobbyMatch, LobbyState } from './state/lobby.ts';
export { type TableClass, type TableJson, tableOf, type TempleJson } from './state/table.ts';
export * from './temple/credentials.ts';
export * from './temple/index.ts';
export * from './wire/actionFields.ts';
export * from './wire/actions.ts';
export * from './wire/errors.ts';
export * from './wire/names.ts';
export { beginningOf, lengthOf, visible } from './wire/printable.ts';
export { type ListedMove, privateMessage, toldAfter } from './wire/privateMessage.ts';
export type { Bulletin, OwnLine, QuotedLine, TalkLine } from './wire/talk.ts';
export * from './wire/templeLink.ts';
