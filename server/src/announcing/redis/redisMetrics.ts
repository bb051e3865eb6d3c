/** The metric of Redis for Prometheus. */
import { Gauge, type Registry } from 'prom-client';

export type RedisMetrics = ReturnType<typeof redisMetrics>;

export function redisMetrics(registry: Registry) {
  let asked: (() => boolean) | undefined;
  /** Undefined without Redis. */
  const isUp = () => asked?.();
  new Gauge({
    name: 'flower_war_redis_up',
    help: '1 while Redis answers this process, told only where REDIS_URL is set',
    registers: [registry],
    collect() {
      const is = isUp();
      if (is === undefined) this.remove();
      else this.set(is ? 1 : 0);
    },
  });
  return {
    isUp,
    watch: (is: () => boolean) => {
      asked = is;
    },
  };
}
