/**
 * Disks that are slow or broken on demand: a library, built with gcc and preloaded into a server, makes every sync wait or fail.
 * It also keeps what each sync brought to the disk, so that a test can cut the power.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('./slowSync.c', import.meta.url));
/** The numbers that the library shares, by their places. */
const SHARED = { delayMs: 0, syncs: 1, inMainThread: 2, isFailing: 3 } as const;
const BYTES = 4;
/** How the names of the files of a database begin. */
const DATABASE_FILE = 'flower-war.sqlite';

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
  private readonly copies: string;

  /** Keeps its files in this folder. */
  constructor(folder: string) {
    const [library, file] = [join(folder, 'slowSync.so'), join(folder, 'slow-syncs')];
    execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, SOURCE, '-ldl']);
    writeFileSync(file, Buffer.alloc(Object.keys(SHARED).length * BYTES));
    this.shared = openSync(file, 'r+');
    this.copies = join(folder, 'synced');
    mkdirSync(this.copies);
    this.environment = { LD_PRELOAD: library, SLOW_SYNC_FILE: file };
  }

  /** The same, for a process whose power `cutPower` cuts. */
  get environmentWithCopies(): Readonly<Record<string, string>> {
    return { ...this.environment, SYNCED_COPIES: this.copies };
  }

  /** From now on every sync takes this much longer. */
  delay(milliseconds: number): void {
    this.put('delayMs', milliseconds);
  }

  /** From now on every sync fails, or none. */
  fail(isOn: boolean): void {
    this.put('isFailing', isOn ? 1 : 0);
  }

  /** The database in this folder becomes what the disk was made to have. The process must have been killed. */
  cutPower(data: string): void {
    const files = readdirSync(data).filter((name) => name.startsWith(DATABASE_FILE));
    for (const name of files) rmSync(join(data, name));
    const kept = readdirSync(this.copies).filter((name) => name.startsWith(DATABASE_FILE));
    for (const name of kept) copyFileSync(join(this.copies, name), join(data, name));
  }

  /** How many syncs there were. */
  get count(): number {
    return this.number('syncs');
  }

  /** How many of them held up the main thread of the process, and with it all its clients. */
  get inMainThread(): number {
    return this.number('inMainThread');
  }

  close(): void {
    closeSync(this.shared);
  }

  private put(name: keyof typeof SHARED, value: number): void {
    writeSync(this.shared, Int32Array.of(value), 0, BYTES, SHARED[name] * BYTES);
  }

  private number(name: keyof typeof SHARED): number {
    const value = new Int32Array(1);
    readSync(this.shared, value, 0, BYTES, SHARED[name] * BYTES);
    return value[0] ?? 0;
  }
}
