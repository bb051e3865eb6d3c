/** Tells what `--lan` opens to the local network, and what protects it. */
import { networkInterfaces } from 'node:os';
import { renderUnicodeCompact } from 'uqr';

export interface Ports {
  readonly http: number;
  /** Nothing if `npm start` runs no broker. */
  readonly mqtt: number | undefined;
}

/** The addresses of this machine that other machines can reach; the most likely address first. */
export function lanAddresses(
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): readonly string[] {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const found = all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
  return found.sort((one, other) => Number(isPrivate(other)) - Number(isPrivate(one)));
}

export function lanNotice(addresses: readonly string[], { http, mqtt }: Ports): string {
  const [first] = addresses;
  if (first === undefined) return 'This machine is in no network: no other device can connect.';
  const rows = addresses.map((address) => `  npm run play -- --url http://${address}:${http}`);
  const [temples] = mqtt === undefined ? [] : [`Temples connect to mqtt://${first}:${mqtt}`];
  return [
    'Open to all devices in the local network. A friend types:',
    ...rows,
    ...(rows.length > 1 ? ['If the first address does not answer, try the next.'] : []),
    ...(temples === undefined ? [] : [temples]),
    '',
    renderUnicodeCompact(`http://${first}:${http}`),
    '',
    `  HTTP and sockets, port ${http}: any player may join; nothing is encrypted, so use it at home, not in a public network`,
    ...(mqtt === undefined ? [] : [BROKER_NOTE.replace('PORT', String(mqtt))]),
    '  The service of bridges asks for the service token, and the pages of the operator for OPERATOR_TOKEN.',
  ].join('\n');
}

const BROKER_NOTE =
  '  MQTT for temples, port PORT: each device needs its own password and reaches only its own topics; not encrypted either';

function isPrivate(address: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);
}
