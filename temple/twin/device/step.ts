/** One step of a device: an input at a time gives the next device and the messages that it publishes. */
import { HEARTBEAT_MS, MOST_COUNT, SLOTS, type Slot, type WantedState } from '@flower-war/protocol/temple';
import { type Beam, certainAt, change, look, type Timing, USUAL } from '../../shared/debounce.ts';
import {
  CLEAR_BEAMS,
  countedAs,
  type Device,
  type Input,
  NOTHING_RECEIVED,
  ramOf,
  type Stepped,
  withRam,
} from './device.ts';
import { commit, cutPower, read, type SavedTotals, want, wiped, write } from './flash.ts';
import { infoOf, isSameTally, ONLINE, odometerOf, outgoing, publishable } from './messages.ts';
import { receive } from './receive.ts';
import { between, type Random, whole } from './seededRandom.ts';

export interface Moment {
  readonly at: number;
  readonly random: Random;
}

const MOST_RECENT = 8;
const NEVER = Number.POSITIVE_INFINITY;

export function step(device: Device, input: Input, moment: Moment): Stepped {
  const elapsed = elapse(device, moment);
  const { device: after, says } = act(elapsed.device, input, moment);
  return { device: after, says: [...elapsed.says, ...says] };
}

/** When the device needs a step without an input. */
export function wakeAt(device: Device): number {
  if (device.power.kind === 'booting') return device.power.until;
  const ram = ramOf(device);
  if (ram === undefined) return NEVER;
  const timing = timingOf(device);
  const [written] = device.flash.writing;
  const heartbeat = ram.isConnected ? ram.heartbeatAt : NEVER;
  return Math.min(...SLOTS.map((slot) => certainAt(ram.beams[slot], timing)), written?.doneAt ?? NEVER, heartbeat);
}

function act(device: Device, input: Input, moment: Moment): Stepped {
  switch (input.kind) {
    case 'tick':
      return silent(device);
    case 'power-on':
      return silent(powerOn(device, moment));
    case 'power-off':
      return silent({ ...device, flash: cutPower(device.flash, moment.at, input.isTorn), power: { kind: 'off' } });
    case 'wipe':
      return silent({ ...device, flash: wiped(device.flash) });
    case 'edge':
      return barrier(device, { ...input.edge, at: moment.at });
    case 'connected':
      return connected(device, moment.at);
    case 'disconnected':
      return silent(disconnected(device));
    case 'message':
      return hear(device, input, moment.at);
  }
}

const silent = (device: Device): Stepped => ({ device, says: [] });

function powerOn(device: Device, { at, random }: Moment): Device {
  if (device.power.kind !== 'off') return device;
  return { ...device, power: { kind: 'booting', until: at + between(random, ...device.build.bootMs) } };
}

function elapse(device: Device, moment: Moment): Stepped {
  const { power } = device;
  if (power.kind === 'booting') return silent(power.until <= moment.at ? booted(device, moment) : device);
  if (power.kind === 'off') return silent(device);
  const written = flashed(device, moment.at);
  const sensed = SLOTS.reduce<Stepped>((so, slot) => then(so, (now) => waited(now, slot, moment.at)), written);
  return then(sensed, (now) => heartbeat(now, moment.at));
}

function then({ device, says }: Stepped, next: (device: Device) => Stepped): Stepped {
  const after = next(device);
  return { device: after.device, says: [...says, ...after.says] };
}

/** Ends the boot. Without a record in flash a new epoch begins at 0. The boot writes the record. */
function booted(device: Device, { at, random }: Moment): Device {
  const earlier = read(device.flash);
  const fresh: SavedTotals = { epoch: whole(random, 1, MOST_COUNT), war: 0, rain: 0, boot: 1 };
  const kept = earlier === undefined ? fresh : { ...earlier, boot: (earlier.boot + 1) % MOST_COUNT };
  const ram = { since: at, kept, beams: CLEAR_BEAMS, isConnected: false, heartbeatAt: at, seq: 0, recent: [] };
  return {
    ...device,
    flash: commit(write(device.flash, kept, { at, ms: 0 }), at),
    power: { kind: 'on', ram: { ...ram, heard: { ...NOTHING_RECEIVED, wanted: device.flash.wanted } } },
  };
}

function flashed(device: Device, at: number): Stepped {
  const flash = commit(device.flash, at);
  if (flash === device.flash) return silent(device);
  const [before, after] = [publishable(device), publishable({ ...device, flash })];
  const isNews = after !== undefined && (before === undefined || !isSameTally(before, after));
  return isNews ? tell({ ...device, flash }, at) : silent({ ...device, flash });
}

