/** `npm run temple:new`: makes an id, a password and a printed code for a temple, and the files for its device. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { masterKeyIn } from '@flower-war/protocol/hosting';
import { register, registeredTemples } from '../broker/accounts/register.ts';
import { readConfig } from '../broker/config.ts';
import { asHost, asPort, asTempleId, ownAddress, runTool, Unusable, whereGiven } from './running.ts';
import { type NewTemple, nextSteps, secretsYaml, sheetOf, templeEnv } from './templeSheet.ts';

const USAGE = `npm run temple:new -- [--id ID] [--url SERVER] [--mqtt HOST:PORT] [--ca FILE] [--out FOLDER]
makes a temple, or shows a temple again that was made here.

  --id ID           the id, like templo-7f3a (a new one)
  --url SERVER      where players find the game server (port 2567 of this machine)
  --mqtt HOST:PORT  where devices find the broker (port 1883 of this machine)
  --ca FILE         certificate of the broker's authority: the temple uses TLS
  --out FOLDER      writes secrets.yaml (ESPHome) and templo.env (Raspberry Pi, with --ca also ca.crt) there

The key of the temples is in DATA_DIR (data). Every password can be made from it: keep it secret.`;

const text = { type: 'string' } as const;
const OPTIONS = { id: text, url: text, mqtt: text, ca: text, out: text, help: { type: 'boolean' } } as const;

await runTool(async (given) => {
  const { values } = parseArgs({ args: [...given], options: OPTIONS });
  if (values.help) return console.log(USAGE);
  const { DATA_DIR: data } = readConfig(process.env);
  const authority = values.ca === undefined ? undefined : await authorityIn(values.ca);
  const addresses = {
    url: asServer(values.url ?? `http://${ownAddress()}:2567`),
    mqtt: asBroker(values.mqtt ?? ownAddress(), authority === undefined ? 1883 : 8883),
  };
  const known = await registeredTemples(data);
  const id = values.id === undefined ? newId(known) : asTempleId(values.id);
  const key = await masterKeyIn(data);
  const temple = { id, key, ...addresses, ...(authority === undefined ? {} : { authority }) };
  const out = values.out === undefined ? undefined : whereGiven(values.out);
  if (out !== undefined) await writeFiles(temple, out);
  await register(data, [id]);
  console.log([...sheetOf(temple, paint), ...nextSteps(temple, out)].join('\n'));
});

/** Prints the QR code dark on light in every terminal, because scanners need that. */
function paint(line: string): string {
  return process.stdout.isTTY ? `\x1b[40;97m${line}\x1b[0m` : line;
}

function newId(known: readonly string[]): string {
  const id = `templo-${randomBytes(4).toString('hex')}`;
  return known.includes(id) ? newId(known) : id;
}

function asServer(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.search === '' && parsed.hash === '') return parsed.href;
  throw new Unusable(
    `--url takes the address of the game server, like http://192.168.1.20:2567, not ${JSON.stringify(url)}.`,
  );
}

/** `host`, `host:port` or `[v6]:port`. */
function asBroker(given: string, usualPort: number): NewTemple['mqtt'] {
  const [, bracketed, plain = '', port] = /^(?:\[(.*)\]|([^:]*))(?::(.*))?$/.exec(given) ?? [];
  const host = asHost(bracketed ?? (plain === '' ? given : plain));
  return { host, port: port === undefined ? usualPort : asPort(port) };
}

async function authorityIn(path: string): Promise<string> {
  const pem = await readFile(whereGiven(path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Unusable(`--ca: ${path} cannot be read: ${error.code}.`);
  });
  if (/^-----BEGIN CERTIFICATE-----$/m.test(pem) && !pem.includes('PRIVATE KEY')) return pem;
  throw new Unusable(
    `--ca: ${path} is no certificate in PEM, like the pki/ca.crt that npm run temple:mosquitto writes.`,
  );
}

/** Never overwrites a file, because it may hold the secrets of another temple. */
async function writeFiles(temple: NewTemple, folder: string): Promise<void> {
  const files = {
    'secrets.yaml': secretsYaml(temple),
    'templo.env': templeEnv(temple),
    ...(temple.authority === undefined ? {} : { 'ca.crt': temple.authority }),
  };
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder, name), text, { flag: 'wx', mode: 0o600 });
    }
  } catch (error) {
    const { code, path = folder } = error as NodeJS.ErrnoException;
    const isThere = code === 'EEXIST';
    throw new Unusable(isThere ? `${path} exists already: give another --out.` : `${path} cannot be written: ${code}.`);
  }
}
