/** Folders for tests and tools. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTheEnd } from './cleanUp.ts';

export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `hosting-${name}-`));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
