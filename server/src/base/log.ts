import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config.ts';
import type { Outage } from './readiness.ts';

export type Log = Logger;

const { warn: WARN = 0, error: ERROR = 0 } = pino.levels.values;

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

export interface LogParts {
  /** The standard output, unless a test passes another one. */
  readonly destination?: DestinationStream;
  /** Errors that are part of the outage are not told one by one. */
  readonly outage?: { readonly of: Outage; readonly isPart: (error: unknown) => boolean };
}

/** A log of JSON lines. */
export function createLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>, { destination, outage }: LogParts = {}): Log {
  const paths = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]);
  const base = { part: 'server', pid: process.pid };
  const options = {
    level: LOG_LEVEL,
    base,
    redact: { paths, remove: true },
    hooks: outage === undefined ? {} : quietIn(outage),
  };
  return pino(options, destination ?? standardOutput());
}

/** Lines that wait for a disk with room. Further ones are lost. */
const MOST_WAITING_BYTES = 2 ** 20;

/** The server goes on where nothing can be written, as to a file on a full disk. What waits is written once there is room. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING_BYTES });
  output.once('error', ({ code }: NodeJS.ErrnoException) =>
    console.error(
      `The log cannot be written (${code}). The server goes on, and tries again with each line of the log.`,
    ),
  );
  output.on('error', () => {
    output.flushSync = () => {}; // at the end of the process it would try for ever
  });
  return output;
}

/** A line about an error of the outage counts as `debug`. What is fatal does not. */
function quietIn({ of, isPart }: NonNullable<LogParts['outage']>): NonNullable<LoggerOptions['hooks']> {
  return {
    logMethod(given, method, level) {
      const error = errorIn(given[0]);
      if (level < WARN || level > ERROR || !isPart(error)) return method.apply(this, given);
      of.failed(this, (error as Error).message);
      this.debug(...given);
    },
  };
}

const errorIn = (given: unknown): unknown =>
  given instanceof Error ? given : (given as { err?: unknown } | null)?.err;
