/** `npm run do -- mosquitto`: writes all files that mosquitto needs as the broker of the temples. */

import { hostname } from 'node:os';
import { commandLine, whereGiven } from '@flower-war/protocol/command-line';
import { accountPassword } from '@flower-war/protocol/credentials';
import { masterKeyIn } from '@flower-war/protocol/hosting';
import { register, registeredTemples } from '../broker/access.ts';
import { readConfig } from '../broker/broker.ts';
import { type Installation, writeInstallation } from '../broker/mosquitto.ts';
import { asHost, asTempleId, ownAddress, runTool, Unusable } from './running.ts';

const MOST_PORT = 65_535;
const { values } = commandLine({
  name: 'do -- mosquitto',
  does: 'writes what mosquitto needs for the temples of npm run do -- new-temple; run it again after each',
  flags: {
    out: { kind: 'text', of: 'FOLDER', isNeeded: true, tells: 'the folder to write' },
    at: { kind: 'text', of: 'FOLDER', tells: "the folder of the files on the broker's machine (the same as --out)" },
    id: { kind: 'texts', of: 'ID', tells: 'adds a temple that was not made here' },
    tls: {
      kind: 'switch',
      tells: 'devices use TLS: makes a private certificate authority and the certificate of the broker',
    },
    host: {
      kind: 'texts',
      of: 'NAME',
      tells: 'a name or address by which devices find the broker, for its certificate',
    },
    port: { kind: 'whole', of: 'PORT', least: 1, most: MOST_PORT, tells: 'port for devices (1883, with TLS 8883)' },
    bind: { kind: 'text', of: 'ADDRESS', tells: 'address for devices (all)' },
    'bridge-port': {
      kind: 'whole',
      of: 'PORT',
      least: 1,
      most: MOST_PORT,
      usual: 1884,
      tells: 'port for bridges, without TLS',
    },
    'bridge-bind': {
      kind: 'text',
      of: 'ADDRESS',
      usual: '127.0.0.1',
      tells: 'address for bridges, usually on the same machine',
    },
  },
  more: 'The key of the temples is in DATA_DIR (data). Every password can be made from it: keep it secret.',
});

const OPEN = ['Without TLS use a private network only: passwords are not encrypted.'];

await runTool(async () => {
  const { id, host, tls: isTls } = values;
  const folder = whereGiven(values.out);
  const conf = {
    at: asPath(values.at ?? folder),
    bind: values.bind === undefined ? '' : asHost(values.bind),
    port: values.port ?? (isTls ? 8883 : 1883),
    servicePort: values['bridge-port'],
    serviceBind: asHost(values['bridge-bind']),
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
