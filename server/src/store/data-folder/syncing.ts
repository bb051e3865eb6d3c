/** Files that are whole, also after a power cut. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Syncs the file to the disk before it gets its final name. */
export function putInPlace(unfinished: string, file: string): void {
  sync(unfinished);
  renameSync(unfinished, file);
  sync(dirname(file));
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
