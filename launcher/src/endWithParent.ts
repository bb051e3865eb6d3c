/** Each process that the launcher starts loads this file first, and ends when the launcher is killed. */
import { closeSync, openSync } from 'node:fs';

// The launcher may have ended while this process started.
if (process.connected) process.once('disconnect', end);
else end();
// Without this, the channel alone would keep the process alive.
process.channel?.unref();

function end(): void {
  muteOutput();
  process.kill(process.pid, 'SIGTERM');
}

/** Nothing reads the output any more: a log that waits to write would keep the process from ending. */
function muteOutput(): void {
  if (process.platform === 'win32') return;
  for (const stream of [1, 2]) {
    closeSync(stream);
    openSync('/dev/null', 'w'); // takes the lowest free number, which is `stream`
  }
}
