import type { RingView } from '@flower-war/rules';
import { english } from '@flower-war/words';
import { spanish } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { plain } from '../../screen.ts';
import { painted } from '../drawing.ts';
import { status } from './ring.ts';
import { CARDS, RING } from './views.fixture.ts';

const VIEW: RingView = { ...RING, asked: 1, amount: 2, day: 3, moment: 'attack' };
const words = (view: Partial<RingView>) => painted(status({ ...VIEW, ...view }, CARDS, english), plain);

const PHASES: Readonly<Record<RingView['phase'], string>> = {
  moving: 'WEST is to move',
  'adding-steps': 'WEST may go up to 2 farther',
  'choosing-opponent': 'WEST chooses an opponent on House (Calli)',
  ranged: 'WEST may attack from afar',
  battle: 'WEST may play a card in the battle',
  reacting: 'WEST may answer the attack',
  'paying-card': 'WEST has to pay with a card',
  claiming: 'WEST may draw a card of either god',
  offering: 'WEST may make offerings',
  sacrificing: 'WEST pays for an offering: 2 more, a card or a skull',
  drawing: 'WEST may draw a card',
  playing: 'WEST may play and discard cards',
  discarding: 'WEST discards a card',
  picking: 'WEST picks cards, 2 more',
  choosing: 'WEST decides what the card does',
  dealing: 'WEST deals out cards',
  giving: 'WEST gives a card away',
  cancelling: 'WEST cancels an omen',
  'taking-disc': 'WEST may take the disc of House (Calli)',
  over: 'The match is over',
};

test.each(Object.entries(PHASES))('while %s', (phase, expected) => {
  expect(words({ phase: phase as RingView['phase'] })).toBe(expected);
});

test.each([
  ['card', 'WEST may answer Dart Thrower'],
  ['payment', 'WEST may answer the payment'],
  ['tribute', 'WEST may answer the tribute'],
  ['draw', 'WEST may answer the drawing of a card'],
  ['of a newer server', 'WEST may answer'],
])('a window for %s', (moment, expected) => {
  expect(words({ phase: 'reacting', moment, card: 'W10' })).toBe(expected);
});

test('in the language of the player', () => {
  expect(painted(status({ ...VIEW, phase: 'taking-disc' }, CARDS, spanish), plain)).toBe(
    'OESTE puede tomar el disco de Casa (Calli)',
  );
});
