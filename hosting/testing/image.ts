/** What the Dockerfile says of the image. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './programs.ts';

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
