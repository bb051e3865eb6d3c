/** Starts a temple on a Raspberry Pi, and stops it when systemd sends a signal. */
import { commandLine } from '@flower-war/protocol/command-line';
import { pino } from 'pino';
import { describeSettings, readConfig, startDevice } from './device.ts';

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

commandLine({
  name: 'do -- temple-pi',
  does: 'runs a temple on a Raspberry Pi',
  more: `Its settings come from the environment, which systemd fills from /etc/templo/templo.env:\n\n${describeSettings()}`,
});

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
