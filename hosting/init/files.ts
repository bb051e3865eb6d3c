/** The files of a host: the texts of hosting/, with the host's answers in them; and the lines for a shell that put them in place. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import { type Answers, BadAnswer, type ProxyName } from './answers.ts';

export interface HostFile {
  readonly name: string;
  readonly text: string;
  /** Where it belongs. */
  readonly to: string;
  readonly mode: number;
}

/** The checkout, or the folder of the package that has the programs. */
const ROOT = realpathSync(fileURLToPath(new URL('../../', import.meta.url))).replace(/\/$/, '');
const isCheckout = existsSync(join(ROOT, 'launcher/src/start.mjs'));

const COMMAND = join(ROOT, 'launcher/src', isCheckout ? 'do.ts' : 'command.js');
/** An executable has all in one file, and each user that starts it has a copy of the rest. */
const isExecutable = isSea();
/** What begins a line that starts a tool; the folder of the person does not matter. */
const PROGRAM = isExecutable ? process.execPath : `${process.execPath} ${COMMAND}`;

/** What the units start. */
const STARTED = isExecutable ? [process.execPath] : [ROOT, process.execPath];

/** systemd would read other signs in its own way. */
export function refuseOddPlace(): void {
  if (STARTED.every((path) => /^[A-Za-z0-9_@+./-]+$/.test(path))) return;
  throw new BadAnswer(
    'systemd cannot start a program whose folder has spaces or quotes in its name: install this program and Node below /opt or /usr/local.',
  );
}

const OPEN = 0o644;
const SECRET = 0o600;
const UNITS = ['flower-war.service', 'flower-war-backup.service', 'flower-war-backup.timer'];

const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

export function filesFor(answers: Answers): readonly HostFile[] {
  const log = 'journald.conf';
  return [
    { to: '/etc/flower-war/flower-war.env', text: settingsFor(answers), mode: SECRET },
    ...UNITS.map((name) => ({ to: `/etc/systemd/system/${name}`, text: unitFor(name, answers) })),
    { name: log, to: '/etc/systemd/journald.conf.d/flower-war.conf', text: textOf(`systemd/${log}`) },
    ...(answers.site === undefined ? [] : proxyFiles(answers.site)),
  ].map((file) => ({ name: basename(file.to), mode: OPEN, ...file }));
}

function settingsFor({ site, data, database, temples: { kind, port } }: Answers): string {
  const flags = [...(site === undefined ? ['--lan'] : []), ...(kind === 'none' ? ['--no-temples'] : [])];
  const settings: Readonly<Record<string, string>> = {
    START_FLAGS: flags.join(' '),
    OPERATOR_TOKEN: drawn(),
    METRICS_TOKEN: drawn(),
    ...(site !== undefined && { TRUST_PROXY: '1', PUBLIC_URL: `https://${site.domain}` }),
    DATA_DIR: data,
    ...(database !== undefined && { DATABASE_URL: database }),
    // With --lan the broker, too, would be open to the network at home.
    ...(kind === 'browser' && site === undefined && { MQTT_HOST: '127.0.0.1' }),
    ...(kind === 'home' && { MQTT_HOST: '0.0.0.0', MQTT_PORT: String(port) }),
    ...(kind === 'tls' && { MQTT_URL: 'mqtt://127.0.0.1:1884' }),
  };
  return Object.entries(settings).reduce(withSetting, textOf('systemd/flower-war.env'));
}

const drawn = () => randomBytes(24).toString('hex');

/** Fails if the text does not name the setting, so that no answer is lost. An empty value leaves the setting out. */
function withSetting(text: string, [name, value]: readonly [string, string]): string {
  const line = new RegExp(`^#?${name}=.*$`, 'm');
  if (!line.test(text)) throw new Error(`the settings name no ${name}`);
  return text.replace(line, () => (value === '' ? `#${name}=` : `${name}=${value}`));
}

const PLACES: Readonly<Record<ProxyName, readonly (readonly [path: string, to: string])[]>> = {
  caddy: [['proxy/Caddyfile', '/etc/caddy/Caddyfile']],
  nginx: [
    ['proxy/nginx/flower-war.conf', '/etc/nginx/conf.d/flower-war.conf'],
    ['proxy/nginx/upstream.conf', '/etc/nginx/conf.d/upstream.conf'],
  ],
  haproxy: [['proxy/haproxy.cfg', '/etc/haproxy/haproxy.cfg']],
};

function proxyFiles({ domain, proxy }: NonNullable<Answers['site']>) {
  return PLACES[proxy].map(([path, to]) => ({ to, text: textOf(path).replaceAll('play.example.org', domain) }));
}

function unitFor(name: string, { data, backups }: Answers): string {
  const isHourly = backups.rhythm === 'hourly';
  const folders = { 'flower-war': data, 'flower-war-backups': backups.folder };
  const placed = textOf(`systemd/${name}`)
    .replace(/^StateDirectory=(.*)$/m, (_, names: string) =>
      statesIn(names.split(' ').map((state) => folders[state as keyof typeof folders])),
    )
    .replace(/\/var\/lib\/(flower-war(?:-backups)?)(?![\w-])/g, (_, state: keyof typeof folders) => folders[state])
    .replace(/^OnCalendar=.*$/m, (usual) => (isHourly ? 'OnCalendar=*-*-* *:30:00' : usual))
    .replace('--keep 14', isHourly ? '--keep 48' : '--keep 14');
  return started(placed);
}

