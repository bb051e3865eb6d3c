/** The cards of Space Aztecs, in Spanish. */
import type { SpaceAztecsCards } from '../cardTables.ts';
import { count } from './count.ts';

const points = (n: number): string => count(n, { one: '# punto', other: '# puntos' });

const COLOURS = { P: 'rosas', Y: 'amarillos', B: 'azules', G: 'verdes' } as const;
const COLOUR = { P: 'rosa', Y: 'amarillo', B: 'azul', G: 'verde' } as const;

type Aztec = Parameters<SpaceAztecsCards['aztecs']['noble']>[0];

const worth = ({ points: n }: Aztec): string => points(n);

/** `1 vale 3 puntos, 2 valen 9, 3 valen 18`. */
const byNumber = ({ scale }: Aztec): string =>
  scale.map((n, index) => (index === 0 ? `1 vale ${points(n)}` : `${index + 1} valen ${n}`)).join(', ');

const alone = (n: number): string => (n === 0 ? 'por sí solo no vale nada' : `por sí solo vale ${points(n)}`);

export const SPACE_AZTECS_CARDS: SpaceAztecsCards = {
  aztecs: {
    villager: worth,
    animal: worth,
    eagle: (aztec) => `guerreros águila en tu ciudad: ${byNumber(aztec)}`,
    jaguar: (aztec) => `guerreros jaguar en tu ciudad: ${byNumber(aztec)}`,
    otomi: (aztec) => `guerreros otomíes en tu ciudad: ${byNumber(aztec)}`,
    noble: worth,
    priest: ({ pair, points: n }) => [`${points(pair)} junto a un visitante de las estrellas`, alone(n)],
    alien: ({ pair, points: n }) => [`${points(pair)} junto a un sumo sacerdote`, alone(n)],
    agent: ({ points: n }) => [
      points(n),
      'mientras esté a la vista, los aztecas que llegan después pueden ir bajo uno de tus templos de su color',
    ],
    archivist: ({ points: n, bonus }) => `${points(n)}, o ${points(n + bonus)} bajo un templo`,
  },
  temple: (colour) => `pon debajo todos tus aztecas ${COLOURS[colour]} a la vista, donde ningún platillo los encuentra`,
  saucer: (colour) => [
    `captura un azteca ${COLOUR[colour]} a la vista de cada uno de los demás jugadores`,
    `cada azteca capturado vale ${points(1)}`,
  ],
  goals: {
    hours: ({ from, to }, each) => `${each} por cada una de tus cartas de ${from} a ${to}, salvo los platillos`,
    temple: (_, each) => `${each} por cada uno de tus templos`,
    sheltered: (_, each) => `${each} por cada uno de tus aztecas bajo un templo`,
    set: (_, each) => `${each} por cada grupo con un azteca de cada color del juego`,
    aztec: (_, each) => `${each} por cada azteca de tu ciudad`,
  },
  decks: { P: 'carta rosa', Y: 'carta amarilla', B: 'carta azul', G: 'carta verde', codex: 'códice' },
  points,
  time: (time) => `su hora es ${time}`,
  titles: {
    own: {
      'P-A01': 'Tejedora',
      'P-A02': 'Pescador',
      'P-A05': 'Alfarera',
      'P-A07': 'Cultivador de maíz',
      'P-A09': 'Cocinera',
      'P-A03': 'Perro sin pelo',
      'P-A04': 'Guajolote',
      'P-A06': 'Ajolote',
      'P-A08': 'Quetzal',
      'P-A10': 'Armadillo',
      'B-A01': 'Orador',
      'B-A04': 'Señora de la casa',
      'B-A07': 'Contador de tributos',
      'B-A10': 'Príncipe mercader',
      'G-A06': 'Agente muy especial',
      'G-A09': 'Agente muy especial',
      X1: 'Códice de la noche',
      X2: 'Códice del alba',
      X3: 'Códice del mediodía',
      X4: 'Códice del ocaso',
      X5: 'Códice de las piedras',
      X6: 'Códice del refugio',
      X7: 'Códice de la concordia',
      X8: 'Códice del pueblo',
    },
    types: {
      villager: 'Aldeano',
      animal: 'Animal',
      eagle: 'Guerrero águila',
      jaguar: 'Guerrero jaguar',
      otomi: 'Guerrero otomí',
      noble: 'Noble',
      priest: 'Sumo sacerdote',
      alien: 'Visitante de las estrellas',
      agent: 'Agente',
      archivist: 'Archivista',
      temple: 'Templo',
      saucer: 'Platillo volador',
      codex: 'Códice',
    },
  },
};
