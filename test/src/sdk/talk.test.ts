/** Talk in programs and in terminals. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { TalkLine } from '@flower-war/client';
import { expect, test } from 'vitest';
import { dropSocket } from '../support/people.ts';
import { type AnyLive, house, person, playOn, serveThisFile } from './house.ts';

serveThisFile();

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

async function table(options: object = {}): Promise<readonly [AnyLive, AnyLive]> {
  const [ana, beto] = [await person('Ana'), await person('Beto')];
  const match = await ana.create({ game: 'tieqchieq', ...options });
  return [await ana.join(match), await beto.join(match)];
}

test('lines are told as they come, and once, also over a lost connection', async () => {
  const [ana, beto] = await table();
  const told: (string | undefined)[] = [];
  beto.on('talk', (lines) => told.push(...lines.map(({ text, phrase }) => text ?? phrase)));
  expect(await ana.say('one')).toEqual({ kind: 'accepted', step: 1 });
  await beto.until(({ lines }) => lines.length === 1);
  dropSocket(beto);
  await beto.until(({ isConnected }) => !isConnected);
  await ana.phrase('hurry');
  await beto.until(({ lines }) => lines.length === 2);
  expect(told).toEqual(['one', 'hurry']);
  expect(beto.lines.map(({ n }) => n)).toEqual([1, 2]);
  for (const live of [ana, beto]) live.close();
});

test('who is muted is not heard, until they are again; the host silences for everybody', async () => {
  const [ana, beto] = await table();
  const told: TalkLine[] = [];
  ana.on('talk', (lines) => told.push(...lines));
  await beto.say('one');
  await ana.until(({ lines }) => lines.length === 1);
  const { player } = ana.lines[0]!;
  ana.mute(player);
  await beto.say('two');
  await ana.say('I');
  await ana.until(({ lines }) => lines.length === 1 && lines[0]!.text === 'I');
  expect(told.map(({ text }) => text)).toEqual(['one', 'I']);
  ana.mute(player, false);
  expect(ana.lines.map(({ text }) => text)).toEqual(['one', 'two', 'I']);
  await ana.silence(player);
  expect(await beto.say('three')).toMatchObject({ kind: 'rejected', code: 'silenced' });
  await ana.silence(player, false);
  expect(await beto.say('three')).toMatchObject({ kind: 'accepted' });
  for (const live of [ana, beto]) live.close();
});

test('a terminal says what is typed, lists phrases, and shows what others say', async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', options: { turnCap: 6 } });
  const live = await ana.join(match);
  await live.say('welcome');
  const args = ['terminal/src/play.ts', '--url', house.url, '--join', match.match, '--name', 'Beto', '--guest'];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, INIT_CWD: tmpdir(), NO_COLOR: '1', LC_ALL: 'C.UTF-8' },
    timeout: 30_000,
  });
  let out = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stdin.end(`say Hello there\nsay\nsay /thanks\nmute Nobody\n${'1\n'.repeat(50)}`);
  const closed = once(child, 'close');
  await playOn(live);
  await closed;
  expect(out).toContain('Ana (RED): welcome');
  expect(out).toContain('> say Hello there');
  expect(out).toContain('Beto (YELLOW): Hello there');
  expect(out).toContain('Beto (YELLOW): Thank you.');
  expect(out).toMatch(/say \/well-played +Well played\./);
  expect(out).toContain('No person called Nobody has said anything here.');
  expect(live.lines.map(({ text, phrase }) => text ?? phrase)).toEqual(['welcome', 'Hello there', 'thanks']);
  live.close();
});
