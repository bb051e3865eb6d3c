import { wordsFor } from '@flower-war/words/all';
import { rulebook } from '@flower-war/words/rulebook';
import { expect, test } from 'vitest';
import { seatName } from '@flower-war/words';
import type { CardWords } from '../../moves/cardWords.ts';
import { aboutThing } from '../aboutThing.ts';
import { stacksOf } from '../pieces.tsx';
import { dayLabel, doomOf, endingLine, figuresOf, type RingView } from './ringView.ts';

const english = wordsFor('en');

/** The positions that the rulebooks show. */
function pictures(game: 'flower-war' | 'mexica'): readonly RingView[] {
  const { chapters } = rulebook(english, game);
  const all = chapters.flatMap(({ rules }) => rules).flatMap((rule) => rule.pictures);
  return all.map(({ view }) => view as RingView);
}

function telling(game: string, view: RingView, language: 'en' | 'es' = 'en') {
  const words = wordsFor(language);
  const name = (seat: number) => seatName({ game, view }, seat, words);
  return { words, speech: { name, cards: new Map() } };
}

test.each(['flower-war', 'mexica'] as const)('%s: a day says what lies on it, and who stands there', (game) => {
  for (const view of pictures(game))
    for (const [seat, { day, here }] of view.tribes.entries()) {
      const told = telling(game, view);
      const label = dayLabel(view, day, { ...told, isOpen: false });
      expect(label).toMatch(new RegExp(`^${english.shortDay(day)}, \\d+ (skull|token)s?,.* \\(\\w+\\)$`));
      expect(label.includes(`${told.speech.name(seat)} is here`)).toBe(here);
      expect(dayLabel(view, day, { ...told, isOpen: true })).toContain(', you can choose it');
    }
});

test('Spanish has its own words for the same', () => {
  const [view] = pictures('flower-war');
  if (view === undefined) throw new Error('the rulebook shows no position');
  const { day = 1 } = view.tribes[0] ?? {};
  expect(dayLabel(view, day, { ...telling('flower-war', view, 'es'), isOpen: true })).toMatch(
    /calaveras?, .*aquí está \w+, .*puedes elegirlo \(\w+\)$/,
  );
});

test.each(['flower-war', 'mexica'] as const)('%s: figures of a tribe, and the end of the world', (game) => {
  for (const view of pictures(game)) {
    expect(figuresOf(view, 0, { words: english })).toMatch(/^\d+ (skull|token)s? · \d+ cards?/);
    expect(endingLine(view, telling(game, view))).toMatch(/: .+/);
  }
});

test('the countdown says how many turns its player still has: the last step ends the match before one', () => {
  const [view] = pictures('flower-war');
  if (view === undefined) throw new Error('the rulebook shows no position');
  const told = (track: number) => {
    const counting = { ...view, apocalypse: true, ending: 'flood', warTally: 1, countdown: 13, track } as RingView;
    return endingLine(counting, telling('flower-war', view));
  };
  expect([0, 11, 12].map(told)).toEqual([
    'Flood: 12 more turns of East',
    'Flood: 1 more turn of East',
    'Flood: 0 more turns of East',
  ]);
});

test('a thing that no move is about is explained', () => {
  const [view] = pictures('flower-war');
  if (view === undefined) throw new Error('the rulebook shows no position');
  const card = {
    id: 'W10',
    title: 'Dart',
    text: 'Attack.',
    when: 'Any time.',
    cost: '',
    deck: 'war',
    suit: 'war',
    emblem: 'ring#club' as const,
    price: 0,
    sign: '',
    points: 0,
    timing: 'battle',
  };
  const { speech, ...told } = telling('flower-war', view);
  const all = { ...told, speech: { ...speech, cards: new Map([['W10', card]]) } };
  const seen = { game: 'flower-war', view };
  expect(aboutThing(seen, 'card:W10', all)).toEqual({ title: 'Dart', lines: ['Attack.', 'Any time.'] });
  expect(aboutThing(seen, 'card:none', all)).toEqual({ title: 'none', lines: [] });
  expect(aboutThing(seen, 'day:14', all).title).toBe('Jaguar (Ocelotl)');
  expect(aboutThing(seen, 'god:rain', all).lines[0]).toContain('feeds this god');
  expect(aboutThing({ game: 'a-new-game', view: {} }, 'seat:0', all).title).toBe('East');
});

test('the lake rises with the flood, the invaders come with the invasion, and both threaten while the gods are level', () => {
  const [view] = pictures('flower-war');
  if (view === undefined) throw new Error('the rulebook shows no position');
  const counting = { ...view, apocalypse: true, countdown: 9, track: 4 } as RingView;
  const doom = (change: object) => doomOf({ ...counting, ...change } as RingView);
  expect(doom({ apocalypse: false, ending: 'flood' })).toEqual({ flood: 0, invasion: 0 });
  expect(doom({ ending: 'flood' })).toEqual({ flood: 0.5, invasion: 0 });
  expect(doom({ ending: 'invasion' })).toEqual({ flood: 0, invasion: 0.5 });
  expect(doom({ ending: 'open' })).toEqual({ flood: 0.5, invasion: 0.5 });
  expect(doom({ ending: 'none' })).toEqual({ flood: 0, invasion: 0 });
  expect(doom({ ending: 'flood', track: 9 }).flood).toBe(1);
});

test('in Mexica the rounds that are left tell the same', () => {
  const [view] = pictures('mexica');
  if (view === undefined) throw new Error('the rulebook shows no position');
  const counting = { ...view, apocalypse: true, countdown: 3, left: 2, ending: 'war' } as RingView;
  expect(doomOf(counting)).toEqual({ flood: 0, invasion: 0.5 });
  expect(doomOf({ ...counting, left: 0 } as RingView).invasion).toBe(1);
});

test('a card that a hand holds twice is one button, which tells how many there are; cards that are called alike tell their hour', () => {
  const temples = ['6:30', '14:40'].map((mark) => [mark, { title: 'Temple', mark } as CardWords] as const);
  const stacks = stacksOf(['R02', 'W01', 'R02', '6:30', '14:40'], { name: String, cards: new Map(temples) });
  expect(stacks.map(({ title }) => title)).toEqual(['R02 ×2', 'W01', 'Temple 6:30', 'Temple 14:40']);
});
