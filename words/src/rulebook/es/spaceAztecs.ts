/** The rules of Space Aztecs, in Spanish. */
import { count } from '../../es/screen/names.ts';
import type { BookText, RuleSpeech } from '../texts.ts';
import { cards, players } from './ring.ts';

type Speech = RuleSpeech<'space-aztecs'>;

const points = (n: number): string => count(n, { one: '# punto', other: '# puntos' });

/** The same line for each number of players, with what it says of the table. */
const perTable = ({ starts }: Speech, tell: (start: Speech['starts'][number]) => string): string =>
  starts.map((start) => `- ${players(start.seats)}: ${tell(start)}.`).join('\n');

/** `1 vale 3 puntos, 2 valen 9`. */
const byNumber = (scale: readonly number[]): string =>
  scale
    .slice(1)
    .map((n, index) => (index === 0 ? `1 vale ${points(n)}` : `${index + 1} valen ${n}`))
    .join(', ');

export const SPACE_AZTECS: BookText<'space-aztecs'> = {
  title: 'Aztecas del Espacio',
  chapters: {
    goal: {
      title: 'Objetivo',
      rules: {
        1: 'Construye la ciudad que vale más puntos.',
        2: 'En cada ronda tomas un montón de cartas, te quedas en secreto con una y la pones en tu ciudad. Los templos protegen a tus aztecas; los platillos voladores de los demás los capturan.',
      },
    },
    setup: {
      title: 'Preparación',
      rules: {
        1: ({ means }) =>
          `Hay aztecas, templos y platillos voladores de cuatro colores: aldeanos y animales rosas, guerreros amarillos, superiores azules y agentes especiales verdes. ${means('codex')} Cada carta muestra otra hora del día.`,
        2: ({ means }) => means('removedSet'),
        3: (speech) =>
          `Las cartas se barajan y se reparten en montones, boca abajo:\n${perTable(speech, ({ piles, pile }) => `${piles} montones de ${cards(pile)}`)}`,
        4: ({ means }) => `Un jugador es el jugador inicial de la primera ronda. ${means('startPlayer')}`,
      },
    },
    turn: {
      title: 'Ronda',
      rules: {
        1: `Todos juegan cada ronda a la vez:
- Toma un montón y míralo.
- Elige en secreto una de sus cartas. El resto del montón vuelve a su sitio.
- Todos muestran a la vez las horas de sus cartas.
- Uno tras otro, los jugadores muestran sus cartas y las ponen en sus ciudades.`,
        2: 'Empezando por el jugador inicial y en el sentido del reloj, cada jugador toma un montón que no está vacío y que no tiene otro jugador. Solo quien lo tiene ve las cartas de un montón.',
        3: ({ means }) =>
          `Todos eligen al mismo tiempo. Puedes cambiar tu elección hasta que todos hayan elegido. ${means('memoryAid')}`,
        4: 'El jugador con la hora más temprana pasa a ser el jugador inicial en el acto.',
        5: ({ means }) => `${means('revealOrder')} Cada carta hace lo suyo antes de que se muestre la siguiente.`,
        6: 'Después empieza la ronda siguiente.',
      },
    },
    aztecs: {
      title: 'Aztecas',
      rules: {
        1: 'Un azteca está a la vista en tu ciudad. Allí puede capturarlo un platillo.',
        2: 'Si tienes un agente a la vista y un templo del color del azteca, puedes poner al azteca bajo ese templo cuando llega, o dejarlo a la vista.',
        3: ({ means }) =>
          `Un agente que está él mismo bajo un templo ya no ayuda. ${means('agentSelf')} Más tarde nada cambia de templo.`,
      },
    },
    temples: {
      title: 'Templos',
      rules: {
        1: 'Todos tus aztecas de su color que están a la vista van bajo un templo nuevo. No puedes dejar fuera a ninguno.',
        2: 'Los aztecas que están bajo un templo están a salvo de los platillos, y allí se quedan.',
        3: 'Un templo puede estar vacío. Más tarde solo un agente lleva aztecas bajo él.',
      },
    },
    saucers: {
      title: 'Platillos',
      rules: {
        1: 'Un platillo volador captura un azteca de su color a la vista de cada uno de los demás jugadores, en el sentido del reloj.',
        2: 'Si un jugador tiene varios de ese color, tú eliges cuál captura tu platillo.',
        3: 'Tus propios aztecas están a salvo de tu platillo. También lo están los que se muestran después de él en la misma ronda.',
        4: 'Un azteca capturado está fuera de su ciudad y ya no hace nada.',
      },
    },
    codices: {
      title: 'Códices',
      rules: {
        1: ({ options: { codex } }) =>
          codex ? 'Un códice está abierto en tu ciudad. Al final te da puntos por lo que hay en la ciudad.' : '',
        2: ({ options: { codex } }) =>
          codex
            ? 'Un códice no cuenta ni platillos ni aztecas capturados. Los códices de horas se cuentan también a sí mismos.'
            : '',
      },
    },
    end: {
      title: 'Final',
      rules: {
        1: (speech) =>
          `La partida termina tras una ronda en la que han quedado vacíos dos montones o más, o en la que todas las ciudades juntas tienen tantos platillos:\n${perTable(speech, ({ saucerLimit }) => `${saucerLimit} platillos`)}`,
        2: 'La ronda se juega hasta el final. Los platillos siguientes aún capturan.',
      },
    },
    points: {
      title: 'Puntos',
      rules: {
        1: 'Cada carta dice cuántos puntos vale. No importa si un azteca está a la vista o bajo un templo, salvo que su carta lo diga.',
        2: ({ worth }) =>
          `Rosa: si el rosa está en el juego, el jugador con menos aztecas rosas pierde ${points(-worth.fewestPink)}. Si varios tienen igual de pocos, los pierden todos ellos.`,
        3: ({ worth }) =>
          `Amarillo: los guerreros valen más juntos. En una ciudad:\n- Guerreros águila: ${byNumber(worth.eagle)}.\n- Guerreros jaguar: ${byNumber(worth.jaguar)}.\n- Guerreros otomíes: ${byNumber(worth.otomi)}.`,
        4: ({ worth }) =>
          `Azul: un sumo sacerdote y un visitante de las estrellas de tu ciudad valen juntos ${points(worth.pair)}. Cada uno cuenta solo en una pareja. Tienes tantas parejas como se pueda.`,
        5: 'Verde: un archivista vale más bajo un templo.',
        6: ({ options: { codex } }) => (codex ? 'Cada códice da los puntos que dice.' : ''),
        7: 'Cada azteca que han capturado tus platillos vale 1 punto.',
        8: 'Los templos y los platillos mismos no valen nada. Puedes acabar por debajo de cero.',
      },
    },
    winning: {
      title: 'Victoria',
      rules: { 1: 'Gana el jugador con más puntos.', 2: ({ means }) => means('tieBreak') },
    },
    leaving: {
      title: 'Abandono',
      rules: {
        1: 'La ciudad de un jugador que se va se queda: los platillos pueden capturar de ella, y sus propios platillos cuentan para el final. No recibe puntos. Un montón o una carta que tiene ese jugador vuelve a su sitio. Si solo queda un jugador, gana él.',
      },
    },
  },
  captions: {
    start:
      'Una partida de cuatro antes de la primera ronda: los ocho montones y, debajo, una fila para cada ciudad. P (rosa), Y (amarillo), B (azul) y G (verde) son los colores; T son templos, S platillos y X códices.',
    choosing: 'Todos eligen. El primer jugador tiene el Juego de pelota y ve sus dos cartas.',
    saucer:
      'El primer jugador ha mostrado un platillo amarillo, y el segundo jugador tiene dos aztecas amarillos a la vista.',
    shelter:
      'El primer jugador tiene un agente a la vista y un templo rosa, así que un azteca rosa que llega puede ir debajo.',
  },
  editions: {
    'space-aztecs': 'El juego entero.',
    'space-aztecs-young': 'El juego más sencillo.',
  },
};
