/** What each effect of a card on the ring does, in Spanish. */
import type { Deck, GodChoice, Moment, Place, Sign, Who } from '@flower-war/protocol';
import type { CardSpeech, EffectOf, EffectTable } from '../card.ts';
import { count } from './screen/names.ts';

export const SEATS = {
  east: 'Este',
  north: 'Norte',
  west: 'Oeste',
  south: 'Sur',
  center: 'Centro',
  zenith: 'Cenit',
} as const;

const PLAYERS: Readonly<Record<Exclude<Who, 'chosen'>, string>> = {
  self: 'tú',
  all: 'cada jugador',
  'each-other': 'cada uno de los demás jugadores',
  nearest: 'el jugador más cercano, en tu día o por delante de ti',
  attacker: 'el atacante',
  triggerer: 'el jugador que llega aquí',
  'seat-east': `el jugador del ${SEATS.east}`,
  'seat-north': `el jugador del ${SEATS.north}`,
  'seat-west': `el jugador del ${SEATS.west}`,
  'seat-south': `el jugador del ${SEATS.south}`,
};

const player = (who: Who, { isChosen }: CardSpeech): string =>
  who === 'chosen' ? (isChosen ? 'ese jugador' : 'un jugador a tu elección') : PLAYERS[who];

/** `al atacante`, `a ese jugador`. */
const to = (who: Who, speech: CardSpeech): string => `a ${player(who, speech)}`.replace(/^a el /, 'al ');

/** The imperative and the third person are the same word for most verbs: `toma`, `cada jugador toma`. */
const does = (who: Who, verb: string, speech: CardSpeech): string =>
  who === 'self' ? verb : `${player(who, speech)} ${verb === 'pon' ? 'pone' : verb}`;

export const DECKS: Readonly<Record<Deck, string>> = {
  war: 'carta de Guerra',
  rain: 'carta de Lluvia',
  day: 'carta de Día',
};

const GODS: Readonly<Record<GodChoice, string>> = {
  war: 'a Huitzilopochtli',
  rain: 'a Tláloc',
  choice: 'a un dios a tu elección',
  lesser: 'al dios con menos ofrendas',
  greater: 'al dios con más ofrendas',
};

const cards = (n: number): string => count(n, { one: '# carta', other: '# cartas' });
const days = (n: number): string => count(n, { one: '# día', other: '# días' });

export const SIGNS: Readonly<Record<Sign, string>> = {
  eagle: 'del Águila',
  serpent: 'de la Serpiente',
  flower: 'de la Flor',
};

const CANCELS: Readonly<Record<Moment, string>> = {
  attack: 'anula el ataque contra ti: no hay batalla',
  card: 'anula la carta del otro jugador: no tiene efecto',
  payment: 'anula el pago: no pagas nada por la batalla',
  tribute: 'anula el tributo: no lo pagas',
  draw: 'anula el robo: el otro jugador no recibe ninguna carta',
};

const toRoll = (n: number): string => (n < 0 ? `resta ${-n} a tu tirada` : `suma ${n} a tu tirada`);

const SIDES = { attacker: 'como atacante, ', defender: 'como defensor, ', any: '' } as const;

const LASTS = {
  turn: 'durante el resto de este turno',
  'next-turn': 'en tu próximo turno',
  held: 'en cada turno',
  uncovered: 'mientras ninguna carta cubra esta',
} as const;

const more = (n: number): string => (n < 0 ? 'menos' : 'más');

function rollClause({ side, n, lasts }: EffectOf<'roll'>, { timing, skulls }: CardSpeech): string {
  if (lasts === 'held') return `${SIDES[side]}${toRoll(Number(n))} en cada batalla`;
  if (n === 'quarter-of-day-count')
    return `suma 1 a tu tirada en esta batalla por cada ${skulls(4)} que faltan en el día donde estás`;
  const words = `${SIDES[side]}${toRoll(n)}`;
  return timing === 'battle' ? `${words} en esta batalla` : `si estás en una batalla, ${words}`;
}

function attackClauses(
  { target, otherwise, within, roll, stake }: EffectOf<'attack'>,
  speech: CardSpeech,
): readonly string[] {
  const reach = within === undefined ? '' : ` que esté como mucho a ${days(within)}`;
  const where = target === 'each-other' || target === 'all' ? 'cada una de estas batallas' : 'esa batalla';
  return [
    `ataca ${to(target, speech)}${reach}`,
    ...(otherwise ? [`si ese asiento está vacío o es el tuyo, ataca ${to(otherwise, speech)}`] : []),
    ...(roll ? [`${toRoll(roll)} en ${where}`] : []),
    ...(stake ? [`el perdedor de ${where} paga ${speech.skulls(Math.abs(stake))} ${more(stake)}`] : []),
  ];
}

function from(place: 'pool' | Place, who: Who, { day }: CardSpeech): string {
  if (place === 'pool') return 'de la reserva';
  if (place === 'here') return who === 'self' ? 'del día donde estás' : 'del día donde está';
  return typeof place === 'number' ? `de ${day(place)}` : `del ${startOf(place)}`;
}

const startOf = (place: string): string =>
  `día inicial del ${SEATS[place.replace('start-', '') as keyof typeof SEATS]}`;

const LOST = {
  pool: (skulls: string, verb: string) => `${verb} ${skulls} a la reserva`,
  out: (skulls: string, verb: string) => `${verb} ${skulls} para siempre`,
  here: (skulls: string, verb: string) => `${verb} ${skulls} en el día`,
} as const;

