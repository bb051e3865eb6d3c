/** What is left to do for the host, as lines for a shell of root. */
import type { Answers, ProxyName } from './answers.ts';
import { type HostFile, isCheckout, isState, PROGRAM, STARTED } from './files.ts';

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
