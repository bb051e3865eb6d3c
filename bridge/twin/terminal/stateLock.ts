/** One process at a time is the temple of a state file: two would count with the same numbers. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Problem } from './problem.ts';

/** Held until this process ends, however it ends: SQLite knows how to make such a lock, Node does not. */
export function holdState(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const held = new DatabaseSync(`${file}.lock`);
  try {
    held.exec('BEGIN EXCLUSIVE;');
  } catch {
    held.close();
    throw new Problem(
      `Another npm run temple is the temple of ${file}. For a second temple name another file: --state data/second.json`,
    );
  }
  return held;
}
