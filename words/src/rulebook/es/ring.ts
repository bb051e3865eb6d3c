/** What the rulebooks of both games on the ring say alike, in Spanish. */
import { SEATS } from '../../es/effects.ts';
import { count } from '../../es/screen/names.ts';

export const skulls = (n: number): string => count(n, { one: '# calavera', other: '# calaveras' });
export const tokens = (n: number): string => count(n, { one: '# ficha', other: '# fichas' });
export const players = (n: number): string => count(n, { one: '# jugador', other: '# jugadores' });
export const cards = (n: number): string => count(n, { one: '# carta', other: '# cartas' });

interface RingSpeech {
  readonly seats: readonly [number, number];
  readonly starts: readonly {
    readonly seats: number;
    readonly starts: readonly { readonly compass: keyof typeof SEATS; readonly day: number }[];
  }[];
  readonly day: (day: number) => string;
}

/** Who starts where, for each number of players. */
export function seating({ seats: [least, most], starts, day }: RingSpeech): string {
  const lines = starts.map(({ seats, starts: tribes }) => {
    const places = tribes.map(({ compass, day: first }) => `${SEATS[compass]} en ${day(first)}`);
    return `- ${players(seats)}: ${places.join(', ')}.`;
  });
  return [
    `Juegan de ${least} a ${players(most)}. Cada uno dirige una tribu, que se llama como el lugar del que viene. Las tribus empiezan en estos días y tienen sus turnos en este orden:`,
    ...lines,
  ].join('\n');
}

/** `moments` are what cards can answer. */
export const answers = (moments: string): string =>
  `Algunas cartas responden a lo que va a pasar: ${moments}. Si tienes una carta así y puedes jugarla, se te pregunta, también en el turno de otro jugador. Basta una respuesta, y ninguna carta responde a una respuesta.`;

export const CHOICES =
  'Si una carta necesita un jugador, un día, un dios o un número de días, lo eliges al jugarla o cuando la carta pregunta. A una carta que pregunta hay que responder antes que nada.';

export const ROLL =
  'Tira el dado y avanza tantos días como muestra. Sigues los números de los días: del 1 al 20 y otra vez al 1. Pasas libremente junto a las otras tribus.';

export const BY_CARD =
  'También una carta puede llevarte a otro día. Llegas como después de una tirada, con todo lo que sigue. Una carta al día donde ya estás no hace nada.';

export const MANY_ARRIVALS =
  'En un turno puedes llegar 13 veces. Después, una carta solo te pone en su día y allí no pasa nada más.';

export const EXCHANGE =
  'Después los dos pueden jugar cartas de batalla. Empieza el atacante y se alternan: cada uno juega una carta o pasa. Se acaba cuando los dos pasan, uno tras otro.';

/** `what` lets a coin decide. */
export const totals = (what: string): string =>
  `Cada uno suma el dado y las cartas. Gana el resultado más alto. ${what} dejan que decida una moneda: con cara gana el atacante; con cruz, el defensor.`;
