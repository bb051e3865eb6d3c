/** What a bridge and the server tell each other, in the room of the bridges, which the service token opens. */
import * as z from 'zod';
import { type TempleId, templeId } from '../temple/beads.ts';
import {
  type Ack,
  availability,
  commandResult,
  type DeviceCommand,
  info,
  type MatchTold,
  odometer,
  type Response,
  verb,
  type WantedState,
} from '../temple/payloads.ts';
import type { Refusal } from './errors.ts';

/** Why the bridge threw away a message that came over MQTT. Such a message changes nothing. */
export const stray = z.enum(['not-json', 'bad-payload', 'too-large', 'foreign-topic', 'retained', 'flood']);
export type Stray = z.infer<typeof stray>;

/** What a bridge may ask. The server answers each request once. A bridge may send any of them again after a loss. */
export const linkRequests = {
  /**
   * A temple's running totals, whether they are new or not. `isOld`: the temple did not send them just now. They lay at the broker, or the
   * bridge repeats them for a server that is back.
   */
  observe: z.object({ temple: templeId, odometer, isOld: z.boolean().exactOptional() }),
  presence: z.object({ temple: templeId, is: availability }),
  info: z.object({ temple: templeId, info }),
  result: z.object({ temple: templeId, result: commandResult }),
  /** What the house wants of the temple, through Home Assistant. */
  set: z.object({ temple: templeId, light: z.int().min(0).max(100) }),
  /** What an operator asks over MQTT. */
  request: z.object({ verb, data: z.record(z.string(), z.unknown()) }),
  /** How many messages the bridge threw away since it last reported them. */
  strays: z.object({ temple: templeId.optional(), what: stray, count: z.int().min(1) }),
} as const;
export type LinkRequestName = keyof typeof linkRequests;
type LinkRequests = { readonly [Name in LinkRequestName]: z.infer<(typeof linkRequests)[Name]> };
export type LinkRequest<N extends LinkRequestName> = LinkRequests[N];

export type LinkAnswer =
  /** `isUnwritten`: beads in these totals are not in the record yet. They would be lost with the server, if the device began a new life too. */
  | { readonly kind: 'observed'; readonly ack: Ack; readonly isUnwritten?: true }
  | { readonly kind: 'noted' }
  | { readonly kind: 'response'; readonly response: Response }
  | ({ readonly kind: 'rejected' } & Refusal)
  | { readonly kind: 'retry' };

/** What a temple is to show now. The bridge publishes each part that is present as it is. */
export interface TempleTold {
  readonly temple: TempleId;
  readonly ack?: Ack;
  readonly match?: MatchTold;
  readonly config?: WantedState;
}

export interface LinkCommand {
  readonly temple: TempleId;
  readonly command: DeviceCommand;
}

/** The bridge removes all retained messages of this temple. */
export interface TempleForgotten {
  readonly temple: TempleId;
}
