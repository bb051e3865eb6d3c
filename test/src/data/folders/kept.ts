/** What the maker of a data folder writes down, so that a test can compare a later server with it. */
import { readFileSync } from 'node:fs';

export interface KeptPerson {
  readonly name: string;
  readonly player: string;
  readonly recoveryCode: string;
}

/** A seat of a person, and what that person could play. */
export interface KeptSeat {
  readonly seat: number;
  readonly person: string;
  readonly legal: readonly string[];
  /** Milliseconds that the clock of this seat had left. */
  readonly left?: number;
}

export interface KeptMatch {
  readonly about: string;
  readonly match: string;
  readonly game: string;
  readonly status: 'open' | 'running' | 'paused' | 'ended';
  readonly seats: readonly KeptSeat[];
  /** The code of a private match. */
  readonly code?: string;
  /** What the players had said. */
  readonly said: readonly string[];
  /** The hash of the record of an ended match. */
  readonly sha256?: string;
  /** By how many seconds viewers without a seat lag behind the match. */
  readonly behind?: number;
}

export interface KeptTemple {
  readonly temple: string;
  readonly person?: string;
  readonly odometer: { readonly v: 1; readonly epoch: number; readonly war: number; readonly rain: number };
  /** The answer of `GET /api/temples` for this temple. */
  readonly own?: Readonly<Record<string, unknown>>;
}

export interface KeptWebhook {
  readonly person: string;
  readonly url: string;
  readonly secret: string;
}

export interface Kept {
  readonly version: string;
  /** When the server ended. */
  readonly at: number;
  readonly people: readonly KeptPerson[];
  readonly banned: readonly string[];
  readonly matches: readonly KeptMatch[];
  readonly temples: readonly KeptTemple[];
  readonly webhooks: readonly KeptWebhook[];
  /** The answers of `GET /api/players/{player}`, by name. */
  readonly profiles: Readonly<Record<string, unknown>>;
}

export const BRIDGE_TOKEN = 'a-token-for-bridges-alone';
export const OPERATOR_TOKEN = 'a-token-for-operators-alone';
export const EXPECTED_FILE = 'expected.json';

export function readKept(folder: string): Kept {
  return JSON.parse(readFileSync(`${folder}/${EXPECTED_FILE}`, 'utf8')) as Kept;
}
