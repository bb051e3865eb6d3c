export { openApi } from './http/openapi.ts';
export * from './http/routes/games.ts';
export * from './http/routes/history.ts';
export * from './http/routes/limits.ts';
export * from './http/routes/lobby.ts';
export * from './http/routes/matches.ts';
export * from './http/routes/operator.ts';
export * from './http/routes/paths.ts';
export * from './http/routes/people.ts';
export { isForHost, parametersOf, refusalsOf, type Token } from './http/routes/route.ts';
export * from './http/routes/temples.ts';
export * from './http/routes/webhooks.ts';
export { ANSWERS, BODIES, MEDIA, OPERATOR_ANSWERS, QUERIES } from './http/schemas.ts';
export * from './http/table.ts';
export { canonical, stateChecksum } from './record/entry/canonical.ts';
export * from './record/entry/entries.ts';
export type { RecordFile } from './record/entry/recordFile.ts';
export * from './record/entry/tableSettings.ts';
export { fullness, type RecordSize, sizeAfter, TOO_LONG } from './record/entry/tooLong.ts';
export { type Bound, ended, type Temples, templeOfSeat } from './record/position/bound.ts';
export { commitmentTo, keyedChance, matchSeed, restoredSeed } from './record/position/keyedChance.ts';
export { mayBeSubstituted, POLICIES, type Policy } from './record/position/policies.ts';
export * from './record/position/position.ts';
export type { Broken } from './record/proof/parentRecord.ts';
export {
  type Chain,
  type Engines,
  type Flaw,
  type Origin,
  type Proof,
  readRecord,
  type Verdict,
  verify,
} from './record/proof/verify.ts';
export { type Offer, offerRefusal, type Pause, peopleAtTable } from './record/table/agreements.ts';
export { type Clocks, clocksAfter, deadlineOf, GRACE_MS, type SeatClock } from './record/table/clocks.ts';
export { answerBy } from './record/table/timeouts.ts';
export { isWished, windowOf } from './record/table/wishes.ts';
export { MOST_WORDS } from './record/table/words.ts';
export { templeDue } from './record/temples/offering.ts';
export { isOfTurn } from './record/temples/ofTurn.ts';
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
} from './record/totals/account.ts';
export {
  isQuarantined,
  larger,
  newBeads,
  type Pace,
  paceAfter,
  sensed,
  type Totals,
  withBaseline,
} from './record/totals/sensing.ts';
export { TABLES, type ViewOf, type Views } from './state/index.ts';
export { type LobbyEntry, LobbyMatch, LobbyState } from './state/lobby.ts';
export { type TableClass, type TableJson, type TempleJson, tableOf } from './state/table.ts';
export * from './temple/credentials.ts';
export * from './temple/index.ts';
export * from './wire/actions.ts';
export * from './wire/errors.ts';
export * from './wire/names.ts';
export type { OwnLine, QuotedLine, TalkLine } from './wire/talk.ts';
export * from './wire/templeLink.ts';
