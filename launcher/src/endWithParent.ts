/** Loaded first by each process that the launcher starts: if the launcher is killed, no process is left behind. */
import { closeSync, openSync } from 'node:fs';

// It may have died while this process came up.
if (process.connected) process.once('disconnect', end);
else end();
// A process that listens for a disconnect would live for the channel alone.
process.channel?.unref();

function end(): void {
  muteOutput();
  process.kill(process.pid, 'SIGTERM');
}

/** The output has no reader any more, and a log that waits to be written would never let the process end. */
function muteOutput(): void {
  if (process.platform === 'win32') return;
  for (const stream of [1, 2]) {
    closeSync(stream);
    openSync('/dev/null', 'w'); // becomes the lowest that is free
  }
}
