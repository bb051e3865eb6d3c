/** A machine whose clock is set during play: turns take as long as before, and no player is cut off. */
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person } from '../support/people.ts';
import { testServer } from '../support/server.ts';

const HOUR_MS = 3_600_000;
const TURN_S = 5;
let server: Running;
let offset = 0;

beforeAll(async () => {
  server = await testServer({ MESSAGES_PER_SECOND: '50' }, { wall: () => Date.now() + offset });
});
afterAll(() => server?.stop());

interface Table {
  readonly host: FlowerWarClient;
  readonly lives: readonly LiveMatch[];
  readonly asked: LiveMatch;
  readonly other: LiveMatch;
}

async function table(): Promise<Table> {
  const [host, guest] = await Promise.all([person(server.address, 'Ana'), person(server.address, 'Beto')]);
  const clock = { kind: 'turn', seconds: TURN_S } as const;
  const match = await host.create({ game: 'tieqchieq', table: { clock, absence: 'strict' } });
  const lives = [await host.join(match), await guest.join(match)];
  await Promise.any(lives.map((live) => live.until(({ legal }) => legal.length > 0)));
  const asked = lives.find(({ legal }) => legal.length > 0)!;
  return { host, lives, asked, other: lives.find((live) => live !== asked)! };
}

test.each([
  ['forward', HOUR_MS],
  ['back', -HOUR_MS],
])('an hour %s: a turn takes its time, and the record goes on', async (_, by) => {
  const playing = await table();
  offset += by;
  const { decision } = playing.asked;
  expect(await playing.other.offer('abort')).toMatchObject({ kind: 'accepted' }); // now the match looks at its clocks
  expect(await playing.asked.reply(false)).toMatchObject({ kind: 'accepted' });
  expect(playing.asked.decision).toBe(decision);
  await playing.asked.until((live) => live.decision !== decision); // after the rest of the turn, not after an hour
  await playing.asked.resign();
  const record = await playing.host.history.record(playing.asked.id);
  const times = [...record.matchAll(/"at":(\d+)/g)].map(([, at]) => Number(at));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  for (const live of playing.lives) live.close();
});

test('set back in the middle of a match: a connection that sends 200 actions, never more than it may, is heard', async () => {
  const { asked, lives } = await table();
  let lost = 0;
  asked.on('connected', () => lost++);
  await asked.say('hello');
  offset -= HOUR_MS;
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => asked.reply(true)));
    for (const answer of answers) expect(answer).toMatchObject({ kind: 'rejected', code: 'cannot-agree' });
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  expect(lost).toBe(0);
  for (const live of lives) live.close();
});
