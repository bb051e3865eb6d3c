/** One step of a device: an input at a time gives the next device and the messages that it publishes. */
import {
  ack,
  bridgeState,
  type CommandResult,
  command,
  type DeviceCommand,
  HEARTBEAT_MS,
  MOST_COUNT,
  MOST_PAYLOAD_BYTES,
  matchTold,
  SLOTS,
  type Slot,
  type WantedState,
  wanted,
} from '@flower-war/protocol/temple';
import type { z } from 'zod';
import { isNews, toldBy } from '../../shared/ackNews.ts';
import { type Beam, certainAt, change, look, type Timing, USUAL } from '../../shared/debounce.ts';
import {
  type Build,
  CLEAR_BEAMS,
  countedAs,
  type Device,
  type Input,
  infoOf,
  isSameTally,
  NOTHING_RECEIVED,
  ONLINE,
  odometerOf,
  outgoing,
  publishable,
  type Received,
  ramOf,
  type Sensed,
  type Stepped,
  withRam,
} from './device.ts';
import { commit, cutPower, read, type SavedTotals, want, wiped, write } from './flash.ts';
import { between, type Random, whole } from './seededRandom.ts';

interface Moment {
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

// What a device does with a message. An invalid message changes nothing.

const IDENTIFY_MS = 10_000;

interface Handled {
  readonly heard: Received;
  /** The answer to a command. `also` names other messages to publish. */
  readonly result?: CommandResult;
  readonly also?: 'info' | 'all';
}

type Message = Extract<Input, { kind: 'message' }>;

interface Receiver {
  readonly build: Build;
  readonly heard: Received;
  /** The last beads sensed since the start. */
  readonly recent: readonly Sensed[];
  readonly at: number;
}

function receive(ear: Receiver, message: Message): Handled {
  const { heard, at } = ear;
  switch (message.name) {
    case 'ack': {
      const is = parse(ack, message.text);
      if (!isNewer(is, heard.ack?.is)) return dropped(heard);
      const told = heard.ack?.told;
      const { last } = is;
      const news = last && isNews(is, told, ear.recent) ? { last, at } : heard.ack?.news;
      return { heard: { ...heard, ack: { is, told: toldBy(is, told), news } } };
    }
    case 'match': {
      const is = parse(matchTold, message.text);
      const known = heard.match?.is.match === is?.match && isTrueAt(heard.match, at) ? heard.match?.is : undefined;
      return isNewer(is, known) ? { heard: { ...heard, match: { is, at } } } : dropped(heard);
    }
    case 'config': {
      const is = parse(wanted, message.text);
      if (is === undefined) return dropped(heard);
      // Compares whole settings, because another server counts its revisions from the start.
      return isSame(is, heard.wanted) ? { heard } : { heard: { ...heard, wanted: is }, also: 'info' };
    }
    case 'bridge': {
      const bridge = parse(bridgeState, message.text);
      return bridge === undefined ? dropped(heard) : { heard: { ...heard, bridge } };
    }
    case 'cmd':
      return message.isRetained ? dropped(heard) : obey(ear, message.text);
  }
}

function obey(ear: Receiver, text: string): Handled {
  const asked = parse(command, text);
  return asked === undefined ? refuse(ear.heard, text) : carryOut(ear, asked);
}

function carryOut({ build, heard, at }: Receiver, asked: DeviceCommand): Handled {
  const result = { transaction: asked.transaction, status: 'ok' } as const;
  switch (asked.op) {
    case 'report':
      return { heard, result, also: 'all' };
    case 'identify':
      return { heard: { ...heard, identifyUntil: at + IDENTIFY_MS }, result };
    case 'show_code':
      if (!build.ui.includes('display')) return { heard, result: { ...result, status: 'error', error: 'no display' } };
      return { heard: { ...heard, code: { text: asked.code, until: at + asked.time * 1000 } }, result };
  }
}

/** As the schema of commands has it. */
const MOST_LETTERS = 64;

/** Answers an invalid command with an error, if the command has a transaction to answer. */
function refuse(heard: Received, text: string): Handled {
  const { transaction, op } = (json(text) ?? {}) as { readonly transaction?: unknown; readonly op?: unknown };
  const isKnown = typeof transaction === 'string' && transaction !== '' && [...transaction].length <= MOST_LETTERS;
  if (!isKnown) return dropped(heard);
  return {
    ...dropped(heard),
    result: { transaction, status: 'error', error: op === 'show_code' ? 'bad code' : 'unknown op' },
  };
}

const isSame = (one: WantedState, other: WantedState | undefined) => JSON.stringify(one) === JSON.stringify(other);
type Rev = { readonly rev: number };

function isNewer<T extends Rev>(is: T | undefined, known: Rev | undefined): is is T {
  return is !== undefined && is.rev >= (known?.rev ?? 0);
}

function dropped(heard: Received): Handled {
  return { heard: { ...heard, dropped: heard.dropped + 1 } };
}

/** What is not true any more keeps nothing out: the revisions begin lower when the clock of the server was put right. */
function isTrueAt(match: Received['match'], at: number): boolean {
  return match !== undefined && at - match.at <= match.is.ttl * 1000;
}

const utf8 = new TextEncoder();

function parse<T>(schema: z.ZodType<T>, text: string): T | undefined {
  if (utf8.encode(text).length > MOST_PAYLOAD_BYTES) return undefined;
  const { success, data } = schema.safeParse(json(text));
  return success ? data : undefined;
}

export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
