/** For tests: runs the real program of a temple on pretended pins. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Slot } from '@flower-war/protocol/temple';

const LINES = { war: 17, rain: 27 };

/** The edges of one bead, in milliseconds: the signal bounces as the bead comes and goes, and the bead has a hole. */
const BEAD = [0, 0.2, 0.35, 4.5, 5.5, 9, 9.15, 9.3];
const APART_MS = 60;

/** Pretended pins: print the edges of beads as `gpiomon` does, at invented times, so that a test need not wait. */
export function pretendPins(folder: string, version: 1 | 2) {
  const pipe = join(folder, 'edges');
  // A pipe that is open for reading and writing never ends and never blocks.
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
    /** Drops the edges that were not read, as real pins do. */
    forget() {
      closeSync(file);
      file = open();
    },
    close: () => closeSync(file),
  };
}

export interface Program {
  /** Kills the program and its children, like a power cut. */
  kill(): Promise<void>;
  /** Stops the program as systemd does. */
  stop(): Promise<number | null>;
  /** The exit code, when the program has ended by itself. */
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
