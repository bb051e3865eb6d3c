/** Temples and beads, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';

type Slot = 'war' | 'rain';

const SLOTS: Readonly<Record<Slot, string>> = { war: 'guerra', rain: 'lluvia' };

const beads = (n: number, slot: Slot): string =>
  n === 1 ? `una cuenta de ${SLOTS[slot]}` : `${n} cuentas de ${SLOTS[slot]}`;
const Beads = (n: number, slot: Slot): string => beads(n, slot).replace(/^u/, 'U');

const WHY: Screen['temples']['why'] = {
  ok: 'se ha hecho una ofrenda',
  'no-match': 'el templo no cuenta para ninguna partida',
  'not-your-turn': 'es el turno de otra tribu',
  'wrong-phase': 'este no es el momento de las ofrendas',
  incomplete: 'la ofrenda cuesta más',
  'no-skulls': 'no queda ninguna calavera que ofrecer',
  unclaimed: 'ningún jugador la ha reclamado todavía (escribe reclamar)',
  unpaired: 'el templo no tiene dueño',
  implausible: 'han llegado demasiadas a la vez (escribe confirmar si era eso lo que querías)',
  'match-over': 'la partida ha terminado para este templo',
  returned: 'se ha vuelto a sacar',
};

export const TEMPLES: Screen['temples'] = {
  slots: SLOTS,
  why: WHY,
  whyShown: {
    ...WHY,
    unclaimed: 'ningún jugador ha dicho todavía de quién es',
    implausible: 'llegaron demasiadas a la vez; di si las echaste tú',
  },
  counts: (n, slot) => `${Beads(n, slot)} ${n === 1 ? 'vale' : 'valen'}.`,
  waits: (n, slot, why) => `${Beads(n, slot)} ${n === 1 ? 'espera' : 'esperan'}${why}.`,
  takeBack: (n, slot, why) => `Saca ${beads(n, slot)}${why}.`,
  out: (n, slot) => `${Beads(n, slot)} ${n === 1 ? 'se ha sacado' : 'se han sacado'}.`,
  disputed: (slot) => `Hay una disputa por las cuentas de ${SLOTS[slot]}: la resuelve el anfitrión (escribe resolver).`,
  settled: (slot) => `La disputa por las cuentas de ${SLOTS[slot]} ha terminado.`,
  none: 'Aquí no cuenta ningún templo.',
  noLonger: 'ya no cuenta',
  online: 'conectado',
  offline: 'sin conexión',
  silent: 'en silencio',
  tally: (sensed, applied) => `${sensed} echadas: ${applied} valen`,
  held: (n) => `${n} en espera`,
  refused: (n) => `${n} rechazadas`,
  toTake: (n) => `${n} por sacar`,
  inDispute: 'en disputa',
  forTable: 'para toda la mesa',
  forYou: 'para ti',
  forSeat: (name) => `para ${name}`,
  comes: (whom) => `cuenta aquí, ${whom}.`,
  goes: 'ya no cuenta aquí.',
  comesAgain: 'vuelve a contar aquí.',
  isBack: 'ha vuelto.',
  isSilent: 'está en silencio; hasta que vuelva, las ofrendas se hacen en la pantalla.',
  byHand: (name) =>
    name === undefined ? 'Ahora haces tus ofrendas en la pantalla.' : `${name} hace ahora sus ofrendas en la pantalla.`,
  byTemple: (name) =>
    name === undefined
      ? 'Vuelves a hacer tus ofrendas con el templo.'
      : `${name} vuelve a hacer sus ofrendas con el templo.`,
  noDispute: 'No hay esa disputa.',
  noneForYou: 'Aquí ningún templo cuenta para ti.',
  cannot: (reason) => `Ahora no se puede${reason === undefined ? '' : `: ${reason}`}. «templo» muestra las cuentas.`,
  deeds: {
    returned: (n) => (n === 1 ? 'La he sacado' : `He sacado ${n}`),
    confirmed: () => 'Las eché todas yo',
    claimed: (n) => (n === 1 ? 'Es mía' : `Las ${n} son mías`),
    disputed: (slot) => `Disputar las cuentas de ${SLOTS[slot]}`,
    settledCounts: (n) => (n === 1 ? 'Vale' : `Valen ${n}`),
    settledReturned: (n) => (n === 1 ? 'Se sacó' : `Se sacaron ${n}`),
    byHand: 'Hacer las ofrendas en la pantalla',
    byTemple: 'Hacer las ofrendas con el templo',
  },
  toSettle: (slot) => `Hay una disputa por las cuentas de ${SLOTS[slot]}. Di qué fue de ellas.`,
  inDisputeNow: (slot) => `Hay una disputa por las cuentas de ${SLOTS[slot]}. La resuelve el anfitrión.`,
  refusals: {
    'not-so-many': 'el templo no tiene tantas cuentas',
    'nothing-to-confirm': 'no hay nada que confirmar',
    'nothing-to-dispute': 'no hay nada que disputar',
    'disputed-already': 'ya hay una disputa',
    'no-dispute': 'no hay ninguna disputa',
    'not-the-tables': 'este templo es de un asiento, así que no hay nada que reclamar',
    'nothing-changes': 'ya es así',
    'not-your-temple': 'este no es tu templo',
    'not-the-host': 'solo puede hacerlo el anfitrión de la partida',
    'no-player-there': 'ahí no hay ningún jugador',
    'not-bound': 'el templo no cuenta para ninguna partida',
    'window-open': 'un jugador está decidiendo; inténtalo dentro de un momento',
    'match-over': 'la partida ha terminado',
  },
};

export const OWN_TEMPLES: Screen['ownTemples'] = {
  none: 'No tienes ningún templo. Hazte con uno: --temple o --knock.',
  released: (temple) => `${temple} ya no tiene dueño.`,
  counted: (war, rain) => `${war} de guerra y ${rain} de lluvia`,
  forMatch: (match) => `para la partida ${match}`,
  isYours: (temple) => `${temple} es tuyo.`,
  knock: (n) => `Echa ${n} cuentas en tu templo, una tras otra, en un minuto:`,
  knockAgain: 'Si te equivocas de cuenta, empieza de nuevo.',
  typeCode: 'Escribe el código que muestra el templo:',
  notHere: (temple, why) => `${temple} no cuenta aquí: ${why}`,
  unbound: (temple, match) =>
    `${temple} ya no cuenta para la partida ${match}; saca las cuentas que aún esperaban ahí.`,
};
