/** The rules of Mexica, in Spanish. */
import { count } from '../../es/screen/names.ts';
import type { BookText, RuleSpeech } from '../texts.ts';
import { answers, BY_CARD, cards, CHOICES, EXCHANGE, MANY_ARRIVALS, ROLL, seating, tokens, totals } from './ring.ts';

// The rules of Mexica about the end of the match, in Spanish.

type End = Pick<BookText<'mexica'>['chapters'], 'apocalypse' | 'ending' | 'winning' | 'leaving'>;
type Speech = RuleSpeech<'mexica'>;

/** Nothing if no god strikes. */
const ifGodsStrike =
  (tell: (speech: Speech) => string) =>
  (speech: Speech): string =>
    speech.options.apocFlavor === 'off' ? '' : tell(speech);

/** Nothing if week cards have no bonus. */
const ifWeeksHelp = ({ options }: Speech, text: string): string => (options.weekBonuses === 'off' ? '' : text);

const lefts = ({ options: { countdown, countdownUnit } }: Speech): string =>
  countdownUnit === 'turns'
    ? count(countdown, { one: 'queda # turno', other: 'quedan # turnos' })
    : count(countdown, { one: 'queda # ronda', other: 'quedan # rondas' });

const MEXICA_END: End = {
  apocalypse: {
    title: 'Apocalipsis',
    rules: {
      1: ({ means, options: { apocTriggers } }) => {
        const enough = `${means('sacrificeThreshold')} ${means('tonantzinCounts')}`;
        return `${means('apocTriggers')} ${apocTriggers === 'weeks' ? '' : `${enough} `}El apocalipsis también empieza cuando no queda ninguna ficha en los días. Esto se mira al final de cada turno.`;
      },
      2: (speech) => `Desde entonces ${lefts(speech)}. El turno que trajo el apocalipsis no cuenta.`,
      3: 'Mientras los dos dioses tienen las mismas fichas, la cuenta se detiene.',
      5: ({ means }) => means('balance'),
      4: 'Aún puedes ganar hasta que acabe el último turno.',
    },
  },
  ending: {
    title: 'Desenlace',
    rules: {
      1: ifGodsStrike(
        ({ means }) =>
          `${means('apocFlavor')} Si los dioses están igualados cuando empieza el apocalipsis, esto se decide al final del primer turno en que no lo están. ${means('flavorLock')}`,
      ),
      2: ifGodsStrike(
        () =>
          'Tláloc envía el diluvio. Ninguna ficha sale ya de un día, ni al recoger ni por una carta. El tributo, las batallas, las ofrendas y las cartas siguen.',
      ),
      3: ifGodsStrike(
        ({ means, options: { warLoss } }) =>
          `Huitzilopochtli trae la guerra. ${means('warLoss')}${warLoss === 'space' ? ' Si era la última ficha del día, recibes su carta de semana.' : ''}`,
      ),
    },
  },
  winning: {
    title: 'Victoria',
    rules: {
      1: 'Un jugador que tiene los tres signos gana en el acto, también en el turno de otro jugador.',
      2: ({ means }) =>
        `Un signo cuenta una vez, lo tengas por una carta de semana, por una carta de victoria o por las dos. ${means('victoryCardsPublic')}`,
      3: ({ means }) => means('noWinnerFallback'),
      4: ({ means }) => `${means('roundCap')} Entonces es como si se hubiera acabado el tiempo.`,
    },
  },
  leaving: {
    title: 'Abandono',
    rules: {
      1: 'Las fichas de un jugador que se va van a la reserva, sus cartas a los descartes, sus cartas de victoria vuelven a sus mazos y sus cartas de semana a la caja. Si solo queda un jugador, gana él.',
    },
  },
};

const FIGHTS = {
  each: '- Lucha contra cada jugador que está allí.',
  chooseOne: '- Lucha contra uno de los jugadores que están allí.',
} as const;

function steps({ options: { stepOrder, multiBattle } }: Speech): string {
  const collect = [
    '- Recoge una ficha del día al que llegas.',
    '- Paga una ficha al jugador que tiene la carta de semana de ese día.',
  ];
  const fight = FIGHTS[multiBattle];
  return [
    'En tu turno haces esto, en este orden:',
    '- Tira el dado y muévete.',
    ...(stepOrder === 'printed' ? [...collect, fight] : [fight, ...collect]),
    '- Da fichas a los dioses, si quieres. Cada ofrenda puede darte una carta.',
    '- Juega cartas, si quieres.',
  ].join('\n');
}

