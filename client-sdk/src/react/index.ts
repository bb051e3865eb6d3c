/** React hooks over the client: they open what a component shows, and close it when the component goes. */

export type {
  FailedMatch,
  MatchState,
  MatchStateOf,
  NoMatch,
  NotPlayed,
  OpeningMatch,
  Played,
  ShownMatch,
} from './matchState.ts';
export { type ClientState, useClient } from './useClient.ts';
export { type LobbyState, useLobby } from './useLobby.ts';
export { useMatch, type Where } from './useMatch.ts';
export { type TempleState, useTemple } from './useTemple.ts';
