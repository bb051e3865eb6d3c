/** The options of every game, in Spanish. */
import type { OptionTables, RingOptions } from '../words.ts';
import { count } from './screen/names.ts';

// The options of the games on the ring, in Spanish.

const COMPASS: Readonly<Record<string, string>> = {
  E: 'Este',
  N: 'Norte',
  S: 'Sur',
  C: 'Centro',
  Z: 'Cenit',
  W: 'Oeste',
};

const order = (letters: string): string =>
  `Los asientos en juego tienen sus turnos en este orden: ${[...letters].map((one) => COMPASS[one] ?? one).join(', ')}.`;

const ring = (skull: string): RingOptions => {
  const skulls = (n: number) => count(n, { one: `# ${skull}`, other: `# ${skull}s` });
  return {
    length: {
      title: 'Duración',
      means: {
        standard: 'La partida tiene su duración completa.',
        short: 'La partida es corta: hay menos en cada día.',
      },
    },
    turnOrder: { title: 'Orden de los turnos', means: order },
    startSpaces: {
      title: 'Primeros días',
      means: {
        threshold: 'Cada jugador empieza en el día justo anterior a su cuarto del anillo.',
        firstOfQuadrant: 'Cada jugador empieza en el primer día de su cuarto del anillo.',
      },
    },
    perSpace: { title: 'Un día lleno', means: (n) => `En un día lleno hay ${skulls(n)}.` },
    tokensTotal: {
      title: `Todas las ${skull}s`,
      means: (n) => `En el juego hay ${skulls(n)}, o más si los días necesitan más.`,
    },
    countdown: {
      title: 'Cuenta regresiva',
      means: (n) =>
        `El apocalipsis cuenta ${count(n, { one: '# vez', other: '# veces' })} antes de que termine la partida.`,
    },
    roundCap: {
      title: 'Partida más larga',
      means: (n) => `La partida termina como muy tarde tras ${count(n, { one: '# ronda', other: '# rondas' })}.`,
    },
    stepOrder: {
      title: 'Orden de los pasos',
      means: {
        printed: `Un jugador que llega primero recoge ${skull}s y después lucha.`,
        battleFirst: `Un jugador que llega primero lucha y después recoge ${skull}s.`,
      },
    },
    battleTie: {
      title: 'Batallas empatadas',
      means: {
        none: 'Tras un empate no pasa nada.',
        reroll: 'Tras un empate, los dos jugadores tiran otra vez.',
        defender: 'El defensor gana los empates.',
      },
    },
    battlePayment: {
      title: 'Lo que cuesta una batalla',
      means: {
        lowerTotal: `El perdedor paga tantas ${skull}s como el resultado más bajo de la batalla.`,
        difference: `El perdedor paga tantas ${skull}s como la diferencia entre los dos resultados.`,
        one: `El perdedor paga una ${skull}.`,
      },
    },
    multiBattle: {
      title: 'Varios jugadores en un día',
      means: {
        each: 'Un jugador que llega lucha contra cada uno de los que están en el día.',
        chooseOne: 'Un jugador que llega elige a uno de los que están en el día y lucha solo contra él.',
      },
    },
    passIsFinal: {
      title: 'Pasar en una batalla',
      means: {
        yes: 'Un jugador que pasa ya no juega cartas en esta batalla.',
        no: 'Un jugador que pasa aún puede jugar una carta después de que el otro juegue una.',
      },
    },
    sacrificesPerTurn: {
      title: 'Ofrendas en un turno',
      means: (n) =>
        n === 0
          ? 'Un jugador puede hacer todas las ofrendas que quiera en un turno.'
          : `Un jugador puede hacer como mucho ${count(n, { one: '# ofrenda', other: '# ofrendas' })} en un turno.`,
    },
    handLimit: {
      title: 'Cartas en la mano',
      means: (n) =>
        n === 0
          ? 'Un jugador puede guardar todas las cartas que quiera.'
          : `Un jugador guarda como mucho ${count(n, { one: '# carta', other: '# cartas' })} al final del turno.`,
    },
  };
};

