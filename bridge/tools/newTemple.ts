/** `npm run do -- new-temple`: makes an id, a password and a printed code for a temple, and the files for its device. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, whereGiven } from '@flower-war/protocol/command-line';
import { brokerMark } from '@flower-war/protocol/credentials';
import { masterKeyIn } from '@flower-war/protocol/hosting';
import { nameOnLan } from '@flower-war/protocol/lan';
import { register, registeredTemples } from '../broker/access.ts';
import { readConfig } from '../broker/broker.ts';
import {
  asBroker,
  asServer,
  asTempleId,
  newIds,
  ownAddress,
  reachedAt,
  reachWords,
  runTool,
  Unusable,
  usualServer,
} from './running.ts';
import {
  hasFirmware,
  type NewTemple,
  nextSteps,
  pinsOfPi,
  secretsYaml,
  sheetOf,
  templeEnv,
  writeFirmware,
} from './templeSheet.ts';

const { values } = commandLine({
  name: 'do -- new-temple',
  does: 'makes a temple, or shows a temple again that was made here',
  flags: {
    id: { kind: 'text', of: 'ID', tells: 'the id, like templo-7f3a (a new one)' },
    url: {
      kind: 'text',
      of: 'SERVER',
      tells: 'where players find the game server (PUBLIC_URL, or PORT of this machine)',
    },
    mqtt: {
      kind: 'text',
      of: 'HOST:PORT',
      tells: 'where devices find the broker (port 1883 of this machine, with --ca 8883)',
    },
    lan: { kind: 'switch', tells: 'devices find the broker of npm start -- --lan by its name in the local network' },
    ca: { kind: 'text', of: 'FILE', tells: "certificate of the broker's authority: the temple uses TLS" },
    out: {
      kind: 'text',
      of: 'FOLDER',
      tells:
        'writes what a device needs: the firmware of an ESP32 with secrets.yaml, templo.env for a Raspberry Pi, with --ca ca.crt',
    },
  },
  more: 'The key of the temples is in DATA_DIR (data). Every password can be made from it: keep it secret.',
});

await runTool(async () => {
  const { DATA_DIR: data, MQTT_PORT } = readConfig(process.env);
  if (values.lan && (values.mqtt ?? values.ca) !== undefined)
    throw new Unusable('--lan finds the broker of npm start, which has no TLS: leave --mqtt and --ca out.');
  const authority = values.ca === undefined ? undefined : await authorityIn(values.ca);
  const usualPort = authority === undefined ? MQTT_PORT || 1883 : 8883;
  const given = values.mqtt === undefined ? undefined : asBroker(values.mqtt, usualPort);
  const url = asServer(values.url ?? usualServer(process.env));
  const known = await registeredTemples(data);
  const [id = ''] = values.id === undefined ? newIds(1, known) : [asTempleId(values.id)];
  const key = await masterKeyIn(data);
  const mqtt = given ?? { host: values.lan ? nameOnLan(brokerMark(key)) : ownAddress(), port: usualPort };
  const temple = { id, key, url, mqtt, ...(authority === undefined ? {} : { authority }) };
  const out = values.out === undefined ? undefined : whereGiven(values.out);
  if (out !== undefined) await writeFiles(temple, out);
  await register(data, [id]);
  const isUsual = values.mqtt === undefined && values.url === undefined;
  const reached = await reachedAt({ mqtt, url, isTls: authority !== undefined, isUsual });
  console.log([...sheetOf(temple, paint), ...nextSteps(temple, out), '', ...reachWords(reached)].join('\n'));
});

/** Prints the QR code dark on light in every terminal, because scanners need that. */
function paint(line: string): string {
  return process.stdout.isTTY ? `\x1b[40;97m${line}\x1b[0m` : line;
}

async function authorityIn(path: string): Promise<string> {
  const pem = await readFile(whereGiven(path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Unusable(`--ca: ${path} cannot be read: ${error.code}.`);
  });
  if (/^-----BEGIN CERTIFICATE-----$/m.test(pem) && !pem.includes('PRIVATE KEY')) return pem;
  throw new Unusable(
    `--ca: ${path} is not a certificate in PEM, like the pki/ca.crt that npm run do -- mosquitto writes.`,
  );
}

/** Never overwrites a file, because it may hold the secrets of another temple. */
async function writeFiles(temple: NewTemple, folder: string): Promise<void> {
  const isWhole = await hasFirmware();
  const files = {
    'secrets.yaml': secretsYaml(temple),
    'templo.env': `${templeEnv(temple)}${isWhole ? await pinsOfPi() : ''}`,
    ...(temple.authority === undefined ? {} : { 'ca.crt': temple.authority }),
  };
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder, name), text, { flag: 'wx', mode: 0o600 });
    }
    if (isWhole) await writeFirmware(folder, temple.id, temple.authority !== undefined);
  } catch (error) {
    const { code, path = folder } = error as NodeJS.ErrnoException;
    const isThere = code === 'EEXIST';
    throw new Unusable(isThere ? `${path} exists already: give another --out.` : `${path} cannot be written: ${code}.`);
  }
}
