/** Describes a temple to Home Assistant as one device. The values come from the topics of the temple. */
import type { TempleTold } from '@flower-war/protocol';
import { type Info, type TempleId, topicOf } from '@flower-war/protocol/temple';
import { type Component, componentsOf, type DeviceTrigger, type SlotNames, TRIGGERS } from './homeComponents.ts';
import type { TopicOutbox } from './outbox.ts';
import type { Clock } from './runtime.ts';

export interface HomeDevice {
  readonly temple: TempleId;
  readonly version: string;
  /** Where people open the server in a browser. */
  readonly page?: string;
  /** The match for which it counts. */
  readonly match?: string;
  /** The name that the owner gave it. */
  readonly name?: string;
  readonly names?: SlotNames;
  readonly info?: Info;
}

/** The payload of the discovery topic. */
export function discoveryOf(home: HomeDevice): Readonly<Record<string, unknown>> {
  const components = Object.entries(componentsOf(home.names ?? { war: 'War', rain: 'Rain' }));
  return {
    device: deviceOf(home),
    origin: originOf(home),
    availability_mode: 'all',
    availability: [
      { topic: topicOf('bridge', ''), value_template: '{{ value_json.state }}' },
      { topic: topicOf('availability', home.temple) },
    ],
    qos: 1,
    components: {
      ...Object.fromEntries(components.map(([key, part]) => [key, entityOf(home.temple, key, part)])),
      ...Object.fromEntries(Object.entries(TRIGGERS).map(([key, part]) => [key, triggerOf(home.temple, part)])),
    },
  };
}

function entityOf(temple: TempleId, key: string, part: Component): Readonly<Record<string, unknown>> {
  const { platform, name, topic, value, attributes, commands, more } = part;
  return {
    platform,
    unique_id: `${temple}_${key}`,
    name,
    ...(topic && { state_topic: topicOf(topic, temple) }),
    ...(value && { value_template: value }),
    ...(attributes && {
      json_attributes_topic: topicOf(attributes.topic, temple),
      json_attributes_template: attributes.value,
    }),
    ...(commands && { command_topic: topicOf(commands, temple) }),
    ...more,
  };
}

function triggerOf(temple: TempleId, { topic, value, ...trigger }: DeviceTrigger): Readonly<Record<string, unknown>> {
  const platform = { platform: 'device_automation', automation_type: 'trigger' };
  return { ...platform, topic: topicOf(topic, temple), value_template: value, ...trigger };
}

function originOf({ version, page }: HomeDevice): Readonly<Record<string, string>> {
  return { name: 'flower-war-bridge', sw_version: version, ...(page && { support_url: `${page}/temples` }) };
}

function deviceOf({ temple, name, info, page, match }: HomeDevice): Readonly<Record<string, unknown>> {
  return {
    identifiers: [temple],
    ...(info?.mac === undefined ? {} : { connections: [['mac', info.mac]] }),
    name: name ?? `Templo Mayor ${temple.slice('templo-'.length).toUpperCase()}`,
    model: 'Templo Mayor',
    manufacturer: 'Flower War',
    ...(page && { configuration_url: match === undefined ? `${page}/temples` : linkTo(page, match) }),
    ...(info?.hw === undefined ? {} : { hw_version: info.hw }),
    ...(info?.fw === undefined ? {} : { sw_version: info.fw }),
  };
}

/** The match in a browser. It holds no code: who may not enter sees what strangers see. */
function linkTo(page: string, match: string): string {
  return `${page}/?${new URLSearchParams({ match })}`;
}

// Describes each temple that the server knows to Home Assistant, and again when Home Assistant has started.

interface HomePublisherOptions {
  readonly clock: Clock;
  readonly outbox: Pick<TopicOutbox, 'put' | 'repeat'>;
  readonly version: string;
  /** Where people open the server in a browser. */
  readonly page?: string;
  /**
   * Home Assistant has a new description of the temple. Values that expire are unavailable there until they come again.
   */
  readonly onDescribed: (temple: TempleId) => void;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** A random delay, so that not all bridges publish at once. */
const JITTER_MS = 3000;

/** Home Assistant takes a moment to read a description. */
const READ_WITHIN_MS = 2000;

interface DescribedTemple {
  isTold: boolean;
  info?: Info;
  config?: NonNullable<TempleTold['config']>;
  /** The match for which it counts. */
  match?: string | undefined;
  published?: string;
}

export class HomePublisher {
  private readonly options: HomePublisherOptions;
  private readonly temples = new Map<TempleId, DescribedTemple>();
  private callOff = () => {};

  constructor(options: HomePublisherOptions) {
    this.options = options;
  }

  templeChanged({ temple, config, match }: TempleTold): void {
    const known = this.known(temple);
    known.isTold = true;
    if (config !== undefined) known.config = config;
    if (match !== undefined) known.match = match.match;
    this.publish(temple, known);
  }

  infoChanged(temple: TempleId, info: Info): void {
    const known = this.known(temple);
    known.info = info;
    this.publish(temple, known);
  }

  forget(temple: TempleId): void {
    this.temples.delete(temple);
  }

  /** Home Assistant has just started: publishes all retained messages again. */
  homeStarted(): void {
    this.callOff();
    this.callOff = this.options.clock.after(this.options.random() * JITTER_MS, () => this.options.outbox.repeat());
  }

  stop(): void {
    this.callOff();
  }

  private publish(temple: TempleId, known: DescribedTemple): void {
    if (!known.isTold) return;
    const payload = JSON.stringify(discoveryOf(this.describe(temple, known)));
    if (payload === known.published) return;
    known.published = payload;
    this.options.outbox.put({ topic: topicOf('discovery', temple), payload, isRetained: true });
    this.options.clock.after(READ_WITHIN_MS, () => this.options.onDescribed(temple));
  }

  private describe(temple: TempleId, { info, config, match }: DescribedTemple): HomeDevice {
    const { version, page } = this.options;
    return {
      temple,
      version,
      ...(page === undefined ? {} : { page }),
      ...(match === undefined ? {} : { match }),
      ...(config?.name === undefined ? {} : { name: config.name }),
      ...(config?.names === undefined ? {} : { names: config.names }),
      ...(info === undefined ? {} : { info }),
    };
  }

  private known(temple: TempleId): DescribedTemple {
    const known = this.temples.get(temple) ?? { isTold: false };
    this.temples.set(temple, known);
    return known;
  }
}
