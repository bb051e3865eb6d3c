/** What `npm start -- --processes` gives: several processes of the server on one PostgreSQL, behind one port. */
import { endAll, until } from '@flower-war/bridge/testing';
import { noPostgres, TestPostgres } from '@flower-war/server/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { playing, ready, rollingRestart, serversOf, start, watching } from './fleet.fixture.ts';

describe.skipIf(noPostgres !== undefined)(
  `several processes${noPostgres === undefined ? '' : `: ${noPostgres}`}`,
  () => {
    let postgres: TestPostgres;
    let DATABASE_URL: string;

    beforeAll(async () => {
      postgres = await TestPostgres.start();
      DATABASE_URL = await postgres.fresh();
    }, 60_000);
    afterEach(endAll, 60_000);
    afterAll(() => postgres.stop());

    const startTwo = (...args: readonly string[]) => start({ DATABASE_URL }, '--processes', '2', ...args);

    test('one sentence tells the address and the names, and one what is missing; all end together', async () => {
      const house = startTwo();
      const url = await ready(house);
      expect(house.said.err).toMatch(/^Flower War is ready at http:\/\/127\.0\.0\.1:\d+, with the processes a, b$/m);
      expect(house.said.err).toMatch(/^The processes hear of each other from the database alone, .*REDIS_URL=/m);
      expect(house.said.err.match(/is ready at/g)).toHaveLength(1);
      await until(() => expect(house.said.out).toContain('"msg":"connected with the server"'));
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
      house.child.kill('SIGINT');
      expect(await house.ended).toBe(0);
      expect(house.said.out).not.toMatch(/"level":(40|50|60)/);
      await expect(fetch(url)).rejects.toThrow();
    }, 90_000);

    test('a process that dies is started again, and no reader sees it', async () => {
      const house = startTwo('--no-temples');
      const stopWatching = watching(await ready(house));
      const [first] = serversOf(house);
      process.kill(first ?? 0, 'SIGKILL');
      await until(() =>
        expect(house.said.err).toMatch(/^The server a was ended by SIGKILL[^;]*; it is started again in 0\.5 s\.$/m),
      );
      await until(() => expect(serversOf(house)).toHaveLength(3));
      const { asked, bad } = await stopWatching();
      expect(bad).toEqual([]);
      expect(asked).toBeGreaterThan(10);
    }, 90_000);

    test('a rolling restart under load: every process is new, no reader sees it, and no match ends by forfeit', async () => {
      const house = startTwo('--no-temples');
      const url = await ready(house);
      const [stopWatching, ...players] = [watching(url), ...Array.from({ length: 4 }, () => playing(url))];
      const [ran, another] = await Promise.all([rollingRestart(house.folder), rollingRestart(house.folder)]);
      const results = (await Promise.all(players.map((stop) => stop()))).flat();
      const { bad } = await stopWatching();
      expect([ran, another].map(({ code }) => code).toSorted()).toEqual([0, 1]);
      const [good, refused] = ran.code === 0 ? [ran, another] : [another, ran];
      expect(refused.err).toMatch(/Another rolling restart is under way/);
      expect(good.out.match(/^The server [ab] hands over and ends\.$/gm)).toHaveLength(2);
      expect(good.out).toMatch(/All processes are new\.\n$/);
      const pids = serversOf(house);
      expect(new Set(pids).size).toBe(4);
      expect(bad).toEqual([]);
      expect(results.length).toBeGreaterThanOrEqual(4);
      expect(results.filter((result) => !['win', 'draw'].includes(result))).toEqual([]);
      expect(house.said.err).not.toContain('started again');
    }, 180_000);

    test('a second start on the same folder is refused, and without a start there is nothing to restart', async () => {
      const house = startTwo('--no-temples');
      await ready(house);
      const second = start({ DATABASE_URL, DATA_DIR: house.folder }, '--processes', '2', '--no-temples');
      expect(await second.ended).toBe(1);
      expect(second.said.err).toMatch(/^Another npm start with --processes uses the folder/);
      house.child.kill('SIGTERM');
      await house.ended;
      expect(await rollingRestart(house.folder)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^No npm start/),
      });
    }, 120_000);

    test('a taken port ends the start with its sentence', async () => {
      const house = startTwo('--no-temples');
      const { port } = new URL(await ready(house));
      const second = start({ DATABASE_URL, PORT: port }, '--processes', '2', '--no-temples');
      expect(await second.ended).toBe(1);
      expect(second.said.err).toMatch(new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken: `, 'm'));
    }, 90_000);
  },
);
