/** The cards of Space Aztecs. */
import type { SpaceAztecsCards } from '../cardTables.ts';
import { count } from './count.ts';

const points = (n: number): string => count(n, { one: '# point', other: '# points' });

const COLOURS = { P: 'pink', Y: 'yellow', B: 'blue', G: 'green' } as const;

type Aztec = Parameters<SpaceAztecsCards['aztecs']['noble']>[0];

const worth = ({ points: n }: Aztec): string => `${points(n)}`;

/** `1 is worth 3 points, 2 are worth 9, 3 are worth 18`. */
const byNumber = ({ scale }: Aztec): string =>
  scale.map((n, index) => (index === 0 ? `1 is worth ${points(n)}` : `${index + 1} are worth ${n}`)).join(', ');

const alone = (n: number): string => (n === 0 ? 'alone it is worth nothing' : `alone it is worth ${points(n)}`);

export const SPACE_AZTECS_CARDS: SpaceAztecsCards = {
  aztecs: {
    villager: worth,
    animal: worth,
    eagle: (aztec) => `Eagle Warriors in your city: ${byNumber(aztec)}`,
    jaguar: (aztec) => `Jaguar Warriors in your city: ${byNumber(aztec)}`,
    otomi: (aztec) => `Otomi Warriors in your city: ${byNumber(aztec)}`,
    noble: worth,
    priest: ({ pair, points: n }) => [`${points(pair)} together with a Star Visitor`, alone(n)],
    alien: ({ pair, points: n }) => [`${points(pair)} together with a High Priest`, alone(n)],
    agent: ({ points: n }) => [
      points(n),
      'as long as it is visible, Aztecs that come later may go under one of your temples of their colour',
    ],
    archivist: ({ points: n, bonus }) => `${points(n)}, or ${points(n + bonus)} under a temple`,
  },
  temple: (colour) => `put all your visible ${COLOURS[colour]} Aztecs under it, where no saucer finds them`,
  saucer: (colour) => [
    `capture one visible ${COLOURS[colour]} Aztec of each other player`,
    `each captured Aztec is worth ${points(1)}`,
  ],
  goals: {
    hours: ({ from, to }, each) => `${each} for each of your cards from ${from} to ${to}, except saucers`,
    temple: (_, each) => `${each} for each of your temples`,
    sheltered: (_, each) => `${each} for each of your Aztecs under a temple`,
    set: (_, each) => `${each} for each set of one Aztec of every colour in the game`,
    aztec: (_, each) => `${each} for each Aztec in your city`,
  },
  decks: { P: 'pink card', Y: 'yellow card', B: 'blue card', G: 'green card', codex: 'codex' },
  points,
  time: (time) => `its time is ${time}`,
};
