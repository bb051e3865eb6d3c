/** Whether Redis answers this process, over all its connections. The log tells once that it does not. */
import type { Redis } from 'ioredis';
import type { Log } from '../../base/log.ts';
import { Outage } from '../../base/readiness.ts';

export class RedisHealth {
  private readonly log: Log;
  private readonly connections = new Set<Redis>();
  private readonly outage = new Outage({
    began: 'Redis is away: processes learn of changes later, and each counts for itself',
    over: 'Redis is back',
    quietMs: 0,
  });

  constructor(log: Log) {
    this.log = log;
  }

  get isUp(): boolean {
    return [...this.connections].every(({ status }) => status === 'ready');
  }

  /** An error may hold the password, so only its text is logged. */
  watch(redis: Redis): void {
    let reason = '';
    this.connections.add(redis);
    redis.on('error', (error: Error) => {
      reason = error.message;
    });
    redis.on('reconnecting', () => this.outage.failed(this.log, reason));
    redis.on('ready', () => {
      if (this.isUp) this.outage.works(this.log);
    });
    redis.on('end', () => void this.connections.delete(redis));
  }
}
