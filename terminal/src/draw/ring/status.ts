/** What a match on the ring waits for, in words. */
import type { RingView } from '@flower-war/rules';
import { type Cards, titleOf } from '../words/cards.ts';
import { dayName } from '../words/ringWords.ts';
import { type Line, piece } from './line.ts';
import { nameIn } from './ringTribes.ts';

type Phase = RingView['phase'];
type Words = (view: RingView, cards: Cards) => string;

const ANSWERS: Readonly<Record<string, Words>> = {
  attack: () => 'may answer the attack',
  card: ({ card }, cards) => `may answer ${titleOf(cards, card)}`,
  payment: () => 'may answer the payment',
  tribute: () => 'may answer the tribute',
  draw: () => 'may answer the drawing of a card',
};

/** These words follow the name of the tribe that is asked. */
const WAITING: Readonly<Record<Exclude<Phase, 'over'>, Words>> = {
  moving: () => 'is to move',
  'adding-steps': ({ amount }) => `may go up to ${amount} farther`,
  'choosing-opponent': ({ day }) => `chooses an opponent on ${dayName(day)}`,
  ranged: () => 'may attack from afar',
  battle: () => 'may play a card in the battle',
  reacting: (view, cards) => ANSWERS[view.moment]?.(view, cards) ?? 'may answer',
  'paying-card': () => 'has to pay with a card',
  claiming: () => 'may draw a card of either god',
  offering: () => 'may sacrifice',
  sacrificing: ({ amount }) => `sacrifices: ${amount} more, a card or a skull`,
  drawing: () => 'may draw a card',
  playing: () => 'may play and discard cards',
  discarding: () => 'discards a card',
  picking: ({ amount }) => `picks cards, ${amount} more`,
  choosing: () => 'decides what the card does',
  dealing: () => 'deals out cards',
  giving: () => 'gives a card away',
  cancelling: () => 'cancels an omen',
  'taking-disc': ({ day }) => `may take the disc of ${dayName(day)}`,
};

export function status(view: RingView, cards: Cards): Line {
  const { phase, asked } = view;
  if (phase === 'over') return [piece('The match is over', 'bold')];
  return [nameIn(view, asked), piece(` ${WAITING[phase]?.(view, cards) ?? phase}`, 'bold')];
}
