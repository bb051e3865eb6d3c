import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { FlowerWarClient } from '@flower-war/client';
import { expect, test, vi } from 'vitest';
import { dropSocket } from '../support/people.ts';
import { Line } from '../lab/line.ts';
import { house, person, serveThisFile } from './house.ts';

serveThisFile();

const CLIENT = new URL('../../../client-sdk/src/index.ts', import.meta.url).href;

/** Runs a separate program, which must end by itself. */
async function program(body: string) {
  const text = `import { FlowerWarClient } from '${CLIENT}';
    const client = new FlowerWarClient({ url: '${house.url}' });
    await client.signIn('Ana');
    const match = await client.create({ game: 'tieqchieq' });
    const live = await client.join(match);
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', text], { timeout: 20_000 });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = await once(child, 'exit');
  return { said, code: code as number };
}

test.each([
  ['while it is connected', 'live.close();'],
  ['twice', 'live.close(); live.close();'],
  ['as soon as the socket drops', `live['room'].drop(); live.close();`],
  ['while it waits to try again', `live['room'].drop(); setTimeout(() => live.close(), 20);`],
  ['while it comes back', `live.on('connected', () => live.close()); live['room'].drop();`],
])('a program ends by itself when it closes the match %s', async (_, body) => {
  expect(await program(body)).toEqual({ said: '', code: 0 });
});

test('closing answers everybody who waits', async () => {
  const live = await (await person('Ana')).join(await (await person('Ben')).create({ game: 'tieqchieq' }));
  const closed: string[] = [];
  live.on('closed', ({ message }) => closed.push(message));
  const waiting = live.until(({ isOver }) => isOver);
  dropSocket(live);
  const playing = live.play('toss');
  live.close();
  await expect(waiting).rejects.toThrow('closed here');
  await expect(playing).rejects.toThrow('closed here');
  await expect(live.until(() => false)).rejects.toThrow('closed here');
  expect(closed).toEqual(['the match was closed here']);
});

test('a seat that was given back is not taken again by coming back', async () => {
  const ana = await person('Ana');
  const live = await ana.join(await ana.create({ game: 'tieqchieq' }));
  await ana.leave(live.id);
  const ended = live.until(() => false);
  dropSocket(live);
  await expect(ended).rejects.toMatchObject({ code: 'not-seated' });
});

test('a server that takes the socket and says nothing is given up, without noise', { timeout: 30_000 }, async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq' });
  const warn = vi.spyOn(console, 'warn');
  const line = await Line.to(house.url);
  line.swallowUpgrades();
  const there = new FlowerWarClient({ url: line.url, session: ana.session! });
  const joining = there.join(match);
  joining.catch(() => {});
  await expect.poll(() => line.hanging.length, { timeout: 20_000 }).toBeGreaterThan(1);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
  line.close();
});
