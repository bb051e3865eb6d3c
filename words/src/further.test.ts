/** Places, cases and formats of the texts of a language that is a file. */
import { describe, expect, test } from 'vitest';
import { wordsFor } from './all.ts';
import { furtherWords, type Manner, parseTemplate, render, TemplateError } from './further.ts';
import { english, loadWords } from './index.ts';

const FORMATS: Readonly<Record<string, string>> = {
  god: '{value, select, war {Huitzilopochtli} other {Tlaloc}}',
  left: '{value, select, none {} other {; {value} left}}',
  fighter: '{value, select, cortes {Cortés} other {{value, name}}}',
};
const MANNER: Manner = {
  plurals: new Intl.PluralRules('de'),
  numbers: new Intl.NumberFormat('de'),
  format: (name) => (FORMATS[name] === undefined ? undefined : parseTemplate(FORMATS[name])),
};
const TELLER = { name: (seat: number) => ['Ana', 'Ben'][seat], day: (day: number) => `Tag ${day}`, isChosen: true };
const said = (text: string, ...args: readonly unknown[]) => render(parseTemplate(text), { args }, MANNER);

test.each([
  ['plain', [], 'plain'],
  ['{0} and {1}', ['a', 2], 'a and 2'],
  ['{seat, name} goes to {day, day}.', [{ seat: 1, day: 3 }, TELLER], 'Ben goes to Tag 3.'],
  ['{costs.left, plural, none {} =0 {none} one {# card} other {# cards}}', [{ costs: { left: 1 } }], '1 card'],
  ['{costs.left, plural, none {} =0 {none} one {# card} other {# cards}}', [{ costs: { left: 0 } }], 'none'],
  ['{costs.left, plural, none {nothing} other {#}}', [{}], 'nothing'],
  ['{n, plural, <0 {# back} other {# on}}', [{ n: -2 }], '2 back'],
  ['{n, plural, other {# Schädel}}', [{ n: 12345 }], '12.345 Schädel'],
  ['{n, plural, one {# point} other {# points}}', [{ n: -5 }], '-5 points'],
  ['{n, plural, one {# point} other {# points}}', [{ n: -1 }], '-1 point'],
  ['{n, plural, =-1 {# less} <0 {# fewer} other {# more}}', [{ n: -1 }], '1 less'],
  ['{isChosen, select, true {that} other {a}} player', [{}, TELLER], 'that player'],
  [
    '{god, god} # {who, fighter}, {other, fighter}',
    [{ god: 'war', who: 'cortes', other: 0 }, TELLER],
    'Huitzilopochtli # Cortés, Ana',
  ],
  ['Pay{costs.left, left}.', [{}], 'Pay.'],
  ['{day, select, none {nowhere} other {{day, day}}}', [{}, TELLER], 'nowhere'],
  ['{dice}; {seats, name}', [{ dice: [3, 5], seats: [0, 1] }, TELLER], '3, 5; Ana, Ben'],
  ['{means.timing} {day.4}', [{ means: (option: string) => `[${option}]`, day: TELLER.day }], '[timing] Tag 4'],
  ['{n, plural, one {{seat, name} # } other {}}{seat, name}', [{ n: 1, seat: 0 }, TELLER], 'Ana 1 Ana'],
])('%s', (text, args, expected) => {
  expect(said(text, ...args)).toBe(expected);
});

test('a place that nothing fills stays where readers and tests see it', () => {
  expect(said('{seat, name} {0.b}', {})).toBe('{seat} {0.b}');
  expect(said('{constructor} {costs.constructor.constructor.x}', { costs: {} })).toBe(
    '{constructor} {costs.constructor.constructor.x}',
  );
});

