/** What each proxy does before several processes of a server: with the files that people copy, and one PostgreSQL. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { noPostgres, TestPostgres } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { against, ask, askForSocket, METRICS_TOKEN, openSocket, playOut, seated, strays } from '../testing/callers.ts';
import {
  CADDY_MANY,
  cleanUp,
  HAPROXY_MANY,
  missingFor,
  NGINX_MANY,
  startProxy,
  startServer,
  type TestProxy,
  type TestServer,
} from '../testing/index.ts';

const NAMES = ['a', 'b', 'c'] as const;
const WITHIN = { timeout: 20_000, interval: 200 };

describe.skipIf(noPostgres !== undefined)(
  `several processes${noPostgres === undefined ? '' : `: ${noPostgres}`}`,
  () => {
    let postgres: TestPostgres;
    let servers: readonly TestServer[];

    beforeAll(async () => {
      postgres = await TestPostgres.start();
      const settings = { DATABASE_URL: await postgres.fresh(), TRUST_PROXY: '1', METRICS_TOKEN, LIMITS: '10' };
      const start = (name: string) => startServer({ ...settings, PROCESS_NAME: name });
      const [first, ...others] = NAMES;
      // The first one brings the database to its format.
      servers = [await start(first), ...(await Promise.all(others.map(start)))];
    }, 120_000);
    afterAll(async () => {
      await Promise.all(servers.map(({ program }) => program.stop()));
      await postgres.stop();
      cleanUp();
    });

    for (const kind of [NGINX_MANY, HAPROXY_MANY, CADDY_MANY]) {
      const missing = missingFor(kind);
      describe.skipIf(missing !== undefined)(
        `behind ${kind.program}${missing === undefined ? '' : `: ${missing}`}`,
        () => {
          let proxy: TestProxy;

          beforeAll(async () => {
            const ports = servers.map(({ port }) => port);
            proxy = await startProxy(kind, ports);
          });
          afterAll(async () => void (await proxy.program.stop()));

          test('whole matches, each with its socket at the process that has the match', async () => {
            const matches = await Promise.all(Array.from({ length: 6 }, () => against(proxy.https, 'greedy')));
            await Promise.all(matches.map(playOut));
            for (const live of matches) {
              expect(live.table.status).toBe('ended');
              live.close();
            }
          }, 60_000);

          test('a socket opens at the process that its path names, and nowhere else', async () => {
            for (const [at, server] of servers.entries()) {
              const { place } = await seated(server.url);
              const other = NAMES[(at + 1) % NAMES.length];
              expect(await askForSocket(`${proxy.https}/${other}/${place}`)).toBe(404);
              expect(await askForSocket(`${proxy.https}/${NAMES[at]}/${place}`)).toBe(101);
            }
          });

          test('no name in a path leads to an address', async () => {
            let reached = 0;
            const trap = createServer(() => (reached += 1)).listen(0, '127.0.0.1');
            await once(trap, 'listening');
            const { port } = trap.address() as { port: number };
            for (const name of [`127.0.0.1:${port}`, `flower_war_a@127.0.0.1:${port}`, 'flower_war_d', 'constructor'])
              expect(await askForSocket(`${proxy.https}/${name}/room?sessionId=1`)).toBe(404);
            trap.close();
            expect(reached).toBe(0);
          });

          test('every process takes requests', async () => {
            const before = await Promise.all(servers.map(({ url }) => strays(url)));
            await Promise.all(Array.from({ length: 30 }, () => ask(`${proxy.https}/nowhere`)));
            const after = await Promise.all(servers.map(({ url }) => strays(url)));
            expect(after.map((count, at) => count - (before[at] ?? 0)).filter((count) => count === 0)).toEqual([]);
          });

          test('a process that is gone is left out at once, and taken in again when it is back', async () => {
            const [, gone] = servers;
            if (gone === undefined) throw new Error('there is no second process');
            await gone.program.stop('SIGKILL');
            for (let n = 0; n < 30; n++) expect((await ask(`${proxy.https}/api/games`)).status).toBe(200);
            expect(await askForSocket(`${proxy.https}/b/room?sessionId=1`)).toBe(404);
            await gone.program.start();
            await expectAllBack(proxy, gone);
            const before = await strays(gone.url);
            await expect
              .poll(async () => {
                await ask(`${proxy.https}/nowhere`);
                return strays(gone.url);
              }, WITHIN)
              .toBeGreaterThan(before);
          }, 60_000);
        },
      );
    }
  },
);

/** As soon as one comes in, all do: the first socket lasts, and says nothing new to the proxy until it ends. */
async function expectAllBack(proxy: TestProxy, { url }: TestServer): Promise<void> {
  const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => seated(url)));
  const opened: Awaited<ReturnType<typeof openSocket>>[] = [];
  const open = async (place = '') => {
    const one = await openSocket(`${proxy.https}/b/${place}`);
    opened.push(one);
    return one.status;
  };
  await expect.poll(() => open(first?.place), WITHIN).toBe(101);
  for (const { place } of others) expect(await open(place)).toBe(101);
  for (const { end } of opened) end();
}
