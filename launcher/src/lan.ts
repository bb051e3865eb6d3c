/** Tells what `--lan` opens to the local network, and what protects it. */
import { lanAddresses } from '@flower-war/protocol/addresses';
import { renderUnicodeCompact } from 'uqr';

/** Where others find a program. */
export interface Found {
  readonly addresses: readonly string[];
  readonly port: number;
}

export interface Doors {
  readonly http: Found;
  /** Nothing if `npm start` runs no broker. */
  readonly mqtt: (Found & { readonly homePassword: string }) | undefined;
}

const ALL_ADDRESSES = ['0.0.0.0', '::', '[::]'];
const LOOPBACK = /^(127\.|localhost$|\[?::1\]?$)/;

/** Where others find a program that listens there. */
export function addressesAt(host: string | undefined): readonly string[] {
  return host === undefined || ALL_ADDRESSES.includes(host) ? lanAddresses() : [host];
}

/** Those of them that may be announced: a program on loopback, or behind a name, is announced nowhere. */
export function openAddressesAt(host: string | undefined): readonly string[] {
  const own = lanAddresses();
  return addressesAt(host).filter((address) => own.includes(address));
}

export function lanNotice({ http, mqtt }: Doors): string {
  const [first] = http.addresses;
  if (first === undefined) return 'This machine is in no network: no other device can connect.';
  const rows = http.addresses.map((address) => `  npm run play -- --url ${urlOf('http', address, http.port)}`);
  return [
    ...(LOOPBACK.test(first)
      ? [`HOST=${first} keeps the game on this machine, also with --lan. Here you type:`]
      : OPEN),
    ...rows,
    ...(rows.length > 1 ? ['If the first address does not answer, try the next.'] : []),
    ...(mqtt === undefined ? [] : templesAndHome(mqtt)),
    '',
    renderUnicodeCompact(urlOf('http', first, http.port)),
    '',
    `  HTTP and sockets, port ${http.port}: any player may join; nothing is encrypted, so use it at home, not in a public network`,
    ...(mqtt === undefined ? [] : [BROKER_NOTE.replace('PORT', String(mqtt.port))]),
    '  Multicast DNS, UDP port 5353: tells all in the network that the game is here, and where',
    '  The service of bridges asks for the service token, and the pages of the operator for OPERATOR_TOKEN.',
  ].join('\n');
}

const OPEN = [
  'Open to all devices in the local network. A friend types:',
  '  npm run play -- --lan',
  'If that finds nothing, with the address:',
];

const BROKER_NOTE =
  '  MQTT for temples, port PORT: each device needs its own password and reaches only its own topics; not encrypted either';

/** The rows have the names and the order of the form in Home Assistant. */
function templesAndHome({ addresses, port, homePassword }: NonNullable<Doors['mqtt']>): readonly string[] {
  const [address] = addresses;
  if (address === undefined) return [];
  return [
    `Temples connect to ${urlOf('mqtt', address, port)}`,
    '',
    'Home Assistant shows temples, too: add its integration MQTT, type this, and leave the rest as it is.',
    `  Broker    ${address}`,
    `  Port      ${port}`,
    '  Username  home',
    `  Password  ${homePassword}`,
  ];
}

function urlOf(protocol: 'http' | 'mqtt', address: string, port: number): string {
  return `${protocol}://${reachable(address)}:${port}`;
}

// The addresses at which this machine reaches its own processes.

export function local(address: URL): URL {
  const url = new URL(address);
  url.hostname = reachable(url.hostname);
  return url;
}

/** The address to connect to: a server that listens on all addresses is reached by the local one. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::' || host === '[::]') return '[::1]';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
