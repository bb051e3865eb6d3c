/** The way of the public to the server: the doctor calls it as its players do, through all proxies. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { pathTo } from '@flower-war/protocol/paths';
import type { Config } from '../../src/base/config.ts';
import { ipv4In } from '../../src/base/networks.ts';
import { newKey } from '../../src/doors/http/request/callers.ts';
import { OtherHosts } from '../../src/features/hosts/otherHosts.ts';
import { resolverFor } from '../../src/features/notices/post.ts';
import { bad, type Finding, good, stateAt, takesNone, weak } from './machine.ts';

const PATIENCE_MS = 5000;
const LONG_ANSWER = 10_000;
const MEND = 'compare the file of the proxy with the one that npm run do -- init writes';

export async function checkPublic({ PUBLIC_URL: url }: Config): Promise<Finding> {
  const state = await stateAt(url);
  if (state === 'bad port' || state instanceof Error)
    return bad(`${url} does not answer: ${state instanceof Error ? state.message : state}`, MEND);
  if (state === 'another program') return bad(`at ${url} another program answers`, MEND);
  const answer = await upgradeAt(new URL('/nobody/nowhere', url)).catch((cause: Error) => cause.message);
  if (!answer.includes('no-such-match')) return bad(`${url} passes no upgrades to WebSocket, so nobody can play`, MEND);
  return state === 'ready' ? good(`${url} answers and passes upgrades`) : takesNone(url, state);
}

/** Asks each other host for its open tables, and this one as the others ask it. */
export async function checkHosts(config: Config): Promise<Finding> {
  const { HOSTS, PUBLISH, PUBLIC_URL, WEBHOOKS } = config;
  const isAdded = PUBLISH === 'on' && HOSTS.every(({ origin }) => origin !== PUBLIC_URL);
  const all = isAdded ? [...HOSTS, { origin: PUBLIC_URL, key: undefined }] : HOSTS;
  const outcomes = new Map<string, string>();
  const others = new OtherHosts({
    config: { HOSTS: all, PUBLIC_URL: '', WEBHOOKS },
    keyRing: { find: async () => undefined, findOrKeep: async (_, key) => key, put: async () => {} },
    resolve: resolverFor(WEBHOOKS),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now: Date.now,
    wall: Date.now,
    count: (host, outcome) => void outcomes.set(host, outcome),
  });
  await others.askAll();
  const amiss = all.filter(({ origin }) => outcomes.get(origin) !== 'new');
  const told = amiss.map(({ origin }) => `${origin}: ${outcomes.get(origin)}`).join(', ');
  if (told !== '') return weak(`no tables come from ${told}`, 'docs/hosts.md says what each word means');
  return good(`${all.map(({ origin }) => origin).join(', ')} ${all.length === 1 ? 'tells' : 'tell'} of open tables`);
}

