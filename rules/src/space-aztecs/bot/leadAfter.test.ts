import { describe, expect, test } from 'vitest';
import { fastChance } from '../../contract/chance.ts';
import { type CardId, cardOf } from '../cards.ts';
import { spaceAztecs } from '../index.ts';
import { city, playing, withCities } from '../position.fixture.ts';
import { forecast } from './cityValue.ts';
import { outlookOf } from './greedy.ts';
import { leadOf } from './prospects.ts';
import { leadsOf, strong } from './strong.ts';

/** The lead of the first city over the second one, if half of these cards come into play. */
function lead(
  cities: readonly string[],
  { rounds, pool }: { readonly rounds: number; readonly pool: readonly CardId[] },
): number {
  const outlook = outlookOf({ rounds, pool: pool.map(cardOf), share: 0.5 });
  return leadOf({ cities: cities.map(city), removed: 'P', outlook }, 0);
}

describe('the lead of a city', () => {
  test('a lonely Priest hopes for an Alien', () => {
    const with3Aliens = lead(['B-A03', ''], { rounds: 6, pool: ['B-A02', 'B-A05', 'B-A08', 'G-A01', 'G-A04'] });
    expect(with3Aliens).toBeGreaterThan(lead(['B-A03', ''], { rounds: 6, pool: ['G-A01', 'G-A04'] }) + 1);
  });

  test('an Eagle in the open fears saucers of its colour', () => {
    const yellow = lead(['Y-A08', ''], { rounds: 6, pool: ['Y-S1', 'Y-S2', 'Y-S3'] });
    expect(yellow).toBeLessThan(lead(['Y-A08', ''], { rounds: 6, pool: ['B-S1', 'B-S2', 'B-S3'] }) - 1);
  });

  test('with more seats the best rival counts', () => {
    const later = { rounds: 3, pool: [] };
    const best = 'B-A07 B-A10';
    expect(lead(['B-A01', '', best], later)).toBeCloseTo(lead(['B-A01', best, best], later));
    expect(lead(['B-A01', '', best], later)).toBeLessThan(lead(['B-A01', '', ''], later) - 1);
  });

  test('at the end points count, and the victory', () => {
    const end = { rounds: 0, pool: ['B-A02'] };
    const [behind, ahead, level] = ['', 'B-A03 B-A07', 'B-A01'].map((own) => lead([own, 'B-A01'], end));
    expect((ahead ?? 0) - 1).toBe(-((behind ?? 0) + 3));
    expect(level).toBe(0);
  });
});

test('a saucer takes an Aztec that is missed most', () => {
  const { state } = playing(withCities(['', 'Y-A01 Y-A08 Y-A09']), ['Y-S1', 'B-A01']);
  const legal = spaceAztecs.legalMoves(state, 0);
  const question = { view: spaceAztecs.view(state, 0), seat: 0, options: state.options, legal } as const;
  const leads = leadsOf(question);
  const by = Object.fromEntries(legal.map((move, index) => [spaceAztecs.format(move), leads[index] ?? 0]));
  expect(by['capture @1 Y-A08'] ?? 0).toBeGreaterThan(by['capture @1 Y-A01'] ?? Infinity);
  expect(spaceAztecs.format(strong(question, fastChance(1)))).not.toBe('capture @1 Y-A01');
});

test('a card that a rival needs is worth more than what it brings', () => {
  const state = withCities(['', 'Y-A08 Y-A09']);
  const held = { ...state, piles: state.piles.with(0, { cards: ['Y-A01', 'Y-A10'], isSeen: true }) };
  const taken = { ...held, hands: state.hands.map((hand, seat) => ({ ...hand, pile: seat + 1 })) };
  const asked = { ...taken, phase: { kind: 'choosing' } } as const;
  const [legal, view] = [spaceAztecs.legalMoves(asked, 0), spaceAztecs.view(asked, 0)];
  const beyond = leadsOf({ view, seat: 0, options: asked.options, legal }).map((worth, index) => {
    const card = ['Y-A01', 'Y-A10'][index] ?? '';
    const outlook = outlookOf(forecast({ view, options: asked.options }, card));
    return worth - leadOf({ cities: [city(card), city('Y-A08 Y-A09')], removed: 'P', outlook }, 0);
  });
  const [otomi = 0, eagle = 0] = beyond;
  expect(otomi).toBeGreaterThanOrEqual(0);
  expect(eagle).toBeGreaterThan(otomi + 0.3);
});
