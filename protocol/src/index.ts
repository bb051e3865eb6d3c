export type * from './games/gameTypes.ts';
export { openApi } from './http/document/openapi.ts';
export * from './http/routes/games.ts';
export * from './http/routes/history.ts';
export * from './http/routes/lobby.ts';
export * from './http/routes/matches.ts';
export type {
  HostedMatch,
  HostedMatches,
  HostedTemple,
  HostedTemples,
  OperatorQuery,
  TemplesQuery,
} from './http/routes/operating/matches.ts';
export type { AuditLine, AuditLines, AuditQuery, NetworkBan } from './http/routes/operating/networks.ts';
export type {
  Ban,
  HostedPeople,
  HostedPerson,
  OperatorReport,
  PeopleQuery,
  PersonDetails,
  PlayerOnline,
  PlayersOnline,
} from './http/routes/operating/people.ts';
export type { ProcessNumbers, ReadyState, ServerProcess, TempleNumbers } from './http/routes/operating/processes.ts';
export { type Overview, type PageQuery, type ProbeLine, probeLine } from './http/routes/operator.ts';
export * from './http/routes/paths.ts';
export * from './http/routes/people.ts';
export { type Acted, plainQueries } from './http/routes/plain.ts';
export * from './http/routes/puzzles.ts';
export * from './http/routes/tournaments.ts';
export {
  BUCKETS,
  type Bucket,
  type BucketName,
  bucketOf,
  isForHost,
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
export * from './http/routeTable.ts';
export { ANSWERS, BODIES, MEDIA, OPERATOR_ANSWERS, QUERIES } from './http/schemas.ts';
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
export { commitmentTo, keyedChance, matchSeed, restoredSeed } from './record/chance/keyedChance.ts';
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
} from './record/fold/advance.ts';
export {
  type BoundTemple,
  botOf,
  type Clocks,
  type EntryOutcome,
  endTemple,
  type Folding,
  isFull,
  isSeatFree,
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
export { type AbsencePolicy, mayBeSubstituted, POLICIES } from './record/table/absence.ts';
export { MOST_REQUESTS, MOST_UNDONE, offerRefusal, peopleAtTable, undoRefusal } from './record/table/agreements.ts';
export { clocksAfter, deadlineOf, GRACE_MS } from './record/table/clocks.ts';
export { habitAnswer, MOST_HABITS_IN_A_ROW } from './record/table/habits.ts';
export { answerBy, isWished } from './record/table/windows.ts';
export { concernsTurnSeat, templeDue } from './record/temples/templeEntries.ts';
export { TABLES } from './state/boards.ts';
export { type LobbyEntry, type LobbyEntryOf, LobbyMatch, LobbyState } from './state/lobby.ts';
export { type TableClass, type TableJson, type TempleJson, tableOf } from './state/table.ts';
export * from './temple/credentials.ts';
export * from './temple/index.ts';
export * from './wire/actionFields.ts';
export * from './wire/actions.ts';
export * from './wire/errors.ts';
export * from './wire/names.ts';
export { visible } from './wire/printable.ts';
export { type ListedMove, privateMessage, toldAfter } from './wire/privateMessage.ts';
export type { Bulletin, OwnLine, QuotedLine, TalkLine } from './wire/talk.ts';
export * from './wire/templeLink.ts';
