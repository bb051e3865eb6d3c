/** The only reader of the environment: parsed once, frozen, with a clear message for a bad value. */
import { isIP } from 'node:net';
import { MOST_VACATION_DAYS } from '@flower-war/protocol';
import {
  describeSettings,
  type Environment,
  isTornUrl,
  readSettings,
  TORN_URL,
  wholeNumber,
} from '@flower-war/protocol/hosting';
import { z } from 'zod';
import { isPublic } from './networks.ts';

const ALONE = 'without a user name, a path, ? or #';
const LIKE_ORIGIN = `must be like https://example.org, ${ALONE}`;

/** More than an origin is refused, because what takes an origin would lose it. */
const originOf = (protocol: RegExp, error: string) =>
  z
    .url({ protocol, error })
    .transform((text) => new URL(text))
    .refine(({ href, origin }) => href === `${origin}/`, error)
    .transform(({ origin }) => origin);
const origin = originOf(/^https?$/, LIKE_ORIGIN);

/** Comma-separated. */
const listed = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );

const url = z.union([z.literal(''), origin], { error: LIKE_ORIGIN });

const service = (protocol: RegExp, like: string, hostname = /./) => {
  const url = z.url({ protocol, hostname, error: `must be like ${like}` });
  return z.literal('').or(url.refine((text) => !isTornUrl(text), TORN_URL));
};

/** Empty if the host does not set it. */
const optional = <Kind extends z.ZodType<string, string>>(kind: Kind) => z.string().default('').pipe(kind);
const database = service(/^postgres(ql)?$/, 'postgres://user:password@host/database', /^/); // a socket has no host
const broker = service(/^mqtt$/, 'mqtt://127.0.0.1:1883');
const smtp = service(/^smtps?$/, 'smtp://user:password@mail.example.org:587');
const redis = service(/^rediss?$/, 'redis://:password@host:6379');

const provider = service(/^https?$/, 'https://id.example.org');

const LIKE_INTERNAL = `must be like http://10.0.0.5:2568, ${ALONE}`;
const internal = z.union([z.literal(''), originOf(/^http$/, LIKE_INTERNAL)], { error: LIKE_INTERNAL });

/** Without a certificate, only in a network of one's own: the address is written as such, so that no name server chooses it. */
const isInside = (name: string): boolean => name === 'localhost' || (isIP(name) > 0 && !isPublic(name));

const LIKE_HOST = 'must be like https://play.example.org, or https://play.example.org#KEY with a key of 64 hex digits';

/** Another host, and its key if the operator knows it. */
const otherHost = z
  .url({ protocol: /^https?$/, error: LIKE_HOST })
  .transform((text) => new URL(text))
  .refine(({ protocol, hostname }) => protocol === 'https:' || isInside(hostname.replace(/^\[|\]$/g, '')), LIKE_HOST)
  .refine(({ href, origin, hash }) => href === `${origin}/${hash}` && /^(#[0-9a-f]{64})?$/.test(hash), LIKE_HOST)
  .transform(({ origin, hash }) => ({ origin, key: hash === '' ? undefined : hash.slice(1) }));

/** The number of proxies or their addresses: express takes either. */
const proxies = z
  .string()
  .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((one) => one.trim())))
  .refine(
    (given) => typeof given === 'number' || given.every(isNetwork),
    'must be a number, or addresses like 10.0.0.0/8',
  );

const MOST_HOSTS = 32;

const LIKE_FACTOR = 'must be a number from 0 to 1000';
const LIKE_ADDRESS = 'must be like notices@example.org';

/** Values that are never shown, not even in the error for a bad value. */
const SECRET: readonly string[] = [
  'OPERATOR_TOKEN',
  'METRICS_TOKEN',
  'BRIDGE_TOKEN',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
];

const secret = z
  .string()
  .regex(/^([!-~]{16,256})?$/, 'must be 16 to 256 characters without spaces')
  .default('');

