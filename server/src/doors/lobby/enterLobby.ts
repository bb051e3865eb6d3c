/** Reserves a place in the lobby room of a filter. The number of such rooms is bounded. */
import { CloseCode, matchMaker } from '@colyseus/core';
import type { LobbyFilter } from '@flower-war/protocol';
import { whoseAt } from '@flower-war/protocol/hosting';
import type { Caller } from '../../base/caller.ts';
import { mustHost } from '../../base/hostedGames.ts';
import { Refused } from '../../base/refused.ts';
import { openRooms, reserveIn } from '../rooms/roomPlaces.ts';
import type { Services } from '../services.ts';
import { LOBBY_ROOM, LobbyRoom } from './lobbyRoom.ts';

/** The most lobby connections of one player, so that one player cannot take them all. */
const MOST_OF_ONE_PLAYER = 10;

export async function enterLobby(services: Services, filter: LobbyFilter, { player, address, session }: Caller) {
  checkFilter(services, filter);
  await mayLookOnceMore(player);
  const opened = services.lobbies.roomFor(filter, whoseAt(address, player));
  if (opened === undefined) throw new Refused('too-many-lobbies');
  if (opened.gone !== undefined) sendAway(opened.gone);
  const { id } = opened;
  try {
    return {
      connection: await reserveIn(
        { name: LOBBY_ROOM, id, options: { id, filter } },
        { player, ...(session !== undefined && { session }) },
      ),
    };
  } catch (error) {
    if (matchMaker.getLocalRoomById(id) === undefined) services.lobbies.close(id);
    throw error;
  }
}

/** Closes a room. Its clients ask again and get a new room. */
function sendAway(id: string): void {
  const room: unknown = matchMaker.getLocalRoomById(id);
  if (room instanceof LobbyRoom) room.disconnect(CloseCode.MAY_TRY_RECONNECT).catch(() => {});
}

/** Refuses a filter that no match can ever fit: it would only take a room. */
function checkFilter({ games }: Services, { game, preset, length }: LobbyFilter): void {
  const hosted = game === undefined ? games.all : [mustHost(games, game)];
  const hasPreset = hosted.some((one) => one.game.presets.some(({ id }) => id === preset));
  if (preset !== undefined && !hasPreset) throw new Refused('bad-options', 'preset');
  const lengths = hosted.flatMap((one) => one.game.options.filter(({ name }) => name === 'length'));
  const hasLength = lengths.some((option) => option.type === 'choice' && option.values.includes(length ?? ''));
  if (length !== undefined && !hasLength) throw new Refused('bad-options', 'length');
}

async function mayLookOnceMore(player: string): Promise<void> {
  const lobbies = (await openRooms()).filter((room) => room instanceof LobbyRoom);
  const own = lobbies.reduce((sum, room) => sum + room.connectionsOf(player), 0);
  if (own >= MOST_OF_ONE_PLAYER) throw new Refused('limit-reached', 'lobbies');
}
