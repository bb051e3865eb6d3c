/** Starts a temple on a Raspberry Pi, and stops it when systemd sends a signal. */
import { pino } from 'pino';
import { describeSettings, readConfig } from './config.ts';
import { startDevice } from './device.ts';

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

if (process.argv.includes('--help')) {
  process.stdout.write(
    `npm run temple:pi runs a temple on a Raspberry Pi. Its settings come from the environment, which systemd fills from /etc/templo/templo.env:\n\n${describeSettings()}\n`,
  );
  process.exit(0);
}

try {
  const config = readConfig();
  const log = pino({ level: config.LOG_LEVEL });
  const device = await startDevice(config, log);
  const stop = () => void device.stop().then(() => process.exit(0), fail);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  fail(error);
}
