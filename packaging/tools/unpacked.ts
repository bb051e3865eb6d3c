/** The files of the package on the disk of a host who has the executable alone: there once, and private to the user. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** By their paths in the folder. */
export type Files = ReadonlyMap<string, Buffer>;

export interface Packed {
  /** Begins with the version, and ends with the hash of the files. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Says what to do. */
export class NotUnpacked extends Error {}

/** In one order, and one by one: a process that waits for others shall not keep the memory of all. */
export function* filesIn(folder: string): Iterable<readonly [path: string, content: Buffer]> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  for (const path of paths) yield [relative(folder, path), readFileSync(path)];
}

export function pack(files: Files, version: string): Packed {
  return { name: `${version}-${hashOf(files)}`, bytes: zstdCompressSync(serialize(files)) };
}

function hashOf(files: ReturnType<typeof filesIn>): string {
  const hash = createHash('sha256');
  for (const [path, content] of files) hash.update(`${path}\0${content.length}\0`).update(content);
  return hash.digest('hex').slice(0, 32);
}

/** The folder that holds the files. It is made at the first start; a folder that is not as it was made is refused. */
export function unpacked(packed: Packed, environment: NodeJS.ProcessEnv): string {
  try {
    const folder = join(homeIn(cacheIn(environment)), packed.name);
    if (!existsSync(folder)) unpack(packed, folder);
    refuseOthers(folder);
    if (packed.name.endsWith(`-${hashOf(filesIn(folder))}`)) return folder;
    throw new NotUnpacked(
      `The files in ${folder} are not as flower-war left them. Delete this folder, and start again.`,
    );
  } catch (error) {
    if (error instanceof NotUnpacked) throw error;
    throw new NotUnpacked(
      `flower-war must unpack its files, and cannot: ${(error as Error).message}. Set XDG_CACHE_HOME to a folder that it may write.`,
    );
  }
}

/** By the rules of XDG a path that is not absolute counts for nothing. */
function cacheIn({ XDG_CACHE_HOME = '', HOME = homedir() }: NodeJS.ProcessEnv): string {
  return isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(HOME, '.cache');
}

function homeIn(cache: string): string {
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  refuseOthers(realpathSync(cache));
  mkdirSync(join(cache, 'flower-war'), { recursive: true, mode: 0o700 });
  const home = realpathSync(join(cache, 'flower-war'));
  refuseOthers(home);
  return home;
}

/** Several that start at once unpack side by side; the first has made the folder. */
function unpack({ bytes }: Packed, folder: string): void {
  const making = mkdtempSync(`${folder}.`);
  try {
    for (const [path, content] of deserialize(zstdDecompressSync(bytes)) as Files) {
      mkdirSync(dirname(join(making, path)), { recursive: true });
      // After a loss of power the folder is whole, or not there.
      writeFileSync(join(making, path), content, { flush: true });
    }
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

const WRITTEN_BY_ALL = 0o002;
const STICKY = 0o1000;

/** A user who can change a folder, or put another in its place, decides what runs from it. */
function refuseOthers(folder: string): void {
  const { uid, mode } = lstatSync(folder);
  const isOpen = (mode & WRITTEN_BY_ALL) !== 0 && (mode & STICKY) === 0;
  if (isOpen || (uid !== 0 && uid !== process.getuid?.()))
    throw new NotUnpacked(
      `Others may change what flower-war runs: ${folder} ${isOpen ? 'is open to all' : 'belongs to another user'}. Set XDG_CACHE_HOME to a folder of your own.`,
    );
  if (folder !== dirname(folder)) refuseOthers(dirname(folder));
}
