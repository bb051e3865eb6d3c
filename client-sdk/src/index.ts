export type { Answer, Catalogue, Code, MatchSummary, SignedIn, TableJson, Views } from '@flower-war/protocol';
export { type ClientOptions, FlowerWarClient, type Joining, type NewMatch } from './client.ts';
export { RefusedError, UnreachableError } from './http.ts';
export { type Fairness, type GameEvent, LiveMatch, type MatchEvents } from './liveMatch.ts';
