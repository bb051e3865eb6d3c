/** Moves, as what a player does, and the questions that they answer, in Spanish. */
import type { MoveTables, PromptTables, RingMoveOf, RingView, Telling, TieqchieqWalk } from '../telling.ts';
import { DECKS } from './effects.ts';
import { count } from './screen/names.ts';

// Moves on the ring in Spanish, as what a player does, what it costs and what it gives.

const GODS = { war: 'Huitzilopochtli', rain: 'Tláloc' } as const;
const days = (n: number): string => count(Math.abs(n), { one: '# día', other: '# días' });
const steps = (n: number): string => `${days(n)} hacia ${n < 0 ? 'atrás' : 'delante'}`;
const cards = (n: number): string => count(n, { one: 'una carta', other: '# cartas' });

type Costs = RingMoveOf<'play'>['costs'];

/** `; te quedan 5`. */
function leaving(costs: Costs, before = '; '): string {
  if (costs?.left === undefined) return '';
  if (costs.left === 0) return `${before}después no te queda nada`;
  return `${before}${count(costs.left, { one: 'después te queda #', other: 'después te quedan #' })}`;
}

/** ` y roba una carta de Guerra`. */
const drawing = (gives: RingMoveOf<'offer'>['gives']): string =>
  gives?.deck === undefined ? '' : ` y roba una ${DECKS[gives.deck]}`;

function offering({ god, costs, gives, times }: RingMoveOf<'offer'>, { skulls }: Telling): string {
  if (costs?.skulls === undefined) return `Haz una ofrenda a ${GODS[god]}.`;
  if (times !== undefined) {
    const each = gives === undefined ? '' : `${drawing(gives)} por cada una`;
    return `Ofrece ${skulls(costs.skulls)} a ${GODS[god]} en ${times} ofrendas${each}${leaving(costs)}.`;
  }
  const instead = costs.orCards ? '; puedes pagar con cartas' : '';
  return `Ofrece ${skulls(costs.skulls)} a ${GODS[god]}${drawing(gives)}${instead}${leaving(costs)}.`;
}

function prayer({ costs, gives }: RingMoveOf<'tonantzin'>, { skulls }: Telling): string {
  if (costs?.skulls === undefined) return 'Haz una ofrenda a Tonantzin y roba una carta de Día.';
  return `Ofrece ${skulls(costs.skulls)} a Tonantzin${drawing(gives)}${leaving(costs)}.`;
}

/** ` contra NORTH`, ` para Tláloc`. */
function aimed({ seat, god, day, number }: RingMoveOf<'play'>, telling: Telling): string {
  return [
    seat === undefined ? '' : ` contra ${telling.name(seat)}`,
    god === undefined ? '' : ` para ${GODS[god]}`,
    day === undefined ? '' : ` para ir a ${telling.day(day)}`,
    number === undefined ? '' : ` para ir ${steps(number)}`,
  ].join('');
}

function playing(move: RingMoveOf<'play'>, telling: Telling): string {
  const { card, costs } = move;
  const price = costs?.skulls === undefined ? '' : `; cuesta ${telling.skulls(costs.skulls)}${leaving(costs, ', ')}`;
  return `Juega ${telling.card(card)}${aimed(move, telling)}${price}.`;
}

function chosen({ seat, god, day, number, card }: RingMoveOf<'choose'>, telling: Telling): string {
  if (seat !== undefined && card !== undefined) return `Da ${telling.card(card)} a ${telling.name(seat)}.`;
  if (seat !== undefined) return `Elige a ${telling.name(seat)}.`;
  if (god !== undefined) return `Elige a ${GODS[god]}.`;
  return day === undefined ? `Ve ${steps(number ?? 0)}.` : `Elige ${telling.day(day)}.`;
}

const PICKS: {
  readonly [U in RingMoveOf<'pick'>['use']]: (card: string, move: RingMoveOf<'pick'>, telling: Telling) => string;
} = {
  offering: (card, _, { skulls }) => `Da ${card} en lugar de ${skulls(1)}.`,
  discard: (card) => `Descarta ${card}.`,
  exchange: (card, { gives }) => `Descarta ${card}${drawing(gives)}.`,
  roll: (card) => `Descarta ${card} para subir tu tirada.`,
  payment: (card) => `Paga con ${card}.`,
  deal: (card) => `Elige ${card}.`,
};

type ByRule<V extends 'pass' | 'decline' | 'done'> = Partial<
  Record<RingMoveOf<V>['rule'], (move: RingMoveOf<V>, telling: Telling) => string>
>;

const PASSES: ByRule<'pass'> = {
  ranged: () => 'No ataques de lejos.',
  battle: () => 'No juegues ninguna carta en la batalla por ahora.',
  reactions: () => 'No juegues ninguna carta y deja que ocurra.',
  dealing: () => 'No des ninguna carta a este jugador.',
};

