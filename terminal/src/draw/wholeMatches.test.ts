/** Whole matches of every game: each question fits the screen, in every language, on screens of usual and small width. */
import { type AnyGame, GAMES } from '@flower-war/rules';
import { LANGUAGES } from '@flower-war/words/all';
import { describe, expect, test } from 'vitest';
import { questions, screensOf } from './screens.fixture.ts';

const SIZES = [
  { columns: 60, rows: 24 },
  { columns: 100, rows: 50 },
];
const widest = (lines: readonly string[]): number => Math.max(0, ...lines.map((line) => line.length));

/** A player who is asked in a battle sees how it stands. */
const isFighting = (view: object): boolean => 'battle' in view && (view.battle as { readonly on: boolean }).on;

const CASES = [...GAMES].flatMap(([id, { game }]) =>
  [...new Set([game.seats[0], game.usualSeats ?? game.seats[1], game.seats[1]])].map((seats) => ({ id, seats })),
);

describe.each(LANGUAGES)('$language', (words) => {
  test.each(CASES)('$id with $seats seats', ({ id, seats }) => {
    const game = GAMES.get(id as never)?.game as AnyGame;
    const screens = screensOf(id, game, words);
    let count = 0;
    for (const moment of questions(game, seats, seats))
      for (const size of SIZES) {
        const { screen, above } = screens(moment, size);
        const text = screen.join('\n');
        expect(screen.length, text).toBeLessThan(size.rows);
        expect(widest(screen), text).toBeLessThanOrEqual(size.columns);
        expect(widest(above), above.join('\n')).toBeLessThanOrEqual(size.columns);
        expect(text).not.toMatch(/undefined|NaN|\[object/);
        if (isFighting(moment.view)) expect(text).toContain(words.screen.ring.battle);
        count++;
      }
    expect(count).toBeGreaterThan(100);
  });
});
