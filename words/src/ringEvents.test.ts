import type { RingEvent } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { LANGUAGES } from './all.ts';
import { english } from './index.ts';

const name = (seat: number) => ['EAST', 'NORTH', 'WEST'][seat] ?? `Seat ${seat}`;
const cards = new Map([
  ['W10', { title: 'Dart Thrower', text: 'Attack a player.' }],
  ['W12', { title: 'Jaguar in the Reeds', text: 'Attack the player who comes here.' }],
  ['D003', { title: 'Harvest of Calli', text: 'Take 1 token.' }],
  ['C07', { title: 'Disc of Mazatl', text: 'Players go to any other day.' }],
]);
const speech = { name, cards };
const tell = (event: RingEvent, game = 'flower-war') => english.event(game, event, speech);

type EventSentences = readonly (readonly [RingEvent, string | undefined])[];

/** The type asks for every kind. A kind without a sentence is `undefined` on purpose. */
const KINDS: {
  readonly [K in RingEvent['kind']]: readonly (readonly [RingEvent & { kind: K }, string | undefined])[];
} = {
  'turn-began': [
    [{ kind: 'turn-began', seat: 0, round: 3, extra: false }, "Round 3: EAST's turn."],
    [{ kind: 'turn-began', seat: 0, round: 3, extra: true }, 'EAST has another turn.'],
  ],
  rolled: [[{ kind: 'rolled', seat: 1, die: 4 }, 'NORTH rolls 4.']],
  moved: [
    [{ kind: 'moved', seat: 0, from: 20, to: 3, way: 'move' }, 'EAST moves from Flower (Xochitl) to House (Calli).'],
    [
      { kind: 'moved', seat: 0, from: 20, to: 3, way: 'card' },
      'A card takes EAST from Flower (Xochitl) to House (Calli).',
    ],
    [
      { kind: 'moved', seat: 0, from: 20, to: 3, way: 'put' },
      'EAST is put from Flower (Xochitl) to House (Calli); nothing else happens.',
    ],
  ],
  skulls: [
    [skulls(1, { day: 3 }, { seat: 0 }, 'pick-up'), 'EAST picks up a skull.'],
    [skulls(2, { day: 3 }, { seat: 0 }, 'collect'), 'EAST collects 2 skulls.'],
    [skulls(1, { seat: 0 }, { seat: 1 }, 'tribute'), 'EAST pays NORTH a skull of tribute.'],
    [skulls(1, { seat: 0 }, { seat: 1 }, 'marriage'), 'A marriage: EAST pays NORTH a skull.'],
    [skulls(3, { seat: 0 }, { seat: 1 }, 'stake'), 'EAST pays NORTH 3 skulls.'],
    [skulls(1, { seat: 0 }, { lake: 'rain' }, 'sacrifice'), 'EAST gives a skull to Tlaloc.'],
    [skulls(2, { seat: 0 }, { day: 3 }, 'gift'), 'EAST gives 2 skulls to House (Calli).'],
    [skulls(7, { seat: 0 }, 'out', 'tonantzin'), 'EAST gives 7 skulls to Tonantzin.'],
    [skulls(13, 'pool', { day: 3 }, 'refill'), 'House (Calli) is filled again, with 13 skulls.'],
    [skulls(5, { seat: 0 }, 'pool', 'retired'), 'EAST leaves 5 skulls to the pool.'],
    [skulls(1, { seat: 0 }, 'out', 'invasion'), 'EAST loses a skull.'],
    [skulls(1, { day: 3 }, { seat: 0 }, 'invasion'), 'EAST takes a skull from House (Calli).'],
    [skulls(1, { day: 3 }, 'out', 'war'), 'House (Calli) loses a skull.'],
    [skulls(1, { seat: 0 }, { day: 3 }, 'omen'), 'EAST puts a skull on House (Calli).'],
    [skulls(2, 'pool', { seat: 0 }, 'card'), 'EAST takes 2 skulls from the pool.'],
    [skulls(1, 'pool', { day: 3 }, 'card'), 'House (Calli) gets a skull from the pool.'],
    [skulls(1, { seat: 0 }, 'pool', 'card'), 'EAST loses a skull to the pool.'],
    [skulls(1, { seat: 0 }, { seat: 1 }, 'card'), 'EAST pays NORTH a skull.'],
    [skulls(1, { day: 3 }, { seat: 0 }, 'of a newer server'), 'EAST takes a skull from House (Calli).'],
  ],
  challenged: [[{ kind: 'challenged', attacker: 0, defender: 1 }, 'EAST attacks NORTH.']],
  'battle-rolled': [
    [{ kind: 'battle-rolled', attacker: 0, defender: 1, dice: [5, 2] }, 'EAST rolls 5, NORTH 2.'],
    [{ kind: 'battle-rolled', attacker: 0, defender: 1, dice: [5, 2, 6] }, 'The dice of EAST and NORTH: 5, 2, 6.'],
    [{ kind: 'battle-rolled', attacker: 0, defender: 1, dice: [] }, undefined],
    [{ kind: 'battle-rolled', attacker: 'cortes', defender: 1, dice: [5, 2] }, 'Cortés attacks NORTH: 5 against 2.'],
    [{ kind: 'battle-rolled', attacker: 'cortes', defender: 1, dice: [5] }, 'Cortés attacks NORTH.'],
  ],
  'extra-die': [
    [
      { kind: 'extra-die', side: 'attacker', die: 6, keeps: 'high' },
      'The attacker rolls one more die: 6. The highest counts.',
    ],
    [
      { kind: 'extra-die', side: 'defender', die: 1, keeps: 'low' },
      'The defender rolls one more die: 1. The lowest counts.',
    ],
  ],
  coin: [
    [{ kind: 'coin', why: 'battle', heads: true }, 'The coin shows heads.'],
    [{ kind: 'coin', why: 'omen', heads: false }, 'The coin shows tails.'],
  ],
  'battle-won': [
    [
      { kind: 'battle-won', winner: 1, loser: 0, totals: [3, 8], stake: 2 },
      'NORTH wins 8 : 3 against EAST; the stake is 2.',
    ],
    [{ kind: 'battle-won', winner: 0, loser: 1, totals: [], stake: 0 }, 'EAST wins against NORTH; the stake is 0.'],
    [{ kind: 'battle-won', winner: 'cortes', loser: 1, totals: [5, 2], stake: 1 }, 'Cortés wins 5 : 2 against NORTH.'],
  ],
  'battle-tied': [
    [{ kind: 'battle-tied', totals: [4, 4] }, 'The battle is a draw, 4 : 4.'],
    [{ kind: 'battle-tied', totals: [] }, 'The battle is a draw.'],
  ],
  'card-played': [
    [
      { kind: 'card-played', seat: 0, card: 'W10', target: 1 },
      'EAST plays Dart Thrower against NORTH: Attack a player.',
    ],
    [{ kind: 'card-played', seat: 0, card: 'X99', moment: 'attack' }, 'EAST answers the attack with X99.'],
  ],
  'event-revealed': [
    [{ kind: 'event-revealed', seat: 0, card: 'D003' }, 'EAST reveals Harvest of Calli: Take 1 token.'],
  ],
  cancelled: [[{ kind: 'cancelled', what: 'payment', by: 1 }, 'NORTH prevents the payment.']],
  'card-discarded': [[{ kind: 'card-discarded', seat: 0, card: 'W10' }, 'EAST discards Dart Thrower.']],
  'trap-sprung': [
    [
      { kind: 'trap-sprung', seat: 0, owner: 1, card: 'W12', day: 12 },
      "On Grass (Malinalli) EAST meets NORTH's Jaguar in the Reeds: Attack the player who comes here.",
    ],
  ],
  'card-drawn': [
    [{ kind: 'card-drawn', seat: 0, deck: 'war', isOpen: false }, 'EAST draws a War card.'],
    [{ kind: 'card-drawn', seat: 0, deck: 'war', isOpen: false, card: 'W10' }, 'EAST draws Dart Thrower.'],
    [{ kind: 'card-drawn', seat: 0, deck: 'war', isOpen: true, card: 'WEA' }, 'EAST draws WEA, face up.'],
  ],
  'card-given': [
    [{ kind: 'card-given', from: 0, to: 1 }, 'EAST gives NORTH a card.'],
    [{ kind: 'card-given', from: 0, to: 1, card: 'W10' }, 'EAST gives NORTH Dart Thrower.'],
  ],
  'card-taken': [
    [{ kind: 'card-taken', seat: 0, card: 'W10', day: 16 }, 'EAST takes Dart Thrower from Vulture (Cozcacuauhtli).'],
  ],
  'deck-empty': [[{ kind: 'deck-empty', deck: 'day' }, 'There is no Day card left to draw.']],
  'deck-rebuilt': [
    [{ kind: 'deck-rebuilt', deck: 'rain', cards: 20 }, 'The Rain deck is made again from 20 used cards.'],
  ],
  sacrificed: [[{ kind: 'sacrificed', seat: 0, god: 'war', tally: 5 }, undefined]],
  'card-offered': [
    [
      { kind: 'card-offered', seat: 0, god: 'rain', card: 'W10' },
      'EAST gives Dart Thrower to Tlaloc in place of a skull.',
    ],
  ],
  'extra-turn': [[{ kind: 'extra-turn', seat: 0 }, undefined]],
  'disc-taken': [[{ kind: 'disc-taken', seat: 0, day: 1 }, 'EAST takes the calendar disc of Crocodile (Cipactli).']],
  'disc-duel': [
    [
      { kind: 'disc-duel', seat: 0, holder: 1, day: 17, dice: [4, 4] },
      'EAST and NORTH roll for the disc of Quake (Olin): 4 against 4.',
    ],
  ],
  'week-taken': [
    [{ kind: 'week-taken', seat: 0, day: 5, from: 'box' }, 'EAST takes the week card of Serpent (Coatl).'],
    [{ kind: 'week-taken', seat: 0, day: 5, from: 1 }, 'EAST takes the week card of Serpent (Coatl) from NORTH.'],
  ],
  'omen-cancelled': [[{ kind: 'omen-cancelled', seat: 0, day: 17 }, 'EAST cancels the omen of Quake (Olin).']],
  'omens-woke': [
    [{ kind: 'omens-woke', days: [17] }, 'The omen of Quake (Olin) is in force.'],
    [
      { kind: 'omens-woke', days: [7, 17] },
      'The omen of Deer (Mazatl) is in force: Players go to any other day. The omen of Quake (Olin) is in force.',
    ],
  ],
  apocalypse: [[{ kind: 'apocalypse', counter: 0 }, "The apocalypse begins, in EAST's turn."]],
  'ending-fixed': [
    [{ kind: 'ending-fixed', ending: 'flood' }, 'Tlaloc sends the flood: no skull leaves a day any more.'],
    [{ kind: 'ending-fixed', ending: 'invasion' }, 'Cortés invades: he attacks in every turn.'],
    [{ kind: 'ending-fixed', ending: 'war' }, 'The war comes, and costs skulls.'],
  ],
  countdown: [
    [{ kind: 'countdown', left: 5, isLast: false }, 'Countdown: 5 left.'],
    [{ kind: 'countdown', left: 1, isLast: true }, 'Countdown: 1 left, the last.'],
    [{ kind: 'countdown', left: 0, isLast: false }, 'Time is up.'],
  ],
  forestalled: [[{ kind: 'forestalled' }, 'The gods are level: the countdown stands still.']],
  'balance-settled': [
    [
      { kind: 'balance-settled', god: 'rain' },
      'Nothing is left to offer: Tlaloc received the last offering and counts as the greater god. The countdown goes on.',
    ],
  ],
  'turn-ended': [[{ kind: 'turn-ended', seat: 0 }, undefined]],
  retired: [[{ kind: 'retired', seat: 2 }, 'WEST gives up.']],
  ended: [[{ kind: 'ended', reason: 'countdown' }, undefined]],
};