/** Settings that do nothing without another one. `value`: only if they have this one. */
const NEEDS: readonly { readonly setting: string; readonly value?: string; readonly needs: string }[] = [
  { setting: 'SIGN_UP', value: 'signed-in', needs: 'OIDC_ISSUER' },
  { setting: 'OIDC_ISSUER', needs: 'OIDC_CLIENT_ID' },
  { setting: 'OIDC_CLIENT_ID', needs: 'OIDC_ISSUER' },
  { setting: 'SMTP_URL', needs: 'MAIL_FROM' },
  { setting: 'SMTP_URL', needs: 'PUBLIC_URL' },
  { setting: 'PUBLISH', value: 'on', needs: 'PUBLIC_URL' },
  { setting: 'REDIS_URL', needs: 'DATABASE_URL' },
];

/** All settings. The documentation of settings is generated from this table. */
const settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  PORT: wholeNumber(0, 65535).default(2567).describe('port of HTTP and sockets; 0 takes a free one'),
  PROCESS_NAME: z
    .string()
    .regex(/^([a-z0-9][a-z0-9-]{0,31})?$/, 'must be up to 32 small letters, digits and hyphens')
    .default('')
    .describe(
      'name of this process among several, first part of the path of its sockets; empty: a new one at every start',
    ),
  DATA_DIR: z.string().min(1).default('data').describe('folder of the database'),
  JOURNAL: z.enum(['sqlite', 'memory']).default('sqlite').describe('where records are kept without DATABASE_URL'),
  DATABASE_URL: optional(database).describe(
    'PostgreSQL that keeps all data, like postgres://flower-war:secret@db.example.org/flower-war; empty: SQLite',
  ),
  REDIS_URL: optional(redis).describe(
    'Redis through which the processes on one PostgreSQL tell each other what changed, and share limits, like redis://:secret@redis.example.org:6379; empty: they learn it some seconds later, and each counts for itself',
  ),
  INTERNAL_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('with DATABASE_URL: address to listen on for the other processes, in a network that only they can reach'),
  INTERNAL_PORT: wholeNumber(0, 65535)
    .default(0)
    .describe('with DATABASE_URL: port for the other processes; 0 takes a free one'),
  INTERNAL_URL: optional(internal).describe(
    'with DATABASE_URL: how the other processes reach this one, like http://10.0.0.5:2568; empty: at INTERNAL_HOST and INTERNAL_PORT',
  ),
  DURABILITY: z
    .enum(['power', 'process'])
    .default('power')
    .describe('what an accepted move survives: power loss, or only the end of the process'),
  ORIGINS: listed.pipe(z.array(origin)).describe('web origins that may call, comma-separated; empty: all'),
  EMBED: listed
    .pipe(z.array(z.union([z.literal('*'), origin], { error: `must be * or like https://example.org, ${ALONE}` })))
    .describe('sites that may show public matches in a frame, comma-separated, or * for all; empty: none'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('what is logged'),
  BOT_DELAY_MS: wholeNumber(0, 60_000)
    .default(600)
    .describe('how long bots wait before a move if people are at the table'),
  OPEN_MINUTES: wholeNumber(1, 10_080).default(60).describe('how long a match waits for players before it is given up'),
  QUICK_FILL_SECONDS: wholeNumber(1, 3600)
    .default(30)
    .describe('how long a match of quick play waits for players before bots take its free seats'),
  IDLE_DAYS: wholeNumber(0, 3650)
    .default(30)
    .describe('how long a match without a clock may stand still before it is given up; 0: for ever'),
  MESSAGES_PER_SECOND: wholeNumber(5, 100_000)
    .default(50)
    .describe(
      'actions a second allowed on one connection, or of one player over HTTP; more are refused, four times as many close it',
    ),
  HEARTBEAT_SECONDS: wholeNumber(1, 3600)
    .default(25)
    .describe('how often a silent connection is tested; a stream gets its heartbeat as often'),
  PUBLIC_URL: optional(url).describe('public address of this server, for links; empty: links are relative'),
  TRUST_PROXY: z
    .string()
    .default('0')
    .pipe(proxies)
    .describe('reverse proxies in front: their number, or their addresses, comma-separated; 0: none'),
  LIMITS: z.coerce
    .number({ error: LIKE_FACTOR })
    .min(0, LIKE_FACTOR)
    .max(1000, LIKE_FACTOR)
    .default(1)
    .describe('multiplies all limits on requests of a player or an address; 0: no limits'),
  MOST_OPEN_MATCHES: wholeNumber(1, 100_000)
    .default(10)
    .describe('matches of one host that may wait for players at once'),
  MOST_SEATS: wholeNumber(1, 100_000).default(50).describe('unfinished matches in which one player may sit at once'),
  MOST_STREAMS: wholeNumber(1, 1_000_000)
    .default(10_000)
    .describe(
      'streams of matches at once, each takes some 60 KB of memory; beyond that, the network with the most gives one up',
    ),
  OPERATOR_TOKEN: secret.describe('password for /operator and /api/operator; empty: they do not exist'),
  METRICS_TOKEN: secret.describe('password for /metrics only; OPERATOR_TOKEN works there too'),
  BRIDGE_TOKEN: secret.describe(
    'password for bridges, which report what temples count; empty: no bridge may connect. `npm start` makes its own',
  ),
  TEMPLE_BROKER: optional(broker).describe(
    'MQTT broker that temples in browsers reach at /mqtt of this server, like mqtt://127.0.0.1:1883; empty: none. `npm start` names its own broker',
  ),
  MIN_FREE_MB: wholeNumber(0, 1_000_000_000)
    .default(100)
    .describe('the server accepts no more writes when less space than this is free on the disk'),
  VACATION_DAYS: wholeNumber(0, MOST_VACATION_DAYS)
    .default(30)
    .describe(
      'days of vacation that each player has in a calendar year, in which no clock that counts days runs out for the player; 0: none',
    ),
  KEEP_MATCHES_DAYS: wholeNumber(0, 36_500)
    .default(0)
    .describe('how long records of ended matches are kept; 0: for ever'),
  KEEP_BOT_MATCHES: wholeNumber(0, 10_000_000)
    .default(1000)
    .describe('how many ended matches without a human player are kept; beyond that the oldest of a host are deleted'),
  KEEP_GUESTS_DAYS: wholeNumber(0, 36_500)
    .default(0)
    .describe('how long guests who never come back are kept; 0: for ever'),
  NAMES_BLOCKED: z
    .string()
    .default('')
    .describe(
      'file of words that are refused in names and masked in talk, one a line: word, =whole name (names only), *anywhere*; added to the built-in list',
    ),
  PUZZLES: z
    .string()
    .default('')
    .describe(
      'file of puzzles that `npm run do -- puzzles --file FILE` makes of your matches, shown beside those that come with the rules; empty: only those',
    ),
  BOTS: z
    .string()
    .default('')
    .describe(
      'folder of bots that strangers wrote, as files GAME.NAME.js or GAME.NAME.wasm: they play in a process without rights, and players may choose them; empty: none',
    ),
  STAND_IN: z
    .string()
    .default('greedy')
    .describe(
      'bot that takes free seats and stands in for players who are away, in each game that has it; elsewhere, and in tournaments: greedy',
    ),
  LEAGUE: wholeNumber(0, 10_000)
    .default(0)
    .describe(
      'how many matches the bots of this server play against each other within a day, one at a time while no person plays, for the table at /league; 0: none',
    ),
  SIGN_UP: z
    .enum(['open', 'invitation', 'signed-in'])
    .default('open')
    .describe(
      'which new players may come: all, those with an invitation that the operator makes, or no guests; players whom the server knows go on',
    ),
  OIDC_ISSUER: optional(provider).describe(
    'OpenID provider by which players may sign in, like https://id.example.org; needs OIDC_CLIENT_ID; it sends browsers back to /signed-in; empty: none',
  ),
  OIDC_CLIENT_ID: z.string().max(256).default('').describe('what the provider calls this server'),
  OIDC_CLIENT_SECRET: z.string().max(1024).default('').describe('password of this server at the provider; empty: none'),
  OIDC_NAME: z.string().max(40).default('').describe('what people call the provider; empty: its host name'),
  TALK: z
    .enum(['on', 'phrases', 'off'])
    .default('on')
    .describe('allowed talk at tables: anything, only ready-made phrases, or nothing; a table may be stricter'),
  TALK_SECONDS: wholeNumber(0, 3600)
    .default(0)
    .describe('slow mode: how many seconds a player waits at a table before the next line; 0: no such wait'),
  WEB: z
    .enum(['off', 'on'])
    .default('off')
    .describe(
      'the web client at /; with `on` it is built when its sources have changed. `npm start` turns it on, unless JOURNAL is memory',
    ),
  BUILT_PAGE: z
    .string()
    .default('')
    .describe(
      'where the web client lies that `npm start` has found or built, as JSON; empty: the server looks for itself',
    ),
  OFFLINE: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'whether browsers keep the web client for when the network is gone; with `off` they forget what they have kept, at their next visit',
    ),
  LUCK: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'whether luck and skill of rated matches are added up for each player: they are worked out in a thread that steps back behind play; with `off` nothing is added up',
    ),
  SEASONS: z
    .enum(['quarter', 'month', 'off'])
    .default('quarter')
    .describe('how long a season lasts, for which each game has a ladder of its own; `off`: there are no seasons'),
  OPEN_DATA: z
    .enum(['off', 'on'])
    .default('off')
    .describe(
      'whether the server makes a file of all public matches of each month when it is over, in DATA_DIR/open-data, and serves it at /api/open-data',
    ),
  WEBHOOKS: z
    .enum(['public', 'any', 'off'])
    .default('public')
    .describe('allowed targets of notices: public addresses by https, any address (on a network you trust), or none'),
  PUBLISH: z
    .enum(['off', 'on'])
    .default('off')
    .describe('whether other hosts may list the open public tables of this one; needs PUBLIC_URL'),
  HOSTS: listed
    .pipe(z.array(otherHost).max(MOST_HOSTS))
    .refine((all) => new Set(all.map(({ origin }) => origin)).size === all.length, 'names a host twice')
    .describe(
      'other hosts whose open tables the lobby shows, and whose players may come under their names (needs PUBLIC_URL), comma-separated, like https://play.example.org or https://play.example.org#KEY with the key of that host; empty: none',
    ),
  SMTP_URL: optional(smtp).describe(
    'mail server for notices by e-mail, like smtp://user:password@mail.example.org:587 (smtps:// for port 465); needs MAIL_FROM and PUBLIC_URL; empty: no e-mail',
  ),
  MAIL_FROM: z
    .union([z.literal(''), z.email(LIKE_ADDRESS)], LIKE_ADDRESS)
    .default('')
    .describe('sender address of e-mail'),
  AUDIT_DAYS: wholeNumber(1, 3650).default(365).describe('how long the list of what operators did is kept'),
  MODERATOR_DAYS: wholeNumber(1, 3650)
    .default(30)
    .describe('the longest mute or ban by a moderator, in days; the operator may go beyond it'),
  REPORT_DAYS: wholeNumber(1, 3650).default(90).describe('how long reports of players are kept'),
});

const together = settings.superRefine((given, context) => {
  const values = given as Readonly<Record<string, unknown>>;
  for (const { setting, value, needs } of NEEDS) {
    const isSet = value === undefined ? values[setting] !== '' : values[setting] === value;
    if (isSet && values[needs] === '')
      context.addIssue({ code: 'custom', path: [setting], message: `does nothing without ${needs}, which is not set` });
  }
});

export type Config = Readonly<z.infer<typeof settings>>;

export function readConfig(environment: Environment): Config {
  return readSettings(together, environment, SECRET);
}

/** Whether express accepts the text as a proxy: one of its names, an address, or a range. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Every setting with its meaning and default, for `--help` and the documentation. */
export const describeConfig = (): string => describeSettings(settings);
