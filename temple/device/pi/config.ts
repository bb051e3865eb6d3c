/** The only reader of the environment of a Raspberry Pi temple. */
import { templeId } from '@flower-war/protocol/temple';
import { z } from 'zod';

const line = z.coerce.number().int().min(0).max(511);
const path = z.string().startsWith('/', 'must be a whole path');

/** One line for each setting; templo.env has the same settings with examples. */
const shape = z.object({
  MQTT_URL: z
    .url({ protocol: /^mqtts?$/, error: 'must be like mqtt://broker.local:1883 or mqtts://broker.local:8883' })
    .describe('the broker; the name of one that npm start -- --lan runs is looked for in the local network'),
  MQTT_CA: path.optional().describe('certificate of your authority, for mqtts'),
  TEMPLE_ID: templeId.describe('user name and client id at the broker'),
  MQTT_PASSWORD: z.string().min(1).describe('password of this temple at the broker'),
  WAR_LINE: line.default(17).describe('GPIO of the beam of war'),
  RAIN_LINE: line.default(27).describe('GPIO of the beam of rain'),
  CHIP: z.string().min(1).optional().describe('GPIO chip; left out, it is found by its label'),
  STATE_FILE: path.default('/var/lib/templo/totals.json').describe('where the totals are kept'),
  LAMP_TURN: line.optional().describe('GPIO of the white lamp'),
  LAMP_GOOD: line.optional().describe('GPIO of the green lamp'),
  LAMP_CARE: line.optional().describe('GPIO of the red lamp'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('what is logged'),
});
export type Config = Readonly<z.infer<typeof shape>>;
export const SETTINGS: readonly string[] = Object.keys(shape.shape);

const LINES = ['WAR_LINE', 'RAIN_LINE', 'LAMP_TURN', 'LAMP_GOOD', 'LAMP_CARE'] as const;
const settings = shape.superRefine((config, { addIssue }) => {
  for (const [i, name] of LINES.entries())
    if (config[name] !== undefined && LINES.slice(0, i).some((other) => config[other] === config[name]))
      addIssue({ code: 'custom', path: [name], message: 'each GPIO line has one purpose' });
});

type Variables = Readonly<Partial<Record<string, string>>>;

/** Throws an error with one line for each bad setting. It never shows a value, because one of them is a password. */
export function readConfig(from: Variables = process.env): Config {
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== ''));
  const result = settings.safeParse(given);
  if (result.success) return Object.freeze(result.data);
  const lines = result.error.issues.map(({ code, path: [name], message }) => {
    const isMissing = given[String(name)] === undefined && code !== 'custom';
    return `${String(name)}: ${isMissing ? 'is missing' : message}`;
  });
  throw new Error(`The settings in /etc/templo/templo.env cannot be used:\n${lines.join('\n')}`);
}

/** Every setting with its meaning and default, for `--help`. */
export function describeSettings(): string {
  const { properties = {}, required = [] } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const { description, default: fallback } = property as { description?: string; default?: unknown };
    return `  ${name.padEnd(14)} ${description ?? ''} (${required.includes(name) ? 'needed' : String(fallback ?? 'none')})`;
  });
  return rows.join('\n');
}
