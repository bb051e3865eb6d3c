/** The messages of a device about itself. */
import { type Info, MOST_COUNT, type Odometer, SLOTS, type Tally, TEMPLE_VERSION } from '@flower-war/protocol/temple';
import { type Device, type Outgoing, type Ram, ramOf } from './device.ts';
import { read, type SavedTotals } from './flash.ts';

const FIRMWARE = 'twin-1.0.0';

/** The totals that may be published. A device with a write-ahead flash publishes only totals that are in flash. */
export function publishable({ flash, power }: Device): SavedTotals | undefined {
  if (power.kind !== 'on') return undefined;
  if (flash.kind !== 'wal') return power.ram.kept;
  const kept = read(flash);
  return kept?.epoch === power.ram.kept.epoch ? kept : undefined;
}

export function odometerOf(device: Device, at: number): Odometer | undefined {
  const ram = ramOf(device);
  const kept = publishable(device);
  if (ram === undefined || kept === undefined) return undefined;
  const { epoch, war, rain, boot } = kept;
  const up = Math.floor((at - ram.since) / 1000);
  const rssi = -55 - ((ram.seq * 7) % 13);
  return { v: TEMPLE_VERSION, epoch, war, rain, boot, seq: ram.seq + 1, up, rssi, recent: recentOf(ram, kept, at) };
}

function recentOf({ recent }: Ram, kept: Tally, at: number): Odometer['recent'] {
  return recent
    .filter(({ slot, ordinal }) => ordinal <= kept[slot])
    .map((bead) => [bead.slot, bead.ordinal, Math.min(Math.max(0, Math.round(at - bead.at)), MOST_COUNT)]);
}

export function infoOf({ build, power }: Device): Info {
  const digits = build.id.replace('templo-', '').padStart(12, '0');
  const mac = digits.match(/../g)?.join(':') ?? digits;
  const rev = power.kind === 'on' ? power.ram.heard.wanted?.rev : undefined;
  return {
    v: TEMPLE_VERSION,
    id: build.id,
    proto: 'templo/1.0',
    fw: FIRMWARE,
    hw: 'twin',
    mac,
    flash: build.flash === 'none' ? 'none' : 'wal',
    ui: [...build.ui],
    configRev: rev ?? 0,
  };
}

export const outgoing = (name: Outgoing['name'], content: unknown): Outgoing => ({
  name,
  text: JSON.stringify(content),
});
export const ONLINE: Outgoing = { name: 'availability', text: 'online' };
export const OFFLINE: Outgoing = { name: 'availability', text: 'offline' };

/** Whether two totals are the same. */
export function isSameTally(one: Tally, other: Tally): boolean {
  return SLOTS.every((slot) => one[slot] === other[slot]);
}
