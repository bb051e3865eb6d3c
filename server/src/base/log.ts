import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** Fields that never appear in the log, neither in a logged object nor one level deeper. */
export const SECRET_FIELDS: readonly string[] = [
  'token',
  'refresh',
  'authorization',
  'cookie',
  'password',
  'sessionId',
  'session',
  'OPERATOR_TOKEN',
  'BRIDGE_TOKEN',
  'secret',
  'seed',
  'contribution',
  'code',
  'recoveryCode',
  'state',
  'view',
  'hand',
  'legal',
  'move',
  'line',
];

/** A log of JSON lines, on the standard output unless a test passes another destination. */
export function createLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>, destination?: DestinationStream): Log {
  const paths = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]);
  const base = { part: 'server', pid: process.pid };
  const options = { level: LOG_LEVEL, base, redact: { paths, remove: true } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
