/** Tells and hears announcements over every way from process to process that there is. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Log } from '../base/log.ts';
import { type Announced, type Announcements, type Listener, TOPICS, type Topic } from './announcements.ts';

/** A way from process to process. It may lose a message, and it may bring one twice. It never throws and never waits. */
export interface Carrier {
  send(message: string): void;
  /** Called with each message, also with those of this process. */
  onMessage: (message: string) => void;
  stop(): void | Promise<void>;
}

const LONGEST_MESSAGE = 256 * 1024;
/** This many messages are remembered, because the slow way brings later what the fast way has brought. */
const MOST_REMEMBERED = 20_000;

const envelope = z.object({ from: z.string().max(100), n: z.int(), topic: z.string(), told: z.unknown() });

export class Announcer implements Announcements {
  private readonly me = randomUUID();
  private readonly log: Log;
  private readonly carriers: readonly Carrier[];
  private readonly listeners = new Map<Topic, Set<Listener<never>>>();
  private readonly heard = new Set<string>();
  private sent = 0;

  constructor(log: Log, carriers: readonly Carrier[]) {
    this.log = log;
    this.carriers = carriers;
    for (const carrier of carriers) carrier.onMessage = (message) => this.hear(message);
  }

  tell<Name extends Topic>(topic: Name, told: Announced<Name>): void {
    this.sent += 1;
    const message = JSON.stringify({ from: this.me, n: this.sent, topic, told });
    for (const carrier of this.carriers) carrier.send(message);
  }

  on<Name extends Topic>(topic: Name, listener: Listener<Name>): () => void {
    const those = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, those.add(listener));
    return () => those.delete(listener);
  }

  async stop(): Promise<void> {
    this.listeners.clear();
    await Promise.all(this.carriers.map((carrier) => carrier.stop()));
  }

  private hear(message: string): void {
    const { data } = envelope.safeParse(jsonOf(message));
    if (data === undefined) return this.drop(message);
    if (data.from === this.me || !this.isNew(`${data.from} ${data.n}`)) return;
    if (!isTopic(data.topic)) return; // of a newer version
    const told = TOPICS[data.topic].safeParse(data.told);
    if (told.success) this.pass(data.topic, told.data as never);
    else this.drop(message);
  }

  private drop({ length }: string): void {
    this.log.warn({ length }, 'an announcement that this server cannot read was dropped');
  }

  private isNew(id: string): boolean {
    if (this.heard.has(id)) return false;
    const [oldest] = this.heard.add(id);
    if (this.heard.size > MOST_REMEMBERED && oldest !== undefined) this.heard.delete(oldest);
    return true;
  }

  /** If one listener throws, the others still hear it. */
  private pass(topic: Topic, told: never): void {
    for (const listener of this.listeners.get(topic) ?? [])
      try {
        listener(told);
      } catch (err) {
        this.log.error({ err, topic }, 'an announcement could not be handled');
      }
  }
}

function isTopic(name: string): name is Topic {
  return Object.hasOwn(TOPICS, name);
}

function jsonOf(text: string): unknown {
  if (text.length > LONGEST_MESSAGE) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
