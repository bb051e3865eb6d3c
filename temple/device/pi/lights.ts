/** What the lamps say of what the temple knows. docs/temple.md has the one table for the firmware, this program and people. Pure. */
import type { BeadVerdict, Slot } from '@flower-war/protocol/temple';

export interface Known {
  readonly isLinked: boolean;
  readonly isBridgeOnline: boolean;
  readonly match?: {
    readonly freshUntil: number;
    readonly isTurn: boolean;
    readonly hasEnd: boolean;
  };
  readonly verdict?: { readonly is: BeadVerdict; readonly at: number };
  /** When the last bead was sensed that no ack has answered. */
  readonly inFlightSince?: number;
  readonly blocked: readonly Slot[];
  readonly identifyUntil: number;
}

export const NOTHING_KNOWN: Known = { isLinked: false, isBridgeOnline: false, blocked: [], identifyUntil: 0 };

const FLIGHT_MS = 5000;
const VERDICT_MS = 4000;
export const IDENTIFY_MS = 10_000;

const OF_VERDICT = { applied: 'accepted', held: 'held', refused: 'refused' } as const;

/** The lamps that are on in each state: turn (white), good (green), care (red). In the order of the table. */
export const LAMPS = {
  identify: ['turn', 'good', 'care'],
  blocked: ['care'],
  'in-flight': ['turn', 'good'],
  refused: ['care'],
  held: ['good', 'care'],
  accepted: ['good'],
  starting: [],
  unheard: [],
  turn: ['turn'],
  countdown: ['care'],
  rest: [],
} as const satisfies Record<string, readonly Lamp[]>;
export type Lamp = 'turn' | 'good' | 'care';
export type Light = keyof typeof LAMPS;

const BLINK_MS = 400;
/** The states in which a person has to do something at the temple itself. */
const BLINKING: readonly Light[] = ['identify', 'blocked', 'refused'];
export const isBlinking = (light: Light) => BLINKING.includes(light);

export function lampsOn(light: Light, now: number): readonly Lamp[] {
  return isBlinking(light) && Math.floor(now / BLINK_MS) % 2 === 1 ? [] : LAMPS[light];
}

/** The first state that holds, in the order of the table. */
export function lightOf(known: Known, now: number): Light {
  if (now < known.identifyUntil) return 'identify';
  if (known.blocked.length > 0) return 'blocked';
  if (known.inFlightSince !== undefined && now - known.inFlightSince < FLIGHT_MS) return 'in-flight';
  if (known.verdict !== undefined && now - known.verdict.at < VERDICT_MS) return OF_VERDICT[known.verdict.is];
  if (!known.isLinked) return 'starting';
  if (!known.isBridgeOnline || known.match === undefined || now > known.match.freshUntil) return 'unheard';
  if (known.match.isTurn) return 'turn';
  return known.match.hasEnd ? 'countdown' : 'rest';
}
