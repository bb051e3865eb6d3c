/** A small copy of the repository: its own settings, and packages that hold only what a test plants. */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const { workspaces: ROOMS }: { workspaces: readonly string[] } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

/** All files that the checks read at the root. */
const SETTINGS = readdirSync(ROOT).filter((file) =>
  /^\.gitignore$|\.(mjs|ts)$|^(package|tsconfig(\.\w+)?|biome)\.json$/.test(file),
);

export type Files = Readonly<Record<string, string>>;

/** Makes a copy with these files and returns its folder, which is deleted after the test. */
export function scratchHouse(files: Files): string {
  const house = mkdtempSync(join(tmpdir(), 'scratch-'));
  onTestFinished(() => rmSync(house, { recursive: true }));
  for (const file of SETTINGS) copyFileSync(join(ROOT, file), join(house, file));
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  for (const room of ROOMS) {
    const { name } = JSON.parse(readFileSync(join(ROOT, room, 'package.json'), 'utf8'));
    plant(house, emptyRoom(room, name));
  }
  plant(house, files);
  return house;
}

/** A package with a single export. */
export function emptyRoom(room: string, name: string): Files {
  const about = { name, version: '0.1.0', private: true, type: 'module', exports: { '.': './src/index.ts' } };
  return {
    [`${room}/package.json`]: JSON.stringify(about, undefined, 2),
    [`${room}/src/index.ts`]: 'export const x = 1;',
  };
}

export function plant(house: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), `${text}\n`);
  }
}

export interface Ran {
  readonly isGood: boolean;
  readonly output: string;
}

/** Runs a script of the copy's package.json, so that a test fails when a script loses its check. */
export function runScript(house: string, script: string, ...more: readonly string[]): Promise<Ran> {
  const args = ['run', '--silent', script, ...(more.length === 0 ? [] : ['--', ...more])];
  const env = { ...process.env, NO_COLOR: '1', CI: '' };
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: house, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ isGood: error === null, output: `${stdout}${stderr}` }),
    );
  });
}
