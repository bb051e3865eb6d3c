/**
 * What the maker of a data folder writes down beside it, so that a test can compare a later server with it, and the folder itself,
 * copied so that a server may write to it.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';

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

interface KeptWebhook {
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

const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname;
const PACKED = '.gz';

/** A copy of a data folder. `name`: for example `90c90f0/stopped`. */
export function copyFolder(name: string): { readonly folder: string; readonly kept: Kept } {
  const folder = mkdtempSync(join(tmpdir(), 'kept-folder-'));
  const from = join(FIXTURES, name);
  for (const file of readdirSync(from).filter((one) => one.endsWith(PACKED)))
    writeFileSync(join(folder, file.slice(0, -PACKED.length)), gunzipSync(readFileSync(join(from, file))));
  return { folder, kept: JSON.parse(readFileSync(join(from, EXPECTED_FILE), 'utf8')) as Kept };
}

/** Moves the webhooks to this address, and changes nothing else about them. */
export function moveWebhooks(folder: string, address: string): void {
  const database = new DatabaseSync(join(folder, 'flower-war.sqlite'));
  const rows = database.prepare('SELECT webhook, url FROM webhooks').all() as { webhook: string; url: string }[];
  const move = database.prepare('UPDATE webhooks SET url = ? WHERE webhook = ?');
  for (const { webhook, url } of rows) move.run(new URL(new URL(url).pathname, address).href, webhook);
  database.close();
}
