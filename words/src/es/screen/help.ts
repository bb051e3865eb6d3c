/** The help during a match, what is said of problems, and temples, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';
import { count } from './names.ts';

export const HELP: Screen['help'] = {
  introduction: ['Escribe el número de una jugada. Enter sola hace la jugada si solo hay una.', 'Otras órdenes:'],
  commands: [
    ['?', 'muestra esto y el tablero'],
    ['tablero', 'muestra todo el tablero con todas las cartas'],
    ['cartas', 'muestra lo que hacen tus cartas'],
    ['más', 'muestra las jugadas siguientes de una lista larga'],
    ['pista', 'dice qué jugada miraría un jugador fuerte, y por qué; solo contra bots'],
    [
      'preguntar nada, preguntar ataques, preguntar todo',
      'cuándo se para la partida a preguntarte por tus cartas ocultas: nunca, si te atacan, siempre',
    ],
    [
      'hábitos, hábitos 2, hábitos ninguno, hábitos usuales, hábitos rápidos, hábitos veloces',
      'muestra los pasos que se juegan por ti; cambia uno; elige cuántos',
    ],
    ['deshacer', 'deshace tu última jugada, mientras sea tu turno y no haya mostrado nada'],
    ['proponer deshacer, proponer anular, proponer pausa MINUTOS, proponer seguir', 'pide un acuerdo a los demás'],
    ['aceptar, rechazar', 'responde a la propuesta de otro jugador'],
    ['volver', 'recupera tu asiento del bot que juega por ti'],
    ['templo', 'muestra lo que ha pasado con las cuentas de cada templo de la mesa'],
    ['a-mano, con-templo', 'haces tus ofrendas en la pantalla, o de nuevo con el templo'],
    [
      'sacada guerra 1, reclamar lluvia 1, confirmar',
      'dice que sacaste una cuenta, que una cuenta sin dueño es tuya, que todas estas cuentas valen',
    ],
    [
      'disputar guerra, resolver guerra 1 vale, resolver guerra 1 devuelta',
      'dice que una cuenta se contó mal; el anfitrión de la partida decide si vale',
    ],
    ['decir hola a todos', 'lo dice a los jugadores; si solo miras, a los demás espectadores'],
    ['decir', 'muestra las frases preparadas; decir /thanks dice la frase llamada thanks'],
    ['silenciar Ana', 'oculta lo que dice Ana'],
    ['rendirse', 'abandona la partida, después de una pregunta'],
    ['q', 'sale; una partida empezada sigue sin ti'],
  ],
  heads: {
    ayuda: 'help',
    tablero: 'board',
    cartas: 'cards',
    más: 'more',
    pista: 'hint',
    mas: 'more',
    preguntar: 'ask',
    hábitos: 'habits',
    habitos: 'habits',
    proponer: 'offer',
    aceptar: 'accept',
    rechazar: 'decline',
    volver: 'back',
    deshacer: 'undo',
    templo: 'temple',
    'a-mano': 'by-hand',
    'con-templo': 'by-temple',
    sacada: 'took',
    reclamar: 'claim',
    confirmar: 'confirm',
    disputar: 'dispute',
    resolver: 'settle',
    decir: 'say',
    silenciar: 'mute',
    rendirse: 'resign',
    salir: 'quit',
  },
  others: {
    nada: 'none',
    ataques: 'attacks',
    todo: 'all',
    ninguno: 'none',
    usuales: 'usual',
    rápidos: 'brisk',
    rapidos: 'brisk',
    veloces: 'swift',
    deshacer: 'takeback',
    anular: 'abort',
    pausa: 'pause',
    seguir: 'resume',
    guerra: 'war',
    lluvia: 'rain',
    vale: 'counts',
    devuelta: 'returned',
  },
};

// The command line, in Spanish.

export const usage: Screen['usage'] = (url) => `npm run play [-- opciones] juega o mira una partida en esta terminal.

  --game JUEGO         el juego (el primero del servidor)
  --bot NOMBRE         los bots de los otros asientos: fácil, medio o difícil; none espera a personas (medio)
  --seats N            cuántos asientos tiene la mesa (el número habitual del juego)
  --auto               mira cómo juegan los bots, guarda el registro y acaba
  --preset ID          una edición con nombre
  --options A=1,B=two  opciones sueltas
  --clock TIEMPO       60 (segundos por turno), 600+5 (600 segundos en total, 5 más por turno), 3d (días por turno)
  --absence REGLA      cómo trata la partida a los ausentes: casual, fair o strict (casual)
  --habits RITMO       qué pasos se juegan por los jugadores: none, usual, brisk o swift (usual)
  --lobby              muestra las partidas abiertas y en juego, y te deja elegir una
  --quick              juega con las próximas personas que lleguen; los bots ocupan los asientos libres
  --join PARTIDA       ocupa un asiento en la partida de otro jugador; PARTIDA es su nombre o su enlace
  --watch PARTIDA      mira una partida
  --replay PARTIDA     vuelve a mostrar una partida paso a paso; p sigue jugando desde cualquier posición contra bots
  --as ASIENTO|all     con --replay: muestra lo que vio un asiento, contado desde 0, o todos los secretos (lo que vio un espectador)
  --code CÓDIGO        el código de una partida privada, con --join o --watch
  --temple ID          usa tu templo para tu asiento: templo-7f3a; si aún no es tuyo, muestra un código que tienes que escribir (en lugar del ID, el enlace del código QR de su etiqueta)
  --temple-code CÓDIGO el código que lleva impreso el templo
  --knock              encuentra tu templo por las cuentas que echas en él
  --temple-table       usa el templo para todos los jugadores de la mesa, si eres el anfitrión
  --name NOMBRE        tu nombre para los demás; esta terminal sigue siendo el mismo jugador hasta --sign-out
  --guest              juega como un jugador nuevo, solo esta vez
  --lang IDIOMA        en, es o de (el idioma de tu sistema)
  --no-hints           no explica lo que es nuevo para ti
  --out ARCHIVO        dónde se guarda el registro al final (PARTIDA.jsonl en esta carpeta)
  --url URL            el servidor (${url})
  --lan                busca el servidor en la red local; alguien lo ha arrancado con npm start -- --lan
  --help               este texto

En lugar de jugar:
  --learn JUEGO        lecciones cortas, sin servidor; mexica/roll empieza por una de ellas; juegos: flower-war, mexica, flower-war-early, space-aztecs, tieqchieq
  --puzzle day         el acertijo del día, sin servidor, o con --url uno de ese servidor; en lugar de day, un juego o el nombre de un acertijo
  --rules JUEGO        las reglas de un juego o de una edición; mexica/battle es un capítulo, mexica/battle-3 una regla, mexica/W10 una carta, mexica/cards todas (las cartas necesitan el servidor)
  --history            muestra tus partidas, la más reciente primero; con --game, las de un juego
  --leaderboard        muestra los mejores jugadores de un juego (--game, --preset)
  --temples            muestra tus templos
  --temple-set A=1,B=2 con --temple: cambia name, light (tanto por ciento), debounceMs, swapped (true o false) del aparato
  --temple-release     con --temple: renuncia a tu templo, para que pueda ser de otro jugador
  --link               muestra un código con el que otro dispositivo entra como el mismo jugador
  --redeem CÓDIGO      entra en este dispositivo con ese código
  --recovery-code      muestra un código nuevo para el día en que pierdas todos tus dispositivos; el anterior deja de servir
  --recover            pide ese código y entra con él
  --sign-out           cierra la sesión de esta terminal`;

// What a screen says about habits, in Spanish.

export const HABITS: Screen['habits'] = {
  told: 'Los pasos en los que no hay nada que valga la pena elegir se juegan por ti. Escribe hábitos para verlos o para que se te pregunte de nuevo.',
  offered: 'En algunos pasos no hay nada que valga la pena elegir. Escribe hábitos usuales, y se jugarán por ti.',
  on: 'sí',
  off: 'no',
  how: 'Escribe hábitos y un número para cambiar uno; hábitos ninguno, hábitos usuales, hábitos rápidos o hábitos veloces para elegirlos todos.',
  none: 'En este juego se te pregunta todo.',
  noSuch: (habits) => `No existe ese hábito: elige de 1 a ${habits}.`,
};

// What the person at the terminal can mend, in Spanish.

export const PROBLEMS: Screen['problems'] = {
  unreachable: () =>
    'El servidor no responde, o no es un servidor de este juego.\nArráncalo con npm start, o indica otro con --url.',
  argument: (_sentence, word) => `No se entiende ${word}. Mira npm run play -- --help`,
  oneOf: (options) => `Elige una de ${options.join(' y ')}.`,
  autoNeedsBots: '--auto muestra bots, y --bot none es ninguno: quita uno de los dos.',
  matchExists: 'Una partida que ya existe tiene su juego, sus asientos y sus ajustes: quita esas opciones.',
  belongsTo: (option, to) => `${option} va con ${to.join(' o ')}.`,
  templeSetBelongs: '--temple-set y --temple-release van con --temple.',
  leaveOut: '--lobby y --quick toman una mesa como está: quita --bot, --options, --clock y --absence.',
  anySize: '--lobby muestra mesas de cualquier tamaño: quita --seats.',
  noAddress: (url, example) => `--url ${url} no es una dirección como ${example}.`,
  noneOnLan:
    'Ningún servidor responde en esta red: arranca uno con npm start -- --lan, o indica su dirección con --url.',
  severalOnLan: (servers) =>
    `Varios servidores responden en esta red. Elige uno de ${servers.map(({ url, name }) => `--url ${url} (${name})`).join(', ')}.`,
  noTemple: (temple) => `--temple ${temple} no es el nombre de un templo, como templo-7f3a.`,
  noSeatWith: (option) => `Con ${option} no ocupas asiento: quita el templo.`,
  noPair: (text) => `--options se escribe NOMBRE=VALOR, con comas en medio; "${text}" no lo es.`,
  noTime: (text) => `--clock ${text} no es un tiempo como 60, 600+5 o 3d.`,
  seats: (game, least, most, wanted) => `${game} es para ${least} a ${most} asientos, no para ${wanted}.`,
  badValue: (option, text, allowed) => `La opción ${option} no puede ser "${text}": es ${allowed}.`,
  allowed: {
    or: ' o ',
    flag: 'true o false',
    whole: (least, most) => `un número entero de ${least} a ${most}`,
  },
  unknown: {
    game: (given, known) => `Aquí no hay ningún juego "${given}". Elige: ${known}.`,
    preset: (given, known) => `Aquí no hay ninguna edición "${given}". Elige: ${known}.`,
    bot: (given, known) => `Aquí no hay ningún bot "${given}". Elige: ${known}.`,
    option: (given, known) => `Aquí no hay ninguna opción "${given}". Elige: ${known}.`,
    policy: (given, known) => `Aquí no hay ninguna regla de ausencia "${given}". Elige: ${known}.`,
    pace: (given, known) => `No hay ningún ritmo de hábitos "${given}". Elige: ${known}.`,
    language: (given, known) => `Aquí no hay ningún idioma "${given}". Elige: ${known}.`,
    course: (given, known) => `No hay lecciones llamadas «${given}». Elige: ${known}.`,
    rulebook: (given, known) => `No hay reglas de "${given}". Elige: ${known}.`,
  },
  noRule: (game, given, known) => `Las reglas de ${game} no tienen ninguna parte "${given}". Elige: ${known}.`,
  noViewer: (text) => `--as lleva el número de un asiento, contado desde 0, o all; no "${text}".`,
  noRecoveryCode:
    'No has escrito ningún código de recuperación, así que no has entrado. Inténtalo otra vez con --recover.',
  noTempleCode:
    'No has escrito ningún código, así que el templo no es tuyo. Inténtalo otra vez con el código de su etiqueta o su pantalla.',
  noKnock: 'Ningún templo ha contado estas cuentas en este orden. Inténtalo otra vez con --knock.',
  noShownCode: (temple) =>
    `${temple} no muestra ningún código: no tiene conexión ni pantalla, o es de otro jugador. Da con --temple-code el código que lleva impreso, o usa --knock.`,
  noSetting: (setting) => `${setting} no es un ajuste: name=TEXTO, light=0 a 100, debounceMs=0 a 1000, swapped=true.`,
  namesTaken: (file) =>
    `No se ha guardado el registro: ${file} y todos los nombres parecidos están ocupados. Elige otro con --out.`,
  notSaved: (why) => `No se ha podido guardar el registro: ${why}. Elige otro sitio con --out.`,
};

// Temples and beads, in Spanish.

type Slot = 'war' | 'rain';

const SLOTS: Readonly<Record<Slot, string>> = { war: 'guerra', rain: 'lluvia' };

const beads = (n: number, slot: Slot): string =>
  n === 1 ? `una cuenta de ${SLOTS[slot]}` : `${n} cuentas de ${SLOTS[slot]}`;
const Beads = (n: number, slot: Slot): string => beads(n, slot).replace(/^u/, 'U');

const WHY: Screen['temples']['why'] = {
  ok: 'se ha hecho una ofrenda',
  'no-match': 'el templo no cuenta para ninguna partida',
  'not-your-turn': 'es el turno de otra tribu',
  'wrong-phase': 'este no es el momento de las ofrendas',
  incomplete: 'la ofrenda cuesta más',
  'no-skulls': 'no queda ninguna calavera que ofrecer',
  unclaimed: 'ningún jugador la ha reclamado todavía (escribe reclamar)',
  unpaired: 'el templo no tiene dueño',
  implausible: 'han llegado demasiadas a la vez (escribe confirmar si era eso lo que querías)',
  'match-over': 'la partida ha terminado para este templo',
  returned: 'se ha vuelto a sacar',
};

export const TEMPLES: Screen['temples'] = {
  slots: SLOTS,
  why: WHY,
  whyShown: {
    ...WHY,
    unclaimed: 'ningún jugador ha dicho todavía de quién es',
    implausible: 'llegaron demasiadas a la vez; di si las echaste tú',
  },
  counts: (n, slot) => `${Beads(n, slot)} ${n === 1 ? 'vale' : 'valen'}.`,
  waits: (n, slot, why) => `${Beads(n, slot)} ${n === 1 ? 'espera' : 'esperan'}${why}.`,
  takeBack: (n, slot, why) => `Saca ${beads(n, slot)}${why}.`,
  out: (n, slot) => `${Beads(n, slot)} ${n === 1 ? 'se ha sacado' : 'se han sacado'}.`,
  disputed: (slot) => `Hay una disputa por las cuentas de ${SLOTS[slot]}: la resuelve el anfitrión (escribe resolver).`,
  settled: (slot) => `La disputa por las cuentas de ${SLOTS[slot]} ha terminado.`,
  none: 'Aquí no cuenta ningún templo.',
  noLonger: 'ya no cuenta',
  online: 'conectado',
  offline: 'sin conexión',
  silent: 'en silencio',
  tally: (sensed, applied) => `echadas: ${sensed}, valen: ${applied}`,
  held: (n) => `${n} en espera`,
  refused: (n) => count(n, { one: '# rechazada', other: '# rechazadas' }),
  toTake: (n) => `${n} por sacar`,
  inDispute: 'en disputa',
  forTable: 'para toda la mesa',
  forYou: 'para ti',
  forSeat: (name) => `para ${name}`,
  comes: (whom) => `cuenta aquí, ${whom}.`,
  goes: 'ya no cuenta aquí.',
  comesAgain: 'vuelve a contar aquí.',
  isBack: 'ha vuelto.',
  isSilent: 'está en silencio; hasta que vuelva, las ofrendas se hacen en la pantalla.',
  byHand: (name) =>
    name === undefined ? 'Ahora haces tus ofrendas en la pantalla.' : `${name} hace ahora sus ofrendas en la pantalla.`,
  byTemple: (name) =>
    name === undefined
      ? 'Vuelves a hacer tus ofrendas con el templo.'
      : `${name} vuelve a hacer sus ofrendas con el templo.`,
  noDispute: 'No hay esa disputa.',
  noneForYou: 'Aquí ningún templo cuenta para ti.',
  cannot: (reason) => `Ahora no se puede${reason === undefined ? '' : `: ${reason}`}. «templo» muestra las cuentas.`,
  deeds: {
    returned: (n) => (n === 1 ? 'La he sacado' : `He sacado ${n}`),
    confirmed: () => 'Las eché todas yo',
    claimed: (n) => (n === 1 ? 'Es mía' : `Las ${n} son mías`),
    disputed: (slot) => `Disputar las cuentas de ${SLOTS[slot]}`,
    settledCounts: (n) => (n === 1 ? 'Vale' : `Valen ${n}`),
    settledReturned: (n) => (n === 1 ? 'Se sacó' : `Se sacaron ${n}`),
    byHand: 'Hacer las ofrendas en la pantalla',
    byTemple: 'Hacer las ofrendas con el templo',
  },
  toSettle: (slot) => `Hay una disputa por las cuentas de ${SLOTS[slot]}. Di qué fue de ellas.`,
  inDisputeNow: (slot) => `Hay una disputa por las cuentas de ${SLOTS[slot]}. La resuelve el anfitrión.`,
  refusals: {
    'not-so-many': 'el templo no tiene tantas cuentas',
    'nothing-to-confirm': 'no hay nada que confirmar',
    'nothing-to-dispute': 'no hay nada que disputar',
    'disputed-already': 'ya hay una disputa',
    'no-dispute': 'no hay ninguna disputa',
    'not-the-tables': 'este templo es de un asiento, así que no hay nada que reclamar',
    'nothing-changes': 'ya es así',
    'not-your-temple': 'este no es tu templo',
    'not-the-host': 'solo puede hacerlo el anfitrión o, si ya no juega, quien se sentó primero',
    'no-player-there': 'ahí no hay ningún jugador',
    'not-bound': 'el templo no cuenta para ninguna partida',
    'window-open': 'un jugador está decidiendo; inténtalo dentro de un momento',
    'match-over': 'la partida ha terminado',
  },
};

export const OWN_TEMPLES: Screen['ownTemples'] = {
  none: 'No tienes ningún templo. Hazte con uno: --temple o --knock.',
  released: (temple) => `${temple} ya no tiene dueño.`,
  counted: (war, rain) => `${war} de guerra y ${rain} de lluvia`,
  forMatch: (match) => `para la partida ${match}`,
  isYours: (temple) => `${temple} es tuyo.`,
  knock: (n) => `Echa ${n} cuentas en tu templo, una tras otra, en un minuto:`,
  knockAgain: 'Si te equivocas de cuenta, empieza de nuevo.',
  typeCode: 'Escribe el código que muestra el templo:',
  notHere: (temple, why) => `${temple} no cuenta aquí: ${why}`,
  unbound: (temple, match) =>
    `${temple} ya no cuenta para la partida ${match}; saca las cuentas que aún esperaban ahí.`,
};