const LOSES = { pool: 'devuelve', out: 'pierde', here: 'pon' } as const;

export const EFFECTS: EffectTable = {
  gain: ({ who, n, from: place }, speech) =>
    `${does(who, 'toma', speech)} ${speech.skulls(n)} ${from(place, who, speech)}`,
  lose: ({ who, n, to: where }, speech) => LOST[where](speech.skulls(n), does(who, LOSES[where], speech)),
  pay: ({ from: payer, to: payee, n }, speech) =>
    payee === 'self'
      ? `${player(payer, speech)} te paga ${speech.skulls(n)}`
      : `${does(payer, 'paga', speech)} ${speech.skulls(n)} ${to(payee, { ...speech, isChosen: speech.isChosen || payer === 'chosen' })}`,
  offer: ({ who, god, n }, speech) => [
    `${does(who, 'da', speech)} ${speech.skulls(n)} ${GODS[god]}`,
    'con esto no se roba ninguna carta',
  ],
  draw: ({ deck, n }) => (n === 1 ? `roba una ${DECKS[deck]}` : `roba ${n} ${DECKS[deck].replace('carta', 'cartas')}`),
  'take-week': ({ sign, otherwise }, { day, together }) => [
    `toma de la caja la carta de semana de ${day(sign)}`,
    `si no está ahí, ${together(otherwise)}`,
  ],
  discard: ({ who, n }, speech) =>
    who === 'self' ? `descarta ${cards(n)} a tu elección` : `${does(who, 'descarta', speech)} ${cards(n)} y elige cuál`,
  'give-card': ({ from: giver, to: taker, n }, speech) =>
    taker === 'self'
      ? `${player(giver, speech)} te da ${cards(n)} al azar`
      : `${does(giver, 'da', speech)} ${cards(n)} al azar ${to(taker, speech)}`,
  cycle: ({ max }) => [`descarta hasta ${cards(max)}`, 'por cada una, roba una carta del mazo del que venía'],
  deal: ({ mode }) =>
    mode === 'keep-give'
      ? ['elige un dios y mira las 2 primeras cartas de su mazo', 'quédate con una y da la otra a otro jugador']
      : [
          'elige un dios y mira las primeras cartas de su mazo, una por jugador',
          'da una a cada jugador y quédate con una',
        ],
  move: ({ n }) => (n < 0 ? `retrocede ${days(-n)}` : `avanza ${days(n)}`),
  'move-choice': ({ max }) => `ve hasta ${days(max)} hacia delante o hacia atrás`,
  'go-to': ({ to: place }, { day }) => {
    if (place === 'chosen') return 've a cualquier día';
    return typeof place === 'number' ? `ve a ${day(place)}` : `ve al ${startOf(place)}`;
  },
  'extra-turn': () => ['juega otro turno después de este', 'en ese turno, una carta así no hace nada'],
  attack: attackClauses,
  'space-add': ({ n }, { skulls }) => `pon ${skulls(n)} de la reserva en el día donde estás`,
  cancel: ({ what, deck }) =>
    deck === undefined ? CANCELS[what] : CANCELS[what].replace('la carta', `la ${DECKS[deck]}`),
  'discard-for-roll': ({ max, per }) => `descarta hasta ${cards(max)} y ${toRoll(per)} por cada una`,
  'if-won': ({ then }, { together }) => `si ganas una batalla gracias a esta carta, además ${together(then)}`,
  victory: ({ sign }) => [
    `la carta cuenta como el signo ${SIGNS[sign]}`,
    'un jugador con los signos del Águila, la Serpiente y la Flor gana al instante',
  ],
  roll: rollClause,
  dice: ({ side, keep }) =>
    side === 'self'
      ? `tira 1 dado más en esta batalla y quédate con el ${keep === 'high' ? 'mejor' : 'más bajo'}`
      : `tu rival tira 1 dado más en esta batalla y se queda con el ${keep === 'high' ? 'mejor' : 'más bajo'}`,
  stake: ({ n }, { skulls }) => `el perdedor de esta batalla paga ${skulls(Math.abs(n))} ${more(n)}`,
  'coin-duel': (_, { skulls }) => [
    'una moneda decide esta batalla en lugar de los dados',
    'cara: gana el atacante; cruz: gana el defensor',
    `el perdedor paga ${skulls(1)}`,
  ],
  range: ({ n, lasts }) => `${LASTS[lasts]}, puedes atacar de lejos a un jugador; tu alcance crece en ${days(n)}`,
  pickup: ({ n, lasts }, { skulls }) =>
    lasts === 'uncovered'
      ? `los demás jugadores que llegan aquí toman ${skulls(Math.abs(n))} ${more(n)} del día`
      : `${LASTS[lasts]}, toma ${skulls(Math.abs(n))} ${more(n)} en tu primera recogida`,
  step: ({ n, lasts }) =>
    n < 0
      ? `${LASTS[lasts]}, resta ${-n} a tu tirada de movimiento, que vale al menos 1`
      : `${LASTS[lasts]}, puedes ir ${days(n)} más lejos que tu tirada`,
  'offer-cost': ({ n, lasts }, { skulls }) =>
    `${LASTS[lasts]}, cada ofrenda cuesta ${skulls(Math.abs(n))} ${more(n)}${n < 0 ? `, pero al menos ${skulls(1)}` : ''}`,
  'play-cost': ({ n, lasts }, { skulls, hasCosts }) =>
    hasCosts ? `${LASTS[lasts]}, cada carta que juegas cuesta ${skulls(Math.abs(n))} ${more(n)}` : '',
};