/** What is told to who asks for a match that is not there. A plain request gets another answer. */
async function upgradeAt(url: URL): Promise<string> {
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
  };
  const asked = asking(url)(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  try {
    const response = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
      asked.on('error', reject);
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

const asking = ({ protocol }: URL) => (protocol === 'https:' ? requestHttps : requestHttp);

/** Without the token of the operator the server tells no caller which address it sees. */
export function checkUnseen(config: Config): Finding {
  const { PUBLIC_URL: url } = config;
  if (isBlind(config)) return sharing('the proxy');
  return weak(`whether ${url} passes streams and addresses cannot be seen`, 'set OPERATOR_TOKEN');
}

export async function checkStreams(config: Config): Promise<Finding> {
  const { PUBLIC_URL: url } = config;
  const { isHeldBack } = await probe(config);
  if (!isHeldBack) return good(`${url} passes each line of a stream on at once`);
  return bad(
    `${url} keeps the lines of a stream back, so clients without a socket see nothing in time`,
    `let the proxy buffer and compress no stream; ${MEND}`,
  );
}

/** An address of no machine: RFC 5737 keeps it for documents. */
const CLAIMED = '198.51.100.9';
const CLAIMS = {
  'X-Forwarded-For': CLAIMED,
  'X-Real-IP': CLAIMED,
  Forwarded: `for=${CLAIMED}`,
  'CF-Connecting-IP': CLAIMED,
  'True-Client-IP': CLAIMED,
};

export async function checkAddresses(config: Config): Promise<Finding> {
  const from = await otherSelf(new URL(config.PUBLIC_URL));
  const [honest, claiming] = await Promise.all([
    // A firewall or a container may let no program call from there.
    probe(config, { from }).catch(() => probe(config)),
    probe(config, { claims: CLAIMS }),
  ]);
  if (claiming.seen === CLAIMED)
    return bad(
      'the server believes any address that a caller claims in a header, so limits and bans hold nobody',
      `let the proxy replace X-Forwarded-For, and set TRUST_PROXY to the number of proxies (0 without one); ${MEND}`,
    );
  return findingOf(config, honest);
}

function findingOf(config: Config, { seen, own }: Probed): Finding {
  if (isBlind(config) || (isLoopback(seen) && seen !== own)) return sharing(seen);
  if (seen === own) return good('the server sees the addresses of its callers, and believes no claim');
  return weak(
    `the server sees ${seen}, and the call came from ${own}: a router may change it, but a proxy there would give all callers its address`,
    `if ${seen} is a proxy, count it in TRUST_PROXY`,
  );
}

/** The server itself speaks no TLS, so a proxy stands before it. */
function isBlind({ PUBLIC_URL, TRUST_PROXY }: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY'>): boolean {
  return TRUST_PROXY === 0 && PUBLIC_URL.startsWith('https:');
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

const sharing = (address: string): Finding =>
  bad(
    `to the server all callers have the address of ${address}, so they share limits and bans`,
    'set TRUST_PROXY to the number of proxies, and let each name its caller in X-Forwarded-For',
  );

/** Where the doctor calls from, so that it is not taken for a proxy of this machine. Only Linux has all of 127.0.0.0/8. */
const OTHER_SELF = '127.0.0.9';

/** Undefined if the url does not lead to this machine. */
async function otherSelf({ hostname }: URL): Promise<string | undefined> {
  const { address } = await lookup(hostname, { family: 4 }).catch(() => ({ address: '' }));
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map((one) => one.address));
  return process.platform === 'linux' && (isLoopback(address) || own.includes(address)) ? OTHER_SELF : undefined;
}

interface Calling {
  readonly claims?: Readonly<Record<string, string>>;
  readonly from?: string | undefined;
}

interface Probed {
  /** The address that the server sees, and the one that the call came from. */
  readonly seen: string;
  readonly own: string;
  /** Whether the first line came only with the end of the answer. */
  readonly isHeldBack: boolean;
}

/** Not the token itself goes through the proxies, which may be those of others. */
async function probe(config: Config, { claims, from }: Calling = {}): Promise<Probed> {
  const url = new URL(pathTo('probe'), config.PUBLIC_URL);
  const headers = { ...claims, Authorization: `Bearer ${newKey('probe', config, Date.now())}` };
  const asked = asking(url)(url, {
    headers,
    agent: false,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(from !== undefined && { family: 4, localAddress: from }),
  });
  asked.on('error', () => {}); // those that come after the answer
  try {
    const [response] = (await once(asked.end(), 'response')) as [IncomingMessage];
    const own = plain(response.socket.localAddress ?? '');
    if (response.statusCode !== 200)
      throw new Error(REFUSED[response.statusCode ?? 0] ?? `it answers ${response.statusCode}`);
    return { own, ...(await linesOf(response)) };
  } catch (cause) {
    throw new Error(`${url} tells nothing: ${reasonOf(cause as NodeJS.ErrnoException)}`, { cause });
  } finally {
    asked.destroy();
  }
}

const REFUSED: Readonly<Record<number, string>> = {
  401: 'the server there has another OPERATOR_TOKEN; start it again with these settings',
  404: 'the server there is older, or has no OPERATOR_TOKEN; start it again with these settings',
};

/** Where several addresses were tried, the error has no message of its own. */
function reasonOf({ name, message, code = '' }: NodeJS.ErrnoException): string {
  return name === 'AbortError' ? `no line came within ${PATIENCE_MS / 1000} seconds; ${MEND}` : message || code;
}

/** The server waits for two seconds between the lines. */
const APART_MS = 1000;

async function linesOf(response: IncomingMessage): Promise<Omit<Probed, 'own'>> {
  let text = '';
  for await (const part of response.iterator({ destroyOnReturn: false })) {
    text += String(part);
    if (text.includes('\n') || text.length > LONG_ANSWER) break;
  }
  const seen = plain(/^\{"address":"([\da-f.:]+)"\}\n/i.exec(text)?.[1] ?? '');
  if (isIP(seen) === 0) throw new Error('it answers something else');
  if (!response.complete) await Promise.race([once(response.resume(), 'end'), wait(APART_MS)]);
  return { seen, isHeldBack: response.complete };
}

/** A listener for both families gives addresses of IPv4 a prefix. */
const plain = (address: string): string => ipv4In(address) ?? address;
