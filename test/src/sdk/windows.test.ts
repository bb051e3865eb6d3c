import type { LiveMatch } from '@flower-war/client';
import { expect, test } from 'vitest';
import { dropSocket } from '../support/people.ts';
import { hostingSealed } from '../sealed/sealed.ts';
import { person, serveThisFile } from './house.ts';

serveThisFile({ MESSAGES_PER_SECOND: '100000' }, hostingSealed());

type Live = LiveMatch<'sealed'>;

/** Two players, up to the last choice, which belongs to seat 1. Seat 0 holds a shield. */
async function lastChoice(table: object = {}): Promise<readonly [Live, Live]> {
  const [ana, ben] = await Promise.all([person('Ana'), person('Ben')]);
  const match = await ana.create({ game: 'sealed', seats: 2, options: { shields: 1 }, table });
  const lives = [await ana.join(match), await ben.join(match)] as const;
  const choices = [0, 1, 0, 1, 0].map((seat) => lives[seat]!);
  for (const live of choices) {
    await live.until(({ legal, decision }) => legal.length > 0 && decision !== undefined);
    await live.play(live.legal[0]!);
  }
  return lives;
}

const isAsked = ({ legal }: Live) => legal.includes('pass');

interface RoomInside {
  request: (...args: readonly unknown[]) => Promise<unknown>;
}

/** Counts the requests from now on. */
function countRequests(live: Live): () => number {
  const { room } = live as unknown as { readonly room: RoomInside };
  const request = room.request.bind(room);
  let sent = 0;
  room.request = (...args) => {
    sent++;
    return request(...args);
  };
  return () => sent;
}

test('an answer may be long in coming: the action is sent once, and who is asked sees until when', async () => {
  const [ana, ben] = await lastChoice({ reactSeconds: 1 });
  const requests = countRequests(ben);
  const played = ben.play(ben.legal[0]!);
  await ana.until(isAsked);
  expect(ana.deadline).toBeGreaterThan(Date.now() - 10_000);
  expect([ben.deadline, ben.view.phase]).toEqual([undefined, 'choosing']);
  expect(await played).toMatchObject({ kind: 'accepted' });
  expect(requests()).toBe(1);
  for (const live of [ana, ben]) live.close();
});

test('a socket that drops while others decide costs nothing', async () => {
  const [ana, ben] = await lastChoice();
  const played = ben.play(ben.legal[0]!);
  await ana.until(isAsked);
  dropSocket(ben);
  await ben.until(({ isConnected }) => !isConnected);
  await ben.until(({ isConnected }) => isConnected);
  expect(ben.view.phase).toBe('choosing');
  expect((await ana.play('shield')).kind).toBe('accepted');
  expect((await played).kind).toBe('accepted');
  for (const live of [ana, ben]) live.close();
});

test('who wants to be asked nothing is not asked', async () => {
  const [ana, ben] = await lastChoice();
  expect(ana.wish).toBe('all');
  expect((await ana.asks('none')).kind).toBe('accepted');
  expect([ana.wish, ben.wish]).toEqual(['none', 'all']);
  expect((await ben.play(ben.legal[0]!)).kind).toBe('accepted');
  await ana.until(({ isOver }) => isOver);
  for (const live of [ana, ben]) live.close();
});
