/** Many people join at once: a small run of what `npm run bench -- --only joins` measures. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { expect, onTestFinished, test } from 'vitest';
import { measureJoins } from '../bench/joins.ts';
import { ChildServer } from '../support/childServer.ts';

test('complaint 22, joining fails under load: 100 people join 20 matches within a second: all are answered, without an error or a seat too many', async () => {
  const server = new ChildServer(await freePort(), { DATA_DIR: mkdtempSync(join(tmpdir(), 'joins-')) });
  await server.start();
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const { problems, seated } = await measureJoins({ url: server.url, matches: 20, seats: 5, withinMs: 1000 });
  expect(problems).toEqual([]);
  expect(seated).toEqual(Array.from({ length: 20 }, () => 5));
});