const FLOWER_WAR: OptionTables['flower-war'] = {
  ...ring('calavera'),
  mode: {
    title: 'Discos hasta el apocalipsis',
    means: {
      quick: 'El apocalipsis empieza con el primer disco.',
      long: 'El apocalipsis empieza con el segundo disco.',
      epic: 'El apocalipsis empieza con el tercer disco.',
    },
  },
  discPickup: {
    title: 'Tomar un disco',
    means: {
      auto: 'Quien toma la última calavera de un día toma su disco.',
      optional: 'Quien toma la última calavera de un día puede dejar ahí su disco.',
    },
  },
  discRematch: {
    title: 'Un disco que tiene otro jugador',
    means: {
      duel: 'Los dos jugadores tiran por el disco, y si empatan lo conserva quien lo tenía.',
      transfer: 'Quien tiene el disco lo da al jugador que toma la última calavera.',
    },
  },
  refill: {
    title: 'Días vacíos',
    means: {
      yes: 'Un día vacío se llena otra vez desde la reserva.',
      no: 'Un día vacío se queda vacío.',
    },
  },
  discTiming: {
    title: 'Cuándo empiezan los presagios',
    means: {
      trigger: 'Todos los presagios empiezan a la vez que el apocalipsis.',
      immediate: 'Cada presagio empieza cuando un jugador toma su disco.',
    },
  },
  laterDiscs: {
    title: 'Discos tras el comienzo del apocalipsis',
    means: {
      none: 'Un disco que se toma después no cambia ninguna regla.',
      active: 'Un disco que se toma después también cambia las reglas.',
    },
  },
  apocFlavor: {
    title: 'Qué dios golpea',
    means: {
      least: 'Golpea el dios con menos ofrendas, con un diluvio o una invasión.',
      most: 'Golpea el dios con más ofrendas, con un diluvio o una invasión.',
      off: 'No hay diluvio ni invasión.',
    },
  },
  floodOnset: {
    title: 'Cuando llega el diluvio',
    means: {
      none: 'No se pierde nada cuando llega el diluvio.',
      twoEach: 'Cuando llega el diluvio, cada jugador toma 2 calaveras de su día, y las demás de esos días se pierden.',
    },
  },
  invasionPickup: {
    title: 'Calaveras durante la invasión',
    means: {
      yes: 'Los jugadores siguen recogiendo calaveras durante la invasión.',
      no: 'Los jugadores no recogen calaveras durante la invasión.',
    },
  },
  brokeLoser: {
    title: 'Un perdedor sin calaveras',
    means: {
      draw: 'El ganador puede robar una carta si el perdedor no tiene calaveras para pagar.',
      nothing: 'El ganador no recibe nada si el perdedor no tiene calaveras para pagar.',
    },
  },
  battleCards: {
    title: 'Cartas en la batalla',
    means: {
      on: 'Los jugadores pueden jugar cartas en una batalla.',
      off: 'Los jugadores no juegan cartas en una batalla.',
    },
  },
  trapsHitOwner: {
    title: 'Tus propias trampas',
    means: {
      yes: 'Las trampas y las cartas duraderas también afectan a quien las puso.',
      no: 'Las trampas y las cartas duraderas solo afectan a los demás jugadores.',
    },
  },
  dog: {
    title: 'El presagio del Perro',
    means: { one: 'El Perro anula otro presagio.', all: 'El Perro anula todos los demás presagios.' },
  },
  xochitl: {
    title: 'El presagio de la Flor',
    means: {
      stakeMinus1: 'El perdedor de una batalla paga 1 calavera menos.',
      none: 'La Flor no cambia ninguna regla.',
      bothLose1: 'Tras una batalla, los dos jugadores dejan 1 calavera en el día.',
    },
  },
  olin: {
    title: 'El presagio del Temblor',
    means: {
      full: 'Un jugador mueve dos veces, y los dos movimientos cuentan por completo.',
      last: 'Un jugador mueve dos veces, y solo cuenta el segundo movimiento.',
    },
  },
  acatlNoDraw: {
    title: 'El presagio de la Caña',
    means: {
      yes: 'Con una carta ofrecida bajo la Caña no se roba ninguna carta.',
      no: 'Con una carta ofrecida bajo la Caña se roba una carta, como con una calavera.',
    },
  },
  cipactliMany: {
    title: 'El presagio del Caimán',
    means: {
      yes: 'Con el Caimán, un jugador puede atacar una vez a cada uno de los demás en un turno, por lejos que estén.',
      no: 'Un jugador puede atacar a otro jugador en un turno.',
    },
  },
  firstTurnPickup: {
    title: 'Calaveras al empezar',
    means: {
      yes: 'Todos los jugadores menos el primero empiezan con una calavera de su día.',
      no: 'Todos los jugadores empiezan sin calaveras.',
    },
  },
  tieBreak: {
    title: 'Empate a calaveras al final',
    means: {
      standard: 'Si hay empate a calaveras, deciden los discos y después las cartas de la mano.',
      shared: 'Los jugadores empatados a calaveras comparten la victoria.',
    },
  },
  balance: {
    title: 'Dioses que siguen igualados',
    means: {
      lastOffering: 'Si no queda nada que ofrecer, el dios de la última ofrenda cuenta como el mayor.',
      shared: 'Si no queda nada que ofrecer, la partida termina y comparten la victoria quienes tienen más calaveras.',
      wait: 'Si no queda nada que ofrecer, la partida sigue hasta su última ronda.',
    },
  },
};

