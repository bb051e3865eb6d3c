/** What the maker of a data folder writes down, so that a later server can be held to it. */
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
  /** The clock answered for this seat after so many more milliseconds. */
  readonly left?: number;
}

export interface KeptMatch {
  readonly about: string;
  readonly match: string;
  readonly game: string;
  readonly status: 'open' | 'running' | 'paused' | 'ended';
  readonly seats: readonly KeptSeat[];
  /** Of a private match. */
  readonly code?: string;
  /** What the players had said. */
  readonly said: readonly string[];
  /** Of the record of an ended match. */
  readonly sha256?: string;
  /** Seconds after the match for people without a seat. */
  readonly behind?: number;
}

export interface KeptTemple {
  readonly temple: string;
  readonly person?: string;
  readonly odometer: { readonly v: 1; readonly epoch: number; readonly war: number; readonly rain: number };
  /** What `GET /api/temples` told of it. */
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
  /** `GET /api/players/{player}`, by name. */
  readonly profiles: Readonly<Record<string, unknown>>;
}

export const BRIDGE_TOKEN = 'a-token-for-bridges-alone';
export const OPERATOR_TOKEN = 'a-token-for-operators-alone';
export const EXPECTED_FILE = 'expected.json';

export function readKept(folder: string): Kept {
  return JSON.parse(readFileSync(`${folder}/${EXPECTED_FILE}`, 'utf8')) as Kept;
}
