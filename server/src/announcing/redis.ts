/** All that knows Redis: what processes tell each other at once, and the limits that they count together. */
import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Log } from '../base/log.ts';
import type { Asking, Counted, SharedMeters } from '../base/rateLimits.ts';
import { Outage } from '../base/readiness.ts';
import type { Carrier } from './announcements.ts';

/** After this time without an answer, Redis stands still: the connection is made anew. */
const SILENT_MS = 1000;
/** A dead connection looks like one on which nothing happens, so each asks for an answer so often. */
const PING_MS = 1000;
const LONGEST_RETRY_MS = 2000;
const MORE_EACH_RETRY_MS = 100;

// A connection to Redis that nothing ever waits for: what cannot be sent now fails at once.

interface RedisTarget {
  readonly url: string;
  /** Keeps servers with different data apart, if they share a Redis. */
  readonly scope: string;
  readonly health: RedisHealth;
}

/** `look` asks for an answer by what the connection is used for. */
function connectTo({ url, health }: RedisTarget, look: (redis: Redis) => Promise<unknown>): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    connectTimeout: SILENT_MS,
    socketTimeout: SILENT_MS,
    disableClientInfo: true,
    retryStrategy: (times) => Math.min(times * MORE_EACH_RETRY_MS, LONGEST_RETRY_MS),
  });
  health.watch(redis);
  const ask = () =>
    void look(redis).then(
      () => health.answered(redis),
      (error: Error) => health.refused(redis, error),
    );
  const pinging = setInterval(ask, PING_MS).unref();
  redis.once('end', () => clearInterval(pinging));
  return redis;
}

/** A Redis that is full, or a copy of another one, answers and takes no writes. */
async function write(redis: Redis, scope: string): Promise<void> {
  await redis.set(`flower-war:{${scope}}:written`, '1', 'PX', PING_MS);
}

const channelOf = (scope: string) => `flower-war:${scope}`;

/** Some users of Redis may use no channels. No process listens here. */
async function publish(redis: Redis, scope: string): Promise<void> {
  await redis.publish(`${channelOf(scope)}:written`, '');
}

/** The version of the Redis at this address. Rejects if none answers in time, takes no writes, or lets its user use no channels. */
export async function versionAt(url: string, withinMs: number): Promise<string> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: withinMs,
    commandTimeout: withinMs,
    retryStrategy: null,
    disableClientInfo: true,
  });
  redis.on('error', () => {}); // the call rejects, too
  try {
    await redis.connect();
    await write(redis, 'doctor');
    const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown';
    await publish(redis, 'doctor');
    await redis.subscribe(channelOf('doctor')); // from here on the connection can do nothing else
    return version;
  } finally {
    redis.disconnect();
  }
}

/** Whether Redis answers this process, over all its connections. The log tells once that it does not. */
export class RedisHealth {
  private readonly log: Log;
  private readonly connections = new Set<Redis>();
  private readonly refusing = new Set<Redis>();
  private readonly outage = new Outage({
    began: 'Redis is away: processes learn of changes later, and each counts for itself',
    over: 'Redis is back',
    quietMs: 0,
  });

  constructor(log: Log) {
    this.log = log;
  }

  get isUp(): boolean {
    return this.refusing.size === 0 && [...this.connections].every(({ status }) => status === 'ready');
  }

  answered(redis: Redis): void {
    if (this.refusing.delete(redis) && this.isUp) this.outage.works(this.log);
  }

  /** An answer that says no. A connection that is lost tells of itself. */
  refused(redis: Redis, { name, message }: Error): void {
    if (name !== 'ReplyError') return;
    this.refusing.add(redis);
    this.outage.failed(this.log, message);
  }

  /** An error may hold the password, so only its text is logged. */
  watch(redis: Redis): void {
    let reason = 'it closed the connection';
    this.connections.add(redis);
    redis.on('error', (error: Error) => {
      reason = error.message;
    });
    redis.on('reconnecting', () => this.outage.failed(this.log, reason));
    redis.on('ready', () => {
      if (this.isUp) this.outage.works(this.log);
    });
    redis.on('end', () => {
      this.connections.delete(redis);
      this.refusing.delete(redis);
    });
  }
}

/** Beyond this many unanswered messages, further ones are dropped: they must not fill the memory. */
const MOST_UNSENT = 1000;

