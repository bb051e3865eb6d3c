/** A temple's program as it really runs, on pretended pins. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Slot } from '@flower-war/protocol/temple';

const LINES = { war: 17, rain: 27 };

/** How a bead looks to a beam, in milliseconds: it bounces as it comes and goes, and has a hole. */
const BEAD = [0, 0.2, 0.35, 4.5, 5.5, 9, 9.15, 9.3];
const APART_MS = 60;

/** The pins, as `gpiomon` tells of them. Time is theirs alone, so that a test takes none. */
export function pretendPins(folder: string, version: 1 | 2) {
  const pipe = join(folder, 'edges');
  // A pipe opened for both ways never ends and never waits.
  const open = () => {
    rmSync(pipe, { force: true });
    execFileSync('mkfifo', [pipe]);
    return openSync(pipe, 'r+');
  };
  let file = open();
  let now = 1000;
  const printed = (line: number, isDark: boolean, at: number) => {
    const [seconds, nanoseconds] = [Math.floor(at / 1000), Math.round((at % 1000) * 1e6)];
    if (version === 1) return `${line} ${isDark ? 0 : 1} ${seconds} ${nanoseconds}\n`;
    return `${line} ${isDark ? 2 : 1} ${seconds}.${String(nanoseconds).padStart(9, '0')}\n`;
  };
  return {
    drop(beam: Slot, times = 1) {
      for (let i = 0; i < times; i++, now += APART_MS)
        for (const [j, at] of BEAD.entries()) writeSync(file, printed(LINES[beam], j % 2 === 0, now + at));
    },
    /** What happened and was not read is gone, as it is with real pins. */
    forget() {
      closeSync(file);
      file = open();
    },
    close: () => closeSync(file),
  };
}

export interface Program {
  /** As a power cut: the program and what it has started. */
  kill(): Promise<void>;
  /** As systemd does it. */
  stop(): Promise<number | null>;
  /** Its exit code, once it has ended by itself. */
  ended(): Promise<number | null>;
  said(): string;
}

export function startProgram(folder: string, variables: Readonly<Record<string, string>>): Program {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { PATH: `${join(import.meta.dirname, 'bin')}:${process.env['PATH']}`, FAKE_FOLDER: folder, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stdout?.on('data', (data: Buffer) => (said += data));
  child.stderr?.on('data', (data: Buffer) => (said += data));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const signal = (name: NodeJS.Signals, to: number) =>
    child.exitCode === null && child.signalCode === null && process.kill(to, name);
  return {
    async kill() {
      signal('SIGKILL', -(child.pid ?? 0));
      await ended;
    },
    async stop() {
      signal('SIGTERM', child.pid ?? 0);
      return ended;
    },
    ended: () => ended,
    said: () => said,
  };
}

export const callsOf = (folder: string, program: string): readonly string[] => {
  try {
    return readFileSync(join(folder, `${program}.calls`), 'utf8')
      .trim()
      .split('\n');
  } catch {
    return [];
  }
};
