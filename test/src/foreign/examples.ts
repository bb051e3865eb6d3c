/** The clients of examples/, which share no code with the SDK: copies of them, as they stand or with changes, and their runs. */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/program.ts';

const PYTHON_OF_CI = join(ROOT, '.ci/python/bin/python');
/** The Python that has the library for sockets: that of CI, or that of the developer. */
const PYTHON = process.env['PYTHON'] ?? (existsSync(PYTHON_OF_CI) ? PYTHON_OF_CI : 'python3');

export type Language = 'python' | 'go' | 'csharp' | 'godot';

/** Whether the client can run here: Python needs examples/python/requirements.txt, C# the compiler and the runtime of Mono. */
export const CAN_RUN: Readonly<Record<Language, boolean>> = {
  python: works(PYTHON, '-c', 'import websockets'),
  go: works('go', 'version'),
  csharp: works('mcs', '--version') && works('mono', '--version'),
  godot: works('sh', '-c', 'command -v godot3-server'), // it ends with 255 when it is asked for its version
};

function works(program: string, ...words: readonly string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0;
}

/** A place in a client, and what stands there instead. */
export type Edit = readonly [file: string, was: string, is: string];

/** A copy of a client in a folder of its own. */
export interface Example {
  readonly folder: string;
  /** What starts it. */
  readonly command: readonly [program: string, ...words: string[]];
}

export async function example(language: Language, edits: readonly Edit[] = []): Promise<Example> {
  const folder = edited(language, edits);
  return { folder, command: await COMMANDS[language](folder) };
}

/** A copy of a folder of examples/, with changes. */
export function edited(from: string, edits: readonly Edit[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'example-'));
  cpSync(join(ROOT, 'examples', from), folder, { recursive: true });
  for (const [file, was, is] of edits) edit(join(folder, file), was, is);
  return folder;
}

type Command = Example['command'];

const COMMANDS: Readonly<Record<Language, (folder: string) => Command | Promise<Command>>> = {
  python: (folder) => [PYTHON, join(folder, 'client.py')],
  go: async (folder) => {
    await build(folder, 'go', 'build', '-buildvcs=false', '-o', 'client', '.');
    return [join(folder, 'client')];
  },
  csharp: async (folder) => {
    await build(folder, 'mcs', ...MCS, '-out:client.exe', '-recurse:*.cs');
    return ['mono', join(folder, 'client.exe')];
  },
  godot: (folder) => {
    // Godot complains of a home without this folder, and of a language that is none.
    mkdirSync(join(folder, '.local/share/godot/app_userdata/Flower War'), { recursive: true });
    return ['env', 'LANG=en_US', `HOME=${folder}`, 'godot3-server', '--path', folder, '-s', 'play.gd'];
  },
};

/** How the README of examples/csharp compiles. */
export const MCS = ['-warnaserror', '-r:System.Net.Http'] as const;

async function build(folder: string, program: string, ...words: readonly string[]): Promise<void> {
  await promisify(execFile)(program, words, { cwd: folder, timeout: 120_000 });
}

function edit(path: string, was: string, is: string): void {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(was)) throw new Error(`${path} has no ${was}`);
  const changed = text.replace(was, () => is);
  writeFileSync(path, changed);
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly problems: string;
}

/** Runs a program to its end, at most for two minutes. */
export async function run(
  [program, ...words]: readonly [string, ...string[]],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const where = { env: { ...process.env, ...env }, timeout: 120_000, maxBuffer: 100_000_000, ...(cwd && { cwd }) };
  const { code = 0, stdout, stderr } = await promisify(execFile)(program, words, where).catch((error) => error);
  return { code, out: stdout, problems: stderr };
}