/** The fast way from process to process, on two connections: one that listens can do nothing else. */
export class RedisCarrier implements Carrier {
  onMessage: (message: string) => void = () => {};
  private readonly channel: string;
  private readonly speaking: Redis;
  private readonly hearing: Redis;
  private unanswered = 0;

  constructor(place: RedisTarget) {
    this.channel = channelOf(place.scope);
    this.speaking = connectTo(place, (redis) => publish(redis, place.scope));
    // What was refused once is asked for again: its user may get the right to it.
    this.hearing = connectTo(place, (redis) => redis.subscribe(this.channel));
    this.hearing.on('ready', () => void this.hearing.subscribe(this.channel).catch(ignored));
    this.hearing.on('message', (_channel: string, message: string) => this.onMessage(message));
  }

  send(message: string): void {
    if (this.unanswered >= MOST_UNSENT) return;
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

/** After this time the process decides by what it has counted itself. */
const PATIENCE_MS = 50;
/** More would only wait for each other. */
const MOST_UNANSWERED = 5000;

/**
 * A token bucket for each key, by the clock of Redis, as `Meter` has them in memory. A key lives until its bucket is full
 * again. A bucket that lacks less than a millisecond may go on, because a wait is told in whole milliseconds.
 */
const SCRIPT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local left, isFree = {}, true
  for i = 1, #KEYS do
    local burst, pace = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
    local kept = redis.call('HMGET', KEYS[i], 'tokens', 'at')
    local tokens = burst
    if kept[1] then tokens = math.min(burst, tonumber(kept[1]) + math.max(0, now - tonumber(kept[2])) * pace) end
    left[i] = math.max(0, tokens)
    if left[i] <= 1 - pace then isFree = false end
  end
  if ARGV[1] == 'charge' or (ARGV[1] == 'take' and isFree) then
    for i = 1, #KEYS do
      local burst, pace = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
      redis.call('HSET', KEYS[i], 'tokens', string.format('%.17g', left[i] - 1), 'at', string.format('%d', now))
      redis.call('PEXPIRE', KEYS[i], math.ceil((burst - left[i] + 1) / pace) + 1000)
    end
  end
  for i = 1, #KEYS do left[i] = string.format('%.17g', left[i]) end
  return left`;
const SHA = createHash('sha1').update(SCRIPT).digest('hex');

/** Meters in Redis: one round trip for all keys of a request, and no request waits long for it. */
export class RedisMeters implements SharedMeters {
  private readonly redis: Redis;
  private readonly scope: string;
  private unanswered = 0;
  /** How many answers are overdue. While there are any, Redis is not asked. */
  private late = 0;
  private readonly patienceMs: number;

  constructor(place: RedisTarget, patienceMs = PATIENCE_MS) {
    this.patienceMs = patienceMs;
    this.redis = connectTo(place, (redis) => write(redis, place.scope));
    this.scope = `flower-war:{${place.scope}}:limit`;
  }

  async ask(asking: Asking, counted: readonly Counted[]): Promise<readonly number[] | undefined> {
    if (this.redis.status !== 'ready' || this.late > 0 || this.unanswered >= MOST_UNANSWERED) return undefined;
    this.unanswered += 1;
    let isLate = false;
    const answered = this.run(asking, counted).finally(() => {
      this.unanswered -= 1;
      if (isLate) this.late -= 1;
    });
    return new Promise((resolve) => {
      const patience = setTimeout(() => {
        isLate = true;
        this.late += 1;
        resolve(undefined);
      }, this.patienceMs);
      void answered.then((left) => {
        clearTimeout(patience);
        resolve(left);
      });
    });
  }

  stop(): void {
    this.redis.disconnect();
  }

  /** Never rejects: what fails is not counted here. */
  private async run(asking: Asking, counted: readonly Counted[]): Promise<readonly number[] | undefined> {
    const keys = counted.map(({ key }) => `${this.scope}:${key}`);
    const rates = counted.flatMap(({ rate: { burst, perSecond } }) => [burst, perSecond / 1000]);
    const given = [keys.length, ...keys, asking, ...rates] as const;
    try {
      const left = await this.redis.evalsha(SHA, ...given).catch((error: Error) => {
        if (!error.message.startsWith('NOSCRIPT')) throw error;
        return this.redis.eval(SCRIPT, ...given);
      });
      return (left as readonly string[]).map(Number);
    } catch {
      return undefined;
    }
  }
}
