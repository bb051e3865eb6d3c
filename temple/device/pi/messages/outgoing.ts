/** The messages of a temple about itself. Pure. */
import { type Info, MOST_COUNT, type Odometer, type Slot } from '@flower-war/protocol/temple';
import type { SavedTotals } from '../storage/keeper.ts';

const MOST_RECENT = 8;

export interface Bead {
  readonly slot: Slot;
  readonly ordinal: number;
  /** In milliseconds. */
  readonly at: number;
}

/** Adds a bead in front; drops the oldest bead if there are too many. */
export const remember = (recent: readonly Bead[], bead: Bead) => [bead, ...recent].slice(0, MOST_RECENT);

export interface Moment {
  readonly seq: number;
  /** In milliseconds, since the program started. */
  readonly now: number;
}

export function odometerOf(record: SavedTotals, recent: readonly Bead[], { seq, now }: Moment): Odometer {
  const { epoch, war, rain, boot } = record;
  // The next odometer tells a bead that is not on the disk yet.
  const kept = recent.filter(({ slot, ordinal }) => ordinal <= record[slot]);
  return {
    v: 1,
    epoch,
    war,
    rain,
    boot,
    seq,
    up: Math.floor(now / 1000),
    // After fifty days an age is greater than the protocol allows.
    recent: kept.map(({ slot, ordinal, at }) => [slot, ordinal, Math.min(Math.round(now - at), MOST_COUNT)]),
  };
}

export interface Self {
  readonly id: string;
  readonly hardware: string;
  readonly lamps: number;
}

const FIRMWARE = '1.0.0';

export function infoOf({ id, hardware, lamps }: Self, configRev: number): Info {
  const ui = lamps > 0 ? [`leds:${lamps}`] : [];
  return { v: 1, id, proto: 'templo/1.0', fw: FIRMWARE, hw: hardware.slice(0, 64), flash: 'wal', ui, configRev };
}
