import { ringGame } from '../ring/ringGame.ts';
import { FLOWER_WAR } from './edition.ts';
import type { FlowerEvent } from './model/event.ts';
import { PRICES } from './prices.ts';
import type { FlowerView } from './view.ts';

/** Tribes circle the ring of twenty days, fight, sacrifice, and race the apocalypse that they bring about. */
export const flowerWar = ringGame<FlowerView, FlowerEvent>(FLOWER_WAR, PRICES);
