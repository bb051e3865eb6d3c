/** What the page of a match says beside the shared words: the dock, the menu, the keys, and the wall. */
import type { SPEEDS } from '../tables/motion/animate.tsx';

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
const NAMES_ES: Readonly<Record<string, string>> = { ' ': 'Espacio', Enter: 'Intro', Escape: 'Esc' };

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
  },
  es: {
    title: (edition: string) => `En la pantalla grande: ${edition}`,
    waiting: 'La partida empieza cuando todos los asientos están ocupados.',
    takePart: 'Toma un asiento: escanea esto con tu teléfono.',
    next: 'Juegan otra vez: la próxima partida viene pronto.',
    play: '¿Quieres jugar? Escanea esto con tu teléfono.',
    lately: 'Lo último que pasó',
    turn: (names: string) => `Juega ${names}`,
  },
};
