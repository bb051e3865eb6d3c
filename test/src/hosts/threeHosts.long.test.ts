/** Three hosts on three machines, which share one list: their tables are seen at each other, and go with a host that dies. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@flower-war/bridge/testing';
import type { TablesElsewhere } from '@flower-war/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluated, ip, type Running, run, start } from '../lan/machines.fixture.ts';

const MACHINES = ['a', 'b', 'c'].map((name) => `fw-${name}-${process.pid}`) as [string, string, string];
const SWITCH = `fw-switch-${process.pid}`;
const addressOf = (n: number): string => `10.79.0.${n + 1}`;
const urlOf = (n: number): string => `http://${addressOf(n)}:2567`;
const [A, B, C] = [0, 1, 2];
/** The last one is not a machine at all. */
const HOSTS = [A, B, C, 8].map(urlOf).join(',');
const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
const TIMEOUT = 120_000;

const refused = (() => {
  try {
    ip(`netns add ${SWITCH}`);
    ip(`-n ${SWITCH} link add br0 type bridge`);
    ip(`-n ${SWITCH} link set br0 up`);
    return undefined;
  } catch (error) {
    return `network namespaces cannot be made here: ${(error as Error).message.trim()}`;
  }
})();

function connect(): void {
  MACHINES.forEach((machine, n) => {
    const cable = `fw${process.pid}${n}`;
    ip(`netns add ${machine}`);
    ip(`link add ${cable} type veth peer name ${cable}p`);
    ip(`link set ${cable} netns ${machine} name eth0`);
    ip(`link set ${cable}p netns ${SWITCH}`);
    ip(`-n ${SWITCH} link set ${cable}p master br0 up`);
    ip(`-n ${machine} address add ${addressOf(n)}/24 dev eth0`);
    for (const device of ['lo', 'eth0']) ip(`-n ${machine} link set ${device} up`);
  });
}

async function startHost(n: number): Promise<Running> {
  const own = { HOST: addressOf(n), PORT: '2567', PUBLIC_URL: urlOf(n), DATA_DIR: join(folder, String(n)) };
  const settings = { ...own, HOSTS, PUBLISH: 'on', LOG_LEVEL: 'warn', LIMITS: '0' };
  const host = start(MACHINES[n] ?? '', ['server/src/main.ts'], settings);
  await until(() => expect(host.said()).toContain('is ready at'));
  return host;
}

interface Opened {
  readonly match: string;
  readonly at: number;
}

/** A guest opens a table there, from the same machine. */
async function open(n: number): Promise<Opened> {
  const { said } = await run(
    MACHINES[n] ?? '',
    ...evaluated(`
      const ask = async (path, body, token) => (await fetch('${urlOf(n)}' + path, { method: 'POST', body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...(token && { authorization: 'Bearer ' + token }) } })).json();
      const { token } = await ask('/api/guests', { name: 'Ana' });
      const { match } = await ask('/api/matches', { game: 'tieqchieq', seats: 2 }, token);
      console.log(JSON.stringify({ match, at: Date.now() }));`),
  );
  return JSON.parse(said);
}

/** Looks at the lobby of a host as its page does, and writes down what changes. */
function watch(n: number): Running {
  return start(
    MACHINES[n] ?? '',
    evaluated(`
      let before = '';
      setInterval(async () => {
        const now = await (await fetch('${urlOf(n)}/api/lobby/elsewhere')).text();
        if (now !== before) console.log(JSON.stringify({ at: Date.now(), ...JSON.parse(now) }));
        before = now;
      }, 1300);`),
  );
}

type Seen = TablesElsewhere & { readonly at: number };
const seenBy = (watcher: Running): readonly Seen[] =>
  watcher
    .said()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const hasTable = ({ hosts }: Seen, n: number, match: string): boolean =>
  hosts.some(({ host, tables }) => host === urlOf(n) && tables.some((table) => table.match === match));

/** The first moment since then at which the table was seen, or was not. */
async function moment(
  watcher: Running,
  { n, match, is, since }: { n: number; match: string; is: boolean; since: number },
) {
  const found = () => seenBy(watcher).find((seen) => seen.at >= since && hasTable(seen, n, match) === is)?.at;
  await expect.poll(found, { timeout: TIMEOUT, interval: 50 }).toBeDefined();
  return found() ?? Number.NaN;
}

const notTried = (name: string) => test(`not tried, because ${refused}: ${name}`, () => {});

(refused === undefined ? describe : notTried)('three hosts', () => {
  const hosts: Running[] = [];
  const watchers: Running[] = [];

  beforeAll(async () => {
    connect();
    hosts.push(...(await Promise.all([A, B, C].map(startHost))));
    watchers.push(...[A, C].map(watch));
    for (const one of watchers) await until(() => expect(seenBy(one)).not.toEqual([]));
  }, TIMEOUT);

  afterAll(async () => {
    for (const { child } of hosts.concat(watchers)) child.kill('SIGKILL');
    await Promise.all(hosts.concat(watchers).map(({ ended }) => ended));
    for (const name of MACHINES.concat(SWITCH)) ip(`netns delete ${name}`);
  });

  test(
    'a table of one is seen at the others within two seconds, and is gone within ten when its host is killed',
    async () => {
      const [atA, atC] = watchers as [Running, Running];
      const own = await open(B);
      expect((await moment(atC, { n: B, ...own, is: true, since: own.at })) - own.at).toBeLessThan(2000);
      expect((await moment(atA, { n: B, ...own, is: true, since: own.at })) - own.at).toBeLessThan(2000);
      const hers = await open(A);
      const seenAt = await moment(atC, { n: A, ...hers, is: true, since: hers.at });
      expect(seenAt - hers.at).toBeLessThan(2000);
      expect(
        seenBy(atC)
          .at(-1)
          ?.hosts.map(({ host }) => host),
      ).toEqual([A, B, 8].map(urlOf)); // itself it does not ask

      const killedAt = Date.now();
      hosts[A]?.child.kill('SIGKILL');
      const goneAt = await moment(atC, { n: A, ...hers, is: false, since: killedAt });
      expect(goneAt - killedAt).toBeLessThan(10_000);
      const since = seenBy(atC).filter(({ at }) => at >= killedAt);
      expect(since.every((seen) => hasTable(seen, B, own.match))).toBe(true); // the others stay

      await hosts[A]?.ended;
      hosts[A] = await startHost(A);
      const backAt = Date.now();
      expect((await moment(atC, { n: A, ...hers, is: true, since: goneAt + 1 })) - backAt).toBeLessThan(35_000);
      console.log({ seenMs: seenAt - hers.at, goneMs: goneAt - killedAt });
    },
    2 * TIMEOUT,
  );

  test(
    'a host with other data at the same address is not believed until the operator says so',
    async () => {
      const [, atC] = watchers as [Running, Running];
      const before = hosts[B];
      before?.child.kill('SIGKILL');
      await before?.ended;
      const own = { HOST: addressOf(B), PORT: '2567', PUBLIC_URL: urlOf(B), DATA_DIR: join(folder, randomUUID()) };
      const thief = start(MACHINES[1], ['server/src/main.ts'], { ...own, PUBLISH: 'on', LOG_LEVEL: 'warn' });
      hosts[B] = thief;
      await expect.poll(() => thief.said(), { timeout: TIMEOUT }).toContain('is ready at');
      const { match } = await open(B);
      await expect.poll(() => hosts[C]?.said(), { timeout: 40_000 }).toContain('signs with another key than before');
      expect(seenBy(atC).some((seen) => hasTable(seen, B, match))).toBe(false);
    },
    2 * TIMEOUT,
  );
});
