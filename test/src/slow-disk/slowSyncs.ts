/** Disks that are slow on demand: a library, built with gcc and preloaded into a server, makes every sync wait. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('./slowSync.c', import.meta.url));
const NUMBERS = 3;
const BYTES = 4;

/** What is missing on this machine. */
export const noSlowSyncs =
  process.platform !== 'linux'
    ? 'syncs are made slow on Linux only'
    : spawnSync('gcc', ['--version']).status === 0
      ? undefined
      : 'gcc is not installed';

export class SlowSyncs {
  /** The settings of a process whose syncs this controls. */
  readonly environment: Readonly<Record<string, string>>;
  private readonly shared: number;

  /** Keeps its files in this folder. */
  constructor(folder: string) {
    const [library, file] = [join(folder, 'slowSync.so'), join(folder, 'slow-syncs')];
    execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, SOURCE, '-ldl']);
    writeFileSync(file, Buffer.alloc(NUMBERS * BYTES));
    this.shared = openSync(file, 'r+');
    this.environment = { LD_PRELOAD: library, SLOW_SYNC_FILE: file };
  }

  /** From now on every sync takes so much longer. */
  delay(milliseconds: number): void {
    const bytes = Buffer.alloc(BYTES);
    bytes.writeInt32LE(milliseconds);
    writeSync(this.shared, bytes, 0, BYTES, 0);
  }

  /** How many syncs there were. */
  get count(): number {
    return this.number(1);
  }

  /** How many of them held up the main thread of the process, and with it all its clients. */
  get inMainThread(): number {
    return this.number(2);
  }

  close(): void {
    closeSync(this.shared);
  }

  private number(index: number): number {
    const bytes = Buffer.alloc(BYTES);
    readSync(this.shared, bytes, 0, BYTES, index * BYTES);
    return bytes.readInt32LE();
  }
}
