/** Folders in which programs make something, to rename or delete them in the end. A program that is killed leaves its folder behind. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A private, empty folder of this process: its path is `begun` with the number of the process. */
export function workFolder(begun: string): string {
  dropAbandoned(begun);
  const own = `${begun}${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true, mode: 0o700 });
  return own;
}

/** Deletes the folders whose path is `begun` with more, and ends with the number of a process that runs no longer. */
export function dropAbandoned(begun: string): void {
  for (const name of namesIn(dirname(begun))) {
    const maker = name.startsWith(basename(begun)) ? /\d+$/.exec(name)?.[0] : undefined;
    if (maker !== undefined && !isRunning(Number(maker))) drop(join(dirname(begun), name));
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // there is no such folder yet
  }
}

/** Tidying up must not keep a program from its work: the folder may belong to another user. */
function drop(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next program of its user deletes it.
  }
}

export function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it runs for another user
  }
}
