/** What the files of hosts say. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './index.ts';

// What the Dockerfile says of the image.

export const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => line.split(/ (.*)/s).slice(0, 2) as [instruction: string, rest: string]);

/** Without a shell, so that signals reach the program. */
export function listIn(text: string): readonly string[] {
  return JSON.parse(text);
}

/** Folders of the image become folders here, and `$PATH` is that of this machine. */
export function environmentIn(rest: string, folder: string): Readonly<Record<string, string>> {
  const here = rest.replaceAll('/app', folder).replace('$PATH', process.env['PATH'] ?? '');
  return Object.fromEntries(here.split(' ').map((pair) => pair.split(/=(.*)/s)));
}

// What systemd says of units, and what a unit starts.

export const JOURNALD = '/lib/systemd/systemd-journald';
export const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined && existsSync(JOURNALD);

/** What it does not understand stands on the standard error, also when it exits with 0. */
export function analyze(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** A text with folders of this machine in the place of those of the host's, which begin with `machine`, and exist from then on. */
export function onMachine(text: string, machine: string): string {
  const placed = text.replace(/\/var\/(?:lib|cache)\//g, (folder) => `${machine}${folder}`);
  for (const [folder] of placed.matchAll(new RegExp(`${machine}/[\\w/-]+`, 'g')))
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  return placed;
}

/** What a unit starts on this machine. */
export function unitIn(unit: string, machine: string, instance = '') {
  const text = onMachine(unit.replaceAll('%i', instance), machine).replaceAll('/opt/flower-war', ROOT);
  const [, start = ''] = /^ExecStart=(.*)$/m.exec(text) ?? [];
  const pairs = [...text.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]);
  const environment: Readonly<Record<string, string>> = Object.fromEntries(pairs);
  // systemd leaves out a variable that is not set.
  return { command: start.split(' ').filter((word) => !word.startsWith('$')), environment };
}
