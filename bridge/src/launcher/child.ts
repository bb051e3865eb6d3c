/** One process of the house: started, waited for, ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onLine } from './lines.ts';

export interface ChildPlan {
  readonly name: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Its words are read here, and not only shown. */
  readonly isHeard?: boolean;
}

const ROOT = new URL('../../../', import.meta.url);
const END_WITH_PARENT = new URL('./endWithParent.ts', import.meta.url).href;
/** Longer than each of them takes by its own promise. */
const STOP_WITHIN_MS = 12_000;

/** In a group of its own, so that Ctrl-C reaches this process alone, which ends all in order. */
export function startChild({ file, environment, isHeard = false }: ChildPlan): ChildProcess {
  const path = fileURLToPath(new URL(file, ROOT));
  return spawn(process.execPath, ['--import', END_WITH_PARENT, path], {
    env: { ...environment, WATCH_REPORT_DEPENDENCIES: undefined }, // the launcher is watched, its channel is for other things
    detached: true,
    stdio: ['ignore', isHeard ? 'pipe' : 'inherit', 'pipe', 'ipc'],
  });
}

const MOST_WORDS = 300;

/** Shows what it complains of, and says why it ended, once it has. */
export async function endOf(child: ChildProcess): Promise<string> {
  let [problem, last] = ['', ''];
  onLine(child.stderr, (line) => {
    process.stderr.write(`${line}\n`);
    if (/^\S*(Error|Exception)\b|^FATAL ERROR/.test(line)) problem = line;
    if (line.trim() !== '' && !line.startsWith('Node.js v')) last = line;
  });
  await once(child, 'close');
  const how = child.signalCode === null ? `ended with code ${child.exitCode}` : `was ended by ${child.signalCode}`;
  const why = (problem || last).slice(0, MOST_WORDS);
  return why === '' ? how : `${how} (${why})`;
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The code that it ended with; 1 if a signal ended it. */
export async function codeOf(child: ChildProcess): Promise<number> {
  if (!hasEnded(child)) await once(child, 'exit');
  return child.exitCode ?? 1;
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await codeOf(child);
  clearTimeout(timer);
}
