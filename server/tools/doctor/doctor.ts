/** `npm run do -- doctor`: what a host would be asked at three in the morning. */
import { commandLine } from '@flower-war/protocol/command-line';
import { BadConfig } from '@flower-war/protocol/hosting';
import { type Config, readConfig } from '../../src/base/config.ts';
import { bad, checkBackups, checkDisk, checkFolder, checkPort, checkSpace, type Finding, good } from './machine.ts';
import { checkBroker, checkPostgres, checkPublic, checkRedis } from './neighbours.ts';

const { values } = commandLine({
  name: 'do -- doctor',
  does: 'looks whether a server has what it needs, and says how to mend what it has not',
  flags: {
    backups: { kind: 'text', of: 'FOLDER', tells: 'looks at the newest backup there, too' },
    json: { kind: 'switch', tells: 'prints JSON for monitors' },
  },
  more: 'It reads the settings of the server from the environment, and changes nothing. The code is 0 if all is good, 1 if something is weak, and 2 if something is wrong.',
});

const CODES = { good: 0, weak: 1, wrong: 2 } as const;

/** Each tells of one thing. Only what the settings name is looked at. */
function checksFor(config: Config): Readonly<Record<string, () => Finding | Promise<Finding>>> {
  const { DATABASE_URL, REDIS_URL, PUBLIC_URL, TEMPLE_BROKER, JOURNAL } = config;
  const isOnDisk = DATABASE_URL === '' && JOURNAL !== 'memory';
  return {
    Node: () => good(process.version),
    ...(isOnDisk && {
      folder: () => checkFolder(config),
      space: () => checkSpace(config),
      disk: () => checkDisk(config),
    }),
    server: () => checkPort(config),
    ...(DATABASE_URL !== '' && { PostgreSQL: () => checkPostgres(config) }),
    ...(REDIS_URL !== '' && { Redis: () => checkRedis(config) }),
    ...(PUBLIC_URL !== '' && { public: () => checkPublic(config) }),
    ...(TEMPLE_BROKER !== '' && { broker: () => checkBroker(config) }),
    ...(values.backups !== undefined && { backup: () => checkBackups(values.backups ?? '') }),
  };
}

const findings = await examine();
if (values.json) console.log(JSON.stringify(findings, undefined, 2));
else for (const one of findings) console.log(lineOf(one));
process.exitCode = Math.max(...findings.map(({ state }) => CODES[state]));

interface Named extends Finding {
  readonly about: string;
}

async function examine(): Promise<readonly Named[]> {
  const found: Named[] = [];
  try {
    for (const [about, check] of Object.entries(checksFor(readConfig(process.env))))
      found.push({ about, ...(await seen(check)) });
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    found.push({ about: 'settings', ...bad(error.message, 'npm start -- --help lists all') });
  }
  return found;
}

/** What fails is wrong, and says why. */
async function seen(check: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (cause) {
    return bad((cause as Error).message);
  }
}

function lineOf({ about, state, says, mend }: Named): string {
  const line = `${state.padEnd(5)}  ${about.padEnd(10)}  ${says}`;
  return mend === undefined ? line : `${line}\n${' '.repeat(19)}To mend it: ${mend}`;
}
