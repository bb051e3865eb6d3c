/** Phrases that a player can say without typing, in Spanish. */
import type { Screen } from '../../en/screen/index.ts';

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
