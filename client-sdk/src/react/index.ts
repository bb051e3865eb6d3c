/** React hooks over the client: they open what a component shows, and close it when the component goes. */

export {
  type FailedMatch,
  type MatchState,
  type MatchStateOf,
  type NoMatch,
  type NotPlayed,
  type OpeningMatch,
  type Played,
  type ShownMatch,
  useMatch,
  type Where,
} from './useMatch.ts';
export { type ClientState, useClient } from './useClient.ts';
export { type LobbyState, useLobby } from './useLobby.ts';
export { type TempleState, useTemple } from './useTemple.ts';
