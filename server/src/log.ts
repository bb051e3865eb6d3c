import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** JSON lines on stdout. Whoever logs an object cannot leak what it must not: these fields never appear. */
export function createLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): Log {
  const secret = ['token', 'refresh', 'secret', 'seed', 'code', 'contribution', 'authorization', 'state', 'hand'];
  return pino({ level: LOG_LEVEL, redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), remove: true } });
}
