/** Moves in sentences: examples of every verb of the ring, and of those that other games tell with what they give. */
import type { LegalMove, PartsOf } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { LANGUAGES, spanish } from './all.ts';
import { english } from './index.ts';

const name = (seat: number) => ['EAST', 'NORTH'][seat] ?? `Seat ${seat}`;
const cards = new Map([
  ['W10', { title: 'Dart Thrower', text: 'Attack a player.' }],
  ['P-A07', { title: 'Farmer', text: '', mark: '14:40' }],
]);
const speech = { name, cards };

type Ring = PartsOf<'flower-war'>;
type MoveSentences = readonly (readonly [Ring, string])[];

/** The type asks for every verb. */
const VERBS: { readonly [V in Ring['verb']]: readonly (readonly [Ring & { verb: V }, string])[] } = {
  roll: [[{ verb: 'roll', rule: 'moving' }, 'Roll the die and move.']],
  pass: [
    [{ verb: 'pass', rule: 'ranged' }, 'Do not attack from afar.'],
    [{ verb: 'pass', rule: 'battle' }, 'Play no card in the battle for now.'],
    [{ verb: 'pass', rule: 'reactions' }, 'Play no card, and let it happen.'],
    [{ verb: 'pass', rule: 'dealing' }, 'Give no card to this player.'],
    [{ verb: 'pass', rule: 'moving' }, 'Pass.'],
  ],
  tonantzin: [
    [
      { verb: 'tonantzin', rule: 'offerings', costs: { skulls: 7, left: 0 }, gives: { cards: 1, deck: 'day' } },
      'Offer 7 skulls to Tonantzin and draw a Day card; then you have none left.',
    ],
    [{ verb: 'tonantzin', rule: 'offerings' }, 'Make an offering to Tonantzin and draw a Day card.'],
  ],
  skull: [
    [{ verb: 'skull', rule: 'offerings', costs: { skulls: 1, left: 4 } }, 'Pay with a skull; then you have 4 left.'],
  ],
  draw: [
    [{ verb: 'draw', rule: 'drawing', gives: { cards: 1, deck: 'rain' } }, 'Draw a Rain card.'],
    [{ verb: 'draw', rule: 'drawing', gives: { cards: 1 } }, 'Draw the card.'],
  ],
  decline: [
    [{ verb: 'decline', rule: 'drawing' }, 'Draw no card.'],
    [{ verb: 'decline', rule: 'discarding' }, 'Keep all your cards.'],
    [{ verb: 'decline', rule: 'discs', day: 3 }, 'Leave the disc on House (Calli).'],
    [{ verb: 'decline', rule: 'moving' }, 'Take nothing.'],
  ],
  discard: [[{ verb: 'discard', rule: 'cards', costs: { cards: 1 } }, 'Discard a card from your hand.']],
  take: [[{ verb: 'take', rule: 'discs', day: 3 }, 'Take the disc of House (Calli).']],
  done: [
    [{ verb: 'done', rule: 'offerings' }, 'Finish your offerings, and go on to your cards.'],
    [{ verb: 'done', rule: 'offerings', endsTurn: true }, 'Finish your offerings. Your turn ends.'],
    [{ verb: 'done', rule: 'cards', endsTurn: true }, 'End your turn.'],
    [{ verb: 'done', rule: 'cards', endsTurn: true, costs: { cards: 2 } }, 'End your turn, and discard 2 cards.'],
    [{ verb: 'done', rule: 'discarding' }, 'Choose no more cards.'],
  ],
  end: [
    [{ verb: 'end', rule: 'offerings', endsTurn: true }, 'End your turn at once, and play no card.'],
    [
      { verb: 'end', rule: 'offerings', endsTurn: true, costs: { cards: 1 } },
      'End your turn at once, and play no card. You discard a card.',
    ],
  ],
  go: [[{ verb: 'go', rule: 'moving', day: 3 }, 'Go to House (Calli).']],
  cancel: [[{ verb: 'cancel', rule: 'omens', day: 3 }, 'Cancel the omen of House (Calli).']],
  step: [[{ verb: 'step', rule: 'moving', number: -1, day: 3 }, 'Go 1 day back, to House (Calli).']],
  extra: [
    [{ verb: 'extra', rule: 'moving', number: 0 }, 'Go no farther than you rolled.'],
    [{ verb: 'extra', rule: 'moving', number: 2 }, 'Go 2 days farther than you rolled.'],
  ],
  give: [
    [
      { verb: 'give', rule: 'offerings', number: 3, costs: { skulls: 3, left: 2 } },
      'Put 3 skulls on your day; then you have 2 left.',
    ],
  ],
  attack: [[{ verb: 'attack', rule: 'ranged', seat: 1 }, 'Attack NORTH from afar.']],
  fight: [[{ verb: 'fight', rule: 'opponents', seat: 1 }, 'Fight NORTH.']],
  play: [
    [{ verb: 'play', rule: 'battle', card: 'W10' }, 'Play Dart Thrower.'],
    [
      { verb: 'play', rule: 'cards', card: 'W10', seat: 1, costs: { skulls: 2, left: 3 } },
      'Play Dart Thrower against NORTH; it costs 2 skulls, then you have 3 left.',
    ],
    [{ verb: 'play', rule: 'cards', card: 'X99', god: 'rain', number: 2 }, 'Play X99 for Tlaloc to go 2 days forward.'],
  ],
  pick: [
    [{ verb: 'pick', rule: 'offerings', card: 'W10', use: 'offering' }, 'Give Dart Thrower in place of a skull.'],
    [{ verb: 'pick', rule: 'discarding', card: 'W10', use: 'discard' }, 'Discard Dart Thrower.'],
    [
      { verb: 'pick', rule: 'discarding', card: 'W10', use: 'exchange', gives: { cards: 1, deck: 'war' } },
      'Discard Dart Thrower and draw a War card.',
    ],
    [{ verb: 'pick', rule: 'discarding', card: 'W10', use: 'roll' }, 'Discard Dart Thrower for a higher roll.'],
    [{ verb: 'pick', rule: 'spoils', card: 'W10', use: 'payment' }, 'Pay with Dart Thrower.'],
    [{ verb: 'pick', rule: 'dealing', card: 'W10', use: 'deal' }, 'Choose Dart Thrower.'],
  ],
  offer: [
    [
      {
        verb: 'offer',
        rule: 'offerings',
        god: 'war',
        costs: { skulls: 2, left: 5 },
        gives: { cards: 1, deck: 'war' },
      },
      'Offer 2 skulls to Huitzilopochtli and draw a War card; then you have 5 left.',
    ],
    [
      { verb: 'offer', rule: 'offerings', god: 'rain', costs: { skulls: 1, orCards: true } },
      'Offer a skull to Tlaloc; you may pay with cards.',
    ],
    [{ verb: 'offer', rule: 'offerings', god: 'rain' }, 'Make an offering to Tlaloc.'],
    [
      {
        verb: 'offer',
        rule: 'offerings',
        god: 'war',
        times: 3,
        costs: { skulls: 3, left: 2 },
        gives: { cards: 3, deck: 'war' },
      },
      'Offer 3 skulls to Huitzilopochtli in 3 offerings and draw a War card for each; then you have 2 left.',
    ],
    [
      { verb: 'offer', rule: 'offerings', god: 'rain', times: 2, costs: { skulls: 4, left: 0 } },
      'Offer 4 skulls to Tlaloc in 2 offerings; then you have none left.',
    ],
  ],
  claim: [[{ verb: 'claim', rule: 'spoils', god: 'rain' }, 'Draw a Rain card.']],
  'take-card': [
    [
      { verb: 'take-card', rule: 'drawing', day: 3, number: 1, card: 'W10' },
      'Take Dart Thrower from the pile of House (Calli).',
    ],
    [{ verb: 'take-card', rule: 'drawing', day: 3, number: 1 }, 'Take card 1 from the pile of House (Calli).'],
  ],
  choose: [
    [{ verb: 'choose', rule: 'dealing', seat: 1, card: 'W10' }, 'Give Dart Thrower to NORTH.'],
    [{ verb: 'choose', rule: 'cards', seat: 1 }, 'Choose NORTH.'],
    [{ verb: 'choose', rule: 'cards', god: 'war' }, 'Choose Huitzilopochtli.'],
    [{ verb: 'choose', rule: 'cards', day: 3 }, 'Choose House (Calli).'],
    [{ verb: 'choose', rule: 'cards', number: -2 }, 'Go 2 days back.'],
  ],
};

