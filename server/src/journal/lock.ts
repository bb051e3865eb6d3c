/** Who uses a folder of data: any number of servers, or one program that replaces it. Ends with the process, however it ends. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Somebody else uses the data in a way that does not go together with ours. */
export class DataInUse extends Error {}

/** A server uses the folder. Gives what lets go of it. */
export function shareFolder(folder: string): () => void {
  return lock(folder, {
    take: 'BEGIN; SELECT count(*) FROM sqlite_schema;',
    problem: `The data in ${folder} is being restored. Start again when that is done.`,
  });
}

/** Nobody else uses the folder. */
export function ownFolder(folder: string): () => void {
  return lock(folder, {
    take: 'BEGIN EXCLUSIVE;',
    problem: `A server is using the data in ${folder}. Stop it first.`,
  });
}

/** An operating system has no lock that Node can take and that dies with the process; SQLite knows how to make one. */
function lock(folder: string, { take, problem }: { take: string; problem: string }): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const held = new DatabaseSync(join(folder, 'in-use.sqlite'));
  try {
    held.exec(take);
  } catch (cause) {
    held.close();
    throw new DataInUse(problem, { cause });
  }
  return () => held.close();
}
