/** Messages of the broker: read, kept until the bridge takes them, and counted where they are rejected. Reading is pure. */
import type { LinkRequest, Stray } from '@flower-war/protocol';
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
  SILENT_AFTER_MS,
  type TempleId,
  TOPICS,
  type Wish,
} from '@flower-war/protocol/temple';
import type { z } from 'zod';
import type { Clock, Log } from './runtime.ts';

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

// Messages that wait for the bridge. It keeps only the newest message of each state, so that a flood costs little. The odometer of each
// life of a device is a state of its own, because its totals say nothing of the lives before.

/** A temple publishes less than ten messages a second. More than this is a flood, of which only the newest counts. */
const MOST_A_SECOND = 30;
const MOST_SENDERS = 2000;
const MOST_WAITING = 5000;

interface InboxOptions {
  readonly clock: Clock;
  /** Called outside the turn in which the message arrived. */
  readonly onMessage: (arrived: IncomingMessage) => void;
  readonly onFlood: (arrived: IncomingMessage) => void;
}

export class Inbox {
  private readonly options: InboxOptions;
  private readonly waiting = new Map<string, IncomingMessage>();
  private readonly pace = new Map<string, { since: number; count: number }>();
  private isDue = false;
  private unique = 0;

  constructor(options: InboxOptions) {
    this.options = options;
  }

  put(arrived: IncomingMessage): void {
    const address = addressed(arrived.topic);
    const isState = address !== undefined && TOPICS[address.name].isRetained;
    const isFlood = !arrived.isRetained && this.isTooFast(address?.of ?? '');
    if (isFlood) this.options.onFlood(arrived);
    if (isFlood && !isState) return;
    this.keep(isState ? this.stateOf(arrived, isFlood) : `${arrived.topic} ${++this.unique}`, arrived);
  }

  /** In a flood, further lives share one place. */
  private stateOf(arrived: IncomingMessage, isFlood: boolean): string {
    const state = lifeOf(arrived);
    return isFlood && !this.waiting.has(state) ? arrived.topic : state;
  }

  private keep(key: string, arrived: IncomingMessage): void {
    if (!this.waiting.has(key) && this.waiting.size >= MOST_WAITING) return this.options.onFlood(arrived);
    this.waiting.set(key, arrived);
    if (this.isDue) return;
    this.isDue = true;
    setImmediate(() => this.drain());
  }

  private drain(): void {
    this.isDue = false;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const arrived of all) this.options.onMessage(arrived);
  }

  private isTooFast(sender: string): boolean {
    const now = this.options.clock.now();
    const pace = this.pace.get(sender);
    if (pace !== undefined && now - pace.since < 1000) return ++pace.count > MOST_A_SECOND;
    if (pace === undefined && this.pace.size >= MOST_SENDERS) this.forget(now);
    this.pace.set(sender, { since: now, count: 1 });
    return false;
  }

  private forget(now: number): void {
    for (const [sender, { since }] of this.pace) if (now - since > SILENT_AFTER_MS) this.pace.delete(sender);
    if (this.pace.size >= MOST_SENDERS) this.pace.clear();
  }
}

/** The topic, for an odometer with its epoch. */
function lifeOf({ topic, payload }: IncomingMessage): string {
  if (addressed(topic)?.name !== 'odometer' || payload.length > MOST_PAYLOAD_BYTES) return topic;
  const said = jsonOf(payload) as { readonly epoch?: unknown } | null | undefined;
  return typeof said?.epoch === 'number' ? `${topic} ${said.epoch}` : topic;
}

// Counts rejected messages. Logs them and tells the server once a minute for each temple.

type RejectedCount = LinkRequest<'strays'>;

const MINUTE_MS = 60_000;
/** Temples beyond this number share one count, because an attacker can invent names. */
const MOST_KINDS = 1000;

interface RejectedMessagesOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Says whether the server has heard it. */
  readonly tell: (strays: RejectedCount) => Promise<boolean>;
}

interface Count {
  readonly what: Stray;
  readonly temple?: TempleId;
  count: number;
  toldAt: number;
}

export class RejectedMessages {
  private readonly options: RejectedMessagesOptions;
  private readonly counts = new Map<string, Count>();
  private readonly loggedAt = new Map<string, number>();

  constructor(options: RejectedMessagesOptions) {
    this.options = options;
  }

  note(stray: Omit<RejectedMessage, 'kind'>): void {
    const count = this.countOf(stray);
    count.count++;
    this.report(stray);
    if (this.isDue(count)) void this.tell(count);
  }

  /** Tells the server the counts whose minute is over. To be called every few seconds. */
  tick(): void {
    for (const [key, count] of this.counts) {
      if (!this.isDue(count)) continue;
      if (count.count > 0) void this.tell(count);
      else this.counts.delete(key);
    }
  }

  private countOf({ what, temple }: Omit<RejectedMessage, 'kind'>): Count {
    const key = `${what} ${temple ?? ''}`;
    const known = this.counts.get(key);
    if (known !== undefined) return known;
    if (temple !== undefined && this.counts.size >= MOST_KINDS) return this.countOf({ what });
    const fresh = { what, ...(temple === undefined ? {} : { temple }), count: 0, toldAt: Number.NEGATIVE_INFINITY };
    this.counts.set(key, fresh);
    return fresh;
  }

  private isDue({ toldAt }: Count): boolean {
    return this.options.clock.now() - toldAt >= MINUTE_MS;
  }

  private async tell(kind: Count): Promise<void> {
    const { what, temple, count } = kind;
    kind.count = 0;
    kind.toldAt = this.options.clock.now();
    const isHeard = await this.options.tell({ what, count, ...(temple === undefined ? {} : { temple }) });
    if (!isHeard) kind.count += count;
  }

  private report({ what, temple }: Omit<RejectedMessage, 'kind'>): void {
    const now = this.options.clock.now();
    const whose = temple ?? '';
    if (now - (this.loggedAt.get(whose) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
    if (this.loggedAt.size >= MOST_KINDS) this.loggedAt.clear();
    this.loggedAt.set(whose, now);
    this.options.log.warn(
      { temple, what },
      'a message over MQTT was thrown away; more of this minute are only counted',
    );
  }
}
