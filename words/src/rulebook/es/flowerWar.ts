/** The rules of Flower War, in Spanish. */
import { count } from '../../es/screen/names.ts';
import type { BookText, RuleSpeech } from '../texts.ts';
import { answers, BY_CARD, cards, CHOICES, EXCHANGE, MANY_ARRIVALS, ROLL, seating, skulls, totals } from './ring.ts';

// The rules of Flower War about omens and the end of the match, in Spanish.

type End = Pick<BookText<'flower-war'>['chapters'], 'omens' | 'apocalypse' | 'ending' | 'winning' | 'leaving'>;
type Speech = RuleSpeech<'flower-war'>;

/** Nothing in an edition without flood and invasion. */
const ifGodsStrike =
  (tell: (speech: Speech) => string) =>
  (speech: Speech): string =>
    speech.options.apocFlavor === 'off' ? '' : tell(speech);

/** Nothing if battles are fought without cards. */
const ifCardsInBattle =
  (text: string) =>
  ({ options }: Speech): string =>
    options.battleCards === 'off' ? '' : text;

const steps = (n: number): string => count(n, { one: '# paso', other: '# pasos' });

const FLOWER_WAR_END: End = {
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
      9: ({ means, options: { dog, apocFlavor } }) =>
        `${means('dog')}${dog === 'one' ? ' Elige el jugador que tomó el disco del Perro.' : ''}${apocFlavor === 'off' ? '' : ' Si el Perro es el único presagio, anula el diluvio y la invasión.'}`,
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
        (speech) =>
          `Contra Cortés eres el defensor. Si decide una moneda, cara es tu lado.${ifCardsInBattle(' Puedes jugar cartas de batalla para tu propia tirada, pero ninguna que cambie su dado o el pago, ni que deje decidir a una moneda.')(speech)}`,
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

const FIGHTS = {
  each: '- Lucha contra cada jugador que está allí.',
  chooseOne: '- Lucha contra uno de los jugadores que están allí.',
} as const;

function turnSteps({ options: { stepOrder, multiBattle } }: Speech): string {
  const collect = ['- Recoge una calavera del día al que llegas.'];
  const fight = FIGHTS[multiBattle];
  return [
    'En tu turno haces esto, en este orden:',
    '- Tira el dado y muévete.',
    ...(stepOrder === 'printed' ? [...collect, fight] : [fight, ...collect]),
    '- Da calaveras a los dioses, si quieres. Cada ofrenda puede darte una carta.',
    '- Juega cartas, si quieres.',
  ].join('\n');
}

export const FLOWER_WAR: BookText<'flower-war'> = {
  title: 'Guerra Florida',
  chapters: {
    goal: {
      title: 'Objetivo',
      rules: {
        1: 'Ten más calaveras que los demás jugadores cuando acabe el apocalipsis.',
        2: 'Recoges calaveras en los días del calendario y las ganas en batallas. Las gastas en los dioses, que te dan cartas, y en jugar esas cartas.',
      },
    },
    setup: {
      title: 'Preparación',
      rules: {
        1: ({ options: { perSpace }, starts: [start] }) =>
          `El tablero es un anillo de veinte días. En cada día hay ${skulls(perSpace)}. Otras ${skulls(start?.pool ?? 0)} forman la reserva, que no es de ningún jugador.`,
        2: seating,
        3: ({ starts: [start] }) =>
          `Hay dos mazos, los dos barajados. El mazo de Guerra es del dios Huitzilopochtli y tiene ${cards(start?.warDeck ?? 0)}. El mazo de Lluvia es del dios Tláloc y tiene ${cards(start?.rainDeck ?? 0)}.`,
        4: 'En cada día hay un disco del calendario. Es el premio por la última calavera del día y trae un presagio: un cambio de las reglas.',
        5: ({ means }) =>
          `Ningún jugador tiene cartas. ${means('firstTurnPickup')} Una tribu no llega a su primer día: allí no pasa nada hasta que venga otra tribu.`,
      },
    },
    turn: {
      title: 'Turno',
      rules: {
        1: turnSteps,
        2: 'Los jugadores tienen sus turnos uno tras otro, primero Este y al final Oeste. Después empieza la ronda siguiente. También se te puede preguntar en el turno de otro jugador, si te atacan o puedes responder a una carta.',
        3: 'Todo está a la vista, menos las cartas de las manos y de los mazos.',
        4: 'Un paso en el que no tienes nada que elegir pasa solo.',
      },
    },
    move: { title: 'Movimiento', rules: { 1: ROLL, 2: BY_CARD, 3: MANY_ARRIVALS } },
    pickup: {
      title: 'Recogida',
      rules: {
        1: ({ means }) => `Toma 1 calavera del día al que llegas. ${means('stepOrder')}`,
        2: 'Las cartas y los presagios pueden hacer que sean más o menos. Donde no hay calaveras no tomas ninguna.',
        3: ({ means }) => `La última calavera de un día es especial, la tomes como la tomes. ${means('discPickup')}`,
        4: ({ means, options: { perSpace, refill } }) =>
          `${means('refill')}${refill ? ` Recibe ${skulls(perSpace)}, o las que aún tenga la reserva.` : ''}`,
        5: ({ means }) => `Puede que el disco del día ya lo tenga otro jugador. ${means('discRematch')}`,
      },
    },
    battle: {
      title: 'Batalla',
      rules: {
        1: ({ means }) => `${means('multiBattle')} Tú eres el atacante y el otro jugador es el defensor.`,
        2: 'Los dos tiran un dado.',
        3: ({ means, options: { battleCards } }) =>
          `${battleCards === 'off' ? '' : `${EXCHANGE} ${means('passIsFinal')} `}${means('battleCards')}`,
        4: ifCardsInBattle(
          'Una carta de batalla se paga como cualquier otra, en el día donde estás. Si tu día está lleno, no puedes jugar ninguna carta de batalla, ni siquiera una gratuita.',
        ),
        5: ({ means }) => `${totals('Algunas cartas y presagios')} ${means('battleTie')}`,
        6: ({ means }) =>
          `${means('battlePayment')} Las cartas y los presagios pueden subirlo o bajarlo, pero no por debajo de nada.`,
        7: 'Un perdedor que tiene menos calaveras las paga todas.',
        8: ({ means }) => means('brokeLoser'),
        9: ({ means, options: { cipactliMany } }) =>
          `Con algunas cartas y presagios puedes atacar de lejos, una vez en tu turno. Esto viene después de las otras batallas. La carta o el presagio dice a cuántos días puede estar el otro jugador.${cipactliMany ? ` ${means('cipactliMany')}` : ''}`,
      },
    },
    offering: {
      title: 'Ofrenda',
      rules: {
        1: 'Da 1 calavera a uno de los dos dioses. Va al templo y cuenta para ese dios hasta el final de la partida.',
        2: 'Por cada ofrenda puedes robar una carta de ese dios o no tomar nada. Puedes hacer a la vez varias ofrendas a un dios, con sus cartas, si nada puede pasar entre medias.',
        3: ({ means }) =>
          `${means('sacrificesPerTurn')} Puedes dar a un dios o a los dos. Quien no quiera dar nada ni jugar cartas puede acabar el turno enseguida.`,
        4: 'Si un mazo está vacío, todas sus cartas que están tapadas en los montones de los días se barajan y lo forman de nuevo. Si no hay ninguna, no robas nada.',
      },
    },
    cards: {
      title: 'Cartas',
      rules: {
        1: 'Cada carta dice cuándo puedes jugarla: en tu paso de cartas, en una batalla o como respuesta.',
        2: 'En tu paso de cartas puedes jugar todas las que quieras, también las que has robado en este turno. Tu turno acaba cuando terminas.',
        3: 'Una carta cuesta tantas calaveras como dice. Las pones en el día donde estás. Tienes que tenerlas todas, y en el día tienen que caber.',
        4: ({ options: { perSpace } }) =>
          `En un día caben ${skulls(perSpace)}. Las calaveras que pones allí se pueden recoger otra vez.`,
        5: CHOICES,
        6: 'Una carta jugada va encima del montón que hay bajo tu día. En tu paso de cartas también puedes descartar cartas allí. No cuesta nada y no hace nada. Una vez por turno puedes quedarte con todas antes de elegir la carta.',
        7: ({ means }) =>
          `Una trampa y una carta duradera funcionan mientras están encima de un montón. Una trampa salta cada vez que llega allí otro jugador, antes de la recogida. Una carta duradera cambia las reglas para los jugadores que llegan allí. ${means('trapsHitOwner')}`,
        8: 'Cualquier otra carta que llega al mismo montón las tapa, y entonces no hacen nada. Si se quita la carta que las tapa, funcionan otra vez.',
        9: `${answers('un ataque contra ti, una carta que juega otro jugador o el pago tras una batalla')} Una respuesta se paga como cualquier otra carta.`,
        10: ({ means }) => means('handLimit'),
      },
    },
    ...FLOWER_WAR_END,
  },
  captions: {
    start:
      'Una partida de cuatro antes del primer turno. Cada cuadro es un día: su número en el borde, su nombre, sus calaveras, ○ por su disco y una letra por cada tribu que está allí. Le toca tirar a Este.',
    battle:
      'Este ha llegado a Conejo y lucha contra Norte. Los dados muestran 3 y 3, y Este puede jugar una carta primero.',
    trap: 'Sur ha puesto una trampa en Hierba. La próxima tribu que llegue allí es atacada, esté donde esté Sur.',
    apocalypse:
      'Este ha tomado la última calavera de Casa y su disco. El día está lleno otra vez, el presagio de Casa está en vigor y la cuenta está en 0.',
  },
  editions: {
    'flower-war': 'El juego entero, con diluvio e invasión.',
    'flower-war-rules-of-play': 'El juego como lo cuentan sus reglas de juego, sin diluvio ni invasión.',
  },
};
