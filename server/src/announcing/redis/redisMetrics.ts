/** The metric of Redis for Prometheus. */
import { Gauge, type Registry } from 'prom-client';

export function redisMetrics(registry: Registry) {
  let isUp: (() => boolean) | undefined;
  new Gauge({
    name: 'flower_war_redis_up',
    help: '1 while Redis answers this process, told only where REDIS_URL is set',
    registers: [registry],
    collect() {
      if (isUp === undefined) this.remove();
      else this.set(isUp() ? 1 : 0);
    },
  });
  return {
    watch: (asked: () => boolean) => {
      isUp = asked;
    },
  };
}
