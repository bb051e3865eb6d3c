/** What `npm start` needs of a small machine: in a copy of this tree, because the first start builds the page in it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SMALL } from '@flower-war/launcher/testing';
import { below, canSeeProcesses, kilobytes, readProcess } from './processes.ts';

export interface Small {
  /** Megabytes of all processes at their peak. Pages that processes share are counted once for each. */
  readonly first: number;
  readonly later: number;
  readonly writtenADay: number;
  /** Whether people got the page. */
  readonly page: boolean;
}

const HERE = fileURLToPath(new URL('../../../', import.meta.url));
const LEFT_OUT = new Set(['node_modules', '.git', '.ci', '.load', 'web/dist']);
const LOOK_EVERY_MS = 50;
const READY = /is ready at (http:\/\/[\d.]+:\d+)/;
/** What a start writes is written by then. */
const SETTLED_MS = 20_000;
const SECONDS_A_DAY = 86_400;

export async function measureSmall(seconds: number): Promise<Small> {
  if (!canSeeProcesses) throw new Error('This bench needs Linux: it reads the memory of processes from /proc.');
  const folder = mkdtempSync(join(tmpdir(), 'small-'));
  const started = start(copyInto(folder), folder);
  let first = 0;
  const timer = setInterval(() => {
    first = Math.max(first, resident(started.pid));
  }, LOOK_EVERY_MS);
  try {
    const url = await started.ready;
    await delay(SETTLED_MS);
    clearInterval(timer);
    const page = (await (await fetch(url, { headers: { accept: 'text/html' } })).text()).includes('/assets/');
    const before = written(started.pid);
    await delay(seconds * 1000);
    const writtenADay = ((written(started.pid) - before) / seconds) * SECONDS_A_DAY;
    return { first, later: resident(started.pid), writtenADay, page };
  } finally {
    clearInterval(timer);
    await started.stop();
    rmSync(folder, { recursive: true });
  }
}

function copyInto(folder: string): string {
  const tree = join(folder, 'tree');
  cpSync(HERE, tree, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(HERE, path)) });
  symlinkSync(join(HERE, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

/** As `npm start` does, without npm itself. */
function start(cwd: string, folder: string) {
  const own = { DATA_DIR: join(folder, 'data'), NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const child = spawn(process.execPath, [...SMALL, 'launcher/src/start.mjs'], {
    cwd,
    env: { ...process.env, ...own, PORT: '0', MQTT_PORT: '0' },
  });
  const gone = once(child, 'exit');
  const ready = new Promise<string>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += String(chunk);
        const [, url] = READY.exec(said) ?? [];
        if (url !== undefined) resolve(url);
      });
    void gone.then(() => reject(new Error(`npm start ended: ${said}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { pid: child.pid ?? Number.NaN, ready, stop };
}

const family = (pid: number) => [pid, ...below(pid)];

function resident(pid: number): number {
  return family(pid).reduce((total, one) => total + kilobytes(readProcess(one, 'status'), 'VmRSS'), 0) / 1024;
}

function written(pid: number): number {
  const bytes = (one: number) => Number(/^write_bytes: (\d+)/m.exec(readProcess(one, 'io'))?.[1] ?? 0);
  return family(pid).reduce((total, one) => total + bytes(one), 0) / 1024 ** 2;
}
