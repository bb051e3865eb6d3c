/** What the tables say beside the shared words. */

export const BOARD_TEXTS = {
  of: 'board',
  en: { loading: 'One moment …' },
  es: { loading: 'Un momento …' },
};

const RING_EN = {
  ring: 'The ring of twenty days',
  stock: {
    skulls: (n: number) => (n === 1 ? '1 skull' : `${n} skulls`),
    tokens: (n: number) => (n === 1 ? '1 token' : `${n} tokens`),
  },
  cards: (n: number) => (n === 1 ? '1 card' : `${n} cards`),
  prizes: {
    disc: (n: number) => (n === 1 ? '1 disc' : `${n} discs`),
    week: (n: number) => (n === 1 ? '1 week card' : `${n} week cards`),
  },
  prize: {
    disc: (name: string) => `${name} has its disc`,
    week: (name: string) => `${name} has its week card`,
  },
  pile: (n: number) => (n === 1 ? '1 card lies under it' : `${n} cards lie under it`),
  live: (card: string, owner: string) => `${card} of ${owner} lies in wait there`,
  pool: (pool: number, out: number) => `${pool} in the pool${out === 0 ? '' : `, ${out} gone for good`}`,
  isHere: (name: string) => `${name} is here`,
  offered: (n: number, threshold: number, weeks: number) =>
    `at ${threshold} offerings (now ${n}) or 20 week cards (now ${weeks})`,
  open: 'you can choose it',
  god: 'What you offer here feeds this god, who thanks you with cards. When the world ends, it matters which god got more.',
};

const RING_ES: typeof RING_EN = {
  ring: 'El anillo de los veinte días',
  stock: {
    skulls: (n) => (n === 1 ? '1 calavera' : `${n} calaveras`),
    tokens: (n) => (n === 1 ? '1 ficha' : `${n} fichas`),
  },
  cards: (n) => (n === 1 ? '1 carta' : `${n} cartas`),
  prizes: {
    disc: (n) => (n === 1 ? '1 disco' : `${n} discos`),
    week: (n) => (n === 1 ? '1 carta de semana' : `${n} cartas de semana`),
  },
  prize: {
    disc: (name) => `${name} tiene su disco`,
    week: (name) => `${name} tiene su carta de semana`,
  },
  pile: (n) => (n === 1 ? 'debajo hay 1 carta' : `debajo hay ${n} cartas`),
  live: (card, owner) => `ahí acecha ${card} de ${owner}`,
  pool: (pool, out) => `${pool} en la reserva${out === 0 ? '' : `, ${out} fuera para siempre`}`,
  isHere: (name) => `aquí está ${name}`,
  offered: (n, threshold, weeks) => `con ${threshold} ofrendas (ahora ${n}) o 20 cartas de semana (ahora ${weeks})`,
  open: 'puedes elegirlo',
  god: 'Lo que ofreces aquí alimenta a este dios, que te lo agradece con cartas. Cuando acaba el mundo, importa qué dios recibió más.',
};

export const RING_TEXTS = { of: 'ring', en: RING_EN, es: RING_ES };

export const WALK_TEXTS = {
  of: 'tieqchieq',
  en: {
    board: 'The board of Tieqchieq',
    square: (number: number) => `Square ${number}`,
    reserveOf: (name: string) => `Reserve of ${name}`,
    homeOf: (name: string) => `Home of ${name}`,
    tokens: (n: number) => (n === 1 ? '1 token' : `${n} tokens`),
    tokenOf: (name: string) => `a token of ${name}`,
    marks: { plus: 'plus', ring: 'ring', sun: 'sun' },
    signs: { plus: 'one more step', ring: 'another turn', sun: 'another turn, safe' },
    plusOf: (name: string) => `plus of ${name}`,
    landOf: (name: string) => `land of ${name}`,
    coins: (heads: number) => `Coins: ${heads} of 4 show heads`,
    noToss: 'Coins that are not tossed yet',
    about: {
      plus: 'A token of this colour that stops here may go one square farther.',
      ring: 'A token that stops here brings another turn.',
      sun: 'A token that stops here brings another turn, and cannot be attacked.',
      land: 'A step onto this land costs the other colour 3 instead of 1.',
    },
  },
  es: {
    board: 'El tablero de Tieqchieq',
    square: (number: number) => `Casilla ${number}`,
    reserveOf: (name: string) => `Reserva de ${name}`,
    homeOf: (name: string) => `Casa de ${name}`,
    tokens: (n: number) => (n === 1 ? '1 ficha' : `${n} fichas`),
    tokenOf: (name: string) => `una ficha de ${name}`,
    marks: { plus: 'signo más', ring: 'anillo', sun: 'sol' },
    signs: { plus: 'un paso más', ring: 'otro turno', sun: 'otro turno, a salvo' },
    plusOf: (name: string) => `signo más de ${name}`,
    landOf: (name: string) => `tierra de ${name}`,
    coins: (heads: number) => `Monedas: ${heads} de 4 muestran cara`,
    noToss: 'Monedas que aún no se han lanzado',
    about: {
      plus: 'Una ficha de este color que se detiene aquí puede avanzar una casilla más.',
      ring: 'Una ficha que se detiene aquí da otro turno.',
      sun: 'Una ficha que se detiene aquí da otro turno, y no puede ser atacada.',
      land: 'Un paso a esta tierra le cuesta al otro color 3 en lugar de 1.',
    },
  },
};

export const AZTECS_TEXTS = {
  of: 'aztecs',
  en: {
    board: 'The piles around the sundial',
    cities: 'The cities',
    cards: (n: number) => (n === 0 ? 'no cards' : n === 1 ? '1 card' : `${n} cards`),
    heldBy: (name: string) => `${name} holds it`,
    holds: (pile: number) => `pile ${pile}`,
    left: (titles: string, gone: number) =>
      gone === 0 ? `You left there: ${titles}.` : `You left there: ${titles}. Gone of these: ${gone}.`,
    points: (n: number) => (n === 1 ? '1 point' : `${n} points`),
    starter: 'Starting Player',
    revealed: 'revealed now',
    under: (title: string) => `under ${title}`,
    captured: (title: string) => `captured by ${title}`,
    chosen: 'your choice',
    empty: 'No cards yet.',
    aboutPile: 'A player who takes a pile looks at it and plays one of its cards.',
    codex: 'codex',
    inPile: 'in your pile',
  },
  es: {
    board: 'Los montones alrededor del reloj de sol',
    cities: 'Las ciudades',
    cards: (n: number) => (n === 0 ? 'ninguna carta' : n === 1 ? '1 carta' : `${n} cartas`),
    heldBy: (name: string) => `lo tiene ${name}`,
    holds: (pile: number) => `montón ${pile}`,
    left: (titles: string, gone: number) =>
      gone === 0 ? `Dejaste ahí: ${titles}.` : `Dejaste ahí: ${titles}. Faltan de estas: ${gone}.`,
    points: (n: number) => (n === 1 ? '1 punto' : `${n} puntos`),
    starter: 'jugador inicial',
    revealed: 'se revela ahora',
    under: (title: string) => `bajo ${title}`,
    captured: (title: string) => `capturado por ${title}`,
    chosen: 'tu elección',
    empty: 'Todavía no hay cartas.',
    aboutPile: 'Quien toma un montón lo mira y juega una de sus cartas.',
    codex: 'códice',
    inPile: 'en tu montón',
  },
};
