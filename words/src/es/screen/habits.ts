/** What a screen says about habits, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';

export const HABITS: Screen['habits'] = {
  told: 'Los pasos en los que no hay nada que valga la pena elegir se juegan por ti. Escribe hábitos para verlos o para que se te pregunte de nuevo.',
  offered: 'En algunos pasos no hay nada que valga la pena elegir. Escribe hábitos usuales, y se jugarán por ti.',
  on: 'sí',
  off: 'no',
  how: 'Escribe hábitos y un número para cambiar uno; hábitos ninguno, hábitos usuales, hábitos rápidos o hábitos veloces para elegirlos todos.',
  none: 'En este juego se te pregunta todo.',
  noSuch: (habits) => `No existe ese hábito: elige de 1 a ${habits}.`,
};
