/** The words around every game, and what the program says from the first board to the last line, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';
import { count } from './names.ts';

// Around every game.

const OFFERS: Readonly<Record<string, (minutes: number) => string>> = {
  takeback: () => 'deshacer la última jugada',
  abort: () => 'dejar la partida sin ganador',
  pause: (minutes) => `una pausa de ${minutes} min`,
  resume: () => 'continuar',
};

export const TABLE: Screen['table'] = {
  waiting: 'espera a un jugador',
  away: (name) => `${name} (ausente)`,
  stoodIn: (name, bot) => `${name} (ausente; juega ${bot})`,
  you: ' (tú)',
  sits: (name, seat) => `${name} se sienta como ${seat}.`,
  givesBack: (name, seat) => `${name} deja libre ${seat}.`,
  standsIn: (bot, name, seat) => `${bot} juega por ${name} (${seat}).`,
  playsNow: (name, seat) => `${name} juega ahora como ${seat}.`,
  isAway: (name, seat) => `${name} (${seat}) se ha ausentado.`,
  isHere: (name, seat) => `${name} (${seat}) está aquí.`,
  dice: 'Dados justos: el servidor ha elegido un secreto, y esta es su huella (SHA-256):',
  added: (contribution) => `Esta terminal ha añadido ${contribution}. El registro muestra las dos cosas al final.`,
  watchedDice: 'El registro guarda lo que añadió cada jugador y, al final, el secreto.',
  onlyYou: (time) => `Solo se te pregunta a ti, por las cartas que tienes; en ${time} responde el reloj.`,
  time: (time) => `Tienes ${time}.`,
  units: { days: 'd', hours: 'h', minutes: 'min', seconds: 's' },
  offers: (who, what, minutes) =>
    `${who === undefined ? 'Propones' : `${who} propone`} ${(OFFERS[what] ?? (() => what))(minutes)}.`,
  answerOffer: 'Escribe aceptar o rechazar.',
  accepts: (who) => (who === undefined ? 'Aceptas.' : `${who} acepta.`),
  offerClosed: 'La propuesta ya no está abierta.',
  goesOn: 'La partida continúa.',
  pausesUntil: (time) => `La partida está en pausa hasta ${time}.`,
  onVacation: (who, time) => `${who === undefined ? 'Estás' : `${who} está`} de vacaciones hasta ${time}.`,
  vacationOver: (who) => (who === undefined ? 'Tus vacaciones han terminado.' : `${who} ha vuelto de las vacaciones.`),
  results: {
    win: (winners) => `Gana ${winners}`,
    forfeit: (winners) => `Gana ${winners} por abandono`,
    draw: (winners) => `Empate entre ${winners}`,
    none: () => 'No gana ningún jugador',
    aborted: () => 'La partida se ha dejado',
  },
  and: ' y ',
  reasons: {
    'all-home': 'todas las fichas están en casa',
    'turn-cap': 'la partida ha llegado a su última tirada',
    'round-cap': 'la partida ha llegado a su última ronda',
    retired: 'todos los demás han abandonado',
    countdown: 'se acabó la cuenta regresiva',
    balance: 'los dioses están igualados para siempre',
    signs: 'tres signos',
    flood: 'ha llegado el diluvio',
    war: 'ha llegado la guerra',
    'piles-empty': 'hay al menos dos montones vacíos',
    'saucers-landed': 'han aterrizado bastantes platillos',
    agreed: 'los jugadores lo han acordado',
    'nobody-came': 'no vino ningún jugador',
    abandoned: 'ningún jugador siguió',
    operator: 'la terminó el anfitrión del servidor',
    'the-record-holds-all-that-a-record-may-hold': 'la partida es demasiado larga',
  },
  parts: {
    skulls: 'calaveras',
    discs: 'discos',
    cards: 'cartas',
    signs: 'signos',
    weeks: 'cartas de semana',
    tokens: 'fichas',
    home: 'en casa',
    board: 'en el tablero',
    reserve: 'en reserva',
    eagle: 'Guerreros águila',
    jaguar: 'Guerreros jaguar',
    otomi: 'Guerreros otomíes',
    pairs: 'Sumos sacerdotes con Visitantes de las estrellas',
    'fewest-pink': 'menos aztecas rosas',
  },
  missed: (n) => `(${n} más)`,
};

export const MATCH: Screen['match'] = {
  headline: (game, match) => `${game}, partida ${match}`,
  onLan: (name, url) => `Encontrado en esta red: ${name}, en ${url}`,
  goal: (goal) => `Objetivo: ${goal}`,
  invite: (command) => `Para unirse desde otra terminal: ${command}`,
  inviteHere: '(en esta máquina añade --guest)',
  fill: (seconds) => `Los bots ocupan los asientos libres dentro de ${seconds} s.`,
  behind: (seconds) =>
    `Ves la partida ${seconds < 120 ? `${seconds} segundos` : `${Math.round(seconds / 60)} minutos`} más tarde que sus jugadores.`,
  waiting: 'La partida empieza cuando se ocupen todos los asientos.',
  begins: 'Todos los asientos están ocupados: empieza la partida.',
  isBack: 'La conexión ha vuelto.',
  isLost: 'Se ha perdido la conexión; se intenta de nuevo ...',
  yourMove: (name) => `Te toca, ${name}:`,
  watching: 'Estás mirando; q sale.',
  notYourTurn: 'Espera: no es tu turno.',
  unclear: (text, moves) =>
    `"${text}" no es una jugada que puedas hacer ahora: elige ${moves === 1 ? '1' : `de 1 a ${moves}`}, o escribe ? para ver la ayuda.`,
  more: (n) => `… ${n} más: escribe más`,
  earlier: (n) => count(n, { one: '(# línea más arriba)', other: '(# líneas más arriba)' }),
  noMore: 'Estas son todas las jugadas.',
  sureToResign: '¿Quieres abandonar la partida para siempre? Escribe sí. Con cualquier otra línea sigues.',
  playsOn: 'Sigues jugando.',
  yes: ['sí', 'si', 's', 'yes'],
  hint: (text) => `Nuevo: ${text}`,
  advised: (move, sentence) => `Un jugador fuerte miraría la ${move}: ${sentence}`,
  noAdvice: 'El jugador fuerte está ocupado. Escribe pista otra vez dentro de un momento.',
  onlyBots: 'Las pistas son para partidas en las que todos los demás son bots.',
  help: (goal) => `Objetivo del juego: ${goal}`,
  inputEnded: 'La entrada ha acabado, pero la partida no: no se pueden leer más jugadas.',
  left: (match) =>
    `Has salido de la partida ${match}, que continúa. Vuelve con --join ${match}; para abandonarla, escribe rendirse.`,
  keepsSeat: 'Adiós. Conservas tu asiento, porque también estás conectado desde otro sitio.',
  seatFree: 'Adiós. Tu asiento vuelve a estar libre.',
  goodbye: 'Adiós.',
  saved: (file) => `El registro está en ${file}. Compruébalo:\n  npm run do -- verify ${file}`,
  unfair:
    'Antes de la partida el servidor prometió un secreto, y esta terminal añadió un número. El registro no contiene los dos: no te fíes de estos dados.',
  rematch: 'Enter juega la revancha; q sale.',
  rematchWanted: 'Otro jugador quiere la revancha: Enter la acepta.',
  approval: 'El anfitrión decide quién se sienta y ve que esperas. Ctrl-C sale.',
};

export const REPLAY: Screen['replay'] = {
  title: (game, match) => `Repetición de ${game}, partida ${match}.`,
  help: [
    'Enter muestra el paso siguiente, b el anterior, un número el paso con ese número.',
    'p sigue jugando desde aquí contra bots, p 2 lo hace en el asiento 2; q sale.',
  ],
  noFurther: 'No hay más pasos.',
  step: (step, time) => `Paso ${step}, ${time}`,
  kinds: {
    created: 'creada',
    seated: 'asiento ocupado',
    started: 'empezada',
    move: 'jugada',
    clock: 'reloj',
    asks: 'deseo',
    habits: 'hábitos',
    agreement: 'acuerdo',
    absence: 'ausencia',
    temple: 'templo',
    resumed: 'reanudada',
    restored: 'restaurada',
    ended: 'terminada',
  },
  notOver: 'Esta partida no ha terminado: sigue desde ella cuando acabe.',
  noSeat: (seat) => `No hay asiento ${seat}; se cuentan desde 0.`,
};

export const TALK: Screen['talk'] = {
  muted: (name) => `Ya no oyes a ${name}.`,
  notHeard: (name) => `Nadie llamado ${name} ha dicho nada aquí.`,
};

// Lists and the account of the player, in Spanish.

const STATUSES = { open: 'abierta', running: 'en juego', over: 'terminada', ended: 'terminada' };

export const LOBBY: Screen['lobby'] = {
  empty: 'Ahora no hay ninguna partida. Una partida nueva aparece sola en esta lista.',
  help: 'Escribe un número para sentarte, o para mirar si no hay asiento libre; q sale.',
  noNumber: (text) => `"${text}" no es un número de la lista; q sale.`,
  statuses: STATUSES,
  places: (free, seats) => `libres: ${free} de ${seats}`,
  clocks: { turn: 'tiempo por turno', bank: 'tiempo por partida', days: 'días por turno' },
  approval: 'el anfitrión decide quién entra',
  fill: (seconds) => `bots a los ${seconds} s`,
};

export const HISTORY: Screen['history'] = {
  empty: 'Todavía no has jugado ninguna partida aquí.',
  older: 'Hay partidas más antiguas.',
  replay: 'Vuelve a ver una partida terminada: npm run play -- --replay PARTIDA',
  statuses: STATUSES,
  place: (place, seats) => `puesto ${place} de ${seats}`,
  givenUp: 'anulada',
  alone: 'sin rivales todavía',
  against: (names) => `contra ${names}`,
  rating: (before, after) => `puntuación ${before} -> ${after}`,
  best: (game) => `Los mejores en ${game}`,
  noBest: (title) => `${title}: ningún jugador ha jugado todavía bastantes partidas con puntuación.`,
  matches: (n) => count(n, { one: '# partida', other: '# partidas' }),
};

export const ACCOUNT: Screen['account'] = {
  label: (host) => `Terminal en ${host}`,
  notSaved: (why) => `Esta terminal no puede guardar quién eres, y la próxima vez serás aquí un jugador nuevo: ${why}`,
  otherDevice: (command) => `En el otro dispositivo: ${command}`,
  asCode: (text) => `Como código QR: ${text}`,
  worksUntil: (time) => `Sirve una vez, hasta las ${time}.`,
  recovery: (code) => `Tu código de recuperación: ${code}`,
  writeDown: 'Apúntalo: no se vuelve a mostrar. Con --recover te devuelve a tu cuenta en cualquier dispositivo.',
  typeRecovery: 'Tu código de recuperación:',
  youAre: (name) => `Aquí eres ahora ${name}. Juega: npm run play`,
  signedOut: 'Has cerrado la sesión aquí. Entra otra vez con tu código de recuperación o desde otro dispositivo.',
};

// What the first match explains, in Spanish.

export const HINTS: Screen['hints'] = {
  ring: {
    moving: 'Tu turno empieza con un viaje por el anillo. Donde te paras quizá tengas que luchar, y ahí recoges.',
    'adding-steps': 'Una carta te deja ir más lejos que tu tirada. Elige un día que valga la pena.',
    'choosing-opponent': 'Compartes tu día con varias tribus. Luchas contra una de ellas.',
    ranged: 'Puedes atacar a una tribu de otro día sin ir hasta ella. El perdedor de una batalla paga.',
    battle:
      'En una batalla cada lado tira un dado y gana el total más alto. Las cartas de batalla cambian los dados o los totales.',
    reacting: 'Algunas de tus cartas responden a lo que hace otro jugador. Ningún otro ve que se te pregunta.',
    'paying-card': 'Un perdedor que no tiene nada con que pagar entrega una carta.',
    claiming: 'El perdedor no tenía nada con que pagar, así que puedes robar una carta.',
    offering:
      'Lo que ofreces alimenta a un dios, y el dios puede darte una carta. Puedes hacer varias ofrendas, o terminar.',
    sacrificing: 'Una ofrenda puede costar más de una. Pagas con lo que has recogido o con una carta.',
    drawing: 'El dios al que has dado te deja robar de su mazo.',
    playing: 'Ahora puedes jugar cartas de tu mano. Cuando terminas, acaba tu turno.',
    discarding: 'Una carta descartada se pierde, y su sitio en tu mano queda libre.',
    picking: 'Eliges cartas una tras otra.',
    choosing: 'La carta que has jugado te deja elegir.',
    dealing: 'Miras las primeras cartas de un mazo y dices adónde va cada una.',
    giving: 'Otro jugador recibe lo que no te has quedado.',
    cancelling: 'Un presagio es un cambio de las reglas. Puedes acabar con uno.',
    'taking-disc':
      'La última calavera de un día trae su disco del calendario. Los discos traen presagios y acercan el fin del mundo.',
  },
  'space-aztecs': {
    taking: 'En cada ronda tomas un montón, miras sus cartas y te quedas con una. Las demás vuelven.',
    choosing: 'Todos eligen a la vez. El jugador con la hora más temprana empieza la ronda siguiente.',
    hiding: 'Un azteca bajo un templo de su color está a salvo de los platillos.',
    capturing: 'Un platillo se lleva a un azteca de su color que está a la vista en otra ciudad.',
  },
  tieqchieq: {
    tossing: 'Lanzas cuatro monedas. El número de caras es lo que avanza una de tus fichas.',
    acting:
      'Mete una ficha, o mueve una según lo que has sacado. Donde hay una ficha del otro jugador, las monedas deciden la lucha.',
    bonus: 'Un signo más permite otra casilla. Puede sacarte del peligro, o meterte en él.',
  },
};

// Phrases that a player can say without typing, in Spanish.

export const PHRASES: Screen['phrases'] = {
  hello: '¡Hola!',
  'good-luck': 'Que los dioses te favorezcan.',
  'your-turn': 'Te toca.',
  thinking: 'Dame un momento para pensar.',
  hurry: 'Los dioses se impacientan.',
  away: 'Vuelvo enseguida.',
  back: 'Ya estoy aquí.',
  'nice-throw': 'Los dioses aman tus dados.',
  'bad-throw': 'Los dioses odian mis dados.',
  'my-skulls': '¡Mis preciosas calaveras!',
  truce: 'Hoy no luchemos.',
  revenge: 'La próxima batalla es mía.',
  'end-is-near': 'El fin del mundo está cerca.',
  'well-played': 'Bien jugado.',
  thanks: 'Gracias.',
  sorry: 'Lo siento.',
  again: '¿Jugamos otra vez?',
  goodbye: 'Adiós.',
};

/** Lecciones en la terminal. */
export const LEARN: Screen['learn'] = {
  title: (number, all, title) => `Lección ${number} de ${all}: ${title}`,
  ask: 'Escribe el número de una jugada, ? para una pista, q para salir.',
  doThis: (number, sentence) => `Haz esto: ${number}  ${sentence}`,
  astray: 'También puedes hacer eso, pero no lleva al objetivo de esta lección. Inténtalo otra vez.',
  well: '¡Muy bien!',
  end: (game, preset) =>
    `Esa era la última lección. Juega tu primera partida: npm run play -- --game ${game} --preset ${preset} --seats 2`,
};
