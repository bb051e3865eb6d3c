/** Starts a bridge in this process; `main.ts` is the process. */

import { systemClock } from './base/clock.ts';
import { Bridge, type BridgeSettings, type BridgeTools } from './bridge.ts';

export type { Clock } from './base/clock.ts';
export { createLog, type Log } from './base/log.ts';
export { Bridge, type BridgeSettings } from './bridge.ts';
export type { ServerLink } from './temples/serverQueue.ts';

export type BridgeOptions = BridgeSettings & Pick<BridgeTools, 'link' | 'log'> & Partial<BridgeTools>;

export interface RunningBridge {
  readonly instance: string;
  stop(): Promise<void>;
}

export function startBridge({
  link,
  log,
  clock = systemClock,
  random = Math.random,
  ...settings
}: BridgeOptions): RunningBridge {
  const bridge = new Bridge(settings, { link, log, clock, random });
  bridge.start();
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= bridge.stop();
    return stopping;
  };
  return { instance: settings.instance, stop };
}
