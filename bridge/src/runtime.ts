/** What a process of this package runs on: its clock, which tests move by hand, its log, and its end. */
import { type DestinationStream, type Logger, pino } from 'pino';

export interface Clock {
  /** Milliseconds that never fall; not the time of day. */
  now(): number;
  /** Calls `run` once, later. The returned function cancels that. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Calls `run` again and again. The returned function ends that. */
export function every(clock: Clock, milliseconds: number, run: () => void): () => void {
  let callOff = (): void => {};
  const plan = (): void => {
    callOff = clock.after(milliseconds, () => {
      plan();
      run();
    });
  };
  plan();
  return () => callOff();
}

export type Log = Logger;
const SECRET_FIELDS = ['token', 'password', 'BRIDGE_TOKEN', 'MQTT_PASSWORD', 'code', 'authorization'];

/** A log of JSON lines on the standard output. It never shows secrets. */
export function createLog({ LOG_LEVEL }: { readonly LOG_LEVEL: string }): Log {
  const paths = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]);
  const options = { level: LOG_LEVEL, base: { part: 'bridge', pid: process.pid }, redact: { paths, remove: true } };
  return pino(options, standardOutput());
}

/** The program goes on where nothing reads the output any more, or its disk is full. With its own output pino would never end. */
export function standardOutput(): DestinationStream {
  process.stdout.on('error', () => {});
  return process.stdout;
}

// How a process of this package ends: when it is told to, and soon.

const STOP_WITHIN_MS = 1000;

/** Calls `stop` once: on a signal, or when the parent process that opened the channel has ended. */
export function onceToldToStop(stop: (why: string) => void): void {
  let isTold = false;
  const tell = (why: string) => {
    if (!isTold) stop(why);
    isTold = true;
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, tell);
  if (process.connected) process.once('disconnect', () => tell('the parent is gone'));
}

/** Only the first call counts: what is stopped may fail, which must not end the process with another code. */
export async function endProcess(code: number, stop: () => Promise<void>): Promise<void> {
  if (process.exitCode !== undefined) return;
  process.exitCode = code;
  setTimeout(() => process.exit(), STOP_WITHIN_MS).unref();
  await stop();
  process.exit();
}