const DECLINES: ByRule<'decline'> = {
  drawing: () => 'No robes ninguna carta.',
  spoils: () => 'No robes ninguna carta.',
  discarding: () => 'Quédate con todas tus cartas.',
  discs: ({ day }, telling) => (day === undefined ? 'Deja el disco.' : `Deja el disco en ${telling.day(day)}.`),
};

const ENDS: ByRule<'done'> = {
  offerings: ({ endsTurn }) =>
    endsTurn ? 'Termina tus ofrendas. Tu turno acaba.' : 'Termina tus ofrendas y pasa a tus cartas.',
  cards: ({ costs }) =>
    costs?.cards === undefined ? 'Acaba tu turno.' : `Acaba tu turno y descarta ${cards(costs.cards)}.`,
  discarding: () => 'No elijas más cartas.',
};

const RING_MOVES: MoveTables['ring'] = {
  roll: () => 'Tira el dado y muévete.',
  pass: (move, telling) => PASSES[move.rule]?.(move, telling) ?? 'Pasa.',
  tonantzin: prayer,
  skull: ({ costs }, { skulls }) => `Paga con ${skulls(1)}${leaving(costs)}.`,
  draw: ({ gives }) => (gives?.deck === undefined ? 'Roba la carta.' : `Roba una ${DECKS[gives.deck]}.`),
  decline: (move, telling) => DECLINES[move.rule]?.(move, telling) ?? 'No tomes nada.',
  discard: () => 'Descarta una carta de tu mano.',
  take: ({ day }, telling) => (day === undefined ? 'Toma el disco.' : `Toma el disco de ${telling.day(day)}.`),
  done: (move, telling) => ENDS[move.rule]?.(move, telling) ?? 'Termina este paso.',
  end: ({ costs }) =>
    costs?.cards === undefined
      ? 'Acaba ya tu turno, sin jugar cartas.'
      : `Acaba ya tu turno, sin jugar cartas. Descartas ${cards(costs.cards)}.`,
  go: ({ day }, telling) => `Ve a ${telling.day(day)}.`,
  cancel: ({ day }, telling) => `Anula el presagio de ${telling.day(day)}.`,
  step: ({ number, day }, telling) => `Ve ${steps(number)}, a ${telling.day(day)}.`,
  extra: ({ number }) =>
    number === 0 ? 'No vayas más lejos que tu tirada.' : `Ve ${days(number)} más lejos que tu tirada.`,
  give: ({ number, costs }, { skulls }) => `Pon ${skulls(number)} en tu día${leaving(costs)}.`,
  attack: ({ seat }, { name }) => `Ataca de lejos a ${name(seat)}.`,
  fight: ({ seat }, { name }) => `Lucha contra ${name(seat)}.`,
  play: playing,
  pick: (move, telling) => PICKS[move.use]?.(telling.card(move.card), move, telling),
  offer: offering,
  claim: ({ god }) => `Roba una ${DECKS[god]}.`,
  'take-card': ({ day, number, card }, telling) =>
    `Toma ${card === undefined ? `la carta ${number}` : telling.card(card)} del montón de ${telling.day(day)}.`,
  choose: chosen,
};

// Moves of the other games.

const cardCount = (n: number): string => count(n, { one: '# carta', other: '# cartas' });

/** What becomes of a token that reaches its square, perhaps after a fight. */
function arriving({ fights, gives }: TieqchieqWalk): string {
  const fight = fights === undefined ? '' : ' y lucha ahí';
  const prize = gives === undefined ? '' : PRIZES[gives];
  if (prize === '') return fight;
  return fights === undefined ? `; ${prize}` : `${fight}; si ganas, ${prize}`;
}

const PRIZES: Readonly<Record<NonNullable<TieqchieqWalk['gives']>, string>> = {
  turn: 'tienes otro turno',
  step: 'quizá tengas un paso más',
  home: '',
};

const place = ({ to, gives }: TieqchieqWalk): string => (gives === 'home' ? 'a la meta' : `a ${to}`);

export const MOVES: MoveTables = {
  ring: RING_MOVES,
  'space-aztecs': {
    take: ({ pile, cards: n }) => `Toma el montón ${pile}, que tiene ${cardCount(n)}.`,
    choose: ({ card, replaces }, telling) => {
      if (replaces === undefined) return `Elige ${telling.card(card)}.`;
      if (replaces === card) return `Quédate con ${telling.card(card)}.`;
      return `Elige ${telling.card(card)} en lugar de ${telling.card(replaces)}.`;
    },
    hide: ({ card, temple }, telling) => `Pon ${telling.card(card)} bajo ${telling.card(temple)}.`,
    show: ({ card }, telling) => `Deja ${telling.card(card)} a la vista.`,
    capture: ({ seat, card }, { name, card: titled }) => `Captura ${titled(card)} de ${name(seat)}.`,
  },
  tieqchieq: {
    toss: () => 'Lanza las monedas.',
    introduce: (walk) => `Mete una ficha en el tablero, ${place(walk)}${arriving(walk)}.`,
    pass: () => 'No muevas ninguna ficha. Tu turno acaba.',
    step: (walk) => `Avanza una casilla más, ${place(walk)}${arriving(walk)}.`,
    stay: () => 'Quédate. Tu turno acaba.',
    move: (walk) => `Mueve la ficha de ${walk.from} ${place(walk)}${arriving(walk)}.`,
  },
};

