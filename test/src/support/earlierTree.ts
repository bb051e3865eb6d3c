/** The sources of an earlier version, out of the history of this clone, or a copy of those that are here. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { ROOT } from './program.ts';

const git = (...words: readonly string[]) =>
  execFileSync('git', words, { cwd: ROOT, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });

/** The tag of the release before, if there is one. */
export function lastRelease(): string | undefined {
  try {
    return String(git('describe', '--tags', '--abbrev=0', '--match', 'v*')).trim();
  } catch {
    return undefined;
  }
}

/** A clone may be shallow, which is not a fault: then the name of the test says that nothing was tried. */
export function testAgainst(commit: string, name: string, run: () => Promise<void> | void): void {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
    test(name, run);
  } catch {
    test(`not tried, because this clone does not reach back to ${commit}: ${name}`, () => {});
  }
}

/** A folder with its sources, which find each other, and beside them the libraries that are installed here. */
export const treeOf = (commit: string): string => unpacked(git('archive', commit));

/** The same with the sources as they are here. */
export function copiedTree(): string {
  const input = git('ls-files', '-z', '--cached', '--others', '--exclude-standard');
  return unpacked(execFileSync('tar', ['-c', '-C', ROOT, '--null', '-T', '-'], { input, maxBuffer: 2 ** 28 }));
}

function unpacked(archive: Buffer): string {
  const tree = mkdtempSync(join(tmpdir(), 'earlier-'));
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  const [modules, own] = [join(ROOT, 'node_modules'), '@flower-war'];
  mkdirSync(join(tree, 'node_modules', own), { recursive: true });
  for (const name of readdirSync(modules))
    if (name !== own) symlinkSync(join(modules, name), join(tree, 'node_modules', name));
  for (const name of readdirSync(join(modules, own)))
    symlinkSync(readlinkSync(join(modules, own, name)), join(tree, 'node_modules', own, name));
  return tree;
}
