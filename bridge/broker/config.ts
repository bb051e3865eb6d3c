/** The only reader of the environment of the broker and of the tools beside it. */

import { describeSettings, type Environment, readSettings } from '@flower-war/protocol/hosting';
import { z } from 'zod';

const settings = z.object({
  MQTT_HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on; 0.0.0.0 lets devices in'),
  MQTT_PORT: z.coerce.number().int().min(0).max(65535).default(1883).describe('port of MQTT; 0 takes a free one'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .describe('folder with the key of the temples, the same as for the server'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('what is logged'),
});

export type BrokerConfig = Readonly<z.infer<typeof settings>>;

export function readConfig(environment: Environment): BrokerConfig {
  return readSettings(settings, environment);
}

/** Every setting with its meaning and default, for `--help`. */
export const describeConfig = (): string => describeSettings(settings, 10);