// Questions to the seat that is asked, in Spanish.

const CORTES = 6;

function battle(_: RingView, { name, standing }: Telling): string {
  const question = 'Juega una carta en la batalla o pasa.';
  if (standing === undefined) return question;
  const { attacker, defender, totals } = standing;
  const who = (seat: number) => (seat === CORTES ? 'Cortés' : name(seat));
  return `La batalla va ${totals[0]} : ${totals[1]} entre ${who(attacker)} y ${who(defender)}. ${question}`;
}

/** Old rules do not show which god the question is about. */
const godIn = (god: RingView['god'] | undefined, unknown: string): string => (god ? GODS[god] : unknown);

const ANSWER = 'Responde con una carta o pasa.';

const MOMENTS: Readonly<Record<string, (card: string) => string>> = {
  attack: () => `Te ataca un jugador. ${ANSWER}`,
  card: (card) => `Otro jugador juega ${card}. ${ANSWER}`,
  payment: () => `Has perdido la batalla y tienes que pagar. ${ANSWER}`,
  tribute: () => `Tienes que pagar tributo. ${ANSWER}`,
  draw: () => `Otro jugador va a robar una carta. ${ANSWER}`,
};

export const PROMPTS: PromptTables = {
  ring: {
    moving: () => 'Muévete a otro día.',
    'adding-steps': ({ amount }) => `Elige cuánto más lejos vas que tu tirada, hasta ${amount}.`,
    'choosing-opponent': ({ day }, telling) => `Elige contra qué jugador luchas en ${telling.day(day)}.`,
    ranged: () => 'Ataca de lejos a un jugador o pasa.',
    battle,
    reacting: ({ moment, card }, telling) => MOMENTS[moment]?.(telling.card(card)) ?? ANSWER,
    'paying-card': (_, { skulls }) =>
      `Has perdido la batalla y no tienes ni ${skulls(1)}. Elige una carta con la que pagar.`,
    claiming: (_, { skulls }) =>
      `El perdedor no tiene ni ${skulls(1)}. Roba una carta de uno de los dioses o no tomes nada.`,
    offering: ({ hand, pending }) =>
      `Haz ofrendas a los dioses: cada una puede darte una carta. Cuando termines, ${
        hand.length + pending.length === 0 ? 'acaba tu turno' : 'juegas cartas'
      }.`,
    sacrificing: ({ amount, god }, { skulls }) =>
      `Paga la ofrenda a ${godIn(god, 'este dios')} con ${skulls(1)} o una carta; por pagar: ${amount}.`,
    drawing: ({ god }) => `Roba una carta de ${godIn(god, 'este dios')} o no tomes nada.`,
    playing: () => 'Juega una carta, descarta una o acaba tu turno.',
    discarding: () => 'Elige la carta que descartas.',
    picking: ({ amount }, { mustGive }) =>
      mustGive ? `Elige ${cardCount(amount)} de tu mano.` : `Elige cartas de tu mano, hasta ${amount}.`,
    choosing: () => 'Elige lo que hace tu carta.',
    dealing: () => 'Elige una de las cartas que miras.',
    giving: () => 'Elige qué jugador recibe la otra carta.',
    cancelling: () => 'Elige el presagio que anulas.',
    'taking-disc': ({ day }, telling) => `Toma el disco de ${telling.day(day)} o déjalo ahí.`,
    over: () => 'La partida ha terminado.',
  },
  'space-aztecs': {
    taking: () => 'Toma un montón que no tenga ningún jugador.',
    choosing: () => 'Elige en secreto una carta de tu montón. Puedes cambiarla hasta que todos hayan elegido.',
    hiding: ({ card }, telling) => `Pon ${telling.card(card)} bajo un templo o déjalo a la vista.`,
    capturing: ({ victim }, { name }) => `Elige al azteca de ${name(victim)} que captura tu platillo.`,
    over: () => 'La partida ha terminado.',
  },
  tieqchieq: {
    tossing: () => 'Lanza las monedas.',
    acting: ({ roll }) => `Has sacado ${roll}. Mueve una ficha.`,
    bonus: ({ at }) => `Tu ficha en ${at} ha llegado a un signo más. Avanza una casilla o quédate.`,
    over: () => 'La partida ha terminado.',
  },
};
