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
const NUMBERS = 4;
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
    writeFileSync(file, Buffer.alloc(NUMBERS * BYTES));
    this.shared = openSync(file, 'r+');
    this.copies = join(folder, 'synced');
    mkdirSync(this.copies);
    this.environment = { LD_PRELOAD: library, SLOW_SYNC_FILE: file };
  }

  /** The same, for a process whose power `cutPower` cuts. */
  get environmentWithCopies(): Readonly<Record<string, string>> {
    return { ...this.environment, SYNCED_COPIES: this.copies };
  }

  /** From now on every sync takes so much longer. */
  delay(milliseconds: number): void {
    this.put(0, milliseconds);
  }

  /** From now on every sync fails, or none. */
  fail(isOn: boolean): void {
    this.put(3, isOn ? 1 : 0);
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
    return this.number(1);
  }

  /** How many of them held up the main thread of the process, and with it all its clients. */
  get inMainThread(): number {
    return this.number(2);
  }

  close(): void {
    closeSync(this.shared);
  }

  private put(index: number, value: number): void {
    const bytes = Buffer.alloc(BYTES);
    bytes.writeInt32LE(value);
    writeSync(this.shared, bytes, 0, BYTES, index * BYTES);
  }

  private number(index: number): number {
    const bytes = Buffer.alloc(BYTES);
    readSync(this.shared, bytes, 0, BYTES, index * BYTES);
    return bytes.readInt32LE();
  }
}
