/** The rules of Tieqchieq, in Spanish. */
import { count } from '../../es/screen/names.ts';
import type { BookText } from '../texts.ts';

const tokens = (n: number): string => count(n, { one: '# ficha', other: '# fichas' });

export const TIEQCHIEQ: BookText<'tieqchieq'> = {
  title: 'Tieqchieq',
  chapters: {
    goal: {
      title: 'Objetivo',
      rules: {
        1: ({ starts: [start] }) =>
          `Lleva tus ${tokens(start?.tokens ?? 0)} al final de tu camino antes que el otro jugador.`,
        2: 'Cuatro monedas dicen hasta dónde va una ficha. En el centro los dos caminos comparten un tramo, donde las fichas luchan por las casillas.',
      },
    },
    setup: {
      title: 'Preparación',
      rules: {
        1: ({ starts: [start] }) =>
          `Dos jugadores, el rojo y el amarillo, tienen ${tokens(start?.tokens ?? 0)} cada uno.`,
        2: 'Al principio todas las fichas esperan en la reserva, antes de la primera casilla del camino.',
        3: ({ means }) => means('startPlayer'),
      },
    },
    turn: {
      title: 'Turno',
      rules: {
        1: `Los jugadores se turnan. En tu turno haces esto:
- Lanza las cuatro monedas.
- Avanza con una ficha lo que dicen las monedas.
- Lucha, si la ficha llega a una ficha del otro jugador.`,
        2: 'El número de caras es tu tirada, de 0 a 4. Con 0 se acaba tu turno.',
        3: 'Usa la tirada para una ficha: mete una de la reserva en el tablero o mueve una que ya está en él. Si ninguna ficha puede usar la tirada, se acaba tu turno.',
        4: ({ means }) => means('mayPass'),
      },
    },
    board: {
      title: 'Tablero',
      rules: {
        1: 'Cada camino tiene 14 casillas. Las casillas 1 a 4 y 12 a 14 son solo tuyas: el otro jugador no llega nunca a ellas. Tras la casilla 14 está el final.',
        2: 'Las casillas 5 a 11 son el camino común. Los dos jugadores pasan por él, cada uno desde su lado: la casilla 5 del rojo es la casilla 11 del amarillo.',
        3: 'Algunas casillas tienen una marca: un signo más (+), un anillo (○) o el sol (☼), que está en medio del camino común. En el camino común un signo más lleva la letra de su color.',
      },
    },
    move: {
      title: 'Movimiento',
      rules: {
        1: 'Cada casilla en la que una ficha entra o por la que pasa cuesta 1 de la tirada. Una casilla del camino común que es del otro jugador cuesta 3.',
        2: ({ means }) => means('surcharge'),
        3: ({ means, options: { board } }) =>
          `${means('board')} ${board === 'S7' ? 'El dibujo muestra el otro tablero, la fortaleza.' : 'El dibujo muestra este tablero.'}`,
        4: ({ means }) => `Las fichas pasan libremente unas junto a otras. ${means('stacking')}`,
        5: 'El último paso al final cuesta 1 como cualquier otro, y tiene que encajar con la tirada exacta.',
        6: 'Una ficha que ha llegado al final se queda allí.',
      },
    },
    battle: {
      title: 'Batalla',
      rules: {
        1: 'Si tu ficha llega a una casilla con una ficha del otro jugador, la atacas.',
        2: 'Se lanzan dos monedas. Cada una tiene un lado rojo y un lado amarillo. Si las dos muestran el color del defensor, el atacante pierde. Si no, gana. Así ganas tres batallas de cada cuatro.',
        3: 'La ficha que pierde vuelve a la reserva de su jugador. Si ganas, tu ficha ocupa la casilla, y la marca de la casilla cuenta.',
        4: 'Si pierdes, no cuenta ninguna marca, y se acaba tu turno.',
      },
    },
    marks: {
      title: 'Marcas',
      rules: {
        1: 'Una marca cuenta cuando una ficha llega a ella, y solo entonces.',
        2: ({ means }) =>
          `Signo más de tu color: la ficha puede avanzar en el acto una casilla, con todo lo que sigue allí. ${means('plusFree')} Si la ficha no puede ir allí, no pasa nada.`,
        3: 'Anillo: lanzas otra vez.',
        4: 'Sol: lanzas otra vez, y mientras la ficha sigue allí, ninguna ficha puede atacarla.',
        5: 'Un signo más del otro color no hace nada para ti.',
      },
    },
    winning: {
      title: 'Victoria',
      rules: {
        1: 'El primer jugador con todas sus fichas en el final gana en el acto.',
        2: ({ means }) =>
          `${means('turnCap')} Entonces gana el jugador cuyas fichas han avanzado más en total. Si han avanzado lo mismo, hay empate.`,
      },
    },
    leaving: { title: 'Abandono', rules: { 1: 'Si un jugador se va, gana el otro.' } },
  },
  captions: {
    start:
      'El camino del rojo está arriba, el del amarillo abajo y el camino común en medio. Todas las fichas están en la reserva. Las letras pequeñas junto a una marca dicen de quién es la casilla: r, del rojo (R); y, del amarillo (Y).',
    ring: 'El rojo ha sacado 2. La ficha en 4 puede ir a 6, un anillo, y el rojo lanzaría otra vez.',
    battle: 'El rojo ha sacado 1. La ficha en 4 puede ir a 5, donde atacaría a una ficha del amarillo.',
    sun: 'El rojo ha sacado 3. La ficha en 5 no puede ir a 8, porque una ficha del amarillo está en el sol.',
    fortress: 'La fortaleza: cada jugador tiene dos casillas propias en el camino común. El rojo ha sacado 4.',
  },
  editions: {
    tieqchieq: 'El juego habitual.',
    'tieqchieq-fortress': 'Para jugadores que conocen el juego y tienen tiempo.',
    'tieqchieq-young': 'Una tirada casi nunca se pierde.',
  },
};
