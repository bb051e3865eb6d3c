/** The options of every game, in Spanish. */
import type { OptionTables } from '../tables.ts';
import { count } from './count.ts';
import { FLOWER_WAR, MEXICA } from './ring/options.ts';

const STARTER = (seat: number) => `Empieza el asiento ${seat}.`;

export const OPTIONS: OptionTables = {
  'flower-war': FLOWER_WAR,
  mexica: MEXICA,
  'space-aztecs': {
    removedSet: {
      title: 'El color que se queda en la caja',
      means: {
        random: 'De dos a cuatro jugadores, se quita un color al azar.',
        P: 'De dos a cuatro jugadores, se quitan los aldeanos y animales rosas.',
        Y: 'De dos a cuatro jugadores, se quitan los guerreros amarillos.',
        B: 'De dos a cuatro jugadores, se quitan los superiores azules.',
        G: 'De dos a cuatro jugadores, se quitan los agentes especiales verdes.',
      },
    },
    codex: {
      title: 'Códices',
      means: { yes: 'Los ocho códices están en juego.', no: 'No hay códices, y el juego es más sencillo.' },
    },
    memoryAid: {
      title: 'Memoria',
      means: {
        off: 'Los jugadores recuerdan lo que vieron en los montones.',
        ownLog: 'La mesa muestra a cada jugador lo que vio por última vez en cada montón.',
      },
    },
    agentSelf: {
      title: 'Un agente que llega',
      means: {
        yes: 'Un agente puede ir bajo un templo cuando llega.',
        no: 'Un agente solo ayuda a los aztecas que llegan después de él.',
      },
    },
    revealOrder: {
      title: 'Orden de las cartas',
      means: {
        clockwise:
          'Los jugadores muestran sus cartas en el sentido del reloj, desde el que tiene la carta más temprana.',
        byTime: 'Los jugadores muestran sus cartas en el orden de sus horas.',
      },
    },
    startPlayer: {
      title: 'Quién empieza',
      means: {
        random: 'El azar decide quién empieza.',
        host: 'Empieza el anfitrión de la mesa.',
        'seat-0': STARTER(1),
        'seat-1': STARTER(2),
        'seat-2': STARTER(3),
        'seat-3': STARTER(4),
        'seat-4': STARTER(5),
        'seat-5': STARTER(6),
      },
    },
    tieBreak: {
      title: 'Empate a puntos',
      means: {
        standard: 'Si hay empate a puntos, deciden los aztecas y después los templos.',
        shared: 'Los jugadores empatados a puntos comparten la victoria.',
      },
    },
  },
  tieqchieq: {
    board: {
      title: 'Tablero',
      means: {
        S7: 'Cada jugador tiene una casilla propia en el camino común.',
        F7: 'Cada jugador tiene dos casillas propias en el camino común, y la partida dura más.',
      },
    },
    surcharge: {
      title: 'Tiradas que no encajan',
      means: {
        exact: 'Una ficha solo mueve si una casilla encaja con la tirada exacta.',
        spendUpTo: 'Una ficha sin casilla exacta avanza hasta donde permite la tirada.',
      },
    },
    plusFree: {
      title: 'Un paso extra a una casilla del rival',
      means: {
        yes: 'Un paso extra a una casilla del rival no cuesta nada más.',
        no: 'Un paso extra no puede ir a una casilla del rival.',
      },
    },
    mayPass: {
      title: 'Pasar',
      means: { yes: 'Un jugador puede pasar en lugar de mover.', no: 'Un jugador que puede mover tiene que mover.' },
    },
    stacking: {
      title: 'Varias fichas en una casilla',
      means: {
        yes: 'Varias fichas de un jugador pueden compartir una casilla, y pierden juntas una batalla.',
        no: 'En una casilla solo cabe una ficha.',
      },
    },
    startPlayer: {
      title: 'Quién empieza',
      means: {
        random: 'El azar decide quién empieza.',
        host: 'Empieza el anfitrión de la mesa.',
        'seat-0': 'Empieza el rojo.',
        'seat-1': 'Empieza el amarillo.',
      },
    },
    turnCap: {
      title: 'Partida más larga',
      means: (n) => `La partida termina como muy tarde tras ${count(n, { one: '# tirada', other: '# tiradas' })}.`,
    },
  },
};
