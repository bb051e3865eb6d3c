/** Finds the servers in the local network. For Node alone: a browser may not ask its network. */
import { type FoundOnLan, findOnLan, type LanSearch } from '@flower-war/protocol/lan';

export type { FoundOnLan, LanSearch };

/**
 * The servers that were started with `npm start -- --lan` and answer within three seconds. Strangers may answer, too: let the player choose
 * if there are several.
 */
export const findServers = (search?: LanSearch): Promise<readonly FoundOnLan[]> => findOnLan('http', search);
