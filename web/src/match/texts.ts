/** What the page of a match says beside the shared words: the dock, the menu, the keys, and the wall. */
import type { AnswersAhead } from '@flower-war/client';
import type { SPEEDS } from '../app/setting.ts';

export const DOCK_TEXTS = {
  of: 'dock',
  en: {
    instead: (moves: number) => `You could still make ${moves === 1 ? '1 move' : `${moves} moves`}.`,
    onTable: 'You may also tap what glows on the table.',
    sure: 'Are you sure?',
    undo: 'Undo',
    undone: (sentence: string) => `Takes back: ${sentence}`,
  },
  es: {
    instead: (moves: number) => `Aún podrías hacer ${moves === 1 ? '1 jugada' : `${moves} jugadas`}.`,
    onTable: 'También puedes tocar lo que brilla en la mesa.',
    sure: '¿Seguro?',
    undo: 'Deshacer',
    undone: (sentence: string) => `Deshace: ${sentence}`,
  },
};

export const SEVERAL_TEXTS = {
  of: 'several',
  en: {
    title: 'Several with one tap',
    times: (sentence: string, times: number) => `${times} times: ${sentence}`,
  },
  es: {
    title: 'Varias de un toque',
    times: (sentence: string, times: number) => `${times} veces: ${sentence}`,
  },
};

type Why = Readonly<Record<NonNullable<AnswersAhead['dropped']>['why'], string>>;
const WHY_EN: Why = {
  'not-legal': 'It was not possible.',
  'not-seen': 'What was to happen has not happened.',
  played: 'You have made a move yourself.',
  refused: 'The match did not take it.',
};
const WHY_ES: Why = {
  'not-legal': 'No era posible.',
  'not-seen': 'No ha pasado lo que tenía que pasar.',
  played: 'Has hecho tú una jugada.',
  refused: 'La partida no la ha aceptado.',
};

export const AHEAD_TEXTS = {
  of: 'ahead',
  en: {
    title: 'Answer ahead',
    about:
      'Up to three moves, one for each of your next questions. Each is played a minute or two after its question, if it is possible then; if not, all are thrown away. No other player learns of them. Take a move that you were offered here, or write it in notation.',
    answer: (number: number) => `Answer ${number}`,
    play: 'Play',
    onlyIf: 'Only if this happens again',
    whatever: 'whatever happens',
    leave: 'Leave these answers',
    withdraw: 'Withdraw your answers',
    left: 'Your answers ahead:',
    dropped: (move: string) => `Your answers ahead were thrown away at ${move}.`,
    why: WHY_EN,
    understood: 'All right',
  },
  es: {
    title: 'Responder por adelantado',
    about:
      'Hasta tres jugadas, una para cada una de tus próximas preguntas. Cada una se juega un minuto o dos después de su pregunta, si entonces es posible; si no, se descartan todas. Ningún otro jugador se entera. Toma una jugada que se te haya ofrecido aquí o escríbela en notación.',
    answer: (number: number) => `Respuesta ${number}`,
    play: 'Jugar',
    onlyIf: 'Solo si vuelve a pasar esto',
    whatever: 'pase lo que pase',
    leave: 'Dejar estas respuestas',
    withdraw: 'Retirar tus respuestas',
    left: 'Tus respuestas por adelantado:',
    dropped: (move: string) => `Tus respuestas por adelantado se han descartado en ${move}.`,
    why: WHY_ES,
    understood: 'De acuerdo',
  },
};

export const FOR_YOU_TEXTS = {
  of: 'forYou',
  en: {
    for: { rolled: 'Rolled for you', 'card-drawn': 'Drawn for you', tossed: 'Tossed for you' },
    change: 'change',
  },
  es: {
    for: { rolled: 'Tirado por ti', 'card-drawn': 'Robada por ti', tossed: 'Lanzado por ti' },
    change: 'cambiar',
  },
};

type Speeds = Readonly<Record<(typeof SPEEDS)[number], string>>;
const SPEEDS_EN: Speeds = { 0: 'Off', 0.5: '½', 1: '1', 2: '2' };
const SPEEDS_ES: Speeds = { ...SPEEDS_EN, 0: 'Sin' };

export const MENU_TEXTS = {
  of: 'menu',
  en: {
    speed: 'Motion',
    speeds: SPEEDS_EN,
    sounds: 'Sounds: your turn, dice, beads, battles, the last ten seconds',
    vibration: 'Vibration: your turn, beads and offerings, your battles, the end',
    guide: 'Explain what is new, in matches against bots',
    caution: 'Ask once more before moves that cost something or end the turn',
    undo: 'Undo my last move',
  },
  es: {
    speed: 'Movimiento',
    speeds: SPEEDS_ES,
    sounds: 'Sonidos: tu turno, dados, cuentas, batallas, los últimos diez segundos',
    vibration: 'Vibración: tu turno, cuentas y ofrendas, tus batallas, el final',
    guide: 'Explicar lo nuevo, en partidas contra bots',
    caution: 'Preguntar otra vez antes de jugadas que cuestan algo o acaban el turno',
    undo: 'Deshacer mi última jugada',
  },
};

const NAMES_EN: Readonly<Record<string, string>> = { ' ': 'Space' };
const NAMES_ES: Readonly<Record<string, string>> = { ' ': 'Espacio', Escape: 'Esc' };

export const KEY_TEXTS = {
  of: 'keys',
  en: {
    title: 'Keys',
    about: 'Tap a key to change it. The arrow keys go around the table, and the tab key goes on from there.',
    move: (number: number) => `Move ${number}`,
    doIt: 'Do it',
    undo: 'Undo',
    toMoves: 'To the moves',
    back: 'All moves, and back to where you were',
    press: 'Press a key …',
    usual: 'The usual keys',
    names: NAMES_EN,
  },
  es: {
    title: 'Teclas',
    about: 'Toca una tecla para cambiarla. Las flechas recorren la mesa, y el tabulador sigue desde ahí.',
    move: (number: number) => `Jugada ${number}`,
    doIt: 'Hacerlo',
    undo: 'Deshacer',
    toMoves: 'A las jugadas',
    back: 'Todas las jugadas, y de vuelta a donde estabas',
    press: 'Pulsa una tecla …',
    usual: 'Las teclas de siempre',
    names: NAMES_ES,
  },
};

export const WALL = {
  of: 'wall',
  en: {
    title: (edition: string) => `On the big screen: ${edition}`,
    waiting: 'The match begins when every seat is taken.',
    takePart: 'Take a seat: scan this with your phone.',
    next: 'They play again: the next match comes soon.',
    play: 'Do you want to play? Scan this with your phone.',
    lately: 'What happened last',
    turn: (names: string) => `${names} to move`,
    channel: 'On the big screen',
    several: 'Matches on the big screen',
    nothingOn: 'No match is being played now. The next one is shown here by itself.',
  },
  es: {
    title: (edition: string) => `En la pantalla grande: ${edition}`,
    waiting: 'La partida empieza cuando todos los asientos están ocupados.',
    takePart: 'Toma un asiento: escanea esto con tu teléfono.',
    next: 'Juegan otra vez: la próxima partida viene pronto.',
    play: '¿Quieres jugar? Escanea esto con tu teléfono.',
    lately: 'Lo último que pasó',
    turn: (names: string) => `Turno de ${names}`,
    channel: 'En la pantalla grande',
    several: 'Partidas en la pantalla grande',
    nothingOn: 'Ahora no se juega ninguna partida. La próxima se muestra aquí por sí sola.',
  },
};
