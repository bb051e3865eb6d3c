/** How a process of this package ends: when it is told to, and soon. */

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
