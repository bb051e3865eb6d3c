/** Cards, calendar discs and week cards of the games on the ring, in Spanish. */
import type { OmenTable, RingCards, RingTitles, SpaceAztecsCards } from '../card.ts';
import { DECKS, EFFECTS, SIGNS } from './effects.ts';
import { count } from './screen/names.ts';

// The titles of the cards of the ring, in Spanish.

const RING_TITLES: RingTitles = {
  own: {
    D020: 'Nopal en flor',
    W01: 'Obsidiana afilada',
    W02: 'Macuahuitl',
    W03: 'Promesas quemadas',
    W04: 'Estandartes gemelos',
    W05: 'Arena en los ojos',
    W06: 'Cuerda de cautivos',
    W07: 'Moneda del espejo',
    W08: 'Precio de sangre',
    W09: 'Llamada florida',
    W10: 'Lanzadardos',
    W11: 'Largo alcance',
    W12: 'Jaguar entre las cañas',
    W13: 'Tambores de guerra',
    W14: 'Sombra del tzompantli',
    W15: 'Colibrí zurdo',
    WEA: 'Águila sobre la piedra',
    R01: 'Lágrimas del señor de la lluvia',
    R02: 'Segunda cosecha',
    R03: 'Manantial escondido',
    R04: 'Armadura acolchada',
    R05: 'Caracola de tregua',
    R06: 'Niebla sobre el lago',
    R07: 'Dique en el río',
    R08: 'Chubasco repentino',
    R09: 'Coro de ranas',
    R10: 'Cambio de estaciones',
    R11: 'Camino del río',
    R12: 'Campo inundado',
    R13: 'Susurro del mercader',
    R14: 'Poza del ahuízotl',
    R15: 'Puertas del Tlalocan',
    R16: 'Jarra sellada',
    R17: 'Banquete de lluvia',
    RSE: 'Serpiente en el agua',
  },
  families: [
    (day) => `Peregrinación: ${day}`,
    (day) => `Camino: ${day}`,
    (day) => `Cosecha: ${day}`,
    (day) => `Regreso: ${day}`,
    (day) => `Deuda: ${day}`,
    (day) => `Diezmo: ${day}`,
    (day) => `Regalo: ${day}`,
    (day) => `Incursión: ${day}`,
    (day) => `Presagio: ${day}`,
    (day) => `Filo: ${day}`,
    (day) => `Amparo: ${day}`,
    (day) => `Mandato: ${day}`,
    (day) => `Corona: ${day}`,
  ],
  week: (day) => `Espíritu: ${day}`,
  land: (day) => `Tierra: ${day}`,
  disc: (day) => `Disco: ${day}`,
};

// The cards of Space Aztecs, in Spanish.

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

const skulls = (n: number): string => count(n, { one: '# calavera', other: '# calaveras' });
const tokens = (n: number): string => count(n, { one: '# ficha', other: '# fichas' });
const more = (n: number): string => `${skulls(Math.abs(n))} ${n < 0 ? 'menos' : 'más'}`;

const MOVEMENTS = {
  roll: '',
  'one-step': 'los jugadores no tiran para mover: van 1 día hacia delante o hacia atrás',
  anywhere: 'los jugadores no tiran para mover: van a cualquier otro día',
} as const;

const BATTLES = {
  dice: '',
  coin: ['una moneda decide cada batalla en lugar de los dados', 'cara: gana el atacante; cruz: gana el defensor'],
  none: ['no hay batallas', 'un jugador que llega paga 1 calavera a cada uno de los demás jugadores del día'],
} as const;

const BANNED = { war: DECKS.war, rain: DECKS.rain } as const;

/** What each omen changes. A value at which it changes nothing has no words. */
const OMENS: OmenTable = {
  movement: (movement) => MOVEMENTS[movement],
  movesTwice: (does) => (does ? 'los jugadores mueven dos veces en cada turno' : ''),
  battles: (kind) => BATTLES[kind],
  range: (n) =>
    n === 0
      ? ''
      : `una vez en cada turno, los jugadores pueden atacar de lejos a un jugador; su alcance crece en ${count(n, { one: '# día', other: '# días' })}`,
  attacksAnybody: (does) =>
    does ? 'una vez en cada turno, los jugadores pueden atacar a otro jugador, por lejos que esté' : '',
  stake: (n) => (n === 0 ? '' : `el perdedor de una batalla paga ${more(n)}`),
  bothLose: (does) => (does ? 'tras una batalla, los dos jugadores ponen 1 calavera en el día' : ''),
  pickup: (n) => (n === 0 ? '' : `los jugadores recogen ${more(n)} cada vez que llegan`),
  coinForSkull: (does) =>
    does ? ['tras cada recogida se lanza una moneda', 'cara: el jugador toma 1 calavera más del mismo día'] : '',
  price: (n) => (n === 1 ? '' : `cada ofrenda cuesta ${skulls(n)} y cuenta ${n}`),
  mustSacrifice: (does) =>
    does ? 'los jugadores que pueden pagar una ofrenda tienen que hacer una en cada turno' : '',
  takesCards: (does) => (does ? 'en una ofrenda, los jugadores pueden dar una carta en lugar de una calavera' : ''),
  cardsDrawNothing: (does) => (does ? 'con una ofrenda de una carta no se roba ninguna' : ''),
  givesToDay: (does) =>
    does ? 'en el paso de ofrendas, los jugadores pueden poner calaveras en el día donde están' : '',
  takesFromPiles: (does) =>
    does
      ? 'tras una ofrenda, los jugadores pueden tomar cualquier carta de ese dios de un montón en lugar de robar una'
      : '',
  bans: (gods) => gods.map((god) => `los jugadores no pueden jugar ninguna ${BANNED[god]}, salvo las tierras`),
  losesHands: (does) => (does ? 'todos los jugadores dejan su mano en el montón de su día, una sola vez' : ''),
};

const LAY = 'ponla en el día donde estás';

export const RING_CARDS: RingCards = {
  effects: EFFECTS,
  omens: OMENS,
  cancels: [
    'el jugador que tomó este disco anula otro presagio',
    'si no hay otro, no llegan ni el diluvio ni la invasión',
  ],
  timings: {
    event: 'ocurre en tu próximo paso de cartas',
    action: 'juégala en tu paso de cartas',
    battle: 'juégala en tu batalla',
    'react-attack': 'juégala cuando te ataca un jugador',
    'react-card': 'juégala cuando otro jugador juega una carta',
    'react-payment': 'juégala cuando has perdido una batalla y tienes que pagar',
    'react-tribute': 'juégala cuando tienes que pagar tributo',
    'react-draw': 'juégala cuando otro jugador va a robar una carta',
    trap: `${LAY}: funciona cada vez que llega ahí otro jugador, hasta que la cubre una carta`,
    linger: `${LAY}: funciona hasta que la cubre una carta`,
    passive: 'funciona mientras la tienes',
    victory: 'está boca arriba delante de ti',
    omen: 'una vez en vigor, cambia las reglas para todos los jugadores',
  },
  decks: { ...DECKS, week: 'carta de semana', disc: 'disco del calendario' },
  cost: (n) => (n === 0 ? 'no cuesta nada' : `cuesta ${skulls(n)}`),
  skulls: { 'flower-war': skulls, mexica: tokens },
  week: (day, sign) => [
    `cada uno de los demás jugadores que llega a ${day} te paga 1 ficha`,
    ...(sign === undefined ? [] : [`la carta cuenta como el signo ${sign}`]),
  ],
  signs: SIGNS,
  titles: RING_TITLES,
};
