/** The only reader of the environment: parsed once, frozen, with a clear message for a bad value. */
import { isIP } from 'node:net';
import { describeSettings, type Environment, readSettings } from '@flower-war/protocol/hosting';
import { z } from 'zod';

const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const origin = z
  .url({ protocol: /^https?$/, error: 'must be like https://example.org' })
  .transform((url) => new URL(url).origin);

const url = z.union([z.literal(''), origin], { error: 'must be like https://example.org' });

/** A number of proxies, or who they are: express takes either. */
const proxies = z
  .string()
  .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((one) => one.trim())))
  .refine(
    (given) => typeof given === 'number' || given.every(isNetwork),
    'must be a number, or addresses like 10.0.0.0/8',
  );

/** Never shown, not even when they cannot be used. */
const SECRET: readonly string[] = ['OPERATOR_TOKEN', 'METRICS_TOKEN', 'BRIDGE_TOKEN'];

const secret = z
  .string()
  .regex(/^([!-~]{16,256})?$/, 'must be 16 to 256 characters without spaces')
  .default('');

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
  QUICK_FILL_SECONDS: integer(1, 3600)
    .default(30)
    .describe('how long a match of quick play waits for people before bots take its free seats'),
  IDLE_DAYS: integer(0, 3650)
    .default(30)
    .describe('how long a match without a clock may stand still before it is given up; 0: for ever'),
  MESSAGES_PER_SECOND: integer(5, 100_000)
    .default(50)
    .describe('actions a second from one connection; more are refused, four times as many close it'),
  HEARTBEAT_SECONDS: integer(1, 3600).default(25).describe('how often a silent connection is tested'),
  PUBLIC_URL: z
    .string()
    .default('')
    .pipe(url)
    .describe('where the world finds this server, for links; empty: links are relative'),
  TRUST_PROXY: z
    .string()
    .default('0')
    .pipe(proxies)
    .describe('reverse proxies in front, as a number or as addresses, comma-separated; 0: callers are who they seem'),
  LIMITS: z.coerce
    .number()
    .min(0)
    .max(1000)
    .default(1)
    .describe('multiplies how often a player or an address may make something; 0: no limits'),
  MOST_OPEN_MATCHES: integer(1, 100_000).default(10).describe('matches of one host that may wait for people at once'),
  MOST_SEATS: integer(1, 100_000).default(50).describe('unfinished matches in which one player may sit at once'),
  OPERATOR_TOKEN: secret.describe('opens /operator and /api/operator to who knows it; empty: they do not exist'),
  METRICS_TOKEN: secret.describe('opens /metrics, and nothing else; the operator’s token opens it too'),
  BRIDGE_TOKEN: secret.describe(
    'lets bridges in, which bring what temples count; empty: none comes in. `npm start` makes one for its own',
  ),
  MIN_FREE_MB: integer(0, 1_000_000_000)
    .default(100)
    .describe('free space on the disk below which nothing is accepted any more'),
  KEEP_MATCHES_DAYS: integer(0, 36_500).default(0).describe('how long records of ended matches are kept; 0: for ever'),
  KEEP_BOT_MATCHES: integer(0, 10_000_000)
    .default(1000)
    .describe('how many ended matches in which no person has a seat are kept; of more the oldest of a host go'),
  KEEP_GUESTS_DAYS: integer(0, 36_500).default(0).describe('how long guests who never come back are kept; 0: for ever'),
  NAMES_BLOCKED: z
    .string()
    .default('')
    .describe(
      'file of words that no name may hold and that are not said, one a line: word, =whole name, *anywhere*; empty: the usual ones',
    ),
  TALK: z
    .enum(['on', 'phrases', 'off'])
    .default('on')
    .describe('what may be said at tables: anything, ready-made phrases alone, or nothing; a table may be stricter'),
  WEBHOOKS: z
    .enum(['public', 'any', 'off'])
    .default('public')
    .describe('where notices may be sent: to public addresses by https, anywhere (on a network you trust), or nowhere'),
  REPORT_DAYS: integer(1, 3650).default(90).describe('how long reports of players are kept'),
});

export type Config = Readonly<z.infer<typeof settings>>;

export function readConfig(environment: Environment): Config {
  return readSettings(settings, environment, SECRET);
}

/** As express understands it: a name of its own, an address, or a range of them. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Every setting with its meaning and default, for `--help` and the documentation. */
export const describeConfig = (): string => describeSettings(settings);
