/** `npm start` runs the server in one process, and the broker with the bridge in another: if one fails, the other goes on. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BadCommand, helpOf, refuse, wantsHelp } from '@flower-war/protocol/command-line';
import { COMMAND, type LaunchSettings, readLaunchSettings } from './config.ts';
import { killChildren, NotStarted, tryPrograms } from './keeper.ts';
import type { Announced, Announcer } from './lan.ts';
import { brokerUrl, type Opened, Processes } from './processes.ts';
import { Orders } from './servers/fleet.ts';

// npm passes a signal to its shell, which passes it no further. So the launcher checks whether both still run.

const LOOK_EVERY_MS = 250;

/** `node --watch` and a shell may be between npm and this process. */
const MOST_BETWEEN = 3;

interface Process {
  readonly parent: number;
  readonly command: string;
  readonly isZombie: boolean;
}

/** Calls `tell` once, when npm or its shell has ended. Without npm it never does: a shell may end before a program. */
function onceNpmIsGone(tell: () => void): void {
  const parent = process.ppid;
  // Process 1 of a container has no parent.
  if (process.env['npm_lifecycle_event'] === undefined || parent === 0) return;
  const npm = npmAbove(parent);
  if (parent === 1 && npm === undefined) return tell(); // the shell went before this process could see it
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent) && (npm === undefined || isAlive(npm))) return;
    clearInterval(timer);
    tell();
  }, LOOK_EVERY_MS).unref();
}

/** The process of npm among the ancestors of this process. */
function npmAbove(first: number): number | undefined {
  let pid = first;
  for (let looked = 0; looked < MOST_BETWEEN; looked++) {
    const found = look(pid);
    if (found === undefined) return undefined;
    if (/^npm\b|\bnpm-cli\.js\b/.test(found.command)) return pid;
    pid = found.parent;
  }
  return undefined;
}

function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return look(pid)?.isZombie === false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function look(pid: number): Process | undefined {
  if (process.platform === 'linux') return lookInProc(pid);
  if (process.platform === 'win32') return undefined; // cmd.exe ends with npm
  const [, parent, command] = /^\s*(\d+)\s+(.*)$/m.exec(psOf(pid)) ?? [];
  return command === undefined ? undefined : { parent: Number(parent), command, isZombie: false };
}

function lookInProc(pid: number): Process | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    // The name in brackets may contain brackets and spaces, so that the state follows the last bracket.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { parent: Number(parent), command, isZombie: state === 'Z' };
  } catch {
    return undefined;
  }
}

function psOf(pid: number): string {
  return spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/** Where `npm run temple` looks by default. */
const USUAL_BROKER = 'mqtt://127.0.0.1:1883';

/** After this time the processes are killed. That loses nothing, because accepted moves are on the disk. */
const STOP_WITHIN_MS = 4500;

if (process.argv.includes('--compile')) {
  process.once('disconnect', () => process.exit(1));
  await Promise.all([tryPrograms(), import('./lan.ts')]);
  process.exit(0);
}

if (wantsHelp(process.argv.slice(2))) {
  console.log(helpOf(COMMAND));
  const server = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
  process.exit(spawnSync(process.execPath, [server, '--help'], { stdio: 'inherit' }).status ?? 1);
}

const settings = settingsOrEnd();
const processes = new Processes(settings);
let announcer: Announcer | undefined;
let isStopping = false;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

onceNpmIsGone(() => void stop(0));

// A terminal that was closed must not end this process in the middle of its stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

await open();

async function open(): Promise<void> {
  try {
    const { fleet } = processes;
    if (fleet !== undefined) await new Orders(fleet).listen(settings.DATA_DIR);
    const opened = await processes.open();
    await printAddresses(opened);
    if (settings.isOnLan) await announce(opened);
  } catch (error) {
    if (!(error instanceof NotStarted)) console.error(error instanceof Error ? error.message : error);
    await stop(error instanceof NotStarted ? error.code : 1);
  }
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(killChildren, STOP_WITHIN_MS).unref();
  await Promise.all([announcer?.stop(), processes.stop()]);
  process.exit(code);
}

async function printAddresses({ server, broker }: Opened): Promise<void> {
  if (processes.fleet !== undefined) console.error(processes.fleet.readyWords(server.origin, settings.REDIS_URL));
  if (settings.hasTemples) console.error(templesLine(settings, broker?.port));
  if (!settings.isOnLan) return;
  const { addressesAt, lanNotice } = await import('./lan.ts');
  const http = { addresses: addressesAt(settings.HOST), port: Number(server.port) };
  const mqtt = broker && { ...broker, addresses: addressesAt(settings.MQTT_HOST) };
  console.error(lanNotice({ http, mqtt }));
}

async function announce({ server, broker }: Opened): Promise<void> {
  const { Announcer, openAddressesAt } = await import('./lan.ts');
  const look = (): readonly Announced[] => {
    const http = { service: 'http', port: Number(server.port), addresses: openAddressesAt(settings.HOST) } as const;
    if (broker === undefined) return [http];
    const { port, mark } = broker;
    return [http, { service: 'mqtt', port, mark, addresses: openAddressesAt(settings.MQTT_HOST) }];
  };
  if (isStopping) return;
  announcer = new Announcer(look, (sentence) => console.error(sentence));
  announcer.start();
}

function templesLine({ MQTT_URL, MQTT_HOST }: LaunchSettings, mqttPort: number | undefined): string {
  if (mqttPort === undefined) return `Temples: your own broker, ${new URL(MQTT_URL ?? '').host}`;
  const broker = brokerUrl(MQTT_HOST, mqttPort);
  const more = broker === USUAL_BROKER ? '' : ` -- --mqtt ${broker}`;
  return `Temples: ${broker}, each with its own password; try: npm run temple${more}`;
}

function settingsOrEnd(): LaunchSettings {
  try {
    return readLaunchSettings(process.argv.slice(2), process.env);
  } catch (error) {
    if (!(error instanceof BadCommand)) throw error;
    return refuse(error.message);
  }
}
