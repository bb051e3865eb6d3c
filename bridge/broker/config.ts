/** The only reader of the environment of the broker and of the tools beside it. */
import { z } from 'zod';

const settings = z.object({
  MQTT_HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on; 0.0.0.0 lets devices in'),
  MQTT_PORT: z.coerce.number().int().min(0).max(65535).default(1883).describe('port of MQTT; 0 takes a free one'),
  DATA_DIR: z.string().min(1).default('data').describe('folder of the key of the temples, the same as the server has'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('what is logged'),
});

export type BrokerConfig = Readonly<z.infer<typeof settings>>;

export class BadConfig extends Error {}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): BrokerConfig {
  const given = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = settings.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const lines = parsed.error.issues.map(({ path: [name], message }) => {
    return `  ${String(name)}=${given[String(name)] ?? ''}: ${message}`;
  });
  throw new BadConfig(`These settings cannot be used; correct or unset them:\n${lines.join('\n')}`);
}

/** Every setting with its meaning and default, for `--help`. */
export function describeSettings(): string {
  const rows = Object.entries(settings.shape).map(([name, setting]) => {
    return `  ${name.padEnd(10)} ${setting.description ?? ''} (${String(setting.parse(undefined))})`;
  });
  return rows.join('\n');
}
