import { describe, expect, test } from 'vitest';
import { firstEntry } from '../store/journal/firstEntry.fixture.ts';
import { diskStore } from '../store/store.fixture.ts';
import { MemoryJournal } from '../store/storedJournal.ts';
import { BotMatches } from './createMatch.ts';

const BOT = { bot: 'random' };
const ANA = { player: 'ana' };

describe.each([
  ['memory', () => new MemoryJournal()],
  ['sqlite', () => diskStore('process').journal],
])('matches of bots alone, in %s', (_, fresh) => {
  function hall(most: number) {
    const journal = fresh();
    const end = (match: string, { host = 'ana', seats = [BOT, BOT] as readonly object[] } = {}) => {
      const index = { ...firstEntry().index, status: 'ended', summary: JSON.stringify({ host, seats }) } as const;
      return journal.append(firstEntry(match, { players: [host], index }));
    };
    const left = async () => (await journal.endings(0, 1000)).map(({ match }) => match);
    return { journal, end, left, bots: new BotMatches(journal, most) };
  }

  test('are kept up to a number, and the host who has most gives up the oldest, in a tie the one whose match is new', async () => {
    const { end, left, bots } = hall(3);
    await end('hers', { host: 'eva' });
    for (const match of ['a', 'b', 'c', 'd']) await end(match);
    expect(await bots.tend()).toBe(2);
    expect(await left()).toEqual(['hers', 'c', 'd']);
    await end('hers too', { host: 'eva' });
    expect(await bots.tend()).toBe(1);
    expect(await left()).toEqual(['c', 'd', 'hers too']);
    expect(await bots.tend()).toBe(0);
  });

  test('are no others: where a person has a seat the record stays', async () => {
    const { end, left, bots } = hall(0);
    await end('with ana', { seats: [BOT, ANA] });
    await end('nobody came', { seats: [null as never, BOT] });
    for (let n = 0; n < 120; n++) await end(`bots ${n}`);
    expect(await bots.tend()).toBe(120);
    expect(await left()).toEqual(['with ana', 'nobody came']);
  });

  test('are found among those of people by a few questions, as at the start of a server with years of matches', async () => {
    const { journal, end } = hall(0);
    for (let n = 0; n < 300; n++) await end(`people ${n}`, { seats: [BOT, ANA] });
    let questions = 0;
    const counted = new Proxy(journal, {
      get: (_, name) => {
        questions++;
        return (Reflect.get(journal, name) as () => unknown).bind(journal);
      },
    });
    expect(await new BotMatches(counted, 3).tend()).toBe(0);
    expect(questions).toBe(2);
  });
});
