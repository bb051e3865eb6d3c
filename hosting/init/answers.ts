/**
 * What a host decides about a server. Answers go into files of systemd, proxies and shells, so each is checked against what may stand in all of
 * them, and nothing else is taken. No complaint shows the answer: it may hold a password, or move the cursor.
 */
export class BadAnswer extends Error {}

export const PROXIES = ['caddy', 'nginx', 'haproxy'] as const;
export const RHYTHMS = ['daily', 'hourly'] as const;
export const TEMPLES = ['none', 'browser', 'home', 'tls'] as const;
export const TEMPLES_MEAN = 'browser, in pages of the server; home, devices in your network; tls, devices anywhere';

export type ProxyName = (typeof PROXIES)[number];

export interface Answers {
  /** How the internet finds the server. Absent for a server that only the network at home finds. */
  readonly site?: { readonly domain: string; readonly proxy: ProxyName };
  readonly data: string;
  /** A PostgreSQL in the place of a file in the folder of the data. */
  readonly database?: string;
  readonly backups: { readonly folder: string; readonly rhythm: (typeof RHYTHMS)[number] };
  readonly temples: { readonly kind: (typeof TEMPLES)[number]; readonly port: number };
}

/** What is taken where the host says nothing. */
export const USUAL = {
  proxy: 'caddy',
  data: '/var/lib/flower-war',
  backups: '/var/lib/flower-war-backups',
  rhythm: 'daily',
} as const;

export const usualTemples = (isPublic: boolean) => (isPublic ? 'browser' : 'home');

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LONGEST_DOMAIN = 253;

export function asDomain(text: string): string {
  const name = text.toLowerCase();
  if (name.length <= LONGEST_DOMAIN && DOMAIN.test(name)) return name;
  throw new BadAnswer(
    'The name must be like play.example.org: letters, digits, hyphens and dots alone, without https:// and without a port. Other letters are written as xn--.',
  );
}

/** No sign in it means anything to systemd, to a shell or in a file of settings. */
const FOLDER = /^(?:\/[A-Za-z0-9_@+.-]+){2,}$/;
const LONGEST_FOLDER = 200;
/** The units hide these from the server, or the system owns them. */
const NOT_OURS =
  /^\/(?:bin|boot|dev|etc|home|lib\d*|proc|root|run|sbin|sys|tmp|usr|var\/(?:tmp|run|lock|lib$|log$|cache$|spool$))(?:\/|$)/;

export function asFolder(text: string): string {
  const folder = text.replace(/\/$/, '');
  if (folder.length > LONGEST_FOLDER || !FOLDER.test(folder) || /\/\.\.?(?:\/|$)/.test(folder))
    throw new BadAnswer(
      'A folder must be a whole path of two parts or more, like /srv/flower-war, with letters, digits and . _ - + @ alone: spaces, quotes and % mean something else to systemd.',
    );
  if (NOT_OURS.test(folder))
    throw new BadAnswer(
      'The server may not write there, since the system or its users own that folder: choose one like /var/lib/flower-war or /srv/flower-war.',
    );
  return folder;
}

const DATABASE = /^postgres(?:ql)?:\/\/(?:[A-Za-z0-9_.~:/?[\]@!&()*+,;=-]|%[0-9A-Fa-f]{2})+$/;
const LONGEST_DATABASE = 1000;

export function asDatabase(text: string): string {
  if (text.length <= LONGEST_DATABASE && DATABASE.test(text) && URL.canParse(text)) return text;
  throw new BadAnswer(
    'The database must be like postgres://user:password@host/database; spaces, quotes, #, $ and \\ in a password are written as %20, %27, %23, %24 and %5C.',
  );
}

/** One of the words that are offered. */
export function asOneOf<const T extends string>(text: string, offered: readonly T[]): T {
  const found = offered.find((one) => one === text.toLowerCase());
  if (found === undefined) throw new BadAnswer(`Choose one of ${offered.join(', ')}.`);
  return found;
}

const LEAST_PORT = 1024;
const MOST_PORT = 65_535;
/** The server, and the bridges at mosquitto. */
const TAKEN = [1884, 2567];

export function asPort(text: string): number {
  const port = Number(text);
  if (/^[1-9]\d{3,4}$/.test(text) && port >= LEAST_PORT && port <= MOST_PORT && !TAKEN.includes(port)) return port;
  throw new BadAnswer(`The port must be a number from ${LEAST_PORT} to ${MOST_PORT}, and not ${TAKEN.join(' or ')}.`);
}

/** Which temples, and perhaps their port: else that of MQTT, or of MQTT by TLS. */
export function asTemples(text: string): Answers['temples'] {
  const [kind = '', port, ...more] = text.split(/ +/);
  if (more.length > 0) throw new BadAnswer('Name which temples, and at most one port.');
  const which = asOneOf(kind, TEMPLES);
  if (port !== undefined && which !== 'home' && which !== 'tls')
    throw new BadAnswer(`A port goes with home or tls alone: with ${which}, no device connects.`);
  return { kind: which, port: port === undefined ? (which === 'tls' ? 8883 : 1883) : asPort(port) };
}

/** A folder, and perhaps how often. A backup in the folder of the data would be lost with it. */
export function asBackups(text: string, data: string): Answers['backups'] {
  const [place = '', rhythm = USUAL.rhythm, ...more] = text.split(/ +/);
  if (more.length > 0) throw new BadAnswer('Name one folder, without spaces, and how often.');
  const folder = asFolder(place);
  if (`${folder}/`.startsWith(`${data}/`) || `${data}/`.startsWith(`${folder}/`))
    throw new BadAnswer(
      'The backups and the data must not lie in one folder: what deletes one would delete the other.',
    );
  return { folder, rhythm: asOneOf(rhythm, RHYTHMS) };
}