export const MEXICA: BookText<'mexica'> = {
  title: 'Mexica',
  chapters: {
    goal: {
      title: 'Objetivo',
      rules: {
        1: 'Sé el primer jugador con los tres signos de la victoria: serpiente, águila y flor.',
        2: ({ day }) =>
          `Consigues un signo con la carta de semana de ${day(5)}, ${day(15)} o ${day(20)}, que es el premio por la última ficha de ese día, o con una de las tres cartas de victoria de los mazos. Si antes llega el apocalipsis, puede que no gane nadie.`,
      },
    },
    setup: {
      title: 'Preparación',
      rules: {
        1: ({ options: { perSpace }, starts: [start] }) =>
          `El tablero es un anillo de veinte días. En cada día hay ${tokens(perSpace)}. Otras ${tokens(start?.pool ?? 0)} forman la reserva, que no es de ningún jugador.`,
        2: seating,
        3: ({ starts: [start], means }) =>
          `Hay tres mazos, todos barajados: el mazo de Guerra del dios Huitzilopochtli con ${cards(start?.warDeck ?? 0)}, el mazo de Lluvia del dios Tláloc con ${cards(start?.rainDeck ?? 0)} y el mazo de Día con ${cards(start?.dayDeck ?? 0)}. ${means('earlyDecks')}`,
        4: 'Hay veinte cartas de semana, una para cada día. Al principio están en la caja.',
        5: 'Ningún jugador tiene fichas ni cartas. Una tribu no llega a su primer día: allí no pasa nada hasta que venga otra tribu.',
      },
    },
    turn: {
      title: 'Turno',
      rules: {
        1: steps,
        2: 'Los jugadores tienen sus turnos uno tras otro, primero Este. Cuando todos han tenido uno, empieza la ronda siguiente. También se te puede preguntar en el turno de otro jugador, si te atacan o puedes responder a una carta.',
        3: ({ options: { victoryCardsPublic } }) =>
          `Todo está a la vista, menos las cartas de las manos y de los mazos${victoryCardsPublic ? '' : ', las cartas de victoria'} y los sucesos que esperan.`,
        4: 'Una carta puede darte otro turno después de este. En ese turno no puedes ganar uno más. Un paso en el que no tienes nada que elegir pasa solo.',
      },
    },
    move: {
      title: 'Movimiento',
      rules: {
        1: ROLL,
        2: BY_CARD,
        3: (speech) =>
          `Algunas cartas${ifWeeksHelp(speech, ' y cartas de semana')} te dejan ir más lejos que tu tirada. Eliges cuántos de esos días añades. Las cartas que te frenan quitan días a tu tirada, pero vas al menos 1 día.`,
        4: MANY_ARRIVALS,
      },
    },
    collect: {
      title: 'Recogida',
      rules: {
        1: ({ means }) => `Toma 1 ficha del día al que llegas. ${means('stepOrder')}`,
        2: (speech) =>
          `Las cartas${ifWeeksHelp(speech, ' y las cartas de semana')} pueden hacer que sean más o menos. Solo cuentan para la primera recogida de tu turno.`,
        3: ({ means }) => means('firstLandingDayCard'),
        4: 'Donde no hay fichas no tomas ninguna, y no recibes carta.',
      },
    },
    week: {
      title: 'Carta de semana',
      rules: {
        1: 'Si tomas la última ficha de un día, al recoger o por una carta, recibes la carta de semana de ese día. La tomas de la caja o del jugador que la tiene.',
        2: ({ options: { perSpace } }) =>
          `Después el día se llena desde la reserva con ${tokens(perSpace)}, o con las que aún tenga la reserva.`,
        3: ({ means, options: { weekBonuses } }) =>
          `${means('weekBonuses')}${weekBonuses === 'off' ? '' : ' Además te da tributo.'}`,
        4: ({ day }) =>
          `Las cartas de semana de ${day(5)}, ${day(15)} y ${day(20)} cuentan como los signos serpiente, águila y flor.`,
      },
    },
    tribute: {
      title: 'Tributo',
      rules: {
        1: 'Si llegas a un día cuya carta de semana tiene otro jugador, le pagas 1 ficha. Has recogido antes, así que casi siempre puedes pagar.',
        2: 'Si tú mismo tienes la carta del día, allí no pagas nada.',
        3: ({ means }) => means('victoryCardsTakeTribute'),
        4: 'Lo que no puedes pagar se perdona. Pagas también si después hay una batalla.',
      },
    },
    battle: {
      title: 'Batalla',
      rules: {
        1: ({ means }) => `${means('multiBattle')} Tú eres el atacante y el otro jugador es el defensor.`,
        2: 'Los dos tiran un dado.',
        3: ({ means }) => `${EXCHANGE} ${means('passIsFinal')}`,
        4: ({ means }) => `${totals('Algunas cartas')} ${means('battleTie')}`,
        5: ({ means }) =>
          `${means('battlePayment')} Las cartas pueden subirlo o bajarlo, pero no por debajo de nada. Tras una moneda es 1 ficha.`,
        6: 'Un perdedor que tiene menos fichas las paga todas, y nada más.',
        7: ({ means }) =>
          `Un perdedor sin fichas paga con una carta de su mano y elige cuál. Los demás no la ven. ${means('victoryCardsPayable')} Las cartas de semana y los sucesos que esperan no se pagan nunca.`,
        8: 'Si el perdedor no tiene nada de nada, el ganador roba una carta de Día.',
        9: (speech) =>
          `Con algunas cartas${ifWeeksHelp(speech, ' y cartas de semana')} puedes atacar de lejos a un jugador, una vez en tu turno. Esto viene después de las otras batallas. Las cartas dicen a cuántos días puede estar el otro jugador.`,
      },
    },
    offering: {
      title: 'Ofrenda',
      rules: {
        1: ({ means }) =>
          `Puedes dar fichas a Huitzilopochtli o a Tláloc. ${means('godCardCost')} Las fichas van al templo y cuentan para ese dios hasta el final de la partida. Las cartas pueden cambiar el precio, pero es al menos 1.`,
        2: 'Por cada ofrenda puedes robar una carta de ese dios o no tomar nada. Puedes hacer a la vez varias ofrendas a un dios, con sus cartas, si nada puede pasar entre medias.',
        3: ({ means }) =>
          `${means('sacrificesPerTurn')} Puedes dar a un dios o a los dos. Quien no quiera dar nada ni jugar cartas puede acabar el turno enseguida.`,
        4: ({ means }) =>
          `Una vez en tu turno puedes dar a Tonantzin y robar una carta de Día. ${means('tonantzinCost')} Las cartas también pueden cambiar este precio. Estas fichas salen del juego. ${means('mixOfferings')}`,
        5: 'Si un mazo está vacío, sus cartas usadas se barajan y lo forman de nuevo. Si no hay ninguna, no robas nada.',
      },
    },
    cards: {
      title: 'Cartas',
      rules: {
        1: 'Cada carta dice cuándo puedes jugarla: en tu paso de cartas, en una batalla o como respuesta. Una carta de victoria queda delante de ti en cuanto la recibes y no se puede descartar.',
        2: 'En tu paso de cartas puedes jugar todas las que quieras, también las que has robado en este turno. Tu turno acaba cuando terminas.',
        3: 'Un suceso ocurre quieras o no. Espera a tu próximo paso de cartas y entonces va antes que tus otras cartas, primero el más antiguo. En un turno ocurren como mucho 13 sucesos.',
        4: 'Jugar una carta no cuesta nada.',
        5: CHOICES,
        6: 'Una carta usada va a los descartes de su mazo. En tu paso de cartas también puedes descartar cartas, lo que no hace nada. Una vez por turno puedes quedarte con todas antes de elegir la carta.',
        7: answers(
          'un ataque contra ti, una carta que juega otro jugador, el pago tras una batalla, un tributo o el robo de una carta',
        ),
        8: ({ means }) => means('handLimit'),
      },
    },
    ...MEXICA_END,
  },
  captions: {
    start:
      'Una partida de cuatro antes del primer turno. Cada cuadro es un día: su número en el borde, su nombre, sus fichas, □ por su carta de semana y una letra por cada tribu que está allí. Le toca tirar a Este.',
    weekCard: 'Norte ha tomado la última ficha de Venado y tiene su carta de semana. El día está lleno otra vez.',
    tribute: 'Este tiene la carta de semana de Águila. Le toca tirar a Sur: en Águila pagaría a Este una ficha.',
    apocalypse:
      'Los dioses tienen tantas fichas como hacen falta. Huitzilopochtli tiene más, así que ha llegado la guerra. Quedan 13 turnos.',
  },
  editions: {
    mexica: 'El juego entero.',
    'flower-war-early': 'El juego que creció de Mexica y llegó a ser Guerra Florida.',
  },
};
