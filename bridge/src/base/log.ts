import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

const SECRET_FIELDS = ['token', 'password', 'BRIDGE_TOKEN', 'MQTT_PASSWORD', 'code', 'authorization'];

/** JSON lines, on the standard output unless a test reads them; what is secret never appears. */
export function createLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>, destination?: DestinationStream): Log {
  const paths = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]);
  const options = { level: LOG_LEVEL, base: { part: 'bridge', pid: process.pid }, redact: { paths, remove: true } };
  return pino(options, destination ?? standardOutput());
}

/** When the output has no reader any more, the bridge goes on without; pino alone would wait for ever when it ends. */
function standardOutput(): DestinationStream {
  process.stdout.on('error', () => {});
  return process.stdout;
}