/** systemd makes those in /var/lib by itself, and lets the server write into the others. */
function statesIn(folders: readonly string[]): string {
  const states = folders.filter(isState);
  const others = folders.filter((folder) => !isState(folder));
  return [
    ...(states.length > 0 ? [`StateDirectory=${states.map((folder) => folder.slice(STATES.length)).join(' ')}`] : []),
    ...(others.length > 0 ? [`ReadWritePaths=${others.join(' ')}`] : []),
  ].join('\n');
}

const STATES = '/var/lib/';
const isState = (folder: string): boolean => folder.startsWith(STATES);

/** The commands of the package, by the names of the programs that the units of a checkout start. */
const COMMANDS: Readonly<Record<string, string>> = {
  start: 'start',
  rollingRestart: 'rolling-restart',
  rotate: 'rotate-backups',
};

/** The user of the service cannot read the copy of the user who runs `init`. */
const IN_CACHE = [
  'WorkingDirectory=/',
  'CacheDirectory=flower-war',
  'Environment=XDG_CACHE_HOME=/var/cache/flower-war',
].join('\n');

function started(unit: string): string {
  if (isCheckout) return unit.replaceAll('/opt/flower-war', ROOT);
  return unit
    .replace(
      /\/usr\/bin\/env node (.*?)(\S*\/(\w+)\.(?:ts|mjs))/g,
      (_, flags: string, _file, program: string) =>
        `${isExecutable ? PROGRAM : `${process.execPath} ${flags}${COMMAND}`} ${COMMANDS[program]}`,
    )
    .replace(/^WorkingDirectory=.*$/m, (line) => (isExecutable ? IN_CACHE : line))
    .replaceAll('/opt/flower-war/docs/hosting.md', join(dirname(ROOT), 'README.md'))
    .replaceAll('/opt/flower-war/node_modules/node/bin', dirname(process.execPath))
    .replaceAll('/opt/flower-war', ROOT);
}

// What is left to do for the host, as lines for a shell of root.

export function stepsFor(answers: Answers, files: readonly HostFile[], folder: string): readonly string[] {
  const { site, data, backups } = answers;
  const others = [data, backups.folder].filter((place) => !isState(place));
  const lines = [
    `cd ${quoted(folder)}`,
    `id -u flower-war || useradd --system --home-dir ${data} --shell /usr/sbin/nologin flower-war`,
    ...(others.length > 0 ? [`install -d -o flower-war -g flower-war -m 700 ${others.join(' ')}`] : []),
    // What stands at these places already keeps a name of its own.
    ...files.map(({ name, to, mode }) => `install -D --backup=numbered -m ${mode.toString(8)} ${name} ${to}`),
    ...(isCheckout ? [`${PROGRAM} build-web`] : []),
    'systemctl restart systemd-journald && systemctl daemon-reload',
    'systemctl enable --now flower-war.service flower-war-backup.timer',
    ...(site === undefined ? [] : [`systemctl reload-or-restart ${site.proxy}`]),
    READY,
    'systemctl start flower-war-backup.service',
    `${PROGRAM} doctor --settings /etc/flower-war/flower-war.env --backups ${backups.folder}`,
  ];
  return [
    ...warnings(),
    'As root, on the machine of the server:',
    '',
    ...lines.map((line) => `  ${line}`),
    ...notes(answers),
  ];
}

/** Waits: a server that starts for the first time has no data yet. */
const READY = 'curl -fs -o /dev/null --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:2567/health/ready';

/** For a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The units hide these from the server. */
const HIDDEN = /^\/(?:home|root|run\/user|tmp|var\/tmp)\//;

function warnings(): readonly string[] {
  const hidden = STARTED.filter((path) => HIDDEN.test(path));
  if (hidden.length === 0) return [];
  return [
    `The service will not start: it may not see ${hidden.join(' and ')}, since folders of users are hidden from it.`,
    'Install this program and Node for all users, below /opt or /usr/local, and then start init again, into another folder.',
    '',
  ];
}

const CERTIFICATES: Readonly<Record<ProxyName, string>> = {
  caddy: 'Caddy fetches the certificate by itself; ports 80 and 443 must lead to this machine.',
  nginx:
    'nginx needs the certificate in /etc/flower-war/tls, as fullchain.pem and privkey.pem, and no other site, such as /etc/nginx/sites-enabled/default.',
  haproxy: 'HAProxy needs the certificate and its key in one file, /etc/flower-war/tls/haproxy.pem.',
};

function notes(answers: Answers): readonly string[] {
  const { site, temples } = answers;
  const home = `Temples connect to port ${temples.port}, without TLS: open it to the network at home alone.`;
  return [
    ...(site === undefined ? [] : ['', `${site.domain} must lead to this machine. ${CERTIFICATES[site.proxy]}`]),
    ...(temples.kind === 'home' ? ['', home] : []),
    ...(temples.kind === 'tls' ? ['', ...mosquitto(answers)] : []),
  ];
}

function mosquitto({ site, data, temples: { port } }: Answers): readonly string[] {
  const host = site === undefined ? '' : ` --host ${site.domain}`;
  return [
    `Temples connect to mosquitto at port ${port}, by TLS. This writes its files, as the user flower-war with DATA_DIR=${data}, when the server has run once:`,
    '',
    `  ${PROGRAM} mosquitto --tls --port ${port}${host} --out FOLDER`,
    '',
    'The user mosquitto must be able to read that folder. Write the password of bridge that it prints behind MQTT_PASSWORD= in the settings.',
  ];
}
