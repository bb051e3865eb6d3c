/** Talk while a room of the match is just being opened. The server's own tests are in test/src/people. */
import { expect, test } from 'vitest';
import { Readiness } from '../../base/readiness.ts';
import { diskStore, memoryStore, type TestStore } from '../../store/store.fixture.ts';
import { createIdentity } from '../people/identity.ts';
import { Ties } from '../people/ties.ts';
import { Talk } from './talk.ts';

async function opened({ stores }: TestStore) {
  const { people, spoken, welcome } = createIdentity(stores, { NAMES_BLOCKED: '', REPORT_DAYS: 1 });
  const talk = new Talk({
    config: { TALK: 'on', TALK_SECONDS: 0, LIMITS: 0 },
    log: stores.talk,
    people,
    ties: new Ties(stores.ties, people),
    bans: stores.bans,
    penalties: { hindrance: async () => undefined },
    filter: spoken,
    readiness: new Readiness(),
    now: () => 1,
  });
  const { player } = await welcome({ name: 'Ana' }, 1);
  const place = (match: string) => ({ match, host: player, table: { talk: 'free' as const } });
  const say = (match: string) => talk.say(place(match), { player, seat: 0, seated: [player] }, SAID);
  return { talk, say, player, latest: (match: string) => talk.latest(place(match), 'players', [player]) };
}

const DEAF_ROOM = { hear: () => {}, players: () => [] };
const SAID = { id: 1, words: { text: 'hello' } };

test('a line that is said while the first room reads the others is shown to who comes later, once', async () => {
  const { talk, say, latest } = await opened(memoryStore());
  for (let ticks = 0; ticks < 60; ticks++) {
    const match = `M${ticks}`;
    const said = say(match);
    for (let tick = 0; tick < ticks; tick++) await undefined;
    await Promise.all([said, talk.listen(match, DEAF_ROOM)]);
    expect([ticks, latest(match)]).toMatchObject([ticks, [{ n: 1, name: 'Ana', text: 'hello' }]]);
  }
});

test('who is deleted while a room reads the lines leaves none there', async () => {
  const { talk, say, player, latest } = await opened(diskStore());
  await say('A');
  const listening = talk.listen('A', DEAF_ROOM);
  talk.forget(player);
  await listening;
  expect(latest('A')).toEqual([]);
});

test('the lines are kept while a room listens, and no longer', async () => {
  const { talk, say, latest } = await opened(memoryStore());
  const heard: unknown[] = [];
  const hear = (audience: string, { lines }: { lines: readonly unknown[] }) => void heard.push([audience, lines]);
  const stops = [await talk.listen('A', { ...DEAF_ROOM, hear }), await talk.listen('A', DEAF_ROOM)];
  await say('A');
  expect(heard).toMatchObject([['players', [{ n: 1, name: 'Ana' }]]]);
  for (const stop of stops) {
    expect(latest('A')).toHaveLength(1);
    stop();
  }
  expect(latest('A')).toEqual([]);
});
