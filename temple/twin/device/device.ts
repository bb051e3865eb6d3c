/** The state of the device in a temple: its power, light barriers, flash and received messages. No clock, no socket. */
import {
  type Ack,
  type BridgeStatus,
  type Info,
  type MatchTold,
  MOST_COUNT,
  type Odometer,
  SLOTS,
  type Slot,
  type Tally,
  TEMPLE_VERSION,
  type WantedState,
} from '@flower-war/protocol/temple';
import type { ToldVerdict } from '../../shared/ackNews.ts';
import { type Beam, CLEAR } from '../../shared/debounce.ts';
import type { Edge } from './beam.ts';
import { blankFlash, type Flash, type FlashKind, read, type SavedTotals } from './flash.ts';

/** The hardware of a device, which never changes. */
export interface Build {
  readonly id: string;
  readonly flash: FlashKind;
  /** How long it takes to write a record into flash. */
  readonly writeMs: number;
  readonly bootMs: readonly [least: number, most: number];
  /** For example `leds:12`, `display`. Without a display the device cannot show a code. */
  readonly ui: readonly string[];
  /** The slots are wired the wrong way round. */
  readonly isCrossed: boolean;
}

export interface Device {
  readonly build: Build;
  readonly flash: Flash;
  readonly power: Power;
}

export type Power =
  | { readonly kind: 'off' }
  | { readonly kind: 'booting'; readonly until: number }
  | { readonly kind: 'on'; readonly ram: Ram };

export interface Sensed {
  readonly slot: Slot;
  readonly ordinal: number;
  readonly at: number;
}

/** Everything that a loss of power deletes. */
export interface Ram {
  readonly since: number;
  readonly kept: SavedTotals;
  readonly beams: Readonly<Record<Slot, Beam>>;
  readonly isConnected: boolean;
  readonly heartbeatAt: number;
  readonly seq: number;
  readonly recent: readonly Sensed[];
  readonly heard: Received;
}

interface News {
  readonly last: NonNullable<Ack['last']>;
  readonly at: number;
}

export interface Received {
  readonly wanted: WantedState | undefined;
  /** `news`: the last verdict that was news, and when. A retained one from before this start lights nothing. */
  readonly ack: { readonly is: Ack; readonly told: ToldVerdict; readonly news: News | undefined } | undefined;
  readonly match: { readonly is: MatchTold; readonly at: number } | undefined;
  readonly bridge: BridgeStatus | undefined;
  readonly code: { readonly text: string; readonly until: number } | undefined;
  readonly identifyUntil: number;
  /** How many messages were ignored: retained commands, invalid messages, and messages older than the known ones. */
  readonly dropped: number;
}

export const NOTHING_RECEIVED: Received = {
  wanted: undefined,
  ack: undefined,
  match: undefined,
  bridge: undefined,
  code: undefined,
  identifyUntil: 0,
  dropped: 0,
};
export const CLEAR_BEAMS: Ram['beams'] = { war: CLEAR, rain: CLEAR };

/** The topics that a device reads. */
export const RECEIVED_TOPICS = ['ack', 'match', 'config', 'cmd', 'bridge'] as const;
export type ReceivedTopic = (typeof RECEIVED_TOPICS)[number];

export type Input =
  | { readonly kind: 'tick' }
  | { readonly kind: 'power-on' }
  /** `isTorn`: a write to flash that is going on leaves half a record. */
  | { readonly kind: 'power-off'; readonly isTorn: boolean }
  | { readonly kind: 'wipe' }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'message'; readonly name: ReceivedTopic; readonly text: string; readonly isRetained: boolean };

/** A message that the device publishes. */
export interface Outgoing {
  readonly name: 'odometer' | 'availability' | 'info' | 'result';
  readonly text: string;
}

export interface Stepped {
  readonly device: Device;
  readonly says: readonly Outgoing[];
}

export const BUILD: Omit<Build, 'id'> = {
  flash: 'wal',
  writeMs: 4,
  bootMs: [2000, 6000],
  ui: ['leds:12', 'display'],
  isCrossed: false,
};

/** A device without power, new or with the flash of an earlier life. */
export function newDevice(build: Build, flash: Flash = blankFlash(build.flash)): Device {
  return { build, flash, power: { kind: 'off' } };
}

/** The memory of a running device; nothing while it has no power. */
export function ramOf({ power }: Device): Ram | undefined {
  return power.kind === 'on' ? power.ram : undefined;
}

export function withRam(device: Device, changed: Partial<Ram>): Device {
  const ram = ramOf(device);
  return ram === undefined ? device : { ...device, power: { kind: 'on', ram: { ...ram, ...changed } } };
}

/** The slot for which a light barrier counts: as it is wired, corrected by the settings. */
export function countedAs(device: Device, barrier: Slot): Slot {
  const isSwapped = (ramOf(device)?.heard.wanted?.swapped ?? false) !== device.build.isCrossed;
  if (!isSwapped) return barrier;
  return SLOTS.find((slot) => slot !== barrier) ?? barrier;
}

// The messages of a device about itself.

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
