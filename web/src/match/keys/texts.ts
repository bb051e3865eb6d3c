const NAMES_EN: Readonly<Record<string, string>> = { ' ': 'Space' };
const NAMES_ES: Readonly<Record<string, string>> = { ' ': 'Espacio', Enter: 'Intro', Escape: 'Esc' };

export const KEY_TEXTS = {
  en: {
    title: 'Keys',
    about: 'Tap a key to change it. Arrow keys go around the table, and the tab key goes on from there.',
    move: (number: number) => `Move ${number}`,
    doIt: 'Do it',
    back: 'All moves',
    press: 'Press a key …',
    usual: 'The usual keys',
    names: NAMES_EN,
  },
  es: {
    title: 'Teclas',
    about: 'Toca una tecla para cambiarla. Las flechas recorren la mesa, y el tabulador sigue desde ahí.',
    move: (number: number) => `Jugada ${number}`,
    doIt: 'Hacerlo',
    back: 'Todas las jugadas',
    press: 'Pulsa una tecla …',
    usual: 'Las teclas de siempre',
    names: NAMES_ES,
  },
};
