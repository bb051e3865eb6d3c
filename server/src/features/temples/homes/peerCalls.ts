/** What processes ask each other about temples. */
import { ack, command, info, linkRequests, matchTold, type TempleTold, templeId, wanted } from '@flower-war/protocol';
import { z } from 'zod';
import type { Peer } from '../../../store/ownership/elsewhere.ts';

const peer = z.object({ process: z.string(), name: z.string(), address: z.string() });
const temple = templeId;
const player = z.string().max(200);
const count = z.int().min(0);

/** What the process of a bridge passes on. The names and the requests are those of the bridge. */
const asked = z.discriminatedUnion('name', [
  z.object({ name: z.literal('observe'), request: linkRequests.observe }),
  z.object({ name: z.literal('presence'), request: linkRequests.presence }),
  z.object({ name: z.literal('info'), request: linkRequests.info }),
  z.object({ name: z.literal('result'), request: linkRequests.result }),
  z.object({ name: z.literal('set'), request: linkRequests.set }),
  z.object({ name: z.literal('request'), request: linkRequests.request }),
]);
export type AskedByBridge = z.infer<typeof asked>;

const told = z
  .object({ temple, ack: ack.optional(), match: matchTold.optional(), config: wanted.optional() })
  .transform((one) => one as TempleTold);

/** What bridges are to hear. */
const news = z.union([z.object({ told }), z.object({ command, temple }), z.object({ forgotten: temple })]);
export type News = z.infer<typeof news>;

export const peerCall = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bridge'), asked, info: info.optional() }),
  /** Bridges are connected to the calling process. `isNew`: one of them has to hear of all temples. */
  z.object({ kind: z.literal('greet'), from: peer, isNew: z.boolean() }),
  z.object({ kind: z.literal('news'), news: z.array(news) }),
  /** The temple is to count for a match of the calling process. */
  z.object({ kind: z.literal('let-go'), temple }),
  /** The temple counts for a match of the called process. */
  z.object({ kind: z.literal('take'), temple }),
  z.object({ kind: z.literal('own'), temple, player }),
  z.object({ kind: z.literal('seen'), temple }),
  z.object({ kind: z.literal('release'), temple, player }),
  z.object({ kind: z.literal('forget'), temple, by: player }),
]);
export type PeerCall = z.infer<typeof peerCall>;

const totals = z.object({ epoch: count, war: count, rain: count });

/** What a process knows of a device, for the next process. */
export const heardDevice = z.object({
  is: z.enum(['online', 'offline']),
  totals: totals.optional(),
  info: info.optional(),
});

/** `moved`: the temple is not there, but perhaps with that process. */
export const peerAnswer = z.union([z.object({ moved: peer.nullable() }), z.object({ value: z.unknown() })]);
export type PeerAnswer = z.infer<typeof peerAnswer>;

/** Carries a call to another process. Rejects with `Unreached` if it brings no answer. */
export type CallPeer = (peer: Peer, call: PeerCall) => Promise<PeerAnswer>;

export class Unreached extends Error {}
