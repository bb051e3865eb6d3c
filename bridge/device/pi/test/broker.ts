/** Brokers to test with, on a free port of this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { join } from 'node:path';
import { Aedes } from 'aedes';

export interface Broker {
  readonly url: string;
  stop(): Promise<void>;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

export async function startAedes(_folder: string, port = 0): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  const server = createServer({ noDelay: true }, aedes.handle);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `mqtt://127.0.0.1:${portOf(server)}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      await new Promise<void>((resolve) => aedes.close(resolve));
      await closed;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = new Socket().connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/usr/bin/mosquitto'].find(existsSync);
export const hasMosquitto = MOSQUITTO !== undefined;

export async function startMosquitto(folder: string): Promise<Broker> {
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nset_tcp_nodelay true\n`);
  const child = spawn(MOSQUITTO ?? 'mosquitto', ['-c', file], { stdio: 'ignore' });
  for (let tries = 0; tries < 500 && !(await answers(port)); tries++) await new Promise((go) => setTimeout(go, 10));
  return {
    url: `mqtt://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
