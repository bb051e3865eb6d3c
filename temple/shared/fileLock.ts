/** One program at a time for a file of totals: two that write the same would make a count fall. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;

/** Gives what lets go of the file, or nothing where another program has it. Ends with the process, however it ends. */
export function lockFile(file: string): (() => void) | undefined {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // SQLite knows how to make a lock that dies with its process, and Node does not. Nothing is written.
  const held = new DatabaseSync(`${file}.in-use`);
  try {
    held.exec('PRAGMA journal_mode = memory; BEGIN EXCLUSIVE');
  } catch (error) {
    held.close();
    if ((error as { readonly errcode?: number }).errcode === BUSY) return undefined;
    throw error;
  }
  return () => held.close();
}
