/** Decides whether a client may open a socket, while an HTTP answer is still possible. */
import type { IncomingMessage } from 'node:http';
import { matchMaker } from '@colyseus/core';
import { PROTOCOL } from '@flower-war/protocol';
import type { Refusing } from '@flower-war/protocol/hosting';
import type { Config } from '../../base/config.ts';
import type { ThisProcess } from '../../base/ids.ts';
import type { BannedNetworks } from '../../features/operating/bannedNetworks.ts';
import { allowedOrigin, isOtherProtocol } from '../http/request/gates.ts';
import { BridgeRoom } from '../rooms/bridgeRoom.ts';
import { GuardedRoom } from '../rooms/guardedRoom.ts';

/**
 * Process, room and session of a reserved place, as in our HTTP answers, perhaps after the path under which a proxy shows the
 * server. Matched by hand, because `URL` throws.
 */
const TARGET = /^(?:\/[\w.~-]{1,64}){0,8}\/([\w-]{1,64})\/([\w-]{1,64})\?(.{1,1024})$/s;

/** Who is at the door: the request, and the address that it comes from. */
export interface Knocking {
  readonly request: Pick<IncomingMessage, 'url' | 'headers'>;
  readonly address: string;
}

interface Rules {
  readonly config: Pick<Config, 'ORIGINS'>;
  readonly networks: Pick<BannedNetworks, 'has'>;
  readonly self: Pick<ThisProcess, 'name'>;
}

/** The reserved place of a socket. */
export interface ReservedPlace {
  readonly room: GuardedRoom;
  readonly session: string;
}

export function atTheDoor(rules: Rules, { request, address }: Knocking): ReservedPlace | Refusing {
  const { config, networks, self } = rules;
  const { ORIGINS } = config;
  const { url = '', headers } = request;
  const { origin } = headers;
  if (origin !== undefined && allowedOrigin(ORIGINS, origin) === undefined) return { code: 'forbidden' };
  const [, process, roomId = '', query = ''] = TARGET.exec(url) ?? [];
  const asked = new URLSearchParams(query);
  if (isOtherProtocol(asked.get('protocol'))) return { code: 'other-protocol', reason: String(PROTOCOL) };
  const session = asked.get('sessionId') ?? '';
  // A way that leads to the wrong process is a mistake of a proxy, and would be hard to find if it worked by chance.
  const room: unknown = process === self.name ? matchMaker.getLocalRoomById(roomId) : undefined;
  if (!(room instanceof GuardedRoom) || !room.hasReservedSeat(session)) return { code: 'no-such-match' };
  if (networks.has(address) && !(room instanceof BridgeRoom)) return { code: 'banned', reason: 'network' };
  return { room, session };
}
