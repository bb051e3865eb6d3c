import type { Views } from '@flower-war/protocol';
import { english } from '@flower-war/words';
import { spanish } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { plain } from '../../screen.ts';
import { NO_CARDS } from '../../words.ts';
import { flowerWar as drawn } from './flowerWar.ts';
import { CARDS, onDays, RING, tribe } from './views.fixture.ts';

type View = Views['flower-war'];

const flowerWar = drawn(english);
type PileCard = View['piles'][number]['cards'][number];

const card = (id: string, owner = 0, live = false): PileCard => ({ card: id, owner, live });
const piles = (cards: Readonly<Record<number, readonly PileCard[]>>): View['piles'] =>
  Array.from({ length: 20 }, (_, index) => ({ cards: cards[index + 1] ?? [] }));

const NEW: View = {
  ...RING,
  mode: 'quick',
  piles: piles({}),
  discs: onDays(6, {}),
  leftLying: [],
  omens: [],
  apocalypse: false,
  counter: 0,
  track: 0,
  ending: 'none',
  favoured: '',
};

/** The fullest board that can be. */
const FULL: View = {
  ...NEW,
  phase: 'battle',
  turn: 1,
  asked: 3,
  round: 139,
  mode: 'epic',
  out: 113,
  warDeck: 7,
  rainDeck: 11,
  tribes: [
    tribe('east', 16, { skulls: 123, cards: 12, modifiers: ['play-cost -1', 'range +2'] }),
    tribe('north', 16, { skulls: 4, cards: 3, nextModifiers: ['range +2'] }),
    tribe('south', 16, { modifiers: ['play-cost -1', 'range +2', 'pickup +1', 'offer-cost -2'] }),
    tribe('center', 16, { skulls: 10, cards: 94 }),
    tribe('zenith', 16),
    tribe('west', 16, { here: false }),
  ],
  days: onDays(13, { 3: 0, 16: 9 }),
  warTally: 112,
  rainTally: 112,
  discs: onDays(6, { 3: 0, 7: 4, 10: 0, 18: 7 }),
  omens: [3, 7, 18],
  piles: piles({ 8: [card('W10'), card('R12', 1, true)], 16: [...Array(11).fill(card('W10')), card('W12', 3, true)] }),
  apocalypse: true,
  counter: 4,
  track: 12,
  ending: 'invasion',
  hand: ['W10', 'X99', 'W10'],
  battle: {
    on: true,
    attacker: 1,
    defender: 3,
    attack: [6, 3],
    defence: [4],
    attackBonus: 2,
    defenceBonus: -1,
    attackKeeps: 'high',
    defenceKeeps: 'high',
    stake: 2,
    coin: 'to-toss',
  },
};

test('a new match of two', () => {
  expect(flowerWar.draw(NEW, plain, NO_CARDS).join('\n')).toBe(
    `
┌─8──────────┬─7──────────┬─6──────────┬─5───────────┬─4──────────┬─3──────────┐
│Rabbit      │Deer        │Death       │Serpent      │Lizard      │House       │
│13 ○        │13 ○        │13 ○        │13 ○         │13 ○        │13 ○        │
│            │            │            │             │            │            │
├─9──────────┼────────────┴────────────┴─────────────┴────────────┼─2──────────┤
│Water       │ Round 1                                            │Wind        │
│13 ○        │ EAST is to move                                    │13 ○        │
│            │                                                    │            │
├─10─────────┤         skulls cards discs                         ├─1──────────┤
│Dog         │ ► EAST       0     0     0                         │Crocodile   │
│13 ○        │   WEST       0     0     0                         │13 ○        │
│W           │                                                    │            │
├─11─────────┤ Temple      War 0 : 0 Rain  pool 100               ├─20─────────┤
│Monkey      │ Decks       War 47  Rain 47                        │Flower      │
│13 ○        │                                                    │13 ○        │
│            │ Apocalypse  after 1 more disc                      │E           │
├─12─────────┤                                                    ├─19─────────┤
│Grass       │                                                    │Rain        │
│13 ○        │                                                    │13 ○        │
│            │                                                    │            │
├─13─────────┼─14─────────┬─15─────────┬─16──────────┬─17─────────┼─18─────────┤
│Reed        │Jaguar      │Eagle       │Vulture      │Quake       │Flint       │
│13 ○        │13 ○        │13 ○        │13 ○         │13 ○        │13 ○        │
│            │            │            │             │            │            │
└────────────┴────────────┴────────────┴─────────────┴────────────┴────────────┘`.slice(1),
  );
});

