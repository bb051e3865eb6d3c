import { expect, test } from 'vitest';
import { english } from './index.ts';

const name = (seat: number) => ['RED', 'YELLOW'][seat] ?? `Seat ${seat}`;
const tell = (event: { kind: string }) => english.event('tieqchieq', event, { name, cards: new Map() });

test.each([
  [{ kind: 'tossed', seat: 0, heads: 1 }, 'RED tosses 1 head.'],
  [{ kind: 'introduced', seat: 1, from: 0, to: 2 }, 'YELLOW brings in a token, to 2.'],
  [{ kind: 'moved', seat: 0, from: 12, to: 15 }, 'RED moves from 12 home.'],
  [
    { kind: 'fought', seat: 0, at: 9, coins: ['yellow', 'yellow'], won: false },
    'RED attacks on 9: the coins show yellow and yellow; it fails.',
  ],
  [{ kind: 'captured', seat: 1, at: 7, tokens: 1 }, 'YELLOW loses a token on 7, back to the reserve.'],
  [{ kind: 'captured', seat: 1, at: 7, tokens: 2 }, 'YELLOW loses 2 tokens on 7, back to the reserve.'],
  [{ kind: 'extra-turn', seat: 0, by: 'sun' }, 'A sun: RED tosses again.'],
  [{ kind: 'retired', seat: 0 }, 'RED gives up.'],
  [{ kind: 'turn-ended', seat: 0 }, undefined],
])('%j', (event, words) => {
  expect(tell(event)).toBe(words);
});

test('kinds without words of their own, and games without any, are told in words', () => {
  const event = { kind: 'card-drawn', seat: 1, card: 'W10', costs: [1, 2] };
  expect(tell(event)).toBe('YELLOW: card drawn (card W10, costs 1 and 2)');
  expect(english.event('patolli', { kind: 'ended' }, { name, cards: new Map() })).toBe('ended');
});
