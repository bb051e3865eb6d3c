/** What a server needs around it: its database, Redis and a broker. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { versionAt } from '../../src/announcing/redis.ts';
import type { Config } from '../../src/base/config.ts';
import { connectTo, nameOf, refuseForgetful } from '../../src/store/engine/postgres/openPostgres.ts';
import { bad, type Finding, good, weak } from './machine.ts';

const PATIENCE_MS = 5000;
const FAR_APART_MS = 1000;
/** The first version that is tested. */
const OLDEST_POSTGRES = 15;

export async function checkPostgres({ DATABASE_URL: url }: Config): Promise<Finding> {
  const client = await connectTo(url, 'flower-war doctor');
  try {
    await refuseForgetful(client);
    const began = Date.now();
    const { rows } = await client.query<{ version: string; now: string }>(
      `SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp()) * 1000 AS now`,
    );
    const [{ version = '', now = '0' } = {}] = rows;
    const apart = Math.round(Math.abs(Number(now) - (began + Date.now()) / 2));
    const says = `${nameOf(url)} is version ${version}, ${Date.now() - began} ms away, its clock ${apart} ms from this one's`;
    if (apart > FAR_APART_MS) return weak(says, 'let both machines set their clocks by NTP');
    return Number.parseInt(version, 10) < OLDEST_POSTGRES
      ? weak(says, `update it: ${OLDEST_POSTGRES} is the oldest that is tested`)
      : good(says);
  } finally {
    await client.end();
  }
}

export async function checkRedis({ REDIS_URL: url }: Config): Promise<Finding> {
  try {
    const began = performance.now();
    const version = await versionAt(url, PATIENCE_MS);
    return good(`version ${version} answers within ${Math.ceil(performance.now() - began)} ms`);
  } catch (cause) {
    const says = `it does not answer (${(cause as Error).message}), so processes learn of each other some seconds late`;
    return weak(says, 'start it, or correct REDIS_URL');
  }
}

export async function checkBroker({ TEMPLE_BROKER }: Config): Promise<Finding> {
  const { hostname, port, protocol } = new URL(TEMPLE_BROKER);
  const socket = connect({
    host: hostname,
    port: Number(port || (protocol === 'mqtts:' ? 8883 : 1883)),
    timeout: PATIENCE_MS,
  });
  socket.once('timeout', () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'connect');
    return good(`${TEMPLE_BROKER} takes connections`);
  } catch (cause) {
    return bad(
      `${TEMPLE_BROKER} takes no connections: ${(cause as Error).message}`,
      'start the broker, or correct TEMPLE_BROKER',
    );
  } finally {
    socket.destroy();
  }
}