test('six tribes, nearly all on one day, a trap, a battle, the last round of an apocalypse', () => {
  expect(flowerWar.draw(FULL, plain, CARDS).join('\n')).toBe(
    `
┌─8──────────┬─7──────────┬─6──────────┬─5───────────┬─4──────────┬─3──────────┐
│Rabbit      │Deer        │Death       │Serpent      │Lizard      │House 13    │
│13 ○      ≡2│13 ○Z       │13 ○        │13 ○         │13 ○        │ 0 ○E       │
│          !N│            │            │             │            │            │
├─9──────────┼────────────┴────────────┴─────────────┴────────────┼─2──────────┤
│Water       │ Round 139                                          │Wind        │
│13 ○        │ CENTER may play a card in the battle               │13 ○        │
│            │         skulls cards discs                         │            │
├─10─────────┤   EAST     123    12     2 play-1 reach+2          ├─1──────────┤
│Dog         │ ► NORTH      4     3     0 >reach+2                │Crocodile   │
│13 ○E       │   SOUTH      0     0     0 play-1 reach+2 take+1 o…│13 ○        │
│            │   CENTER    10    94     0                         │            │
├─11─────────┤   ZENITH     0     0     1                         ├─20─────────┤
│Monkey      │   WEST   has left                                  │Flower      │
│13 ○        │ Temple      War 112 : 112 Rain  pool 100, lost 113 │13 ○        │
│            │ Decks       War 7  Rain 11                         │            │
├─12─────────┤ Invasion    0 more turns of ZENITH, standing still ├─19─────────┤
│Grass       │ Omens       House, Deer, Flint                     │Rain        │
│13 ○        │ Battle      NORTH attacks CENTER, a coin decides   │13 ○        │
│            │             6 3 +2 against 4 -1, stake +2          │            │
├─13─────────┼─14─────────┬─15─────────┬─16──────────┬─17─────────┼─18─────────┤
│Reed        │Jaguar      │Eagle       │Vulture 4    │Quake       │Flint       │
│13 ○        │13 ○        │13 ○        │ 9 ○     ≡12 │13 ○        │13 ○-       │
│            │            │            │ENSCZ     !C │            │            │
└────────────┴────────────┴────────────┴─────────────┴────────────┴────────────┘

Omens
  House (Calli)             take a card from a pile instead of drawing
  Deer (Mazatl)             go to any day
  Flint (Tecpatl)           a tribe that can sacrifice must

Traps and lingering cards
  Flooded Field (Rabbit, of NORTH): Others take 1 fewer skull.
  Jaguar in the Reeds (Vulture, of CENTER): ATTACK TRIGGERER roll +2. As a trap.
    It costs 3 skulls.

Your cards
  Dart Thrower (×2): ATTACK CHOSEN (maxDist 4) > IF WON: GAIN 1 from HERE. In
    your turn. It costs 1 skull.
  X99`.slice(1),
  );
});

test.each([
  [{ ...FULL, ending: 'flood', counter: 0, warTally: 113, track: 11 }, ' Flood       1 more turn of EAST '],
  [{ ...FULL, ending: 'open' }, ' Apocalypse  0 more turns of ZENITH, standing still '],
  [{ ...FULL, ending: 'open', favoured: 'rain', track: 0 }, ' Apocalypse  12 more turns of ZENITH '],
  [{ ...FULL, ending: 'none', warTally: 113, phase: 'over', track: 13 }, ' Apocalypse  0 more turns of ZENITH '],
  [{ ...NEW, mode: 'epic', discs: onDays(6, { 1: 0, 2: 7 }) }, ' Apocalypse  after 1 more disc '],
  [{ ...NEW, mode: 'long' }, ' Apocalypse  after 2 more discs '],
] as const)('the apocalypse, %#', (view, words) => {
  expect(flowerWar.draw(view, plain, NO_CARDS).join('\n')).toContain(words);
});

