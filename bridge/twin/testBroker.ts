/** Brokers for the tests of the twin: one in this process, and the one that real installations run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect as connectTcp, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filterOf, type TopicName, topicOf } from '@flower-war/protocol/temple';
import { Aedes } from 'aedes';
import { connectAsync, type MqttClient } from 'mqtt';

export interface TestBroker {
  readonly url: string;
  stop(): Promise<void>;
}

export const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto', '/usr/local/sbin/mosquitto'].find(existsSync);

export async function startAedes(): Promise<TestBroker> {
  const aedes = await Aedes.createBroker();
  const server = createServer({ noDelay: true }, aedes.handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    await new Promise<void>((resolve) => aedes.close(resolve));
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `mqtt://127.0.0.1:${port}`, stop };
}

export async function startMosquitto(): Promise<TestBroker> {
  if (MOSQUITTO === undefined) throw new Error('mosquitto is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'twin-mosquitto-'));
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n`);
  const child = spawn(MOSQUITTO, ['-c', file], { stdio: 'ignore' });
  await reachable(port, child);
  const stop = async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true });
  };
  return { url: `mqtt://127.0.0.1:${port}`, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function reachable(port: number, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end && child.exitCode === null; ) {
    const socket = connectTcp(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`mosquitto does not answer on port ${port}.`);
}

export interface Seen {
  readonly topic: string;
  readonly text: string;
  readonly isRetained: boolean;
}

/** Who reads all that temples say, and speaks as the bridge does. */
export class Listener {
  readonly seen: Seen[] = [];
  private readonly client: MqttClient;
  private readonly waiting = new Set<() => void>();

  private constructor(client: MqttClient) {
    this.client = client;
    client.on('message', (topic, payload, { retain }) => {
      this.seen.push({ topic, text: payload.toString(), isRetained: retain });
      for (const look of [...this.waiting]) look();
    });
  }

  static async at({ url }: TestBroker): Promise<Listener> {
    const client = await connectAsync(url, { protocolVersion: 4, clean: true });
    const listener = new Listener(client);
    await client.subscribeAsync(
      ['odometer', 'availability', 'info', 'result'].map((name) => filterOf(name as TopicName)),
      { qos: 1 },
    );
    return listener;
  }

  texts(name: TopicName, id: string): readonly string[] {
    return this.seen.filter(({ topic }) => topic === topicOf(name, id)).map(({ text }) => text);
  }

  last<T>(name: TopicName, id: string): T | undefined {
    const text = this.texts(name, id).at(-1);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  async say(name: TopicName, id: string, content: unknown, retain = true): Promise<void> {
    await this.client.publishAsync(topicOf(name, id), JSON.stringify(content), { qos: 1, retain });
  }

  until(what: string, holds: () => boolean, ms = 10_000): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.waiting.delete(look);
        reject(new Error(`${what} has not come in ${ms} ms.`));
      }, ms);
      const look = () => {
        if (!holds()) return;
        clearTimeout(late);
        this.waiting.delete(look);
        resolve();
      };
      this.waiting.add(look);
    });
  }

  async stop(): Promise<void> {
    await this.client.endAsync(true);
  }
}
