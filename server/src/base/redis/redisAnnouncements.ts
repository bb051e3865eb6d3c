/** Announcements over Redis, on two connections: one that listens hears nothing else. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { type Announcements, type Listener, TOPICS, type Told, type Topic } from '../announcements.ts';
import type { Log } from '../log.ts';
import { connectTo } from './connection.ts';

/** Beyond so many unanswered announcements, further ones are dropped: they must not fill the memory. */
const MOST_UNANSWERED = 1000;
const LONGEST_MESSAGE = 256 * 1024;

const envelope = z.object({ from: z.string(), told: z.unknown() });
const NAMES = Object.keys(TOPICS) as Topic[];

interface Setting {
  readonly url: string;
  /** Keeps servers with different data apart, if they share a Redis. */
  readonly scope: string;
  readonly log: Log;
}

export class RedisAnnouncements implements Announcements {
  private readonly me = randomUUID();
  private readonly log: Log;
  private readonly scope: string;
  private readonly speaking: Redis;
  private readonly hearing: Redis;
  private readonly listeners = new Map<Topic, Set<Listener<never>>>();
  private unanswered = 0;

  constructor({ url, scope, log }: Setting) {
    this.log = log;
    this.scope = `flower-war:${scope}:`;
    this.speaking = connectTo({ url, log, use: 'to tell' });
    this.hearing = connectTo({ url, log, use: 'to listen' });
    this.hearing.on(
      'ready',
      () => void this.hearing.subscribe(...NAMES.map((name) => this.scope + name)).catch(ignored),
    );
    this.hearing.on('message', (channel: string, text: string) => this.hear(channel.slice(this.scope.length), text));
  }

  tell<Name extends Topic>(topic: Name, told: Told<Name>): void {
    if (this.unanswered >= MOST_UNANSWERED) return;
    this.unanswered += 1;
    void this.speaking
      .publish(this.scope + topic, JSON.stringify({ from: this.me, told }))
      .catch(ignored)
      .finally(() => {
        this.unanswered -= 1;
      });
  }

  on<Name extends Topic>(topic: Name, listener: Listener<Name>): () => void {
    const those = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, those.add(listener));
    return () => those.delete(listener);
  }

  stop(): void {
    this.listeners.clear();
    for (const redis of [this.speaking, this.hearing]) redis.disconnect();
  }

  private hear(name: string, text: string): void {
    const topic = NAMES.find((one) => one === name);
    if (topic === undefined) return;
    const heard = envelope.safeParse(jsonOf(text));
    if (heard.data?.from === this.me) return;
    const told = TOPICS[topic].safeParse(heard.data?.told);
    if (told.success) this.pass(topic, told.data as never);
    else this.log.warn({ topic, length: text.length }, 'an announcement that this server cannot read was dropped');
  }

  /** A listener that fails keeps the announcement from no other. */
  private pass(topic: Topic, told: never): void {
    for (const listener of this.listeners.get(topic) ?? [])
      try {
        listener(told);
      } catch (err) {
        this.log.error({ err, topic }, 'an announcement could not be handled');
      }
  }
}

function jsonOf(text: string): unknown {
  if (text.length > LONGEST_MESSAGE) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An announcement that is lost is made up for by the store. */
function ignored(): void {}
