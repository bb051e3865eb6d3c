/** The fast way from process to process, on two connections: one that listens can do nothing else. */
import type { Redis } from 'ioredis';
import type { Carrier } from '../announcer.ts';
import { connectTo, type RedisTarget } from './connection.ts';

/** Beyond this many unanswered messages, further ones are dropped: they must not fill the memory. */
const MOST_UNANSWERED = 1000;

export class RedisCarrier implements Carrier {
  onMessage: (message: string) => void = () => {};
  private readonly channel: string;
  private readonly speaking: Redis;
  private readonly hearing: Redis;
  private unanswered = 0;

  constructor(place: RedisTarget) {
    this.channel = `flower-war:${place.scope}`;
    this.speaking = connectTo(place);
    this.hearing = connectTo(place);
    this.hearing.on('ready', () => void this.hearing.subscribe(this.channel).catch(ignored));
    this.hearing.on('message', (_channel: string, message: string) => this.onMessage(message));
  }

  send(message: string): void {
    if (this.unanswered >= MOST_UNANSWERED) return;
    this.unanswered += 1;
    void this.speaking
      .publish(this.channel, message)
      .catch(ignored)
      .finally(() => {
        this.unanswered -= 1;
      });
  }

  stop(): void {
    for (const redis of [this.speaking, this.hearing]) redis.disconnect();
  }
}

/** Announcements that are lost here arrive later through the store. */
function ignored(): void {}
