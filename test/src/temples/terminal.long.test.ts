/** A temple in the terminal, from claim to release: bound, its beads told and taken back. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimCode } from '@flower-war/protocol';
import { afterEach, expect, test } from 'vitest';
import { ROOT, runProgram } from '../support/program.ts';
import { drop, KEY, link, server, serveThisFile } from './stage.ts';

serveThisFile();
let child: ChildProcess | undefined;
afterEach(() => child?.kill());

/** A terminal in which the test types an answer as soon as the output asks for it. */
async function terminal(...given: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'play-'));
  const env = { ...process.env, INIT_CWD: folder, XDG_STATE_HOME: folder, NO_COLOR: '1', LC_ALL: 'C.UTF-8' };
  const args = ['terminal/src/play.ts', '--url', server.address, '--guest', ...given];
  const running = spawn(process.execPath, args, { cwd: ROOT, env, timeout: 30_000 });
  child = running;
  let out = '';
  let heard = () => {};
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (chunk) => {
      out += String(chunk);
      heard();
    });
  const until = (words: string | RegExp) =>
    new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`"${words}" never came:\n${out}`)), 15_000);
      heard = () => {
        const found = typeof words === 'string' ? out.includes(words) && words : words.exec(out)?.at(-1);
        if (found === false || found === undefined) return;
        clearTimeout(late);
        resolve(found);
      };
      heard();
    });
  const type = (line: string) => running.stdin.write(`${line}\n`);
  const ended = once(running, 'close').then(([code]) => ({ code: code as number, out }));
  return { until, type, ended };
}

const ALONE = ['--game', 'flower-war', '--seats', '2', '--bot', 'none'];

test('a temple is claimed by its code and bound, every bead is told, and words about it are obeyed', async () => {
  const temple = 'templo-7f3a';
  await drop(temple, 10);
  const { until, type, ended } = await terminal(...ALONE, '--temple', temple, '--temple-code', claimCode(KEY, temple));
  await until(`${temple} is yours.`);
  await until('for you');
  await drop(temple, 12);
  await until(`${temple}: 2 war beads wait`);
  type('took war 1');
  await until(/not-started|has not started|A war bead was taken out/);
  type('temple');
  await until(/war {3}2 dropped: 0 counted, [12] waiting/);
  await link.ask('presence', { temple, is: 'offline' });
  await until(`${temple}: it is silent`);
  await drop(temple, 12, 1);
  await until(`${temple}: it is back.`);
  await until(`${temple}: A rain bead waits`);
  type('settle war 1 counts');
  await until('There is no such dispute.');
  type('q');
  expect((await ended).code).toBe(0);
});

test('a temple is found by a knock, and counts for the table', async () => {
  const temple = 'templo-7f3c';
  await drop(temple, 10, 10);
  const { until, type, ended } = await terminal(...ALONE, '--knock', '--temple-table');
  const order = await until(/within a minute:\n {2}([a-z, ]+)\n/);
  const counts = { war: 10, rain: 10 };
  for (const slot of order.split(', ')) {
    counts[slot as 'war' | 'rain']++;
    await drop(temple, counts.war, counts.rain);
  }
  await until(`${temple} is yours.`);
  await until('for all at the table');
  type('q');
  expect((await ended).code).toBe(0);
});

test.each([
  [['--temple', 'templo-7f3d'], 'templo-7f3d shows no code: it is offline'],
  [['--temple', 'templo-7f3d', '--temple-code', '00000000'], 'This is not the code of the temple'],
])('%j is refused in words', async (given, words) => {
  const { ended } = await terminal(...ALONE, ...given);
  const { code, out } = await ended;
  expect(out).toContain(words);
  expect(code).toBe(2);
});

test('temples are listed, set and released without playing', async () => {
  const temple = 'templo-5e77';
  await drop(temple, 0);
  const home = await mkdtemp(join(tmpdir(), 'play-home-'));
  const errand = async (...given: readonly string[]) => {
    const words = ['terminal/src/play.ts', '--url', server.address, ...given];
    const { out, problems, code } = await runProgram(words, '', { folder: home, state: home });
    return { code, out: `${out}${problems}` };
  };
  expect(await errand('--temples', '--name', 'Mazatl')).toMatchObject({
    out: expect.stringContaining('You have no temple'),
  });
  const set = ['--temple', temple, '--temple-set', 'debounceMs=60,swapped=true'];
  expect((await errand(...set)).out).toContain('it is not yours');
  const sessions = JSON.parse(await readFile(join(home, 'flower-war', 'session.json'), 'utf8'));
  const [{ player }] = Object.values<{ player: string }>(sessions) as [{ player: string }];
  await server.services.temples.of(temple).claim(player, 'printed');
  expect((await errand(...set)).out).toContain(
    `${temple}: online; 0 war and 0 rain beads; debounceMs 60; swapped true`,
  );
  expect((await errand('--temples')).out).toContain('swapped true');
  expect((await errand('--temple', temple, '--temple-release')).out).toContain('has no owner now');
  expect((await errand('--temples')).out).toContain('You have no temple');
});
