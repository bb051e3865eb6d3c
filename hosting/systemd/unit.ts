/** Reads what a unit of systemd starts. */
import { readFileSync } from 'node:fs';

export interface Unit {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** `folders` gives for each folder of the host's machine the one to use here. */
export function unitIn(file: string | URL, folders: Readonly<Record<string, string>>): Unit {
  const longestFirst = Object.keys(folders).sort((one, other) => other.length - one.length);
  const anyFolder = new RegExp(longestFirst.join('|'), 'g');
  const text = readFileSync(file, 'utf8').replace(anyFolder, (folder) => folders[folder] ?? folder);
  const valuesOf = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const [start = ''] = valuesOf('ExecStart');
  const pairs = valuesOf('Environment').map((pair) => pair.split(/=(.*)/s).slice(0, 2));
  // systemd leaves out a variable that is not set.
  const command = start.split(' ').filter((word) => !word.startsWith('$'));
  return { command, environment: Object.fromEntries(pairs) as Record<string, string> };
}
