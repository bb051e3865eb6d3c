/** Real brokers for tests, as processes of their own, on free ports of this machine. */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, masterKeyIn } from '@flower-war/protocol/hosting';
import { whoIs } from '../broker/access.ts';
import { passwordOf } from '../broker/aedesHooks.ts';
import { FILES, writeInstallation, writePasswords } from '../broker/mosquitto.ts';

export interface TestBroker {
  /** The port for devices. It stays the same after a restart. */
  readonly port: number;
  /** The port for several bridges. On aedes it is the same port. */
  readonly servicePort: number;
  /** The folder of the key and of all files of the broker. */
  readonly folder: string;
  readonly key: string;
  login(account: string): { readonly username: string; readonly password: string };
  /** Stops the broker in order, and deletes its folder. */
  stop(): Promise<void>;
  /** Kills the broker, like a power cut. */
  kill(): Promise<void>;
  /** Starts the broker again, after `kill` or without it. */
  restart(): Promise<void>;
}

export interface TestMosquitto extends TestBroker {
  /** From now on only these devices may log in. */
  admit(devices: readonly string[]): Promise<void>;
  /** Writes all files again, like `npm run do -- mosquitto`. */
  writeAgain(): Promise<void>;
}

/** On a busy machine a process can take 13 s to start. */
const READY_WITHIN_MS = 40_000;
const MAIN = fileURLToPath(new URL('../broker/main.ts', import.meta.url));
const PLACES = ['mosquitto', '/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'];

/** Why tests with mosquitto are skipped; nothing if mosquitto is installed. */
export function noMosquitto(): string | undefined {
  return findMosquitto() === undefined ? 'mosquitto is not installed' : undefined;
}

export function findMosquitto(): string | undefined {
  return PLACES.find((place) => spawnSync(place, ['-h']).error === undefined);
}

/** The embedded broker. */
export async function startAedes(): Promise<TestBroker> {
  const { folder, key } = await newFolder();
  const port = await freePort();
  const start = async () => {
    const env = { MQTT_HOST: '127.0.0.1', MQTT_PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' };
    const child = fork(MAIN, { env, execArgv: [] });
    await within(once(child, 'message'), child);
    return child;
  };
  const life = await livesOf(start, folder);
  return { port, servicePort: port, folder, key, login: loginsOf(key), ...life };
}

export interface MosquittoSettings {
  readonly devices: readonly string[];
  /** Devices use TLS. The certificate is for 127.0.0.1, and its authority is `pki/ca.crt`. */
  readonly isTls?: boolean;
}

/** Mosquitto, with the files that `npm run do -- mosquitto` writes. */
export async function startMosquitto({ devices, isTls = false }: MosquittoSettings): Promise<TestMosquitto> {
  const { folder, key } = await newFolder();
  const [port, servicePort] = [await freePort(), await freePort()];
  const conf = { at: folder, bind: '127.0.0.1', port, servicePort, serviceBind: '127.0.0.1', isTls };
  const writeAgain = async () => {
    await writeInstallation({ ...conf, folder, key, devices, hosts: ['127.0.0.1', 'localhost'] });
    // Started as root, mosquitto would change to a user who cannot read this folder.
    if (process.getuid?.() === 0) await appendFile(join(folder, FILES.conf), 'user root\n');
  };
  await writeAgain();
  const program = findMosquitto() ?? 'mosquitto';
  let running: ChildProcess;
  const start = async () => {
    running = spawn(program, ['-c', join(folder, FILES.conf)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await within(Promise.all([accepts(port, running), accepts(servicePort, running)]), running);
    return running;
  };
  const life = await livesOf(start, folder);
  const admit = async (admitted: readonly string[]) => {
    await writePasswords({ folder, key, devices: admitted });
    running.kill('SIGHUP');
  };
  return { port, servicePort, folder, key, login: loginsOf(key), admit, writeAgain, ...life };
}

/** Kills the brokers that still run when the tests end. */
const brokers = new Set<() => void>();
process.once('exit', () => {
  for (const end of brokers) end();
});

async function livesOf(start: () => Promise<ChildProcess>, folder: string) {
  const discard = () => rm(folder, { recursive: true, force: true });
  let child = await start().catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  brokers.add(() => child.kill());
  return {
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGTERM');
      child = await start();
    },
    stop: async () => {
      await end('SIGTERM');
      await discard();
    },
  };
}

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'flower-war-broker-'));
  return { folder, key: await masterKeyIn(folder) };
}

function loginsOf(key: string): TestBroker['login'] {
  return (account) => {
    const who = whoIs(account);
    if (who === undefined) throw new Error(`${account} is neither a temple's id nor an account`);
    return { username: account, password: passwordOf(who, key) };
  };
}

/** Waits until a program listens on the port. */
async function accepts(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ])
      .catch(() => false)
      .finally(() => socket.destroy());
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Fails with the output of the process if it ends, or if it is silent for too long. */
async function within<T>(ready: Promise<T>, child: ChildProcess): Promise<T> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  const timer = AbortSignal.timeout(READY_WITHIN_MS);
  const late = new Promise<never>((_, reject) => {
    timer.addEventListener('abort', () => reject(new Error(`the broker did not start in time: ${said}`)));
    child.once('exit', (code) => reject(new Error(`the broker ended with ${code}: ${said}`)));
    child.once('error', reject);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([ready, late]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}
