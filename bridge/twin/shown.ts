/** What a person sees on a temple: its lights and its display, from what it knows itself and what it has heard. */
import type { MatchTold, Slot, Tally, Why } from '@flower-war/protocol/temple';
import { type Device, type Heard, type Ram, ramOf } from './device.ts';

/** Of one slot. `accepted` and `refused` are shown for a while, `held` for as long as beads are held. */
export type SlotLight = 'off' | 'offer' | 'in-flight' | 'accepted' | 'held' | 'refused';

export interface ShownSlot {
  readonly light: SlotLight;
  /** What has been counted here, in this epoch. */
  readonly counted: number;
  /** Of which nobody has said yet that they were seen. */
  readonly inFlight: number;
  readonly applied: number;
  readonly held: number;
  readonly refused: number;
  readonly mayOffer: boolean;
  /** What stands in the match's temple. */
  readonly inMatch: number;
}

/** Whether anybody answers: `silent` when there is no network, no bridge, or what was heard of a match is too old. */
export type Gods = 'answer' | 'silent';

export interface Shown {
  readonly power: 'off' | 'booting' | 'on';
  readonly isConnected: boolean;
  readonly gods: Gods;
  /** How bright, in percent. */
  readonly light: number;
  readonly isIdentifying: boolean;
  readonly code: string | undefined;
  readonly slots: Readonly<Record<Slot, ShownSlot>>;
  readonly match: MatchTold | undefined;
  /** What is left of the time for this turn, in milliseconds. */
  readonly deadlineMs: number | undefined;
  /** Why the last bead became what it did. */
  readonly why: { readonly slot: Slot; readonly verdict: SlotLight; readonly why: Why } | undefined;
  readonly name: string | undefined;
  readonly slotNames: Readonly<Record<Slot, string>> | undefined;
}

const ACCEPTED_MS = 2500;
const REFUSED_MS = 10_000;
const LIGHT = 70;
const DIMMED = 0.2;
const NONE: Tally = { war: 0, rain: 0 };
const DARK: ShownSlot = {
  ...{ light: 'off', counted: 0, inFlight: 0, applied: 0, held: 0, refused: 0, mayOffer: false, inMatch: 0 },
};
const NOTHING: Shown = {
  ...{ power: 'off', isConnected: false, gods: 'silent', light: 0, isIdentifying: false, code: undefined },
  ...{ slots: { war: DARK, rain: DARK }, match: undefined, deadlineMs: undefined, why: undefined },
  ...{ name: undefined, slotNames: undefined },
};

export function shown(device: Device, at: number): Shown {
  const ram = ramOf(device);
  return ram === undefined ? { ...NOTHING, power: device.power.kind } : running(ram, at);
}

function running(ram: Ram, at: number): Shown {
  const { heard, isConnected } = ram;
  const gods = godsOf(ram, at);
  const match = heard.match?.is;
  const level = heard.wanted?.light ?? LIGHT;
  return {
    ...{ power: 'on', isConnected, gods, match, light: gods === 'silent' ? Math.round(level * DIMMED) : level },
    isIdentifying: heard.identifyUntil > at,
    code: heard.code !== undefined && heard.code.until > at ? heard.code.text : undefined,
    slots: { war: slotOf(ram, 'war', at), rain: slotOf(ram, 'rain', at) },
    deadlineMs: deadlineOf(heard, at),
    why: whyOf(heard),
    ...{ name: heard.wanted?.name, slotNames: heard.wanted?.names },
  };
}

function godsOf({ heard, isConnected }: Ram, at: number): Gods {
  if (!isConnected || heard.bridge?.state !== 'online') return 'silent';
  return heard.match !== undefined && at - heard.match.at > heard.match.is.ttl * 1000 ? 'silent' : 'answer';
}

function slotOf(ram: Ram, slot: Slot, at: number): ShownSlot {
  const { ack, match } = ram.heard;
  const { applied = NONE, held = NONE, refused = NONE } = ack?.is ?? {};
  const mayOffer = match?.is.mayOffer[slot] === true && godsOf(ram, at) === 'answer';
  const numbers = {
    ...{ counted: ram.kept[slot], inFlight: inFlight(ram, slot), inMatch: match?.is.counts[slot] ?? 0 },
    ...{ applied: applied[slot], held: held[slot], refused: refused[slot] },
  };
  return { ...numbers, mayOffer, light: lightOf({ ...numbers, mayOffer }, verdictOf(ram.heard, slot, at)) };
}

/** An ack for another epoch says nothing about the beads of this one. */
function inFlight({ kept, heard }: Ram, slot: Slot): number {
  const seen = heard.ack?.is.epoch === kept.epoch ? heard.ack.is.through[slot] : 0;
  return Math.max(0, kept[slot] - seen);
}

function verdictOf({ ack }: Heard, slot: Slot, at: number): 'accepted' | 'refused' | undefined {
  if (ack?.is.last?.slot !== slot) return undefined;
  const age = at - ack.at;
  if (ack.is.last.verdict === 'applied' && age < ACCEPTED_MS) return 'accepted';
  return ack.is.last.verdict === 'refused' && age < REFUSED_MS ? 'refused' : undefined;
}

/** The most urgent thing to know of a slot. */
function lightOf(slot: Omit<ShownSlot, 'light'>, verdict: 'accepted' | 'refused' | undefined): SlotLight {
  if (verdict === 'refused') return 'refused';
  if (slot.inFlight > 0) return 'in-flight';
  if (verdict === 'accepted') return 'accepted';
  if (slot.held > 0) return 'held';
  return slot.mayOffer ? 'offer' : 'off';
}

function deadlineOf({ match }: Heard, at: number): number | undefined {
  return match?.is.deadlineMs === undefined ? undefined : Math.max(0, match.is.deadlineMs - (at - match.at));
}

function whyOf({ ack }: Heard): Shown['why'] {
  if (ack?.is.last === undefined) return undefined;
  const { slot, verdict, why } = ack.is.last;
  return { slot, why, verdict: verdict === 'applied' ? 'accepted' : verdict };
}
