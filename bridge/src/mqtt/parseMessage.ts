/** Reads one MQTT message. Pure, so that every kind of bad input is one row in a table of tests. */
import type { Stray } from '@flower-war/protocol';
import {
  type Ack,
  type Addressed,
  type Availability,
  addressed,
  availability,
  type BridgeStatus,
  type CommandResult,
  type Info,
  MOST_PAYLOAD_BYTES,
  type Odometer,
  type TempleId,
  TOPICS,
  type Wish,
} from '@flower-war/protocol/temple';
import type { z } from 'zod';

export interface IncomingMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** The broker had kept the message when the bridge subscribed; it was not sent just now. */
  readonly isRetained: boolean;
}

export type ParsedMessage =
  | { readonly kind: 'odometer'; readonly temple: TempleId; readonly odometer: Odometer; readonly isOld: boolean }
  | { readonly kind: 'availability'; readonly temple: TempleId; readonly is: Availability }
  | { readonly kind: 'info'; readonly temple: TempleId; readonly info: Info }
  | { readonly kind: 'result'; readonly temple: TempleId; readonly result: CommandResult }
  | { readonly kind: 'ack'; readonly temple: TempleId; readonly ack: Ack }
  | { readonly kind: 'verdict'; readonly temple: TempleId; readonly text: string }
  | { readonly kind: 'set'; readonly temple: TempleId; readonly wish: Wish }
  | { readonly kind: 'bridge'; readonly state: BridgeStatus }
  | { readonly kind: 'request'; readonly verb: string; readonly body: unknown }
  | { readonly kind: 'home'; readonly isOnline: boolean; readonly isOld: boolean }
  /** No news for the bridge: a message of a bridge, or a topic that was cleared. */
  | { readonly kind: 'nothing' }
  | RejectedMessage;

export interface RejectedMessage {
  readonly kind: 'stray';
  readonly what: Stray;
  readonly temple?: TempleId;
}

const NOTHING = { kind: 'nothing' } as const;

export function parseMessage(arrived: IncomingMessage): ParsedMessage {
  const address = addressed(arrived.topic);
  if (address === undefined) return strayAt(arrived.topic, 'foreign-topic');
  const isOnce = !TOPICS[address.name].isRetained;
  if (isOnce && arrived.isRetained) return stray(address, 'retained');
  if (arrived.payload.length === 0 && !isOnce) return NOTHING;
  if (arrived.payload.length > MOST_PAYLOAD_BYTES) return stray(address, 'too-large');
  return understand(address, arrived);
}

function understand(address: Addressed, { payload, isRetained: isOld }: IncomingMessage): ParsedMessage {
  const temple = address.of;
  switch (address.name) {
    case 'odometer':
      return as(address, payload, TOPICS.odometer.payload, (odometer) => ({
        kind: 'odometer',
        temple,
        odometer,
        isOld,
      }));
    case 'info':
      return as(address, payload, TOPICS.info.payload, (info) => infoOf(address, info));
    case 'result':
      return as(address, payload, TOPICS.result.payload, (result) => ({ kind: 'result', temple, result }));
    case 'ack':
      return as(address, payload, TOPICS.ack.payload, (ack) => ({ kind: 'ack', temple, ack }));
    case 'set':
      return as(address, payload, TOPICS.set.payload, (wish) => ({ kind: 'set', temple, wish }));
    case 'verdict':
      return { kind: 'verdict', temple, text: textOf(payload) ?? '' };
    case 'bridge':
      return as(address, payload, TOPICS.bridge.payload, (state) => ({ kind: 'bridge', state }));
    case 'availability':
      return available(address, textOf(payload));
    case 'request':
      return { kind: 'request', verb: address.of, body: jsonOf(payload) };
    case 'homeStatus':
      return { kind: 'home', isOnline: textOf(payload) === 'online', isOld };
    case 'match':
    case 'config':
    case 'cmd':
    case 'response':
    case 'discovery':
      return NOTHING;
  }
}

/** If a device gives its id, the id must be that of the topic. */
function infoOf(address: Addressed, info: Info): ParsedMessage {
  if (info.id !== undefined && info.id !== address.of) return stray(address, 'bad-payload');
  return { kind: 'info', temple: address.of, info };
}

function available(address: Addressed, text: string | undefined): ParsedMessage {
  const is = availability.safeParse(text);
  return is.success ? { kind: 'availability', temple: address.of, is: is.data } : stray(address, 'bad-payload');
}

function as<T>(
  address: Addressed,
  payload: Uint8Array,
  schema: z.ZodType<T>,
  say: (value: T) => ParsedMessage,
): ParsedMessage {
  const json = jsonOf(payload);
  if (json === undefined) return stray(address, 'not-json');
  const parsed = schema.safeParse(json);
  return parsed.success ? say(parsed.data) : stray(address, 'bad-payload');
}

/** Gives `undefined` for a text that is not JSON; no JSON text means `undefined`. */
function jsonOf(payload: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(payload) ?? '');
  } catch {
    return undefined;
  }
}

function textOf(payload: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(payload);
  } catch {
    return undefined;
  }
}

function stray({ of, name }: Addressed, what: Stray): RejectedMessage {
  const isOfTemple = TOPICS[name].path.includes('<id>');
  return isOfTemple ? { kind: 'stray', what, temple: of } : { kind: 'stray', what };
}

/** An unknown topic may still name a temple, as `templo/v1/templo-7f3a/odometre` does. */
function strayAt(topic: string, what: Stray): RejectedMessage {
  const temple = /^templo\/v1\/(templo-[0-9a-f]{4,12})\//.exec(topic.slice(0, 64))?.[1];
  return temple === undefined ? { kind: 'stray', what } : { kind: 'stray', what, temple };
}
