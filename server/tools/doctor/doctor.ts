/** `npm run do -- doctor`: what a host would be asked at three in the morning. */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { commandLine, refuse, whereGiven } from '@flower-war/protocol/command-line';
import { BadConfig } from '@flower-war/protocol/hosting';
import { type Config, readConfig } from '../../src/base/config.ts';
import {
  bad,
  checkBackups,
  checkBroker,
  checkBrought,
  checkDisk,
  checkFolder,
  checkKey,
  checkPort,
  checkPostgres,
  checkRedis,
  checkSpace,
  type Finding,
  good,
  hasBrought,
} from './machine.ts';
import { checkAddresses, checkHosts, checkPublic, checkStreams, checkUnseen } from './publicWay.ts';
import { readSettingsFile, type SettingsFile } from './settingsFile.ts';

const { values } = commandLine({
  name: 'do -- doctor',
  does: 'looks whether a server has what it needs, and says how to mend what it has not',
  flags: {
    settings: {
      kind: 'text',
      of: 'FILE',
      tells: 'reads the settings in this file too, as systemd does',
    },
    backups: { kind: 'text', of: 'FOLDER', tells: 'looks at the newest backup there, too' },
    json: { kind: 'switch', tells: 'prints JSON for monitors' },
  },
  more: 'It reads the settings of the server from the environment, and changes nothing. No look takes longer than 20 seconds, but those at the data and at a backup ten minutes. The code is 0 if all is good, 1 if something is weak, and 2 if something is wrong.',
});

/** How long a look may take. Of the data every page is read, and of a backup every line of the records. */
const LONGEST_MS = 20_000;
const LONGEST_OF_DATA_MS = 600_000;

const CODES = { good: 0, weak: 1, wrong: 2 } as const;

/** Each tells of one thing. Only what the settings name is looked at. */
function checksFor(config: Config): Readonly<Record<string, () => Finding | Promise<Finding>>> {
  const { DATABASE_URL, REDIS_URL, PUBLIC_URL, TEMPLE_BROKER, JOURNAL, HOSTS, PUBLISH } = config;
  const isOnDisk = DATABASE_URL === '' && JOURNAL !== 'memory';
  return {
    Node: () => good(process.version),
    ...(isOnDisk && {
      folder: () => checkFolder(config),
      space: () => checkSpace(config),
      disk: () => checkDisk(config),
    }),
    ...(hasBrought(config) && { files: () => checkBrought(config) }),
    server: () => checkPort(config),
    ...(DATABASE_URL !== '' && { folder: () => checkKey(config), PostgreSQL: () => checkPostgres(config) }),
    ...(REDIS_URL !== '' && { Redis: () => checkRedis(config) }),
    ...(PUBLIC_URL !== '' && { public: () => checkPublic(config), ...checksOfWay(config) }),
    ...((HOSTS.length > 0 || PUBLISH === 'on') && { hosts: () => checkHosts(config) }),
    ...(TEMPLE_BROKER !== '' && { broker: () => checkBroker(config) }),
    ...(values.backups !== undefined && { backup: () => checkBackups(whereGiven(values.backups ?? '')) }),
  };
}

/** What only the server on the other side of the proxy can tell. */
function checksOfWay(config: Config): Readonly<Record<string, () => Finding | Promise<Finding>>> {
  if (config.OPERATOR_TOKEN === '') return { way: () => checkUnseen(config) };
  return { streams: () => checkStreams(config), addresses: () => checkAddresses(config) };
}

const findings = await examine();
if (values.json) console.log(JSON.stringify(findings, undefined, 2));
else for (const one of findings) console.log(lineOf(one));
// What a look has left open must not keep the process.
process.exit(Math.max(...findings.map(({ state }) => CODES[state])));

interface Named extends Finding {
  readonly about: string;
}

async function examine(): Promise<readonly Named[]> {
  const { settings, leftOut } = settingsGiven();
  const found: Named[] = leftOut.map((line) => ({ about: 'settings', ...leftOutAt(line) }));
  try {
    for (const [about, check] of Object.entries(checksFor(readConfig({ ...process.env, ...settings }))))
      found.push({ about, ...(await seen(about, check)) });
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    found.push({ about: 'settings', ...bad(error.message, 'npm start -- --help lists all') });
  }
  return found;
}

function settingsGiven(): SettingsFile {
  const { settings: file } = values;
  if (file === undefined) return { settings: {}, leftOut: [] };
  try {
    return readSettingsFile(readFileSync(whereGiven(file), 'utf8'));
  } catch (cause) {
    return refuse(`The settings cannot be read: ${(cause as Error).message}`);
  }
}

/** Without its text, which may hold a secret. */
function leftOutAt(line: number): Finding {
  return bad(
    `line ${line} of ${values.settings} is not a setting to systemd, which leaves it out`,
    'write NAME=value, without export, end each quote, and begin a comment with # on a line of its own',
  );
}

/** What fails is wrong, and says why. */
async function seen(about: string, check: () => Finding | Promise<Finding>): Promise<Finding> {
  const longest = ['folder', 'backup'].includes(about) ? LONGEST_OF_DATA_MS : LONGEST_MS;
  const late = wait(
    longest,
    bad(`there was no answer within ${longest / 1000} seconds`, 'look whether it stands still'),
  );
  try {
    return await Promise.race([check(), late]);
  } catch (cause) {
    return bad((cause as Error).message);
  }
}

function lineOf({ about, state, says, mend }: Named): string {
  const line = `${state.padEnd(5)}  ${about.padEnd(10)}  ${says}`;
  return mend === undefined ? line : `${line}\n${' '.repeat(19)}To mend it: ${mend}`;
}
