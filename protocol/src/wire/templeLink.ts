/** What a bridge and the server tell each other, in a room of their own that the service token opens. */
import { z } from 'zod';
import {
  type Ack,
  availability,
  commandResult,
  type DeviceCommand,
  info,
  type MatchTold,
  odometer,
  type Response,
  type TempleId,
  templeId,
  verb,
  type WantedState,
} from '../temple/payloads.ts';
import type { Refusal } from './errors.ts';

/** What was wrong with something that came over MQTT; it changed nothing. */
export const stray = z.enum(['not-json', 'bad-payload', 'too-large', 'foreign-topic', 'retained', 'flood']);
export type Stray = z.infer<typeof stray>;

/** What a bridge may ask; each is answered once. Sent again after a loss, none of them does harm. */
export const linkRequests = {
  /** A temple's running totals, whether or not they are news. */
  observe: z.object({ temple: templeId, odometer }),
  presence: z.object({ temple: templeId, is: availability }),
  info: z.object({ temple: templeId, info }),
  result: z.object({ temple: templeId, result: commandResult }),
  /** What an operator asks over MQTT. */
  request: z.object({ verb, data: z.record(z.string(), z.unknown()) }),
  /** How much was thrown away since it was told last. */
  strays: z.object({ temple: templeId.optional(), what: stray, count: z.int().min(1) }),
} as const;
export type LinkRequestName = keyof typeof linkRequests;
export type LinkRequest<N extends LinkRequestName> = z.infer<(typeof linkRequests)[N]>;

export type LinkAnswer =
  | { readonly kind: 'observed'; readonly ack: Ack }
  | { readonly kind: 'noted' }
  | { readonly kind: 'response'; readonly response: Response }
  | ({ readonly kind: 'rejected' } & Refusal)
  | { readonly kind: 'retry' };

/** What is to be shown by a temple now: each part that is there is to be published as it is. */
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

/** Nothing retained is to be left of it. */
export interface TempleForgotten {
  readonly temple: TempleId;
}
