/** What Docker would be given: the files of the checkout without those that .dockerignore leaves out. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path/posix';

/** The files of a checkout, or of any folder that is none. */
export function contextOf(folder: string): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: folder, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(folder, file)));
  const rules = rulesIn(readFileSync(join(folder, '.dockerignore'), 'utf8'));
  return files.filter((file) => !isIgnored(file, rules));
}

interface Rule {
  readonly pattern: string;
  readonly leavesOut: boolean;
}

function rulesIn(text: string): readonly Rule[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  return lines.map((line) => ({ pattern: line.replace(/^!/, '').trim(), leavesOut: !line.startsWith('!') }));
}

/** The last rule that fits the file or one of its folders decides. */
function isIgnored(file: string, rules: readonly Rule[]): boolean {
  const parts = file.split('/');
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const last = rules.findLast(({ pattern }) => paths.some((path) => matchesGlob(path, pattern)));
  return last?.leavesOut ?? false;
}
