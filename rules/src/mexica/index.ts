import { ringGame } from '../ring/ringGame.ts';
import { MEXICA } from './edition.ts';
import type { MexicaView } from './view.ts';

/** Who first gathers the three signs wins; if nobody does in time, the world ends in flood or war. */
export const mexica = ringGame<MexicaView>(MEXICA);
