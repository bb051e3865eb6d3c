/** Tells what `--lan` opens to the local network, and what protects it. */
import { renderUnicodeCompact } from 'uqr';

export interface Ports {
  readonly http: number;
  /** Nothing if `npm start` runs no broker. */
  readonly mqtt: number | undefined;
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
