import { ringGame } from '../ring/ringGame.ts';
import { MEXICA } from './edition.ts';
import type { MexicaEvent } from './event.ts';
import { PRICES } from './prices.ts';
import type { MexicaView } from './view.ts';

/** The first tribe with all three signs wins. If no tribe has them in time, the world ends in flood or war. */
export const mexica = ringGame<MexicaView, MexicaEvent>(MEXICA, PRICES);
