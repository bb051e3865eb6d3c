/** Loaded first by each process that the launcher starts: if the launcher is killed, nobody is left behind. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Whoever listens for a disconnect would live for the channel alone.
process.channel?.unref();
