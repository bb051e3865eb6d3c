import { type Setting, setting } from '../../app/setting.ts';

/** How fast things move; 0: they do not. */
export const SPEEDS = [0, 0.5, 1, 2] as const;
export type Speed = (typeof SPEEDS)[number];

const USUAL: Speed = 1;

export const SPEED: Setting<Speed> = setting('flower-war-speed', {
  read: (text) => SPEEDS.find((speed) => String(speed) === text) ?? USUAL,
  write: String,
});

/** No step takes longer than 700 ms, at the lowest speed. */
const AT_FULL_SPEED_MS = 350;

/** How long a step of the match takes on the screen; 0: it is shown at once. */
export const stepTime = (speed: Speed): number => (speed === 0 ? 0 : AT_FULL_SPEED_MS / speed);

/** The person wants no motion, or does not look. */
export const isStill = (): boolean => document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
