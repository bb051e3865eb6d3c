/** What happens in every game, in Spanish. */
import type { EventTables, RingEventOf, Telling } from '../telling.ts';
import { DECKS } from './effects.ts';
import { count } from './screen/names.ts';

// What happens on the ring of twenty days, in Spanish.

// Why skulls move from one place to another, in Spanish.

const GODS = { war: 'Huitzilopochtli', rain: 'Tláloc' } as const;

type Moved = RingEventOf<'skulls'>;
type Zone = Moved['from'];

interface SkullWords {
  /** `una calavera`, `2 calaveras`. */
  readonly skulls: string;
  readonly from: string;
  readonly to: string;
}

function tellSkulls(moved: Moved, telling: Telling): string {
  const { n, from, to, why } = moved;
  const told = { skulls: telling.skulls(n), from: place(from, telling), to: place(to, telling) };
  return Object.hasOwn(WHY, why) ? (WHY[why]?.(told) ?? '') : byZones(moved, told);
}

/** Reasons that have a verb of their own. */
const WHY: Readonly<Record<string, (told: SkullWords) => string>> = {
  'pick-up': ({ skulls, to }) => `${to} recoge ${skulls}.`,
  collect: ({ skulls, to }) => `${to} recoge ${skulls}.`,
  tribute: ({ skulls, from, to }) => `${from} paga a ${to} ${skulls} de tributo.`,
  marriage: ({ skulls, from, to }) => `Una boda: ${from} paga ${skulls} a ${to}.`,
  gift: ({ skulls, from, to }) => `${from} da ${skulls} a ${to}.`,
  tonantzin: ({ skulls, from }) => `${from} da ${skulls} a Tonantzin.`,
  refill: ({ skulls, to }) => `${to} se llena otra vez, con ${skulls}.`,
  retired: ({ skulls, from }) => `${from} deja ${skulls} en la reserva.`,
};

/** For all other reasons, cards and omens among them, the two places say enough. */
function byZones({ from, to }: Moved, { skulls, ...told }: SkullWords): string {
  const isPaid = typeof from === 'object' && 'seat' in from;
  if (to === 'out') return `${told.from} pierde ${skulls}.`;
  if (to === 'pool')
    return `${told.from} pierde ${skulls}, que van a la reserva.`.replace(/(una \S+), que van/, '$1, que va');
  if ('lake' in to) return `${told.from} da ${skulls} a ${told.to}.`;
  if ('day' in to)
    return isPaid ? `${told.from} pone ${skulls} en ${told.to}.` : `${told.to} recibe ${skulls} de ${told.from}.`;
  return isPaid ? `${told.from} paga ${skulls} a ${told.to}.` : `${told.to} toma ${skulls} de ${told.from}.`;
}

function place(zone: Zone, { name, day }: Telling): string {
  if (zone === 'pool') return 'la reserva';
  if (zone === 'out') return 'lo perdido'; // nothing comes back from there
  if ('seat' in zone) return name(zone.seat);
  return 'day' in zone ? day(zone.day) : GODS[zone.lake];
}

const DECK_NAMES = { war: 'Guerra', rain: 'Lluvia', day: 'Día' } as const;

const ANSWERED = {
  attack: 'al ataque',
  card: 'a la carta',
  payment: 'al pago',
  tribute: 'al tributo',
  draw: 'al robo de una carta',
} as const;

const PREVENTED = {
  attack: 'el ataque',
  card: 'la carta',
  payment: 'el pago',
  tribute: 'el tributo',
  draw: 'el robo de una carta',
} as const;

