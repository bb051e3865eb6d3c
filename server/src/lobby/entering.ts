/** Lets somebody look at a list that keeps itself up to date: one room for each filter, and not too many of them. */
import { createHash } from 'node:crypto';
import { matchMaker } from '@colyseus/core';
import type { LobbyFilter } from '@flower-war/protocol';
import { Refused } from '../http/route.ts';
import { countRooms, openRooms, reserveIn } from '../rooms/hall.ts';
import type { House } from '../rooms/house.ts';
import { canonicalFilter } from './filter.ts';
import { LOBBY_ROOM, LobbyRoom } from './lobbyRoom.ts';

const MOST_LOBBIES = 100;
/** Connections of one player, or one could keep the others from theirs. */
const MOST_OF_ONE_PLAYER = 10;

export async function enterLobby(house: House, filter: LobbyFilter, player: string) {
  checkFilter(house, filter);
  await mayLookOnceMore(player);
  const id = `${LOBBY_ROOM}-${createHash('sha256').update(canonicalFilter(filter)).digest('hex').slice(0, 24)}`;
  const isThere = matchMaker.getLocalRoomById(id) !== undefined;
  if (!isThere && (await countRooms(LOBBY_ROOM)) >= MOST_LOBBIES) throw new Refused('too-many-lobbies');
  return { connection: await reserveIn({ name: LOBBY_ROOM, id, options: { id, filter } }, { player }) };
}

/** What nothing can ever fit would only take a room. */
function checkFilter({ games }: House, { game, preset, length }: LobbyFilter): void {
  const hosted = game === undefined ? games.all : games.all.filter((one) => one.game.id === game);
  if (hosted.length === 0) throw new Refused('unknown-game');
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
