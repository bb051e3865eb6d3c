/** Why a move is worth a look, in each language. Languages that are a file have these texts under `advice`. */
import { count } from '../en/screen/names.ts';
import { count as contar } from '../es/screen/names.ts';

/** What a sentence may ask. What its reason does not give is empty. */
export interface Facts {
  readonly n: number;
  readonly of: number;
  readonly who: string;
  /** A day. */
  readonly where: string;
  readonly god: string;
  /** `2 skulls`, in the counters of the game. */
  readonly skulls: string;
}

const EN = {
  gods: { war: 'Huitzilopochtli', rain: 'Tlaloc' },
  counted: {
    'flower-war': (n: number) => count(n, { one: 'one skull', other: '# skulls' }),
    mexica: (n: number) => count(n, { one: 'one token', other: '# tokens' }),
  },
  ring: {
    makesLevel: ({ god, n }: Facts) =>
      `${god} is ${n} behind. This makes the gods level, and then the countdown stands still.`,
    breaksLevel: () => 'The gods are level, so the countdown stands still. This lets it go on.',
    firstCard: ({ god }: Facts) => `You hold no card. This may bring you one of ${god}.`,
    lesser: ({ god, n }: Facts) => `${god} is ${n} behind. This brings the gods nearer to level.`,
    enough: ({ skulls, god }: Facts) => `You keep ${skulls}, and it counts for ${god}.`,
    prayer: ({ skulls }: Facts) => `You keep ${skulls} after this gift.`,
    emptyHand: () => 'Your hand is empty, and it costs nothing to keep a card.',
    endNear: ({ n }: Facts) =>
      `The countdown has ${count(n, { one: 'one step', other: '# steps' })} left. What you hold then decides.`,
    inFront: ({ skulls, who, n }: Facts) => `You have ${skulls}, and ${who} has ${n}. What you keep counts at the end.`,
    sign: ({ where }: Facts) => `On ${where} lies the last token. It brings one of the three signs.`,
    disc: ({ where }: Facts) => `On ${where} lies the last skull. It brings the calendar disc.`,
    week: ({ where }: Facts) => `On ${where} lies the last token. It brings the week card.`,
    foe: ({ who, where, skulls }: Facts) => `${who} stands on ${where} and has ${skulls} to lose.`,
    quiet: ({ where, skulls }: Facts) => `${where} has ${skulls}, and no other tribe is near.`,
    free: ({ where, skulls }: Facts) => `${where} has ${skulls}, and no other tribe stands there.`,
    rollPrize: ({ where, n, skulls }: Facts) =>
      `${where} is ${count(n, { one: 'one day', other: '# days' })} ahead, and only ${skulls} lies there.`,
    rollFoe: ({ who, n, skulls }: Facts) =>
      `${who} stands ${count(n, { one: 'one day', other: '# days' })} ahead and has ${skulls} to lose.`,
    rollFree: () => 'No other tribe stands on the six days before you.',
    noCards: ({ who, skulls }: Facts) => `${who} has ${skulls} to lose, and no card to defend them with.`,
    most: ({ who, skulls }: Facts) => `${who} has the most to lose: ${skulls}.`,
    winning: ({ n, of }: Facts) => `You are winning this battle ${n} to ${of}.`,
    losing: ({ n, of }: Facts) => `You are losing this battle ${n} to ${of}.`,
    level: ({ n, of }: Facts) => `This battle is level, ${n} to ${of}.`,
    secure: ({ n, of }: Facts) => `You are winning ${n} to ${of}, and the other side may still play a card.`,
    leader: ({ who, skulls }: Facts) => `No tribe has more than ${who}: ${skulls}.`,
    costless: () => 'The card costs you nothing.',
    affordable: ({ skulls }: Facts) => `You keep ${skulls} after paying for it.`,
  },
  'space-aztecs': {
    known: ({ n }: Facts) =>
      `You left ${count(n, { one: 'one card', other: '# cards' })} in this pile, and nothing is gone.`,
    biggest: ({ n }: Facts) => `No other pile offers more than its ${count(n, { one: 'one card', other: '# cards' })}.`,
    ends: ({ n }: Facts) =>
      `You lead with ${count(n, { one: '# point', other: '# points' })}, and this saucer ends the match after the round.`,
    captures: ({ n }: Facts) =>
      `${count(n, { one: 'One other city has', other: '# other cities have' })} an Aztec of its colour in the open.`,
    shelters: ({ n }: Facts) =>
      `${count(n, { one: 'One Aztec of its colour lies', other: '# Aztecs of its colour lie' })} open in your city. Under it none is captured.`,
    pink: ({ n }: Facts) =>
      `No city has fewer pink Aztecs than yours with ${n}, and the fewest cost 5 points at the end.`,
    leads: ({ who, n }: Facts) => `${who} leads with ${count(n, { one: '# point', other: '# points' })}.`,
    landing: ({ n }: Facts) =>
      `Under the temple it is safe, and ${count(n, { one: 'one more saucer', other: '# more saucers' })} may still come.`,
  },
  tieqchieq: {
    home: ({ n }: Facts) => `It brings a token home. Then ${n} of your 6 are there.`,
    hits: ({ n }: Facts) => `There stands a token that has come ${n} squares. An attack wins three times out of four.`,
    sun: () => 'On the sun you toss again, and no token can attack yours.',
    again: () => 'The ring lets you toss again.',
    escapes: ({ n }: Facts) =>
      `A token of the other player is ${count(n, { one: 'one square', other: '# squares' })} away from yours. There it cannot reach it with one toss.`,
    farther: () => 'The plus may take the token one square farther.',
    safe: () => 'The other player never comes to this square.',
    unreached: () => 'No token of the other player can come there with one toss.',
    waiting: ({ n }: Facts) =>
      `${count(n, { one: 'One of your tokens still waits', other: '# of your tokens still wait' })} in the reserve.`,
  },
  puzzle: {
    themes: {
      battle: 'Battles',
      gods: 'Gods and offerings',
      cards: 'Cards and steps',
      attack: 'Attack or not?',
      race: 'The race',
      piles: 'Which pile?',
      city: 'Building the city',
    },
    hard: (rating: number) => `Difficulty ${rating}`,
    ask: (name: string) => `You are ${name}. One answer is better than each other one. Which?`,
    type: 'Type the number of an answer, q to leave.',
    right: 'Solved!',
    wrong: 'There is a better answer.',
    won: (n: number) => `wins ${n} of 100`,
    how: 'Of 100 matches that bots play on from here after each answer. What you cannot see was drawn anew each time.',
    missing: 'There is no such puzzle.',
  },
};

