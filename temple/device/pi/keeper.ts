/** Writes ahead: the temple tells its totals only when they are on the disk. */
import { randomInt } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { MOST_COUNT, type Slot, type WantedState, wanted } from '@flower-war/protocol/temple';
import type { Logger } from 'pino';
import { z } from 'zod';
import { lockFile } from '../../shared/fileLock.ts';

const RETRY_MS = 1000;

export interface Keeper {
  /** The totals that survive a loss of power. Only these may be told. */
  readonly kept: () => SavedTotals;
  /** The totals that were counted, on the disk or not. */
  readonly sensed: () => SavedTotals;
  add(slot: Slot): number;
  want(settings: WantedState): void;
  onKept(listeners: KeeperListeners): void;
  /** Resolves when all totals sensed until now are on the disk. */
  settled(): Promise<void>;
}

interface KeeperSpec {
  readonly file: string;
  readonly log: Logger;
}

interface KeeperListeners {
  /** Called when new totals are on the disk and may be told. */
  readonly totals: () => void;
  /** Called when new settings are on the disk. */
  readonly settings: () => void;
}

export function createKeeper(first: SavedTotals, { file, log }: KeeperSpec): Keeper {
  let kept = first;
  let sensed = first;
  let running: Promise<void> | undefined;
  let listeners: KeeperListeners | undefined;

  const keepAll = async () => {
    while (kept !== sensed) {
      const next = sensed;
      try {
        await save(file, next);
        const isOther = next.settings !== kept.settings;
        kept = next;
        listeners?.totals();
        if (isOther) listeners?.settings();
      } catch (error) {
        log.error({ error }, 'the totals cannot be written to the disk, so that they are not told; trying again');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    running = undefined;
  };
  const change = (next: SavedTotals) => {
    sensed = next;
    running ??= keepAll();
  };

  return {
    kept: () => kept,
    sensed: () => sensed,
    add(slot) {
      // At the greatest number of the protocol the count stops, because no count may fall within an epoch.
      const ordinal = Math.min(sensed[slot] + 1, MOST_COUNT);
      change({ ...sensed, [slot]: ordinal });
      return ordinal;
    },
    want: (settings) => change({ ...sensed, settings }),
    onKept: (given) => {
      listeners = given;
    },
    settled: async () => running,
  };
}

// Locks the file of totals and goes on with the totals in it.

interface OpenKeeper extends Keeper {
  /** Unlocks the file for other programs. */
  letGo(): void;
}

export async function openKeeper(file: string, log: Logger): Promise<OpenKeeper> {
  const letGo = hold(file);
  const { record, was } = await load(file);
  const first = { ...record, boot: record.boot + 1 };
  // This write also shows that the disk works. If it fails, the program ends before it tells any totals.
  await save(file, first).catch((cause: Error) => homeless(file, cause));
  log.info({ was, epoch: first.epoch, war: first.war, rain: first.rain }, 'the temple opens');
  return { ...createKeeper(first, { file, log }), letGo };
}

function hold(file: string): () => void {
  const letGo = tryToHold(file);
  if (letGo === undefined) throw new Error(`Another temple program keeps its totals in ${file}. Stop it first.`);
  return letGo;
}

function tryToHold(file: string): ReturnType<typeof lockFile> {
  try {
    return lockFile(file);
  } catch (cause) {
    return homeless(file, cause as Error);
  }
}

function homeless(file: string, cause: Error): never {
  throw new Error(`The totals cannot be kept in ${file}: ${cause.message}`, { cause });
}

// The file of a temple: its totals, and the settings that the bridge wants. Each write replaces the whole file.

const count = z.int().min(0).max(MOST_COUNT);

const record = z.object({
  epoch: z.int().min(1).max(MOST_COUNT),
  war: count,
  rain: count,
  boot: count,
  settings: wanted.optional(),
});

export type SavedTotals = Readonly<z.infer<typeof record>>;
const kept = z.object({ record: z.unknown(), crc: z.int() });
const sumOf = (of: unknown) => crc32(JSON.stringify(of));

/** New totals from zero, in a new epoch. */
function newLife(): SavedTotals {
  return { epoch: randomInt(1, MOST_COUNT + 1), war: 0, rain: 0, boot: 0 };
}

function parse(text: string): SavedTotals | undefined {
  try {
    const { record: found, crc } = kept.parse(JSON.parse(text));
    return crc === sumOf(found) ? record.parse(found) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the totals. If the file is missing or torn, a new epoch begins, because no count may fall within an epoch. */
export async function load(
  file: string,
): Promise<{ readonly record: SavedTotals; readonly was: 'kept' | 'missing' | 'torn' }> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { record: newLife(), was: 'missing' };
    throw new Error(`The totals in ${file} cannot be read. Check that the file belongs to this user.`, { cause });
  }
  const found = parse(text);
  if (found !== undefined) return { record: found, was: 'kept' };
  await rename(file, `${file}.torn`);
  return { record: newLife(), was: 'torn' };
}

async function sync(path: string, flags: string, text?: string): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    if (text !== undefined) await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** When this resolves, the record survives a loss of power. */
export async function save(file: string, what: SavedTotals): Promise<void> {
  const draft = `${file}.draft`;
  await sync(draft, 'w', `${JSON.stringify({ record: what, crc: sumOf(what) })}\n`);
  await rename(draft, file);
  await sync(dirname(file), 'r');
}
