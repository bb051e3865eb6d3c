/** The only reader of the environment: parsed once, frozen, with a clear message for a bad value. */
import { z } from 'zod';

const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const origin = z
  .url({ protocol: /^https?$/, error: 'must be like https://example.org' })
  .transform((url) => new URL(url).origin);

/** One line a setting: this table is also where the documentation of settings comes from. */
const settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  PORT: integer(0, 65535).default(2567).describe('port of HTTP and sockets; 0 takes a free one'),
  DATA_DIR: z.string().min(1).default('data').describe('folder of the database'),
  JOURNAL: z.enum(['sqlite', 'memory']).default('sqlite').describe('where records are kept'),
  DURABILITY: z
    .enum(['power', 'process'])
    .default('power')
    .describe('what an accepted move survives: power loss, or only the death of the process'),
  ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(z.array(origin))
    .describe('web origins that may call, comma-separated; empty: all'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('what is logged'),
  BOT_DELAY_MS: integer(0, 60_000).default(600).describe('how long bots pretend to think when people are at the table'),
  OPEN_MINUTES: integer(1, 10_080).default(60).describe('how long a match waits for people before it is given up'),
  MESSAGES_PER_SECOND: integer(5, 100_000)
    .default(50)
    .describe('actions a second from one connection; more are refused, four times as many close it'),
  HEARTBEAT_SECONDS: integer(1, 3600).default(25).describe('how often a silent connection is tested'),
});

export type Config = Readonly<z.infer<typeof settings>>;

export class BadConfig extends Error {}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = settings.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const lines = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `  ${name}=${given[name] ?? ''}: ${message}`;
  });
  throw new BadConfig(`These settings cannot be used; correct or unset them:\n${lines.join('\n')}`);
}

/** Every setting with its meaning and default, for `--help`. */
export function describeSettings(): string {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const { description, default: fallback } = property as { description?: string; default?: unknown };
    return `  ${name.padEnd(20)} ${description ?? ''} (${String(fallback) || 'none'})`;
  });
  return rows.join('\n');
}