const RING_EVENTS: EventTables['ring'] = {
  'turn-began': ({ seat, round, extra }, { name }) =>
    extra ? `${name(seat)} tiene otro turno.` : `Ronda ${round}: turno de ${name(seat)}.`,
  rolled: ({ seat, die }, { name }) => `${name(seat)} saca un ${die}.`,
  moved: ({ seat, from, to, way }, { name, day }) => {
    const path = `de ${day(from)} a ${day(to)}`;
    if (way === 'move') return `${name(seat)} va ${path}.`;
    return way === 'card'
      ? `Una carta lleva a ${name(seat)} ${path}.`
      : `${name(seat)} pasa ${path}; no ocurre nada más.`;
  },
  skulls: tellSkulls,
  challenged: ({ attacker, defender }, { name }) => `${name(attacker)} ataca a ${name(defender)}.`,
  'battle-rolled': tellDice,
  'extra-die': ({ side, die, keeps }) =>
    `El ${side === 'attacker' ? 'atacante' : 'defensor'} tira un dado más: ${die}. Cuenta el más ${keeps === 'high' ? 'alto' : 'bajo'}.`,
  coin: ({ heads }) => `La moneda muestra ${heads ? 'cara' : 'cruz'}.`,
  'battle-won': tellVictory,
  'battle-tied': ({ totals }) => `La batalla acaba en empate${totals.length === 0 ? '' : `, ${totals.join(' : ')}`}.`,
  'card-played': ({ seat, card, moment, target }, { name, cardAndText, text, card: titled }) => {
    const verb = moment === undefined ? 'juega' : `responde ${ANSWERED[moment]} con`;
    if (target === undefined) return `${name(seat)} ${verb} ${cardAndText(card)}.`;
    return `${name(seat)} ${verb} ${titled(card)} contra ${name(target)}${text(card) === '' ? '' : `: ${text(card)}`}.`;
  },
  'event-revealed': ({ seat, card }, { name, cardAndText }) => `${name(seat)} muestra ${cardAndText(card)}.`,
  cancelled: ({ what, by }, { name }) => `${name(by)} impide ${PREVENTED[what]}.`,
  'card-discarded': ({ seat, card }, { name, card: titled }) => `${name(seat)} descarta ${titled(card)}.`,
  'trap-sprung': ({ seat, owner, card, day }, { name, cardAndText, day: dayName }) =>
    `En ${dayName(day)}, ${name(seat)} topa con una carta de ${name(owner)}, ${cardAndText(card)}.`,
  'card-drawn': ({ seat, deck, card, isOpen }, { name, card: titled }) => {
    if (card === undefined) return `${name(seat)} roba una ${DECKS[deck]}.`;
    return `${name(seat)} roba ${titled(card)}${isOpen ? ', boca arriba' : ''}.`;
  },
  'card-given': ({ from, to, card }, { name, card: titled }) =>
    `${name(from)} da a ${name(to)} ${card === undefined ? 'una carta' : titled(card)}.`,
  'card-taken': ({ seat, card, day }, { name, card: titled, day: dayName }) =>
    `${name(seat)} toma ${titled(card)} de ${dayName(day)}.`,
  'deck-empty': ({ deck }) => `No queda ninguna ${DECKS[deck]} que robar.`,
  'deck-rebuilt': ({ deck, cards }) => `El mazo de ${DECK_NAMES[deck]} se rehace con ${cards} cartas usadas.`,
  sacrificed: () => undefined, // another event tells what was given, and the picture shows the tally
  'card-offered': ({ seat, god, card }, { name, card: titled, skulls }) =>
    `${name(seat)} da ${titled(card)} a ${GODS[god]} en lugar de ${skulls(1)}.`,
  'extra-turn': () => undefined, // the event of the turn tells it
  'disc-taken': ({ seat, day }, { name, day: dayName }) =>
    `${name(seat)} toma el disco del calendario de ${dayName(day)}.`,
  'disc-duel': ({ seat, holder, day, dice }, { name, day: dayName }) =>
    `${name(seat)} y ${name(holder)} tiran por el disco de ${dayName(day)}: ${dice.join(' contra ')}.`,
  'week-taken': ({ seat, day, from }, { name, day: dayName }) =>
    from === 'box'
      ? `${name(seat)} toma la carta de semana de ${dayName(day)}.`
      : `${name(seat)} toma de ${name(from)} la carta de semana de ${dayName(day)}.`,
  'omen-cancelled': ({ seat, day }, { name, day: dayName }) => `${name(seat)} anula el presagio de ${dayName(day)}.`,
  'omens-woke': ({ days }, { day, text }) =>
    days
      .map((one) => `El presagio de ${day(one)} está en vigor: ${text(`C${`${one}`.padStart(2, '0')}`)}`)
      .map((words) => `${words.replace(/: $/, '')}.`)
      .join(' '),
  apocalypse: ({ counter }, { name }) => `Empieza el apocalipsis, en el turno de ${name(counter)}.`,
  'ending-fixed': ({ ending }, { skulls }) => ENDINGS[ending](skulls(1).replace(/^una /, '')),
  countdown: ({ left, isLast }) =>
    left === 0 ? 'Se acabó el tiempo.' : `Cuenta regresiva: ${isLast ? 'queda 1, la última' : `quedan ${left}`}.`,
  forestalled: () => 'Los dioses están igualados: la cuenta regresiva se detiene.',
  'balance-settled': ({ god }) =>
    `No queda nada que ofrecer: ${GODS[god]} recibió la última ofrenda y cuenta como el dios mayor. La cuenta regresiva sigue.`,
  'turn-ended': () => undefined,
  retired: ({ seat }, { name }) => `${name(seat)} abandona.`,
  ended: () => undefined, // the result tells it
};

const ENDINGS = {
  flood: (skull: string) => `Tláloc envía el diluvio: ya ninguna ${skull} sale de un día.`,
  invasion: () => 'Cortés invade: ataca en cada turno.',
  war: (skull: string) => `Llega la guerra, y cuesta ${skull}s.`,
} as const;