function waited(device: Device, slot: Slot, at: number): Stepped {
  const ram = ramOf(device);
  if (ram === undefined) return silent(device);
  const { beam, bead } = look(ram.beams[slot], at, timingOf(device));
  return beam === ram.beams[slot] ? silent(device) : judged(device, { slot, beam, bead, at });
}

function barrier(device: Device, { slot, at, isDark }: { slot: Slot; at: number; isDark: boolean }): Stepped {
  const ram = ramOf(device);
  if (ram === undefined) return silent(device);
  return judged(device, { slot, at, ...change(ram.beams[slot], { at, isDark }, timingOf(device)) });
}

interface AtSlot {
  readonly slot: Slot;
  readonly beam: Beam;
  readonly bead: boolean;
  readonly at: number;
}

function judged(device: Device, { slot, beam, bead, at }: AtSlot): Stepped {
  const beams = { ...(ramOf(device)?.beams ?? CLEAR_BEAMS), [slot]: beam };
  const changed = withRam(device, { beams });
  return bead ? count(changed, countedAs(changed, slot), at) : silent(changed);
}

/** Counts a bead and writes the totals. A device with a write-ahead flash publishes them when they are written. */
function count(device: Device, slot: Slot, at: number): Stepped {
  const ram = ramOf(device);
  // At the greatest number the count stops, because no count may fall within an epoch.
  if (ram === undefined || ram.kept[slot] === MOST_COUNT) return silent(device);
  const kept = { ...ram.kept, [slot]: ram.kept[slot] + 1 };
  const recent = [{ slot, ordinal: kept[slot], at }, ...ram.recent].slice(0, MOST_RECENT);
  const flash = write(device.flash, kept, { at, ms: device.build.writeMs });
  const counted = withRam({ ...device, flash }, { kept, recent });
  return device.flash.kind === 'wal' ? silent(counted) : tell(counted, at);
}

function connected(device: Device, at: number): Stepped {
  if (ramOf(device) === undefined) return silent(device);
  const online = withRam(device, { isConnected: true, heartbeatAt: at + HEARTBEAT_MS });
  const told = tell(online, at);
  return { ...told, says: [ONLINE, outgoing('info', infoOf(online)), ...told.says] };
}

/** The device does not know whether a bridge is online, until the bridge says so again. */
function disconnected(device: Device): Device {
  const heard = { ...(ramOf(device)?.heard ?? NOTHING_RECEIVED), bridge: undefined };
  return withRam(device, { isConnected: false, heard });
}

function heartbeat(device: Device, at: number): Stepped {
  const ram = ramOf(device);
  return ram?.isConnected && ram.heartbeatAt <= at ? tell(device, at) : silent(device);
}

/** Publishes the odometer. Each one delays the next heartbeat. */
function tell(device: Device, at: number): Stepped {
  const ram = ramOf(device);
  if (!ram?.isConnected) return silent(device);
  const odometer = odometerOf(device, at);
  const heartbeatAt = at + HEARTBEAT_MS;
  if (odometer === undefined) return silent(withRam(device, { heartbeatAt }));
  return { device: withRam(device, { seq: ram.seq + 1, heartbeatAt }), says: [outgoing('odometer', odometer)] };
}

function hear(device: Device, message: Extract<Input, { kind: 'message' }>, at: number): Stepped {
  const ram = ramOf(device);
  if (ram === undefined) return silent(device);
  const { heard, result, also } = receive({ build: device.build, heard: ram.heard, recent: ram.recent, at }, message);
  const after = wanting(withRam(device, { heard }), heard.wanted);
  const told = also === 'all' ? tell(after, at) : silent(after);
  const first = also === undefined ? [] : [...(also === 'all' ? [ONLINE] : []), outgoing('info', infoOf(after))];
  const last = result === undefined ? [] : [outgoing('result', result)];
  return { device: told.device, says: [...first, ...told.says, ...last] };
}

function wanting(device: Device, wanted: WantedState | undefined): Device {
  if (wanted === undefined || wanted === device.flash.wanted) return device;
  return { ...device, flash: want(device.flash, wanted) };
}

function timingOf(device: Device): Timing {
  const rearmMs = ramOf(device)?.heard.wanted?.debounceMs ?? USUAL.rearmMs;
  return { ...USUAL, rearmMs };
}
