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
