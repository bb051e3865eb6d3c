/** Plain lamps on GPIO lines. `gpioset` keeps their levels as long as it runs, so that each change starts a new one. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Logger } from 'pino';
import type { Lamp } from '../messages/lights.ts';
import { type Libgpiod, setArguments } from './gpio.ts';

export interface LampsSpec {
  readonly version: Libgpiod;
  readonly chip: string;
  readonly lines: ReadonlyMap<Lamp, number>;
  readonly log: Logger;
}

export interface Lamps {
  show(on: readonly Lamp[]): void;
  stop(): void;
}

export function createLamps({ version, chip, lines, log }: LampsSpec): Lamps {
  let shown = '';
  let holder: ChildProcess | undefined;
  let next: readonly string[] | undefined;

  const hold = () => {
    if (next === undefined) return;
    const child = spawn('gpioset', next, { stdio: ['ignore', 'ignore', 'inherit'] });
    next = undefined;
    holder = child;
    child.on('error', (error) => log.error({ error: error.message }, 'gpioset failed: the lamps stay dark'));
    child.on('close', () => {
      if (holder === child) holder = undefined;
      hold();
    });
  };

  return {
    show(on) {
      const levels = new Map([...lines].map(([lamp, line]) => [line, on.includes(lamp)] as const));
      const wanted = setArguments(version, chip, levels);
      if (lines.size === 0 || wanted.join() === shown) return;
      shown = wanted.join();
      next = wanted;
      // The lines are free only when the `gpioset` that holds them has ended.
      if (holder) holder.kill();
      else hold();
    },
    stop() {
      next = undefined;
      holder?.kill();
    },
  };
}