const MEXICA: OptionTables['mexica'] = {
  ...ring('ficha'),
  countdownUnit: {
    title: 'Lo que se cuenta',
    means: { turns: 'El apocalipsis cuenta turnos.', rounds: 'El apocalipsis cuenta rondas.' },
  },
  tonantzinCost: {
    title: 'Precio de Tonantzin',
    means: (n) => `Una ofrenda a Tonantzin cuesta ${count(n, { one: '# ficha', other: '# fichas' })}.`,
  },
  tonantzinCounts: {
    title: 'Ofrendas a Tonantzin',
    means: {
      yes: 'Las fichas para Tonantzin también acercan el apocalipsis.',
      no: 'Las fichas para Tonantzin no acercan el apocalipsis.',
    },
  },
  godCardCost: {
    title: 'Precio de una ofrenda',
    means: (n) => `Una ofrenda a un dios cuesta ${count(n, { one: '# ficha', other: '# fichas' })}.`,
  },
  mixOfferings: {
    title: 'Dioses y Tonantzin en un turno',
    means: {
      yes: 'Un jugador puede dar a los dioses y a Tonantzin en el mismo turno.',
      no: 'En un turno, un jugador da a los dioses o a Tonantzin, no a ambos.',
    },
  },
  firstLandingDayCard: {
    title: 'El primero en un día lleno',
    means: {
      yes: 'Un jugador que recoge de un día lleno roba una carta de Día.',
      no: 'Un día lleno no da ninguna carta.',
    },
  },
  victoryCardsTakeTribute: {
    title: 'Tributo por cartas de victoria',
    means: {
      yes: 'Una carta de victoria cobra tributo en su día, como una carta de semana.',
      no: 'Solo las cartas de semana cobran tributo.',
    },
  },
  victoryCardsPayable: {
    title: 'Pagar con cartas de victoria',
    means: {
      last: 'Un perdedor que no tiene otra cosa paga con una carta de victoria.',
      never: 'Nadie paga con una carta de victoria.',
    },
  },
  victoryCardsPublic: {
    title: 'Cartas de victoria',
    means: {
      yes: 'Las cartas de victoria están boca arriba.',
      no: 'Las cartas de victoria están ocultas.',
    },
  },
  weekBonuses: {
    title: 'Cartas de semana',
    means: {
      on: 'Cada carta de semana ayuda a quien la tiene.',
      off: 'Las cartas de semana cobran tributo, y algunas cuentan como signos. No hacen nada más.',
    },
  },
  earlyDecks: {
    title: 'Dónde están las cartas de victoria',
    means: {
      asMexica: 'El Águila está en el mazo de Guerra, la Serpiente en el mazo de Lluvia y la Flor en el mazo de Día.',
      dayOnly: 'Las tres cartas de victoria están en el mazo de Día.',
    },
  },
  godDeckSize: {
    title: 'Cartas de cada dios',
    means: (n) => `Cada dios tiene ${count(n, { one: '# carta', other: '# cartas' })} además de la carta de victoria.`,
  },
  sacrificeThreshold: {
    title: 'Ofrendas hasta el apocalipsis',
    means: (n) => `El apocalipsis empieza tras ${count(n, { one: '# ficha ofrecida', other: '# fichas ofrecidas' })}.`,
  },
  apocTriggers: {
    title: 'Lo que trae el apocalipsis',
    means: {
      both: 'Las ofrendas suficientes o la última carta de semana traen el apocalipsis.',
      sacrifices: 'Las ofrendas suficientes traen el apocalipsis.',
      weeks: 'La última carta de semana trae el apocalipsis.',
    },
  },
  apocFlavor: {
    title: 'Qué dios golpea',
    means: {
      most: 'Golpea el dios con más ofrendas, con un diluvio o una guerra.',
      least: 'Golpea el dios con menos ofrendas, con un diluvio o una guerra.',
      off: 'No hay diluvio ni guerra.',
    },
  },
  flavorLock: {
    title: 'Cambio del final',
    means: {
      yes: 'El diluvio o la guerra, una vez que llegan, duran hasta el final.',
      no: 'El diluvio y la guerra pueden alternarse cuando cambian las ofrendas.',
    },
  },
  warLoss: {
    title: 'Lo que se lleva la guerra',
    means: {
      space: 'En la guerra, cada vez que un jugador recoge se pierde una ficha más del día.',
      collector: 'En la guerra, se pierde una de las fichas recogidas.',
      onset: 'Cuando llega la guerra, cada día pierde una ficha.',
    },
  },
  noWinnerFallback: {
    title: 'Ningún jugador con tres signos',
    means: {
      none: 'Si se acaba el tiempo, no gana ningún jugador.',
      mostSigns:
        'Si se acaba el tiempo, gana quien tiene más signos, después más cartas de semana, después más fichas.',
    },
  },
  balance: {
    title: 'Dioses que siguen igualados',
    means: {
      wait: 'Si no queda ninguna ficha que ofrecer, la partida sigue hasta su última ronda.',
      lastOffering: 'Si no queda ninguna ficha que ofrecer, el dios de la última ofrenda cuenta como el mayor.',
    },
  },
};

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
