/** No process of bots outlives its server, however that ends. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { bytesOf, moduleWith } from '@flower-war/server/modules';
import { expect, test } from 'vitest';
import { ChildServer } from '../support/server.ts';
import { person as personAt } from '../support/api.ts';

/** What nothing reaps is still in the list, as Z: it has ended. */
const isAlive = (pid: number) =>
  /[A-Y]/.test(spawnSync('ps', ['-o', 'state=', '-p', `${pid}`], { encoding: 'utf8' }).stdout);

/** A server on which two bots think without end, and the process in which they do. */
async function thinking() {
  const BOTS = mkdtempSync(join(tmpdir(), 'bots-'));
  writeFileSync(join(BOTS, 'tieqchieq.endless.js'), 'for (;;); export default () => 0');
  writeFileSync(join(BOTS, 'tieqchieq.module.wasm'), bytesOf(moduleWith({ move: '(loop (br 0)) (unreachable)' })));
  const server = new ChildServer(await freePort(), { BOTS, JOURNAL: 'memory', BOT_DELAY_MS: '0', LOG_LEVEL: 'error' });
  await server.start();
  const ana = await personAt(server.url, 'Ana');
  await ana.create<string>({ game: 'tieqchieq', seats: 2, bots: [{ bot: 'endless' }, { bot: 'module' }] });
  const children = () => execFileSync('ps', ['-o', 'pid=,args=', '--ppid', `${server.pid}`], { encoding: 'utf8' });
  await expect.poll(children).toContain('cellProcess');
  return { server, bots: Number.parseInt(children(), 10) };
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'when %s ends the server, the process of its bots ends too',
  async (signal) => {
    const { server, bots } = await thinking();
    expect(isAlive(bots)).toBe(true);
    await server.end(signal);
    await expect.poll(() => isAlive(bots)).toBe(false);
  },
);
