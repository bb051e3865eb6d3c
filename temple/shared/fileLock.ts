/** Lets only one program use a file of totals: two that write the same file would make a count fall. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;

/** Locks the file and gives the function that unlocks it; nothing if another program has it. Ends with the process. */
export function lockFile(file: string): (() => void) | undefined {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // SQLite can make a lock that ends with its process; Node cannot. Nothing is written.
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
