/** The titles and texts of the cards, for people. */
import type { CardWords } from '../contract/game.ts';
import { type AztecCard, type Card, type CardId, CARDS, type Colour, faceOf, type Goal } from './cards.ts';
import { PAIR, WARRIORS } from './scoring.ts';

const COLOUR_WORDS: Readonly<Record<Colour, string>> = { P: 'pink', Y: 'yellow', B: 'blue', G: 'green' };

/** The cards with a title of their own; all others are named after their type. */
const TITLES = {
  'P-A01': 'Weaver',
  'P-A02': 'Fisher',
  'P-A05': 'Potter',
  'P-A07': 'Maize Farmer',
  'P-A09': 'Cook',
  'P-A03': 'Hairless Dog',
  'P-A04': 'Turkey',
  'P-A06': 'Axolotl',
  'P-A08': 'Quetzal',
  'P-A10': 'Armadillo',
  'B-A01': 'Speaker',
  'B-A04': 'Lady of the House',
  'B-A07': 'Tax Counter',
  'B-A10': 'Merchant Prince',
  'G-A06': 'Very Special Agent',
  'G-A09': 'Very Special Agent',
  X1: 'Night Codex',
  X2: 'Dawn Codex',
  X3: 'Noon Codex',
  X4: 'Dusk Codex',
  X5: 'Codex of Stones',
  X6: 'Codex of Shelter',
  X7: 'Codex of Concord',
  X8: 'Codex of the People',
} as const satisfies Readonly<Record<CardId, string>>;

/** The cards with a title of their own. */
export type TitledSpaceCard = keyof typeof TITLES;

const TYPE_TITLES: Readonly<Record<AztecCard['type'], string>> = {
  villager: 'Villager',
  animal: 'Animal',
  eagle: 'Eagle Warrior',
  jaguar: 'Jaguar Warrior',
  otomi: 'Otomi Warrior',
  noble: 'Noble',
  priest: 'High Priest',
  alien: 'Star Visitor',
  agent: 'Agent',
  archivist: 'Archivist',
};

/** `timing` holds the card's time, which decides the starting player. In other games it says when a card is played. */
export const CARD_WORDS: readonly CardWords[] = CARDS.map((card) => ({
  id: card.id,
  title: (TITLES as Readonly<Record<CardId, string>>)[card.id] ?? titleOf(card),
  deck: deckOf(card),
  timing: card.time,
  cost: 0,
  text: textOf(card),
  face: faceOf(card, { scales: WARRIORS, pair: PAIR }),
}));

function deckOf(card: Card): string {
  return card.kind === 'codex' ? 'codex' : COLOUR_WORDS[card.colour];
}

function titleOf(card: Card): string {
  switch (card.kind) {
    case 'aztec':
      return TYPE_TITLES[card.type];
    case 'temple':
      return 'Temple';
    case 'saucer':
      return 'Flying Saucer';
    case 'codex':
      return 'Codex';
  }
}

function textOf(card: Card): string {
  switch (card.kind) {
    case 'aztec':
      return aztecText(card);
    case 'temple':
      return `Shelters all your visible ${deckOf(card)} Aztecs`;
    case 'saucer':
      return `Captures one visible ${deckOf(card)} Aztec of every other city`;
    case 'codex':
      return `${points(card.goal.points)} for each ${goalText(card.goal)}`;
  }
}

function points(n: number): string {
  return n === 1 ? '1 point' : `${n} points`;
}

function aztecText({ type, points: worth = 0, bonus = 0 }: AztecCard): string {
  switch (type) {
    case 'villager':
    case 'animal':
    case 'noble':
      return points(worth);
    case 'agent':
      return `${points(worth)}; while visible, your Aztecs may arrive under a temple of their colour`;
    case 'archivist':
      return `${points(worth)}, under a temple ${worth + bonus}`;
    case 'priest':
      return `${points(PAIR)} with a Star Visitor, alone none`;
    case 'alien':
      return `${points(PAIR)} with a High Priest, alone ${worth}`;
    case 'eagle':
    case 'jaguar':
    case 'otomi':
      return `${WARRIORS[type].slice(1).join(', ')} points for ${WARRIORS[type]
        .slice(1)
        .map((_, i) => i + 1)
        .join(', ')} of them`;
  }
}

function goalText(goal: Goal): string {
  switch (goal.kind) {
    case 'hours':
      return `Aztec, temple or codex of ${goal.from} to ${goal.to}`;
    case 'temple':
      return 'temple';
    case 'sheltered':
      return 'Aztec under a temple';
    case 'set':
      return 'set of one Aztec of every colour in the game';
    case 'aztec':
      return 'Aztec in your city';
  }
}
