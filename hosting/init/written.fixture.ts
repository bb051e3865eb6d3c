/** For the tests of `npm run do -- init`: the tool as a host starts it, and what it wrote. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from 'vitest';
import { ROOT, scratchFolder } from '../testing/index.ts';

export const DOMAIN = 'play.host.example';
export const UNITS = ['flower-war-backup.service', 'flower-war-backup.timer', 'flower-war.service'];
export const COMMON = [...UNITS, 'flower-war.env', 'journald.conf'].sort();

/** `INIT_CWD` is the folder of the host. */
export function runTool(tool: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const where = { cwd: ROOT, env: { ...process.env, ...env }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...args], where);
  return { code: status, out: stdout, problems: stderr };
}

export const init = (folder: string, ...args: readonly string[]) =>
  runTool('hosting/init/init.ts', args, { INIT_CWD: folder });

/** The files that these answers lead to. */
export function written(...args: readonly string[]) {
  const folder = scratchFolder('init');
  const told = init(folder, ...args);
  expect(told).toMatchObject({ code: 0, problems: '' });
  const into = join(folder, 'flower-war-host');
  return {
    ...told,
    into,
    names: readdirSync(into).sort(),
    textOf: (name: string) => readFileSync(join(into, name), 'utf8'),
  };
}

export type Written = ReturnType<typeof written>;

export const settingsIn = ({ textOf }: Written): NodeJS.Dict<string> => parseEnv(textOf('flower-war.env'));
