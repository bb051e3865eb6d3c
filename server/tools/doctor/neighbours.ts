/** What a server needs around it: its database, Redis, the way of the public to it, and a broker. */
import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { PROTOCOL_HEADER } from '@flower-war/protocol';
import { versionAt } from '../../src/announcing/redis/connection.ts';
import type { Config } from '../../src/base/config.ts';
import { connectTo, nameOf, refuseForgetful } from '../../src/store/engine/postgres/openPostgres.ts';
import { bad, type Finding, good, weak } from './machine.ts';

const PATIENCE_MS = 5000;
const FAR_APART_MS = 1000;
const LONG_ANSWER = 10_000;
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

/** The server calls itself as its players do. */
export async function checkPublic({ PUBLIC_URL: url, TRUST_PROXY }: Config): Promise<Finding> {
  const ready = await fetch(new URL('/health/ready', url), { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    (cause: Error) => cause,
  );
  const mend = 'compare the proxy with the files in hosting/proxy';
  if (ready instanceof Error)
    return bad(`${url} does not answer: ${(ready.cause as Error | undefined)?.message ?? ready.message}`, mend);
  if (ready.headers.get(PROTOCOL_HEADER) === null) return bad(`at ${url} another program answers`, mend);
  const answer = await upgradeAt(new URL('/nobody/nowhere', url)).catch((cause: Error) => cause.message);
  if (!answer.includes('no-such-match')) return bad(`${url} passes no upgrades to WebSocket, so nobody can play`, mend);
  if (TRUST_PROXY === 0 && url.startsWith('https:'))
    return weak(
      `${url} answers and passes upgrades, but all callers seem to have the address of the proxy`,
      'set TRUST_PROXY, as docs/hosting.md tells',
    );
  return ready.ok
    ? good(`${url} answers and passes upgrades`)
    : bad(`the server at ${url} takes no players now`, 'read its log');
}

/** What is told to who asks for a match that is not there. A plain request gets another answer. */
async function upgradeAt(url: URL): Promise<string> {
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
  };
  const asked = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { headers, timeout: PATIENCE_MS });
  try {
    const response = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
      asked.on('error', reject);
      asked.once('timeout', () => reject(new Error('no answer')));
      asked.once('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('it takes what leads nowhere'));
      });
      asked.once('response', resolve);
      asked.end();
    });
    let text = '';
    for await (const part of response) {
      text += String(part);
      if (text.length > LONG_ANSWER) break;
    }
    return text;
  } finally {
    asked.destroy();
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
