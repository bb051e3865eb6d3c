import type { SPEEDS } from '../../tables/motion/speed.ts';

type Names = Readonly<Record<(typeof SPEEDS)[number], string>>;

const EN: Names = { 0: 'Off', 0.5: '½', 1: '1', 2: '2' };
const ES: Names = { ...EN, 0: 'Sin' };

export const MENU_TEXTS = {
  en: {
    speed: 'Motion',
    speeds: EN,
    sounds: 'Sounds: your turn, dice, beads, battles, the last ten seconds',
    caution: 'Ask once more before moves that cost something or end the turn',
  },
  es: {
    speed: 'Movimiento',
    speeds: ES,
    sounds: 'Sonidos: tu turno, dados, cuentas, batallas, los últimos diez segundos',
    caution: 'Preguntar otra vez antes de jugadas que cuestan algo o acaban el turno',
  },
};
