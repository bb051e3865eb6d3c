import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DAY_NAMES } from '../model/calendar.ts';
import type { Card, Timing } from '../model/card.ts';
import { CARDS, cardOf, deckOf, LAND_CARDS, RAIN_CARDS, WAR_CARDS } from './cards.ts';
import { inNotation, signTitle, textOf, titleOf } from './cardText.ts';
import { DAY_CARDS, dayNumber } from './dayCards.ts';
import type { Design } from './shorthand.ts';
import { VICTORY_SIGNS, WEEK_CARDS } from './weekCards.ts';

/** The lists of the rules document, word for word. */
const LINES = readFileSync(new URL('./cards.fixture.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const linesOf = (start: string) => LINES.filter((line) => line.startsWith(start));

const count = (cards: readonly Card[], timing: Timing) => cards.filter((card) => card.timing === timing).length;

describe('the lists of the document', () => {
  test('[§2.12, Appendix 1] the 260 day cards', () => {
    expect(DAY_CARDS.map(dayLine)).toEqual(linesOf('D'));
    expect(linesOf('D')).toHaveLength(260);
  });

  test('[§2.8] the 16 war cards', () => {
    expect(WAR_CARDS.map(godLine)).toEqual(linesOf('| W'));
    expect(linesOf('| W')).toHaveLength(16);
  });

  test('[§2.9] the 18 rain cards', () => {
    expect(RAIN_CARDS.map(godLine)).toEqual(linesOf('| R'));
    expect(linesOf('| R')).toHaveLength(18);
  });

  test('[§2.11] the 20 week cards', () => {
    expect(WEEK_CARDS.map(weekCells)).toEqual(linesOf('| K').map(withoutBonus));
    expect(linesOf('| K')).toHaveLength(20);
  });

  test('[§2.10] a land of each day for each god', () => {
    expect(LAND_CARDS.map(({ id }) => id).slice(18, 22)).toEqual(['L19W', 'L20W', 'L01R', 'L02R']);
    expect(cardOf('L13R')).toMatchObject({ deck: 'rain', timing: 'action', cost: 0, day: 13, isLand: true });
    expect(textOf(cardOf('L13R'))).toBe('GOTO 13');
  });
});

describe('decks', () => {
  test.each([
    ['mexica', 'day', 260],
    ['mexica', 'war', 40],
    ['mexica', 'rain', 40],
    ['flowerWar', 'day', 0],
    ['flowerWar', 'war', 47],
    ['flowerWar', 'rain', 47],
  ] as const)('[§2.8 to §2.12] in %s the %s deck has %i cards, in order and all of it', (edition, deck, size) => {
    const ids = deckOf(edition, deck);
    expect(ids).toHaveLength(size);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids.map((id) => cardOf(id).deck)).size).toBeLessThanOrEqual(1);
  });

  test('[§2.8, §2.9] copies lie together', () => {
    expect(deckOf('mexica', 'war').slice(0, 4)).toEqual(['W01', 'W01', 'W01', 'W02']);
    expect(deckOf('flowerWar', 'rain').slice(18, 23)).toEqual(['L19R', 'L20R', 'R01', 'R01', 'R02']);
    expect(deckOf('flowerWar', 'war').filter((id) => cardOf(id).isLand)).toHaveLength(20);
  });
});

describe('day cards', () => {
  test('[§2.12] timing totals', () => {
    const timings = ['event', 'action', 'battle', 'victory'] as const;
    expect(timings.map((timing) => count(DAY_CARDS, timing))).toEqual([179, 40, 20, 1]);
    const windows = ['react-attack', 'react-card', 'react-payment', 'react-tribute'] as const;
    expect(windows.map((timing) => count(DAY_CARDS, timing))).toEqual([5, 5, 5, 5]);
  });

  test('[§1.3] each pair of number and sign once, in the order of the tonalpohualli', () => {
    const pairs = DAY_CARDS.map(({ id, day }) => [dayNumber(id), day]);
    expect(new Set(pairs.map(String)).size).toBe(260);
    expect(pairs).toEqual(pairs.map((_, k) => [(k % 13) + 1, (k % 20) + 1]));
  });

  test('[§2.12] 7 Xochitl is the flower', () => {
    expect(cardOf('D020')).toMatchObject({ timing: 'victory', day: 20 });
    expect(DAY_CARDS.filter(({ timing }) => timing === 'victory')).toEqual([cardOf('D020')]);
  });
});

describe('all cards', () => {
  test('every id is one card: no two share one', () => {
    const all = [DAY_CARDS, WAR_CARDS, RAIN_CARDS, LAND_CARDS, WEEK_CARDS].flat();
    expect(all).toHaveLength(260 + 16 + 18 + 40 + 20);
    expect(CARDS.size).toBe(all.length);
    expect(() => cardOf('D000')).toThrow('no card D000');
  });

  test('a card is JSON', () => {
    const cards = [...CARDS.values()];
    expect(JSON.parse(JSON.stringify(cards))).toStrictEqual(cards);
  });

  test('every card has a title', () => {
    expect(['W01', 'D001', 'L01W'].map(titleOf)).toEqual([
      'Keen Obsidian',
      'Pilgrimage to Cipactli',
      'Land of Cipactli',
    ]);
    expect(titleOf('K01')).toBe('Spirit of Cipactli');
    // Only the two lands of a day share one.
    expect(new Set([...CARDS.keys()].map(titleOf)).size).toBe(CARDS.size - DAY_NAMES.length);
  });
});

function dayLine(card: Design): string {
  const { id, timing, day = 0 } = card;
  const name = `${String(dayNumber(id)).padStart(3)} ${signTitle(day).padEnd(13)} ${'ENWS'.charAt((day - 1) % 4)}`;
  return `${id} ${name}  ${titleOf(id).padEnd(24)} ${inNotation(timing).padEnd(14)} ${textOf(card)}`;
}

function godLine(card: Design): string {
  const { id, timing, cost, copies } = card;
  const cells = [id, titleOf(id), inNotation(timing), cost, textOf(card), copies.mexica, copies.flowerWar];
  return `| ${cells.join(' | ')} |`;
}

function weekCells(card: Card): readonly string[] {
  const { id, day = 0 } = card;
  return [id, `${day} ${signTitle(day)}`, textOf(card), inNotation(VICTORY_SIGNS.get(day) ?? '–')];
}

/** Drops the bonus in words, because the document states it again as an effect. */
function withoutBonus(line: string): readonly string[] {
  const cells = line.slice(2, -2).split(' | ');
  return cells.filter((_, column) => column !== 2);
}
