/**
 * What the maker of a data folder writes down beside it, so that a test can compare a later server with it, the folder itself, copied so
 * that a server may write to it, and how people play there, before and after.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type LiveMatch, TempleLink } from '@flower-war/client';
import type { Chance } from '@flower-war/rules';

export interface KeptPerson {
  readonly name: string;
  readonly player: string;
  readonly recoveryCode: string;
}

export interface KeptMatch {
  readonly about: string;
  readonly match: string;
  readonly game: string;
  readonly status: 'open' | 'running' | 'paused' | 'ended';
  readonly seats: readonly {
    readonly seat: number;
    readonly person: string;
    /** What the person could play. */
    readonly legal: readonly string[];
    /** Milliseconds that the clock of this seat had left. */
    readonly left?: number;
  }[];
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

export interface Kept {
  readonly version: string;
  /** When the server ended. */
  readonly at: number;
  readonly people: readonly KeptPerson[];
  readonly banned: readonly string[];
  readonly matches: readonly KeptMatch[];
  readonly temples: readonly KeptTemple[];
  readonly webhooks: readonly { readonly person: string; readonly url: string; readonly secret: string }[];
  /** The answers of `GET /api/players/{player}`, by name. */
  readonly profiles: Readonly<Record<string, unknown>>;
}

export const BRIDGE_TOKEN = 'a-token-for-bridges-alone';
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

/** A bridge without a broker. */
export async function bridgeTo(url: string): Promise<TempleLink> {
  const link = new TempleLink({ url, token: BRIDGE_TOKEN });
  const connected = new Promise((resolve) => link.on('connected', resolve));
  link.open();
  await connected;
  return link;
}

export const linesOf = ({ lines }: LiveMatch): readonly string[] =>
  lines.map(({ text, phrase }) => text ?? phrase ?? '');

interface Budget {
  /** How many moves of players are still to be accepted. */
  moves: number;
  readonly chance: Chance;
  /** Ends the play earlier. */
  readonly until?: (live: LiveMatch) => boolean;
  /** Replaces a move, for example an offering on the screen by a bead. */
  readonly instead?: (live: LiveMatch) => Promise<boolean>;
}

/** Plays at random. Resolves when the given number of moves were accepted, or when the match is over. */
export async function playSome(lives: readonly LiveMatch[], budget: Budget): Promise<void> {
  await Promise.race(lives.map((live) => playSeat(live, budget)));
}

async function playSeat(live: LiveMatch, budget: Budget): Promise<void> {
  while (budget.moves > 0) {
    const isDone = () => live.isOver || budget.until?.(live) === true;
    await live.until(({ legal }) => isDone() || legal.length > 0);
    if (isDone()) return;
    const move = budget.chance.pick(live.legal);
    if (await budget.instead?.(live)) continue;
    const answer = await live.play(move);
    if (answer.kind === 'accepted') budget.moves--;
    else if (answer.kind !== 'rejected' || answer.code !== 'stale-decision')
      throw new Error(`${live.id}: ${move} was answered by ${JSON.stringify(answer)}`);
  }
}
