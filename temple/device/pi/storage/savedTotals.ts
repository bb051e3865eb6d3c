/** The file of a temple: its totals, and the settings that the bridge wants. Each write replaces the whole file. */
import { randomInt } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { MOST_COUNT, wanted } from '@flower-war/protocol/temple';
import { z } from 'zod';

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