test.each([
  ['{', 'is not a place'],
  ['{}', 'is not a place'],
  ['a } b', 'a } too many'],
  ['{n, plural, one {x}}', 'no case for all the rest'],
  ['{n, plural}', 'needs cases'],
  ['{n, plurals, one {x} other {y}}', 'needs cases'],
  ['{n, select, a {x} other {y}', 'not closed'],
  ['{n, select, a {x other {y}', 'has no }'],
  ['{n x}', 'is not a place'],
])('%s is refused', (text, why) => {
  expect(() => parseTemplate(text)).toThrow(TemplateError);
  expect(() => parseTemplate(text)).toThrow(why);
});

describe('a language with few texts', () => {
  const words = furtherWords('xx', {
    'days.0': 'Kroko',
    'counters.flower-war': '{0} Totenköpfe',
    'events.ring.rolled': '{seat, name} würfelt {die}.',
    'ring.effects.move': 'geh {n} weiter',
    'screen.table.sits': '{1}: {0}',
    'titles.own.W10': 'Speer',
  });
  const speech = { name: (seat: number) => ['Ana', 'Ben'][seat] ?? '', cards: new Map() };

  test('says what it has', () => {
    expect(words.event('mexica', { kind: 'rolled', seat: 0, die: 4 } as never, speech)).toBe('Ana würfelt 4.');
    expect(words.day(1)).toBe('Kroko (Cipactli)');
    expect(words.screen.table.sits('Ana', 'EAST')).toBe('EAST: Ana');
  });

  test('says all else in whole English sentences', () => {
    const moved = { kind: 'moved', seat: 0, from: 1, to: 2, way: 'move' } as never;
    expect(words.event('flower-war', moved, speech)).toBe(english.event('flower-war', moved, speech));
    const offer = { move: 'offer war', verb: 'offer', god: 'war', costs: { skulls: 2 } } as never;
    expect(words.move('flower-war', offer, speech)).toBe('Offer 2 skulls to Huitzilopochtli.');
    expect(words.prompt('flower-war', { phase: 'taking-disc', day: 1 }, speech)).toContain('Crocodile');
    expect(words.screen.table.givesBack('Ana', 'EAST')).toBe('Ana gives EAST back.');
    expect(words.refusal({ code: 'paused', message: '' })).toBe(english.refusal({ code: 'paused', message: '' }));
  });

  test('tells a card whole, or in English', () => {
    const card = (effects: readonly object[]) =>
      ({
        id: 'W10',
        title: 'Dart Thrower',
        deck: 'war',
        timing: 'action',
        cost: 1,
        text: '',
        face: { kind: 'card', effects },
      }) as never;
    const move = { kind: 'move', n: 2 };
    expect(words.card('flower-war', card([move]))).toMatchObject({ title: 'Speer', text: 'Geh 2 weiter.' });
    const attack = { kind: 'attack', target: 'chosen' };
    expect(words.card('flower-war', card([move, attack])).text).toBe(
      'Go 2 days forward. Attack a player of your choice.',
    );
  });
});

test('a language that is a file is found once it is loaded', async () => {
  const german = await loadWords('de-AT');
  expect(german.language).toBe('de');
  expect(wordsFor('de_DE.UTF-8')).toBe(german);
  expect((await loadWords('fr')).language).toBe('en');
  expect((await loadWords('constructor')).language).toBe('en');
});

test('a city below zero is below zero in German', async () => {
  const points = (await loadWords('de')).translate?.('page.aztecs.points', String);
  expect([-5, -1, 0, 1, 5].map((n) => points?.(n))).toEqual([
    '-5 Punkte',
    '-1 Punkt',
    '0 Punkte',
    '1 Punkt',
    '5 Punkte',
  ]);
});

test('German counts without a case that the words for skulls do not have', async () => {
  const filled = { kind: 'skulls', n: 13, from: { pool: true }, to: { day: 3 }, why: 'refill' };
  const told = (await loadWords('de')).event('flower-war', filled, { name: String, cards: new Map() });
  expect(told).toBe('Haus (Calli) wird wieder aufgefüllt und bekommt 13 Schädel.');
});
