/** A small run of `npm run load:joins`, which measures how long people wait. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureJoins } from '../bench/joins.ts';
import { ChildServer } from '../support/childServer.ts';

let folder: string;
let server: ChildServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'joins-'));
  server = new ChildServer(await freePort(), { DATA_DIR: folder });
  await server.start();
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await rm(folder, { recursive: true });
});

test('complaint 22, joining fails under load: 100 people join 20 matches within a second: all are answered, without an error or a seat too many', async () => {
  const { problems, seated } = await measureJoins({ url: server.url, matches: 20, seats: 5, withinMs: 1000 });
  expect(problems).toEqual([]);
  expect(seated).toEqual(Array.from({ length: 20 }, () => 5));
});
