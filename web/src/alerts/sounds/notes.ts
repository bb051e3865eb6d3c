/** How each cue sounds. No recording: a few tones of our own. */
import type { Cue } from './cues.ts';

export interface Note {
  /** Seconds after the beginning of the cue. */
  readonly at: number;
  readonly lasts: number;
  readonly hertz: number;
  /** The tone glides there; absent if it stays. */
  readonly to?: number;
  readonly wave: OscillatorType;
  /** From 0 to 1. */
  readonly loud: number;
}

const flute = (at: number, hertz: number, lasts = 0.18): Note => ({ at, lasts, hertz, wave: 'sine', loud: 0.25 });
/** A die that hits the table. */
const knock = (at: number, hertz: number): Note => ({ at, lasts: 0.04, hertz, to: 90, wave: 'triangle', loud: 0.3 });
const drum = (at: number, hertz: number): Note => ({ at, lasts: 0.22, hertz, to: 45, wave: 'sine', loud: 0.5 });

export const NOTES: Readonly<Record<Cue, readonly Note[]>> = {
  turn: [flute(0, 587), flute(0.16, 880, 0.3)],
  hurry: [flute(0, 988, 0.09), flute(0.18, 988, 0.09), flute(0.36, 988, 0.09)],
  die: [knock(0, 420), knock(0.07, 350), knock(0.15, 390), knock(0.26, 300)],
  bead: [
    { at: 0, lasts: 0.05, hertz: 1400, to: 900, wave: 'triangle', loud: 0.3 },
    { at: 0.06, lasts: 0.3, hertz: 740, wave: 'sine', loud: 0.15 },
  ],
  won: [drum(0, 160), flute(0.05, 523), flute(0.2, 659), flute(0.35, 784, 0.35)],
  lost: [drum(0, 130), drum(0.25, 110), flute(0.3, 220, 0.4)],
};