const FIGHT = FULL.battle;

test.each([
  [{ ...FIGHT, coin: 'none', stake: 0 }, 'NORTH attacks CENTER', '6 3 +2 against 4 -1 '],
  [
    { ...FIGHT, attacker: 6, attack: [5], attackBonus: 0, coin: 'none', stake: -2 },
    'Cortés attacks CENTER',
    '5 against 4 -1, stake -2 ',
  ],
  [{ ...FIGHT, attack: [], defence: [], stake: 0, coin: 'heads' }, 'NORTH attacks CENTER, coin: heads', ' '],
] as const)('a battle, %#', (battle, who, terms) => {
  const lines = flowerWar.draw({ ...FULL, battle }, plain, NO_CARDS);
  const index = lines.findIndex((line) => line.includes(`Battle      ${who} `));
  expect(lines[index + 1]).toContain(`│             ${terms}`);
});

test('a card in a pile is meant by its place, counted from the bottom', () => {
  expect(flowerWar.cardIn?.(FULL, 'take tochtli 2')).toBe('R12');
  expect(flowerWar.cardIn?.(FULL, 'take atl 1')).toBeUndefined();
  expect(flowerWar.cardIn?.(FULL, 'take')).toBeUndefined();
  expect(flowerWar.cardIn?.(FULL, 'play W10 @north')).toBeUndefined();
});

test.each([2, 6])('colours change nothing but colours, %i tribes', (count) => {
  const view = count === 2 ? NEW : FULL;
  const marked = flowerWar.draw(view, (style, text) => `<${style}>${text}</>`, CARDS);
  expect(marked.map((line) => line.replace(/<.*?>/g, ''))).toEqual(flowerWar.draw(view, plain, CARDS));
  expect(marked.join('')).toContain('<red>EAST');
});

test('nothing is wider than 80 columns', () => {
  const lines = [...flowerWar.draw(NEW, plain, CARDS), ...flowerWar.draw(FULL, plain, CARDS)];
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

const page = (columns: number) => ({ paint: plain, cards: CARDS, columns, rows: 15 });

test('in few lines, as a list of days and tribes', () => {
  const view = {
    ...NEW,
    tribes: [tribe('east', 20, { skulls: 3, cards: 2 }), tribe('west', 20)],
    hand: ['W10', 'W12'],
  };
  expect(flowerWar.brief(view, page(80)).join('\n')).toBe(
    `
 1 Crocodile  13 ○   6 Death      13 ○  11 Monkey     13 ○  16 Vulture    13 ○
 2 Wind       13 ○   7 Deer       13 ○  12 Grass      13 ○  17 Quake      13 ○
 3 House      13 ○   8 Rabbit     13 ○  13 Reed       13 ○  18 Flint      13 ○
 4 Lizard     13 ○   9 Water      13 ○  14 Jaguar     13 ○  19 Rain       13 ○
 5 Serpent    13 ○  10 Dog        13 ○  15 Eagle      13 ○  20 Flower EW  13 ○
         day       skulls cards discs
► EAST   Flower         3     2     0
  WEST   Flower         0     0     0
Apocalypse: after 1 more disc
Round 1   Temple: War 0 : 0 Rain   pool 100   Decks: War 47  Rain 47
Your cards: Dart Thrower, Jaguar in the Reeds`.slice(1),
  );
});

test.each([60, 80, 100])('even six tribes and a battle have room in few lines of %i columns', (columns) => {
  for (const words of [english, spanish]) {
    const lines = drawn(words).brief(FULL, page(columns));
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(
      drawn(words)
        .texts(FULL, page(columns))
        .filter((line) => line.length > columns),
    ).toEqual([]);
  }
  expect(flowerWar.brief(FULL, page(columns)).join('\n')).toContain('6 3 +2 against 4 -1, stake +2');
});