type Skulls = RingEvent & { kind: 'skulls' };

function skulls(n: number, from: Skulls['from'], to: Skulls['to'], why: string): Skulls {
  return { kind: 'skulls', n, from, to, why };
}

test.each(Object.values<EventSentences>(KINDS).flat())('%j', (event, words) => {
  expect(tell(event)).toBe(words);
});

test('Mexica has tokens', () => {
  expect(tell(skulls(2, { day: 3 }, { seat: 0 }, 'collect'), 'mexica')).toBe('EAST collects 2 tokens.');
  expect(tell({ kind: 'ending-fixed', ending: 'flood' }, 'mexica')).toContain('no token leaves');
});

test('a kind of a newer server is told as it is', () => {
  expect(english.event('mexica', { kind: 'sun-darkened' }, speech)).toBe('sun darkened');
});

test('every language tells what English tells, in words of its own', () => {
  for (const [event, told] of Object.values<EventSentences>(KINDS).flat())
    for (const words of LANGUAGES.slice(1)) {
      const other = words.event('flower-war', event, { name, cards: new Map() }); // whose words are English here
      expect(other === undefined).toBe(told === undefined);
      if (other === undefined) continue;
      expect(other).toMatch(/^\S.*[.]$/);
      expect(other).not.toMatch(/undefined|[.][.]|\b(the|and|card|skull)\b/);
      expect(other).not.toBe(told);
    }
});
