/** The flash of a temple in the terminal is a file, so that the temple has the same totals at the next start. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { templeId, wanted } from '@flower-war/protocol/temple';
import { z } from 'zod';
import { FLASH_KINDS, type Flash } from '../device/flash.ts';
import { Problem } from './problem.ts';

const content = z.object({
  v: z.literal(1),
  id: templeId,
  flash: z.object({
    kind: z.enum(FLASH_KINDS),
    banks: z.tuple([z.string(), z.string()]),
    wanted: wanted.exactOptional(),
  }),
});

export interface State {
  readonly id: string;
  readonly flash: Flash;
}

/** Reads the file; nothing if there is none yet. */
export function readState(file: string): State | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  const { success, data } = content.safeParse(json(text));
  if (!success)
    throw new Problem(
      `${file} is no state of a temple; name another with --state, or move it away to begin a new one.`,
    );
  return { id: data.id, flash: { ...data.flash, writing: [] } };
}

/** Writes the file. The state is on the disk when this returns; the temple publishes only after that. */
export function keepState(file: string, { id, flash: { writing: _, ...flash } }: State): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.new`;
  const handle = openSync(fresh, 'w');
  writeSync(handle, `${JSON.stringify({ v: 1, id, flash })}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(fresh, file);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Problem(`${file} cannot be read (${(error as Error).message}); name another file with --state.`);
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