/** In English and Spanish. */
export type AdviceTexts = typeof EN;

const ES: AdviceTexts = {
  gods: { war: 'Huitzilopochtli', rain: 'Tláloc' },
  counted: {
    'flower-war': (n) => contar(n, { one: 'una calavera', other: '# calaveras' }),
    mexica: (n) => contar(n, { one: 'una ficha', other: '# fichas' }),
  },
  ring: {
    makesLevel: ({ god, n }) =>
      `${god} va ${n} por detrás. Así quedan iguales los dioses, y la cuenta regresiva se detiene.`,
    breaksLevel: () => 'Los dioses están iguales y la cuenta regresiva se detiene. Con esto sigue.',
    firstCard: ({ god }) => `No tienes cartas. Esto puede traerte una de ${god}.`,
    lesser: ({ god, n }) => `${god} va ${n} por detrás. Esto acerca a los dioses a la igualdad.`,
    enough: ({ skulls, god }) => `Te quedan ${skulls}, y cuenta para ${god}.`,
    prayer: ({ skulls }) => `Tras este regalo te quedan ${skulls}.`,
    emptyHand: () => 'No tienes cartas en la mano, y guardar una no cuesta nada.',
    endNear: ({ n }) =>
      `A la cuenta regresiva le ${contar(n, { one: 'queda un paso', other: 'quedan # pasos' })}. Decide lo que tengas entonces.`,
    inFront: ({ skulls, who, n }) => `Tienes ${skulls}, y ${who} tiene ${n}. Lo que guardas cuenta al final.`,
    sign: ({ where }) => `En ${where} está la última ficha. Trae uno de los tres signos.`,
    disc: ({ where }) => `En ${where} está la última calavera. Trae el disco del calendario.`,
    week: ({ where }) => `En ${where} está la última ficha. Trae la carta de semana.`,
    foe: ({ who, where, skulls }) => `${who} está en ${where} y puede perder ${skulls}.`,
    quiet: ({ where, skulls }) => `En ${where} hay ${skulls}, y ninguna otra tribu está cerca.`,
    free: ({ where, skulls }) => `En ${where} hay ${skulls}, y ninguna otra tribu está ahí.`,
    rollPrize: ({ where, n, skulls }) =>
      `${where} está ${contar(n, { one: 'un día', other: '# días' })} más adelante, y solo hay ${skulls} ahí.`,
    rollFoe: ({ who, n, skulls }) =>
      `${who} está ${contar(n, { one: 'un día', other: '# días' })} más adelante y puede perder ${skulls}.`,
    rollFree: () => 'Ninguna otra tribu está en los seis días que siguen.',
    noCards: ({ who, skulls }) => `${who} puede perder ${skulls} y no tiene cartas con que defenderse.`,
    most: ({ who, skulls }) => `Quien más puede perder es ${who}: ${skulls}.`,
    winning: ({ n, of }) => `Vas ganando esta batalla ${n} a ${of}.`,
    losing: ({ n, of }) => `Vas perdiendo esta batalla ${n} a ${of}.`,
    level: ({ n, of }) => `Esta batalla está igualada, ${n} a ${of}.`,
    secure: ({ n, of }) => `Vas ganando ${n} a ${of}, y el otro lado aún puede jugar una carta.`,
    leader: ({ who, skulls }) => `Ninguna tribu tiene más que ${who}: ${skulls}.`,
    costless: () => 'La carta no te cuesta nada.',
    affordable: ({ skulls }) => `Después de pagarla te quedan ${skulls}.`,
  },
  'space-aztecs': {
    known: ({ n }) => `Dejaste ${contar(n, { one: 'una carta', other: '# cartas' })} en este montón, y no falta nada.`,
    biggest: ({ n }) =>
      `Ningún otro montón ofrece más que ${contar(n, { one: 'su única carta', other: 'sus # cartas' })}.`,
    ends: ({ n }) =>
      `Vas en cabeza con ${contar(n, { one: '# punto', other: '# puntos' })}, y este platillo acaba la partida tras la ronda.`,
    captures: ({ n }) =>
      `${contar(n, { one: 'Otra ciudad tiene', other: 'Otras # ciudades tienen' })} a la vista un azteca de su color.`,
    shelters: ({ n }) =>
      `${contar(n, { one: 'Un azteca de su color está', other: '# aztecas de su color están' })} a la vista en tu ciudad. Debajo no se captura a ninguno.`,
    pink: ({ n }) =>
      `Ninguna ciudad tiene menos aztecas rosas que la tuya, con ${n}, y tener los menos cuesta 5 puntos al final.`,
    leads: ({ who, n }) => `${who} va en cabeza con ${contar(n, { one: '# punto', other: '# puntos' })}.`,
    landing: ({ n }) =>
      `Bajo el templo está a salvo, y aún ${contar(n, { one: 'puede venir un platillo', other: 'pueden venir # platillos' })}.`,
  },
  tieqchieq: {
    home: ({ n }) => `Lleva una ficha a casa. Con ella son ${n} de 6.`,
    hits: ({ n }) => `Ahí hay una ficha que ha avanzado ${n} casillas. Un ataque gana tres veces de cada cuatro.`,
    sun: () => 'En el sol lanzas otra vez, y ninguna ficha puede atacar a la tuya.',
    again: () => 'El anillo deja lanzar otra vez.',
    escapes: ({ n }) =>
      `Una ficha del otro jugador está a ${contar(n, { one: 'una casilla', other: '# casillas' })} de la tuya. Ahí no la alcanza con un lanzamiento.`,
    farther: () => 'El signo más puede llevar la ficha una casilla más allá.',
    safe: () => 'El otro jugador nunca llega a esta casilla.',
    unreached: () => 'Ninguna ficha del otro jugador puede llegar ahí con un lanzamiento.',
    waiting: ({ n }) =>
      `${contar(n, { one: 'Una de tus fichas espera', other: '# de tus fichas esperan' })} todavía en la reserva.`,
  },
  puzzle: {
    themes: {
      battle: 'Batallas',
      gods: 'Dioses y ofrendas',
      cards: 'Cartas y pasos',
      attack: '¿Atacar o no?',
      race: 'La carrera',
      piles: '¿Qué montón?',
      city: 'Construir la ciudad',
    },
    hard: (rating) => `Dificultad ${rating}`,
    ask: (name) => `Eres ${name}. Una respuesta es mejor que todas las demás. ¿Cuál?`,
    type: 'Escribe el número de una respuesta, q para salir.',
    right: '¡Resuelto!',
    wrong: 'Hay una respuesta mejor.',
    won: (n) => `gana ${n} de 100`,
    how: 'De 100 partidas que unos bots siguen desde aquí tras cada respuesta. Lo que no puedes ver se sorteó cada vez.',
    missing: 'Ese acertijo no existe.',
  },
};

export const ADVICE = { en: EN, es: ES };