const all = Object.values<MoveSentences>(VERBS).flat();
const legal = (parts: object) => ({ move: 'the notation', ...parts }) as LegalMove;

test.each(all)('%j', (parts, words) => {
  expect(english.move('flower-war', legal(parts), speech)).toBe(words);
});

test('every language says what English says, in words of its own', () => {
  for (const [parts, words] of all)
    for (const other of LANGUAGES.slice(1)) {
      const said = other.move('flower-war', legal(parts), speech);
      expect(said).toMatch(/^\S.*[.]$/);
      expect(said).not.toMatch(/undefined|[.][.]|\b(the|and|skulls?|left)\b/);
      expect(said).not.toBe(words);
    }
});

test('Mexica has tokens', () => {
  const move = legal({ verb: 'offer', rule: 'offerings', god: 'rain', costs: { skulls: 2, left: 1 } });
  expect(english.move('mexica', move, speech)).toBe('Offer 2 tokens to Tlaloc; then you have 1 left.');
  expect(spanish.move('mexica', move, speech)).toBe('Ofrece 2 fichas a Tláloc; después te queda 1.');
});

test.each([
  [{ verb: 'take', pile: 3, cards: 1 }, 'Take pile 3, which has 1 card.'],
  [{ verb: 'choose', card: 'P-A07' }, 'Choose Farmer (14:40).'],
  [{ verb: 'choose', card: 'P-A07', replaces: 'X5' }, 'Choose Farmer (14:40) instead of X5.'],
  [{ verb: 'choose', card: 'P-A07', replaces: 'P-A07' }, 'Keep Farmer (14:40).'],
  [{ verb: 'hide', card: 'P-A07', temple: 'P-T1' }, 'Put Farmer (14:40) under P-T1.'],
  [{ verb: 'show', card: 'P-A07' }, 'Leave Farmer (14:40) visible.'],
  [{ verb: 'capture', card: 'P-A07', seat: 1, saucer: 'Y-S1' }, 'Capture Farmer (14:40) of NORTH.'],
])('Space Aztecs: %j', (parts, words) => {
  expect(english.move('space-aztecs', legal(parts), speech)).toBe(words);
});

test.each([
  [
    { verb: 'introduce', from: 0, to: 2, gives: 'step' },
    'Bring a token onto the board, to 2; you may get a bonus step.',
  ],
  [{ verb: 'move', from: 3, to: 4, endsTurn: true }, 'Move the token on 3 to 4.'],
  [{ verb: 'move', from: 3, to: 5, fights: 1, endsTurn: true }, 'Move the token on 3 to 5 and fight there.'],
  [
    { verb: 'move', from: 3, to: 6, fights: 1, gives: 'turn' },
    'Move the token on 3 to 6 and fight there; if you win, you have another turn.',
  ],
  [{ verb: 'move', from: 13, to: 15, gives: 'home', endsTurn: true }, 'Move the token on 13 into the goal.'],
  [{ verb: 'pass', endsTurn: true }, 'Move no token. Your turn ends.'],
])('Tieqchieq: %j', (parts, words) => {
  expect(english.move('tieqchieq', legal(parts), speech)).toBe(words);
});