/** After a second roll there are more than two dice, and the event does not tell whose they are. */
function tellDice({ attacker, defender, dice }: RingEventOf<'battle-rolled'>, telling: Telling): string | undefined {
  const [one, other] = [fighter(attacker, telling), fighter(defender, telling)];
  if (attacker === 'cortes') return `Cortés ataca a ${other}${dice.length === 2 ? `: ${dice.join(' contra ')}` : ''}.`;
  if (dice.length === 0) return undefined; // a coin decides, and its own event tells the result
  return dice.length === 2
    ? `${one} saca un ${dice[0]}, ${other} un ${dice[1]}.`
    : `Los dados de ${one} y ${other}: ${dice.join(', ')}.`;
}

/** The winner's total comes first. A battle by coin has no totals, and one against Cortés has no stake. */
function tellVictory({ winner, loser, totals, stake }: RingEventOf<'battle-won'>, telling: Telling): string {
  const score = totals.length === 0 ? '' : ` ${totals.toSorted((a, b) => b - a).join(' : ')}`;
  const won = `${fighter(winner, telling)} gana${score} contra ${fighter(loser, telling)}`;
  return winner === 'cortes' || loser === 'cortes' ? `${won}.` : `${won}; el botín es de ${stake}.`;
}

const fighter = (seat: number | 'cortes', { name }: Telling): string => (seat === 'cortes' ? 'Cortés' : name(seat));

// What happens in the other games.

const X = 15;
const square = (position: number): string => (position === X ? 'a casa' : `a ${position}`);

const COLOURS = { red: 'rojo', yellow: 'amarillo' } as const;
const MARKS = { ring: 'Un anillo', sun: 'Un sol' } as const;

export const EVENTS: EventTables = {
  ring: RING_EVENTS,
  'space-aztecs': {
    took: ({ seat, pile }, { name }) => `${name(seat)} toma el montón ${pile}.`,
    chose: ({ seat, card }, { name, card: titled }) => `${name(seat)} elige ${titled(card)} en secreto.`,
    announced: ({ times }, { name }) =>
      `Las horas: ${times.map(({ seat, time }) => `${name(seat)} ${time}`).join(', ')}.`,
    started: ({ seat }, { name }) => `${name(seat)} pasa a ser el jugador inicial.`,
    revealed: ({ seat, card }, { name, cardAndText }) => `${name(seat)} muestra ${cardAndText(card)}.`,
    sheltered: ({ seat, temple, aztecs }, { name, card }) =>
      `${name(seat)} pone ${aztecs.map(card).join(', ')} bajo ${card(temple)}.`,
    captured: ({ seat, saucer, victim, card }, { name, card: titled }) =>
      `${name(seat)} captura ${titled(card)} de ${name(victim)} con ${titled(saucer)}.`,
    'round-ended': ({ round }) => `Termina la ronda ${round}.`,
    retired: ({ seat }, { name }) => `${name(seat)} abandona.`,
    returned: ({ seat, pile }, { name }) => `Lo que tenía ${name(seat)} vuelve al montón ${pile}.`,
    ended: ({ reason }) => REASONS[reason],
  },
  tieqchieq: {
    tossed: ({ seat, heads }, { name }) => `${name(seat)} saca ${count(heads, { one: '# cara', other: '# caras' })}.`,
    introduced: ({ seat, to }, { name }) => `${name(seat)} mete una ficha, ${square(to)}.`,
    moved: ({ seat, from, to }, { name }) => `${name(seat)} mueve de ${from} ${square(to)}.`,
    fought: ({ seat, at, coins, won }, { name }) =>
      `${name(seat)} ataca en ${at}: las monedas muestran ${coins.map((face) => COLOURS[face]).join(' y ')}; el ataque ${won ? 'sale bien' : 'fracasa'}.`,
    captured: ({ seat, at, tokens }, { name }) =>
      `${name(seat)} pierde ${count(tokens, { one: 'una ficha', other: '# fichas' })} en ${at}, que ${tokens === 1 ? 'vuelve' : 'vuelven'} a la reserva.`,
    'extra-turn': ({ seat, by }, { name }) => `${MARKS[by]}: ${name(seat)} tira otra vez.`,
    'turn-ended': () => undefined,
    retired: ({ seat }, { name }) => `${name(seat)} abandona.`,
    ended: () => undefined, // the result tells it
  },
};

const REASONS = {
  'piles-empty': 'Hay al menos dos montones vacíos: la partida termina.',
  'saucers-landed': 'Han aterrizado bastantes platillos: la partida termina.',
  retired: undefined, // the event `retired` tells it
} as const;
