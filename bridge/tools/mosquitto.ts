/** `npm run temple:mosquitto`: writes all files that mosquitto needs as the broker of the temples. */
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { accountPassword } from '@flower-war/protocol/credentials';
import { masterKeyIn } from '@flower-war/protocol/hosting';
import { register, registeredTemples } from '../broker/accounts/register.ts';
import { readConfig } from '../broker/config.ts';
import { type Installation, writeInstallation } from '../mosquitto/installation.ts';
import { ownAddress } from './reach.ts';
import { asHost, asPort, asTempleId, runTool, Unusable, whereGiven } from './running.ts';

const USAGE = `npm run temple:mosquitto -- --out FOLDER [--tls] [--host NAME]... [--id ID]... [--at FOLDER]
writes mosquitto.conf, acl, passwd and passwd-services for the temples of npm run temple:new; run it again after each.

  --out FOLDER        the folder to write
  --at FOLDER         the folder of the files on the broker's machine (the same as --out)
  --id ID             adds a temple that was not made here
  --tls               devices use TLS: makes a private certificate authority and the broker's certificate
  --host NAME         a name or address by which devices find the broker, for its certificate
  --port PORT         port for devices (1883, with TLS 8883)
  --bind ADDRESS      address for devices (all)
  --bridge-port PORT  port for bridges, without TLS (1884)
  --bridge-bind ADDR  address for bridges (127.0.0.1: those on the same machine)

The key of the temples is in DATA_DIR (data). Every password can be made from it: keep it secret.`;

const text = { type: 'string' } as const;
const many = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  out: text,
  at: text,
  id: many,
  tls: flag,
  host: many,
  port: text,
  bind: text,
  'bridge-port': text,
  'bridge-bind': text,
  help: flag,
} as const;

const OPEN = ['Without TLS use a private network only: passwords are not encrypted.'];

await runTool(async (given) => {
  const { values } = parseArgs({ args: [...given], options: OPTIONS });
  if (values.help) return console.log(USAGE);
  if (values.out === undefined) throw new Unusable(USAGE);
  const { id = [], host = [], tls: isTls = false } = values;
  const folder = whereGiven(values.out);
  const conf = {
    at: asPath(values.at ?? folder),
    bind: values.bind === undefined ? '' : asHost(values.bind),
    port: asPort(values.port ?? (isTls ? '8883' : '1883')),
    servicePort: asPort(values['bridge-port'] ?? '1884'),
    serviceBind: asHost(values['bridge-bind'] ?? '127.0.0.1'),
    isTls,
  };
  if (conf.port === conf.servicePort) throw new Unusable('--port and --bridge-port must differ.');
  const hosts = [...new Set([...host.map(asHost), hostname(), ownAddress(), 'localhost', '127.0.0.1'])];
  const ids = id.map(asTempleId);
  const { DATA_DIR: data } = readConfig(process.env);
  const key = await masterKeyIn(data);
  await register(data, ids);
  const installation = { ...conf, folder, key, hosts, devices: await registeredTemples(data) };
  const isCertified = await writeInstallation(installation).catch(explain);
  console.log([...told(installation), ...(isTls ? certified(hosts, isCertified) : OPEN)].join('\n'));
});

function certified(hosts: readonly string[], isNew: boolean): readonly string[] {
  if (!isNew) return ['pki/ca.key is missing: the certificate of the broker stays as it is.'];
  return [
    `The certificate of the broker is for ${hosts.join(', ')}.`,
    'Devices need pki/ca.crt. Take pki/ca.key to a safe place: only a new certificate needs it.',
  ];
}

/** Checks a path for mosquitto.conf, which has no quotes. */
function asPath(path: string): string {
  if (/^\/[\x21-\x7e ]*$/.test(path)) return path.replace(/\/+$/, '');
  throw new Unusable(`--at takes a whole path, like /etc/mosquitto/templo, not ${JSON.stringify(path)}.`);
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code === undefined || error.path === undefined) throw error;
  throw new Unusable(`${error.path} cannot be written: ${error.code}.`);
}

function told({ folder, at, port, servicePort, isTls, devices, key }: Installation): readonly string[] {
  const temples = devices.length === 1 ? '1 temple' : `${devices.length} temples`;
  return [
    `Written to ${folder}, for ${temples}.`,
    '',
    `  start           mosquitto -c ${at}/mosquitto.conf`,
    '  reload          kill -HUP $(pidof mosquitto), after you have run this command again',
    '',
    `  devices         port ${port}${isTls ? ', by TLS' : ''}`,
    `  bridges         MQTT_URL=mqtt://127.0.0.1:${servicePort}, as many as you like`,
    ...(['bridge', 'operator', 'home'] as const).map(
      (account) => `  ${account.padEnd(14)}  password ${accountPassword(key, account)}`,
    ),
    '',
    'Home Assistant logs in as home, and people as operator, on the port for devices.',
  ];
}
