/** Real brokers without accounts, for tests: aedes in this process, mosquitto in one of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@flower-war/protocol/hosting';
import { Aedes } from 'aedes';
import { connectAsync } from 'mqtt';
import { beforeEach, describe, test } from 'vitest';
import { findMosquitto } from './guardedBrokers.ts';

const MOSQUITTO = findMosquitto();
export const hasMosquitto = MOSQUITTO !== undefined;

export interface TestBroker {
  readonly url: string;
  /** Kills the broker, which forgets everything. `start` starts it again on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Another program may take a free port before mosquitto listens there. */
export async function withRetries<T>(start: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (tries <= 1) throw error;
    return withRetries(start, tries - 1);
  }
}

export async function startAedes(): Promise<TestBroker> {
  const port = await freePort();
  let listening: { readonly broker: Aedes; readonly server: Server; readonly sockets: Set<Socket> } | undefined;
  const start = async () => {
    const broker = await Aedes.createBroker();
    const sockets = new Set<Socket>();
    const server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      broker.handle(socket);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    listening = { broker, server, sockets };
  };
  const kill = async () => {
    const dying = listening;
    listening = undefined;
    if (dying === undefined) return;
    const isClosed = once(dying.server, 'close');
    dying.server.close();
    for (const socket of dying.sockets) socket.destroy();
    await isClosed;
    await new Promise<void>((resolve) => dying.broker.close(resolve));
  };
  await start();
  return { url: `mqtt://127.0.0.1:${port}`, start, kill };
}

export function startMosquitto(): Promise<TestBroker> {
  return withRetries(startMosquittoOnce);
}

async function startMosquittoOnce(): Promise<TestBroker> {
  const port = await freePort();
  const url = `mqtt://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
    const file = join(folder, 'mosquitto.conf');
    writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\npersistence false\n`);
    child = spawn(MOSQUITTO ?? 'mosquitto', ['-c', file], { stdio: 'ignore' });
    await untilItAnswers(url, child).finally(() => rmSync(folder, { recursive: true }));
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  await start();
  return { url, start, kill };
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 40_000; Date.now() < end && child.exitCode === null; await wait(20)) {
    const client = await connectAsync(url, { reconnectPeriod: 0 }, false).catch(() => undefined);
    if (client !== undefined) return client.endAsync();
  }
  throw new Error(`nothing answers at ${url}`);
}

// Both kinds of brokers that the bridge must get on with.

const BROKERS = [
  { name: 'aedes (MQTT 3.1.1)', start: startAedes, version: '3.1.1', isHere: true },
  { name: 'mosquitto (MQTT 5)', start: startMosquitto, version: '5', isHere: hasMosquitto },
];

interface OnBroker {
  /** A test, which is skipped if the broker is not installed. */
  readonly that: ReturnType<typeof test.skipIf>;
  /** The newest version of MQTT that the broker speaks. */
  readonly version: string;
  /** Starts one more broker of the kind, which the test must end. */
  readonly start: () => Promise<TestBroker>;
  /** The broker of the test that runs. Each test has its own. */
  readonly broker: () => TestBroker;
}

export function onEachBroker(tests: (on: OnBroker) => void): void {
  describe.each(BROKERS)('on $name', ({ start, version, isHere }) => {
    let broker: TestBroker;
    beforeEach(async () => {
      if (isHere) broker = await start();
      return () => broker?.kill();
    });
    tests({ that: test.skipIf(!isHere), version, start, broker: () => broker });
  });
}
