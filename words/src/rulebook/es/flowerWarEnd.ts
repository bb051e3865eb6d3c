/** The rules of Flower War about omens and the end of the match, in Spanish. */
import { count } from '../../es/count.ts';
import type { BookText, RuleSpeech } from '../texts.ts';

type End = Pick<BookText<'flower-war'>['chapters'], 'omens' | 'apocalypse' | 'ending' | 'winning' | 'leaving'>;

type Speech = RuleSpeech<'flower-war'>;

/** Nothing in an edition without flood and invasion. */
const ifGodsStrike =
  (tell: (speech: Speech) => string) =>
  (speech: Speech): string =>
    speech.options.apocFlavor === 'off' ? '' : tell(speech);

const steps = (n: number): string => count(n, { one: '# paso', other: '# pasos' });

export const FLOWER_WAR_END: End = {
  omens: {
    title: 'Presagios',
    rules: {
      1: ({ means }) =>
        `Cada disco del calendario es un presagio, que cambia una regla para todos los jugadores. La lista de cartas los tiene los veinte. ${means('discTiming')}`,
      2: ({ means }) => `Un presagio está en vigor hasta el final de la partida. ${means('laterDiscs')}`,
      3: 'Varios presagios actúan juntos. Los números se suman. Si dos presagios dicen cosas distintas del mismo paso, cuenta el más fuerte. Con la Hierba no hay batallas, diga lo que diga de ellas el Mono.',
      4: ({ means }) =>
        `Movimiento: con el Venado dices cualquier otro día y vas allí. Con el Mono vas un día hacia delante o hacia atrás. El Venado es más fuerte que el Mono, y los dos son más fuertes que el dado. Con el Temblor lo haces dos veces. ${means('olin')}`,
      5: 'Cartas prohibidas: con la Serpiente ningún jugador puede jugar cartas de Lluvia, y con la Lluvia ninguna de Guerra. Las cartas de tierra siempre están permitidas, y las trampas que ya están puestas siguen funcionando.',
      6: ({ means }) =>
        `Ofrendas: con el Pedernal tienes que hacer una en tu turno si puedes pagarla. Con el Águila una ofrenda cuesta 2 y cuenta 2. Con el Agua y con la Caña puedes dar cartas en lugar de calaveras, y eliges una tras otra lo que pagas. ${means('acatlNoDraw')}`,
      7: 'Regalos: con el Conejo puedes poner calaveras en el día donde estás, en el paso de ofrendas, mientras quepan.',
      8: 'Tomar cartas: con la Casa puedes tomar, después de una ofrenda, cualquier carta de ese dios de un montón del tablero, en lugar de robar una.',
      9: ({ means }) =>
        `${means('dog')} Elige el jugador que tomó el disco del Perro. Si el Perro es el único presagio, anula el diluvio y la invasión.`,
    },
  },
  apocalypse: {
    title: 'Apocalipsis',
    rules: {
      1: ({ means }) => `${means('mode')} Desde entonces la partida tiene un final.`,
      2: 'El jugador que tomó ese disco lleva la cuenta. Si deja la partida, la lleva el siguiente.',
      3: ({ options: { countdown } }) =>
        `La cuenta empieza en 0 y avanza 1 al comienzo de cada turno posterior de este jugador. Con ${steps(countdown)} la partida termina en el acto, antes de que se juegue ese turno.`,
      4: 'Si en ese momento los dos dioses tienen las mismas ofrendas, la cuenta se detiene. También están igualados si no hay ninguna ofrenda.',
      5: ({ means }) => means('balance'),
    },
  },
  ending: {
    title: 'Desenlace',
    rules: {
      1: ifGodsStrike(
        ({ means }) =>
          `${means('apocFlavor')} Esto se decide cuando empieza el apocalipsis o, si entonces los dioses están igualados, al final del primer turno en que no lo están. Ya no cambia más.`,
      ),
      2: ifGodsStrike(
        ({ means }) =>
          `Tláloc envía el diluvio. Ninguna calavera sale ya de un día, ni al recoger ni por una carta. Las batallas y la reserva aún dan calaveras. ${means('floodOnset')}`,
      ),
      3: ifGodsStrike(
        ({ means }) =>
          `Huitzilopochtli trae la invasión de Cortés. Después de las batallas de tu turno tiras un dado contra su 5. Si sacas más, tomas una calavera de tu día. Si sacas menos, pierdes una calavera para siempre. ${means('invasionPickup')}`,
      ),
      4: ifGodsStrike(
        () =>
          'Contra Cortés eres el defensor. Puedes jugar cartas de batalla para tu propia tirada, pero ninguna que cambie su dado o el pago, ni que deje decidir a una moneda.',
      ),
    },
  },
  winning: {
    title: 'Victoria',
    rules: {
      1: 'Cuando la partida termina, gana el jugador que tiene más calaveras.',
      2: ({ means }) => means('tieBreak'),
      3: ({ means }) => `${means('roundCap')} Entonces se decide de la misma manera.`,
    },
  },
  leaving: {
    title: 'Abandono',
    rules: {
      1: 'Las calaveras de un jugador que se va van a la reserva, y sus cartas al montón del día. Sus discos quedan fuera del tablero y del alcance de todos. Si solo queda un jugador, gana él.',
    },
  },
};
