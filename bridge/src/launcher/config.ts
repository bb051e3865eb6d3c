/** What `npm start` itself reads of the environment and of its arguments; the rest is read by the processes it starts. */
import { z } from 'zod';

const settings = z.object({
  HOST: z.string().optional(),
  MQTT_HOST: z.string().optional(),
  DATA_DIR: z.string().default('data'),
  BRIDGE_TOKEN: z.string().optional().describe('service token of bridges; empty: a new one at every start'),
  MQTT_URL: z
    .url({ protocol: /^mqtts?$/, error: 'must be like mqtt://127.0.0.1:1883' })
    .optional()
    .describe('a broker of your own, instead of the one that is started here'),
});

const FLAGS = ['--lan', '--no-temples', '--help'] as const;

export interface Wishes extends Readonly<z.infer<typeof settings>> {
  readonly isOnLan: boolean;
  readonly hasTemples: boolean;
  readonly wantsHelp: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

export class BadArgument extends Error {}

export function readWishes(given: readonly string[], environment: NodeJS.ProcessEnv): Wishes {
  const unknown = given.find((flag) => !FLAGS.some((known) => known === flag));
  if (unknown !== undefined)
    throw new BadArgument(`npm start does not know ${unknown}. It knows: ${FLAGS.join(', ')}.`);
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(present);
  if (!parsed.success) throw new BadArgument(unusable(parsed.error));
  return {
    ...parsed.data,
    isOnLan: given.includes('--lan'),
    hasTemples: !given.includes('--no-temples'),
    wantsHelp: given.includes('--help'),
    environment,
  };
}

/** Without the values: passwords may stand in them. */
function unusable({ issues }: z.ZodError): string {
  const lines = issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  return `These settings cannot be used; correct or unset them:\n${lines.join('\n')}`;
}

export const HELP = `npm start runs the server, and with it a broker and a bridge for temples.

  npm start -- --lan          open to all devices of the local network
  npm start -- --no-temples   the server alone
  npm start -- --help         this

Settings of the temples, from the environment, with their defaults:

  MQTT_PORT            port of the broker; 0 takes a free one (1883)
  MQTT_HOST            address for it to listen on (127.0.0.1, with --lan 0.0.0.0)
  MQTT_URL             a broker of your own, instead of the one that is started here (none)
  BRIDGE_TOKEN         service token of bridges (a new one at every start)
`;
