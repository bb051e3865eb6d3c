/** Where the server finds the broker that `npm start` runs: temples in browsers reach it through the server. */
import type { LaunchSettings } from './config.ts';
import { reachable } from './reachable.ts';

const USUAL_PORT = '1883';

export const brokerUrl = (host: string | undefined, port: number | string): string =>
  `mqtt://${reachable(host ?? '127.0.0.1')}:${port}`;

/** Nothing where the port is not known before the broker runs, where it is another broker, or where the host has said more. */
export function brokerSetting(settings: LaunchSettings, host: string | undefined): NodeJS.ProcessEnv {
  const { hasTemples, MQTT_URL, environment } = settings;
  const port = environment['MQTT_PORT'] || USUAL_PORT;
  const isKnown = hasTemples && MQTT_URL === undefined && port !== '0' && environment['TEMPLE_BROKER'] === undefined;
  return isKnown ? { TEMPLE_BROKER: brokerUrl(host, port) } : {};
}
