/** React hooks over the client: they open what a component shows, and close it when the component goes. */

export {
  type FailedMatch,
  type LobbyState,
  type MatchState,
  type MatchStateOf,
  type NoMatch,
  type NotPlayed,
  type OpeningMatch,
  type Played,
  type ShownMatch,
  useLobby,
  useMatch,
  type Where,
} from './useRooms.ts';
export { type ClientState, useClient } from './useClient.ts';
export { type TempleState, useTemple } from './useTemple.ts';
