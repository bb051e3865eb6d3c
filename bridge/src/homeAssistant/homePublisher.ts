/** Describes each temple that the server knows to Home Assistant, and again when Home Assistant has started. */
import type { TempleTold } from '@flower-war/protocol';
import { type Info, type TempleId, topicOf } from '@flower-war/protocol/temple';
import type { Clock } from '../base/clock.ts';
import type { TopicOutbox } from '../mqtt/outbox.ts';
import { discoveryOf, type HomeDevice } from './homeAssistant.ts';

export interface HomePublisherOptions {
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
