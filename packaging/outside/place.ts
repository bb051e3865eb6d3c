/** The folders outside the workspace in which strangers work, and how steps are tried there. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface OutsideFolders {
  /** Holds all folders. */
  readonly into: string;
  /** A program that uses all three packages. */
  readonly app: string;
  /** Run times, bundlers and compilers. */
  readonly tools: string;
  /** The programs of the tools. */
  readonly bin: string;
  /** The address of the server. */
  readonly url: string;
  /** The packed packages, by name. */
  readonly tarballs: ReadonlyMap<string, string>;
}

/** Why something cannot be tried here. */
export class Missing extends Error {}

export const counts = { passed: 0, failed: 0, skipped: 0 };

/** Tries a step and prints how it went. Returns what the step made, or undefined if it did not work. */
export async function attempt<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  const since = performance.now();
  const tell = (result: string, words: string) =>
    console.log(`${result} ${name}: ${words} (${((performance.now() - since) / 1000).toFixed(1)} s)`);
  try {
    const made = await work();
    counts.passed++;
    tell('ok     ', typeof made === 'string' ? made : 'done');
    return made;
  } catch (error) {
    const isMissing = error instanceof Missing;
    counts[isMissing ? 'skipped' : 'failed']++;
    tell(isMissing ? 'skipped' : 'FAILED ', (error as Error).message);
    return undefined;
  }
}

export interface Where {
  readonly cwd: string;
  /** Programs of this folder are found first. */
  readonly bin?: string;
  readonly seconds?: number;
}

const SHOWN = 3000;

/** What the program wrote to its standard output. Throws with its words if it fails, or takes too long. */
export function run(program: string, args: readonly string[], { cwd, bin, seconds = 60 }: Where): Promise<string> {
  const path = [bin, process.env.PATH].filter((part) => part !== undefined).join(':');
  const limits = { timeout: seconds * 1000, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024 } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...args],
      { cwd, env: { ...ownEnvironment(), PATH: path }, ...limits },
      (error, out, words) => {
        if (error === null) return resolve(out);
        const why = error.killed ? `took longer than ${seconds} seconds` : 'failed';
        reject(new Error(`${program} ${args.join(' ')} ${why}\n${out.slice(-SHOWN)}\n${words.slice(-SHOWN)}`));
      },
    );
    child.stdin?.end();
  });
}

/**
 * Programs outside know nothing of the workspace: npm tells its scripts much about the project that they belong to. Whom this machine
 * trusts is nothing of the project.
 */
function ownEnvironment(): NodeJS.ProcessEnv {
  const ofProject = /^(npm_|NODE_(?!EXTRA_CA_CERTS$))|^INIT_CWD$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofProject.test(name)));
}

/** What the machine has in its cache is not fetched again. */
export const QUIETLY = ['--prefer-offline', '--no-audit', '--no-fund'];

/** Installs as a stranger does, and returns the names of all packages that are there then. */
export async function install(cwd: string, packages: readonly string[] = []): Promise<readonly string[]> {
  await run('npm', ['install', ...QUIETLY, ...packages], { cwd, seconds: 240 });
  return installedIn(cwd);
}

/** The packages in a folder. Those of the house must come from the files that were packed. */
export function installedIn(folder: string): readonly string[] {
  const lock: Lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
  const elsewhere = installed.filter(
    ([path, { resolved = '' }]) => path.includes('@flower-war') && !/^file:.*[.]tgz$/.test(resolved),
  );
  if (elsewhere.length > 0) throw new Error(`not from the files: ${JSON.stringify(elsewhere)}`);
  return installed.map(([path]) => path.slice('node_modules/'.length)).sort();
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolved?: string }>>;
}

/** Node 20 of the tools. npm has none for some machines. */
export function nodeIn({ tools }: OutsideFolders): string {
  return join(tools, 'node_modules/node/bin/node');
}
