/** Ports for servers that start on this machine, and come back to the same port after a restart. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Systems give outgoing connections a port from 32768 on, and port 0 takes one of these too. A port below cannot be taken by
 * a connection while its server is away.
 */
const [LOWEST, ABOVE] = [10_000, 32_768];
const TRIES = 100;

/** A port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, ABOVE);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${TRIES} ports between ${LOWEST} and ${ABOVE} is free on 127.0.0.1`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
