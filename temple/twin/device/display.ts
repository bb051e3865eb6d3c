/** What a person sees on a temple: its lights and its display, from its own counts and its received messages. */
import {
  type BeadReason,
  type BeadVerdict,
  type MatchTold,
  SLOTS,
  type Slot,
  type Tally,
} from '@flower-war/protocol/temple';
import { type Device, type Ram, type Received, ramOf } from './device.ts';

/** The light of one slot. `accepted` and `refused` are shown for a while, `held` as long as beads are held. */
export type SlotLight = 'off' | 'offer' | 'in-flight' | 'accepted' | 'held' | 'refused';

/** The states of the lights, the same on every temple. The first state that holds is shown. */
export const LIGHTS = [
  'identify',
  'blocked',
  'in-flight',
  'refused',
  'held',
  'accepted',
  'starting',
  'unheard',
  'turn',
  'countdown',
  'rest',
] as const;
export type Light = (typeof LIGHTS)[number];

export interface SlotDisplay {
  readonly light: SlotLight;
  /** The beads counted in this epoch. */
  readonly counted: number;
  /** The beads that no ack has answered yet. */
  readonly inFlight: number;
  readonly applied: number;
  readonly held: number;
  readonly refused: number;
  readonly mayOffer: boolean;
  /** The god's count in the match. */
  readonly inMatch: number;
}

/** `silent`: there is no network or no bridge, or the last message about the match is too old. */
export type Gods = 'answer' | 'silent';

export interface Display {
  readonly power: 'off' | 'booting' | 'on';
  /** Nothing without power. */
  readonly lights: Light | undefined;
  readonly isConnected: boolean;
  readonly gods: Gods;
  /** How bright, in percent. */
  readonly light: number;
  readonly isIdentifying: boolean;
  readonly code: string | undefined;
  readonly slots: Readonly<Record<Slot, SlotDisplay>>;
  readonly match: MatchTold | undefined;
  /** The time left for this turn, in milliseconds. */
  readonly deadlineMs: number | undefined;
  /** The verdict on the last bead, and its reason. */
  readonly why: { readonly slot: Slot; readonly verdict: SlotLight; readonly why: BeadReason } | undefined;
  readonly name: string | undefined;
  readonly slotNames: Readonly<Record<Slot, string>> | undefined;
}

const FLIGHT_MS = 5000;
const VERDICT_MS = 4000;
const BLOCKED_MS = 3000;
const LIGHT = 60;
const DIMMED = 0.2;
const NONE: Tally = { war: 0, rain: 0 };
const DARK: SlotDisplay = {
  light: 'off',
  counted: 0,
  inFlight: 0,
  applied: 0,
  held: 0,
  refused: 0,
  mayOffer: false,
  inMatch: 0,
};
const NOTHING: Display = {
  power: 'off',
  lights: undefined,
  isConnected: false,
  gods: 'silent',
  light: 0,
  isIdentifying: false,
  code: undefined,
  slots: { war: DARK, rain: DARK },
  match: undefined,
  deadlineMs: undefined,
  why: undefined,
  name: undefined,
  slotNames: undefined,
};

export function displayOf(device: Device, at: number): Display {
  const ram = ramOf(device);
  return ram === undefined ? { ...NOTHING, power: device.power.kind } : running(ram, at);
}

function running(ram: Ram, at: number): Display {
  const { heard, isConnected } = ram;
  const gods = godsOf(ram, at);
  const match = heard.match?.is;
  const level = heard.wanted?.light ?? LIGHT;
  return {
    power: 'on',
    isConnected,
    gods,
    match,
    light: gods === 'silent' ? Math.round(level * DIMMED) : level,
    lights: lightsOf(ram, at),
    isIdentifying: heard.identifyUntil > at,
    code: heard.code !== undefined && heard.code.until > at ? heard.code.text : undefined,
    slots: { war: slotOf(ram, 'war', at), rain: slotOf(ram, 'rain', at) },
    deadlineMs: deadlineOf(heard, at),
    why: whyOf(heard),
    name: heard.wanted?.name,
    slotNames: heard.wanted?.names,
  };
}

function godsOf({ heard, isConnected }: Ram, at: number): Gods {
  if (!isConnected || heard.bridge?.state !== 'online') return 'silent';
  return heard.match !== undefined && at - heard.match.at > heard.match.is.ttl * 1000 ? 'silent' : 'answer';
}

function slotOf(ram: Ram, slot: Slot, at: number): SlotDisplay {
  const { ack, match } = ram.heard;
  const { applied = NONE, held = NONE, refused = NONE } = ack?.is ?? {};
  const mayOffer = match?.is.mayOffer[slot] === true && godsOf(ram, at) === 'answer';
  const numbers = {
    counted: ram.kept[slot],
    inFlight: inFlight(ram, slot),
    inMatch: match?.is.counts[slot] ?? 0,
    applied: applied[slot],
    held: held[slot],
    refused: refused[slot],
  };
  return { ...numbers, mayOffer, light: lightOf({ ...numbers, mayOffer }, verdictOf(ram.heard, slot, at)) };
}

/** An ack for another epoch says nothing about the beads of this one. */
function inFlight({ kept, heard }: Ram, slot: Slot): number {
  const seen = heard.ack?.is.epoch === kept.epoch ? heard.ack.is.through[slot] : 0;
  return Math.max(0, kept[slot] - seen);
}

function verdictOf({ ack }: Received, slot: Slot, at: number): BeadVerdict | undefined {
  const { last, at: since = at } = ack?.news ?? {};
  return last?.slot === slot && at - since < VERDICT_MS ? last.verdict : undefined;
}

function lightsOf(ram: Ram, at: number): Light {
  const { heard } = ram;
  const verdicts = SLOTS.flatMap((slot) => verdictOf(heard, slot, at) ?? []);
  if (heard.identifyUntil > at) return 'identify';
  if (SLOTS.some((slot) => ram.beams[slot].isDark && at - ram.beams[slot].since >= BLOCKED_MS)) return 'blocked';
  if (ram.recent.some((bead) => at - bead.at < FLIGHT_MS) && SLOTS.some((slot) => inFlight(ram, slot) > 0))
    return 'in-flight';
  const [verdict] = verdicts;
  if (verdict !== undefined) return verdict === 'applied' ? 'accepted' : verdict;
  return ram.isConnected ? calmLights(ram, at) : 'starting';
}

function calmLights(ram: Ram, at: number): Light {
  const match = ram.heard.match?.is;
  if (match === undefined || godsOf(ram, at) === 'silent') return 'unheard';
  if (match.yourTurn && SLOTS.some((slot) => match.mayOffer[slot])) return 'turn';
  return match.apocalypse === undefined ? 'rest' : 'countdown';
}

/** The most urgent state of a slot. */
function lightOf(slot: Omit<SlotDisplay, 'light'>, verdict: BeadVerdict | undefined): SlotLight {
  if (verdict === 'refused') return 'refused';
  if (slot.inFlight > 0) return 'in-flight';
  if (verdict === 'applied') return 'accepted';
  if (slot.held > 0) return 'held';
  return slot.mayOffer ? 'offer' : 'off';
}

function deadlineOf({ match }: Received, at: number): number | undefined {
  return match?.is.deadlineMs === undefined ? undefined : Math.max(0, match.is.deadlineMs - (at - match.at));
}

function whyOf({ ack }: Received): Display['why'] {
  if (ack?.is.last === undefined) return undefined;
  const { slot, verdict, why } = ack.is.last;
  return { slot, why, verdict: verdict === 'applied' ? 'accepted' : verdict };
}
