/** Runs a program of this project as npm does: in the root, with the folder of the caller in INIT_CWD. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const ROOT = new URL('../../../', import.meta.url).pathname;

export interface Where {
  readonly folder: string;
  /** Where the terminal keeps its session. Keeps the real session of the developer out of the tests. */
  readonly state: string;
  /** What else the program finds in its environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** When the program has said this, it gets a Ctrl-C. Its input stays open. */
  readonly interruptAfter?: RegExp;
}

export async function runProgram(
  words: readonly string[],
  input: string,
  { folder, state, env: more = {}, interruptAfter }: Where,
) {
  const quiet = { NO_COLOR: '1', LC_ALL: 'C.UTF-8' };
  const env = { ...process.env, INIT_CWD: folder, XDG_STATE_HOME: state, ...quiet, ...more };
  const child = spawn(process.execPath, words, { cwd: ROOT, env, timeout: 100_000 });
  let [out, problems] = ['', ''];
  child.stdout.on('data', (chunk) => {
    const wasSaid = interruptAfter?.test(out);
    out += String(chunk);
    if (wasSaid === false && interruptAfter?.test(out)) child.kill('SIGINT');
  });
  child.stderr.on('data', (chunk) => (problems += String(chunk)));
  child.stdin.on('error', () => {});
  if (interruptAfter === undefined) child.stdin.end(input);
  else child.stdin.write(input);
  const [code] = await once(child, 'close');
  return { out, problems, code: code as number };
}
