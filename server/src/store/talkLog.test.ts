import { expect, test } from 'vitest';
import { NameFilter } from '../features/people/nameFilter.ts';
import { masked } from '../features/talk/talk.ts';
import { firstEntry } from './journal/firstEntry.fixture.ts';
import { known, memoryStore } from './store.fixture.ts';
import { MOST_KEPT, type NewLine } from './talkLog.ts';

const LINE = { match: 'M1', audience: 'players', at: 1000, player: 'p-ANA', words: { text: 'hello' } } as const;
let actions = 0;
const line = (other: Partial<NewLine> = {}): NewLine => ({ ...LINE, action: String(++actions), ...other });
async function newLog(store = memoryStore()) {
  const { talk } = store.stores;
  await known(store, 'p-ANA', 'p-BEN');
  const numberOf = async (one: NewLine) => (await talk.say(one))?.line.n;
  return { ...talk, numberOf };
}

test('each audience of each match has numbers of its own', async () => {
  const log = await newLog();
  const numbers = [];
  for (const one of [line(), line(), line({ audience: 'spectators' }), line({ match: 'M2' })])
    numbers.push(await log.numberOf(one));
  expect(numbers).toEqual([1, 2, 1, 1]);
});

test('the latest come oldest first, and the oldest make room', async () => {
  const log = await newLog();
  for (let n = 1; n <= MOST_KEPT + 2; n++) await log.say(line());
  const kept = (await log.latest('M1', 'players', MOST_KEPT + 2)).map(({ n }) => n);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([MOST_KEPT, 3, MOST_KEPT + 2]);
});

test('those of both audiences are the latest of each, without those of a forgotten player', async () => {
  const log = await newLog();
  for (let n = 0; n < 40; n++) {
    const audience = n % 3 === 0 ? 'spectators' : 'players';
    await log.say(line({ audience, player: n % 4 === 0 ? 'p-BEN' : 'p-ANA' }));
  }
  await log.forget('p-BEN');
  for (const most of [1, 5, 50]) {
    const each = {
      players: await log.latest('M1', 'players', most),
      spectators: await log.latest('M1', 'spectators', most),
    };
    expect(await log.latestOfAll('M1', most)).toEqual(each);
    expect(each.spectators.length).toBe(Math.min(most, 10));
  }
  expect(await log.latestOfAll('M2', 5)).toEqual({ players: [], spectators: [] });
});

test('a forgotten player leaves no word, no id and no silence, and no number is given twice', async () => {
  const log = await newLog();
  await log.say(line({ player: 'p-BEN' }));
  await log.say(line());
  await log.silence('M1', 'p-ANA', true);
  await log.forget('p-ANA');
  expect(await log.latest('M1', 'players', 50)).toMatchObject([{ n: 1, player: 'p-BEN' }]);
  expect([await log.of('p-ANA'), await log.silencedIn('p-ANA')]).toEqual([[], []]);
  expect(await log.numberOf(line({ player: 'p-BEN' }))).toBe(3);
});

test('it goes with the record of its match', async () => {
  const store = memoryStore();
  const [log, { journal }] = [await newLog(store), store];
  const index = { ...firstEntry().index, status: 'ended' } as const;
  for (const [match, at] of [
    ['M1', 5],
    ['M2', 500],
  ] as const)
    await journal.append(firstEntry(match, { line: `{"at":${at}}`, index }));
  for (const match of ['M1', 'M2']) {
    await log.say(line({ match }));
    await log.silence(match, 'p-BEN', true);
  }
  expect(await journal.forget(100, 10)).toBe(1);
  const left = (await log.of('p-ANA')).map(({ match }) => match);
  expect([left, await log.silencedIn('p-BEN')]).toEqual([['M2'], ['M2']]);
  await journal.close();
});

test.each([
  ['hello there', 'hello there'],
  ['BAD, bad! and good', '*** *** and good'],
  ['b a d', '***'],
  ['not b ad', 'not b ad'],
  ['what a b a d', 'what ***'],
  ['badminton', 'badminton'],
  ['superworst2', '***'],
])('%j is said as %j', (text, shown) => {
  expect(masked(text, new NameFilter(['bad', 'abad', '*worst*']))).toBe(shown);
});
