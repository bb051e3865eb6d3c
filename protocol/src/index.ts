export * from './actions.ts';
export * from './after.ts';
export { type Offer, offerRefusal, type Pause, peopleAtTable } from './agreements.ts';
export { ANSWERS, MEDIA, OPERATOR_ANSWERS } from './answers.ts';
export { canonical, stateChecksum } from './canonical.ts';
export { type Clocks, clocksAfter, deadlineOf, GRACE_MS, type SeatClock } from './clocks.ts';
export * from './errors.ts';
export * from './http.ts';
export * from './identity.ts';
export { commitmentTo, keyedChance, matchSeed, restoredSeed } from './keyedChance.ts';
export * from './limits.ts';
export * from './lobby.ts';
export * from './notices.ts';
export { openApi } from './openapi.ts';
export * from './operator.ts';
export type { Broken } from './origin.ts';
export * from './paths.ts';
export { mayBeSubstituted, POLICIES, type Policy } from './policies.ts';
export * from './position.ts';
export * from './record.ts';
export type { RecordFile } from './recordFile.ts';
export { BODIES, methodOf, parametersOf, pathOf, QUERIES, type Route, refusalsOf } from './route.ts';
export { OPERATOR_ROUTES, ROUTES } from './routes.ts';
export { TABLES, type ViewOf, type Views } from './state/index.ts';
export { type LobbyEntry, LobbyMatch, LobbyState } from './state/lobby.ts';
export { type TableClass, type TableJson, type TempleJson, tableOf } from './state/table.ts';
export * from './tableSettings.ts';
export type { OwnLine, QuotedLine, TalkLine } from './talk.ts';
export {
  type Account,
  account,
  heldAgain,
  hold,
  isBalanced,
  marked,
  NEW_ACCOUNT,
  type Run,
  settled,
  takenOut,
  Unbalanced,
} from './temple/account.ts';
export { type Bound, ended, type Temples, templeOfSeat } from './temple/bound.ts';
export * from './temple/credentials.ts';
export * from './temple/http.ts';
export * from './temple/link.ts';
export { templeDue } from './temple/offering.ts';
export { isOfTurn } from './temple/ofTurn.ts';
export {
  isQuarantined,
  larger,
  newBeads,
  type Pace,
  paceAfter,
  sensed,
  type Totals,
  withBaseline,
} from './temple/sensing.ts';
export * from './temple.ts';
export { answerBy } from './timeouts.ts';
export { fullness, type RecordSize, sizeAfter, TOO_LONG } from './tooLong.ts';
export {
  type Chain,
  type Engines,
  type Flaw,
  type Origin,
  type Proof,
  readRecord,
  type Verdict,
  verify,
} from './verify.ts';
export { isWished, windowOf } from './wishes.ts';
export { MOST_WORDS } from './words.ts';
