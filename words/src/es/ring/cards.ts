/** Cards, calendar discs and week cards of the games on the ring, in Spanish. */
import type { OmenTable, RingCards } from '../../cardTables.ts';
import { count } from '../count.ts';
import { DECKS, EFFECTS, SIGNS } from './effects.ts';
import { RING_TITLES } from './titles.ts';

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
