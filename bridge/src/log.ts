import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;
const SECRET_FIELDS = ['token', 'password', 'BRIDGE_TOKEN', 'MQTT_PASSWORD', 'code', 'authorization'];

/** A log of JSON lines, on the standard output or to a test. It never shows secrets. */
export function createLog({ LOG_LEVEL }: { readonly LOG_LEVEL: string }, destination?: DestinationStream): Log {
  const paths = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]);
  const options = { level: LOG_LEVEL, base: { part: 'bridge', pid: process.pid }, redact: { paths, remove: true } };
  return pino(options, destination ?? standardOutput());
}

/** If nothing reads the output any more, the bridge goes on without it. With its own output pino would never end. */
function standardOutput(): DestinationStream {
  process.stdout.on('error', () => {});
  return process.stdout;
}
