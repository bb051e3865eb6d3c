/** The plain door: the stream of a match. */
import { MEDIA, refusal } from '@flower-war/protocol';
import { FairShares, whoseAt } from '@flower-war/protocol/hosting';
import { type Knocking, viewerOf } from '../../../features/table/seating.ts';
import { Reader } from '../../plain/reader.ts';
import { hear, tableOf } from '../../rooms/roomPlaces.ts';
import type { Services } from '../../services.ts';
import { refuseGone } from '../request/claims.ts';
import type { Sending, SomeHandlers } from '../request/handler.ts';

export function plainHandlers(services: Services) {
  /** When all are taken, the network, address or player with the most gives one up. */
  const streams = new FairShares<Reader>(services.config.MOST_STREAMS);
  return {
    openStream: async ({ params, query, caller, address }) => {
      const { from, code } = query;
      const asked: Knocking = { ...caller, address, code };
      const { visitor, isDelayed } = await viewerOf(services, params.match, asked);
      const room = await tableOf(params.match, isDelayed);
      await refuseGone(services, caller); // opening the match took time
      return sending((response) => {
        const reader = new Reader(response, visitor, from);
        reader.address = address;
        streams.take(reader, whoseAt(address, visitor.player))?.close(refusal('too-many', 'streams'));
        return room.read(reader).finally(() => streams.release(reader));
      });
    },
    isHere: ({ params, caller }) => ({ streams: hear(params.match, caller.player) }),
  } satisfies SomeHandlers;
}

/** A proxy must pass each line on at once. */
function sending(send: (response: Parameters<Sending>[0]) => Promise<void>): Sending {
  return (response) => {
    response.type(MEDIA.Stream).setHeader('Cache-Control', 'no-store').setHeader('X-Accel-Buffering', 'no');
    return response.req.method === 'HEAD' ? response.end() : send(response);
  };
}
