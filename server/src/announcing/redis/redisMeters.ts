/** Meters in Redis: one round trip for all keys of a request, and no request waits long for it. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Asking, Counted, SharedMeters } from '../../base/limits/meter.ts';
import { connectTo, type RedisTarget } from './connection.ts';

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

export class RedisMeters implements SharedMeters {
  private readonly redis: Redis;
  private readonly scope: string;
  private unanswered = 0;
  /** How many answers are overdue. While there are any, Redis is not asked. */
  private late = 0;
  private readonly patienceMs: number;

  constructor(place: RedisTarget, patienceMs = PATIENCE_MS) {
    this.patienceMs = patienceMs;
    this.redis = connectTo(place);
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
