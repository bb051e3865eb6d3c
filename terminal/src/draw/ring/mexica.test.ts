import type { Views } from '@flower-war/protocol';
import { english } from '@flower-war/words';
import { spanish } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { plain } from '../../screen.ts';
import { NO_CARDS } from '../../words.ts';
import { mexica as drawn } from './mexica.ts';
import { CARDS, onDays, RING, tribe } from './views.fixture.ts';

type View = Views['mexica'];

const mexica = drawn(english);

const VIEW: View = {
  ...RING,
  phase: 'reacting',
  moment: 'card',
  card: 'W10',
  turn: 2,
  round: 46,
  pool: 37,
  out: 7,
  tribes: [
    tribe('east', 3, { skulls: 123, cards: 2, pending: 1 }),
    tribe('north', 3, { cards: 10 }),
    tribe('west', 5, { skulls: 2, victories: ['WEA'], nextModifiers: ['pickup +1'] }),
    tribe('south', 15, { skulls: 1, victories: ['X99'] }),
  ],
  days: onDays(7, { 3: 0, 5: 13 }),
  warDeck: 8,
  rainDeck: 5,
  warLake: 98,
  rainLake: 105,
  warTally: 98,
  rainTally: 105,
  threshold: 260,
  dayDeck: 230,
  dayDiscards: ['D003'],
  warDiscards: [],
  rainDiscards: [],
  weeks: onDays(6, { 5: 2, 12: 7, 16: 2, 19: 3 }),
  apocalypse: false,
  counter: 0,
  left: 0,
  favoured: '',
  ending: 'none',
  hand: ['W10', 'W12'],
  pending: ['D003'],
};

test('four tribes, week cards, signs, events that wait, a card to be answered', () => {
  expect(mexica.draw(VIEW, plain, CARDS).join('\n')).toBe(
    `
┌─8──────────┬─7──────────┬─6──────────┬─5───────────┬─4──────────┬─3──────────┐
│Rabbit 6    │Deer 6      │Death 6     │Serpent      │Lizard 6    │House 13    │
│ 7 □        │ 7 □        │ 7 □        │13 □W        │ 7 □        │ 0 □        │
│            │            │            │W            │            │EN          │
├─9──────────┼────────────┴────────────┴─────────────┴────────────┼─2──────────┤
│Water 6     │ Round 46                                           │Wind 6      │
│ 7 □        │ EAST may answer Dart Thrower                       │ 7 □        │
│            │                                                    │            │
├─10─────────┤         tokens cards weeks                         ├─1──────────┤
│Dog 6       │   EAST     123   2+1     0                         │Crocodile 6 │
│ 7 □        │   NORTH      0    10     0                         │ 7 □        │
│            │ ► WEST       2     0     2 serpent eagle >take+1   │            │
├─11─────────┤   SOUTH      1     0     1 X99                     ├─20─────────┤
│Monkey 6    │                                                    │Flower 6    │
│ 7 □        │ Temple      War 98 : 105 Rain  pool 37, lost 7     │ 7 □        │
│            │ Decks       War 8  Rain 5  Day 230                 │            │
├─12─────────┤                                                    ├─19─────────┤
│Grass 6     │ Apocalypse  203 of 260 offerings, 4 of 20 weeks    │Rain 6      │
│ 7 □-       │                                                    │ 7 □S       │
│            │                                                    │            │
├─13─────────┼─14─────────┬─15─────────┬─16──────────┬─17─────────┼─18─────────┤
│Reed 6      │Jaguar 6    │Eagle 6     │Vulture 6    │Quake 6     │Flint 6     │
│ 7 □        │ 7 □        │ 7 □        │ 7 □W        │ 7 □        │ 7 □        │
│            │            │S           │             │            │            │
└────────────┴────────────┴────────────┴─────────────┴────────────┴────────────┘

Week cards
  WEST   Serpent: Your reach grows by 1 day.
  WEST   Vulture: Take 1 more token.
  SOUTH  Rain

The card that is played
  Dart Thrower: ATTACK CHOSEN (maxDist 4) > IF WON: GAIN 1 from HERE. In your
    turn. It costs 1 skull.

Your cards
  Dart Thrower: ATTACK CHOSEN (maxDist 4) > IF WON: GAIN 1 from HERE. In your
    turn. It costs 1 skull.
  Jaguar in the Reeds: ATTACK TRIGGERER roll +2. As a trap. It costs 3 skulls.

Events that wait for you
  Harvest of Calli: GAIN 1 from SPACE:3.`.slice(1),
  );
});

test.each([
  [{ ending: 'flood' }, ' Flood       9 left of 13 '],
  [{ ending: 'war', rainTally: 98 }, ' The war     9 left of 13, standing still '],
  [{ ending: 'open' }, ' Apocalypse  9 left of 13 '],
] as const)('the apocalypse: %j', (ending, words) => {
  const view: View = { ...VIEW, apocalypse: true, left: 9, ...ending };
  expect(mexica.draw(view, plain, NO_CARDS).join('\n')).toContain(words);
});

test('a sign counts once, however it came', () => {
  const tribes = VIEW.tribes.with(2, tribe('west', 5, { victories: ['RSE', 'D020'] }));
  expect(mexica.draw({ ...VIEW, tribes }, plain, CARDS).join('\n')).toContain('2 serpent flower ');
});

test('nothing is wider than 80 columns', () => {
  const lines = mexica.draw(VIEW, plain, CARDS);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test.each([60, 80, 100])('in few lines of %i columns', (columns) => {
  for (const words of [english, spanish]) {
    const lines = drawn(words).brief(VIEW, { paint: plain, cards: CARDS, columns, rows: 15 });
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  }
  const shown = mexica.brief(VIEW, { paint: plain, cards: CARDS, columns, rows: 15 }).join('\n');
  expect(shown).toContain('serpent eagle');
});
