/** Questions to the seat that is asked, in Spanish. */
import { standingOf } from '../telling.ts';
import type { PromptTables, RingView, Telling } from '../eventTables.ts';

const CORTES = 6;

function battle({ battle: seen }: RingView, { name }: Telling): string {
  const standing = standingOf(seen);
  const question = 'Juega una carta en la batalla o pasa.';
  if (standing === undefined) return question;
  const { attacker, defender, totals } = standing;
  const who = (seat: number) => (seat === CORTES ? 'Cortés' : name(seat));
  return `La batalla va ${totals[0]} : ${totals[1]} entre ${who(attacker)} y ${who(defender)}. ${question}`;
}

const GODS = { war: 'Huitzilopochtli', rain: 'Tláloc' } as const;

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
      `Haz ofrendas a los dioses, que pueden darte cartas, o termina. ${
        hand.length + pending.length === 0 ? 'Después acaba tu turno.' : 'Después juegas cartas.'
      }`,
    sacrificing: ({ amount, god }, { skulls }) =>
      `Paga la ofrenda a ${godIn(god, 'este dios')} con ${skulls(1)} o una carta; faltan por pagar ${amount}.`,
    drawing: ({ god }) => `Roba una carta de ${godIn(god, 'este dios')} o no tomes nada.`,
    playing: () => 'Juega o descarta cartas, o termina: te quedas con las demás y tu turno acaba.',
    discarding: () => 'Elige la carta que descartas.',
    picking: ({ amount }) => `Elige cartas de tu mano, hasta ${amount}.`,
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
