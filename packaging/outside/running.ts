/** Runs programs of other people, each bounded in time. */
import { execFile } from 'node:child_process';

export interface Ran {
  readonly cwd: string;
  /** Programs of this folder are found first. */
  readonly bin?: string;
  readonly seconds?: number;
}

const MOST_OUTPUT = 16 * 1024 * 1024;
const SHOWN = 3000;

/** What the program wrote to its standard output. Throws with its words if it fails, or takes too long. */
export function run(program: string, args: readonly string[], { cwd, bin, seconds = 60 }: Ran): Promise<string> {
  const path = [bin, process.env.PATH].filter((part) => part !== undefined).join(':');
  const env = { ...cleanEnvironment(), PATH: path };
  return new Promise((resolve, reject) => {
    const options = { cwd, env, timeout: seconds * 1000, killSignal: 'SIGKILL', maxBuffer: MOST_OUTPUT } as const;
    const child = execFile(program, [...args], options, (error, out, words) => {
      if (error === null) return resolve(out);
      const why = error.killed ? `took longer than ${seconds} seconds` : 'failed';
      reject(new Error(`${program} ${args.join(' ')} ${why}\n${out.slice(-SHOWN)}\n${words.slice(-SHOWN)}`));
    });
    child.stdin?.end();
  });
}

/**
 * Programs outside know nothing of the workspace: npm tells its scripts much about the project that they belong to. Whom this machine
 * trusts is nothing of the project.
 */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ofProject = /^(npm_|NODE_(?!EXTRA_CA_CERTS$))|^INIT_CWD$/i;
  const own = Object.entries(process.env).filter(([name]) => !ofProject.test(name));
  return Object.fromEntries(own);
}

/** Installs as a stranger does. What the machine has in its cache is not fetched again. */
export async function install(cwd: string, packages: readonly string[] = []): Promise<void> {
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], { cwd, seconds: 240 });
}
