/** How a match of Flower War stands for a bot: which tribe leads, how long it will last, which omens are in force. */
import type { Question } from '../../contract/bot.ts';
import { type Rival, type Sight, sightOf } from '../../ring/bot/sight.ts';
import type { Move } from '../../ring/model/move.ts';
import type { TribeView } from '../../ring/view/view.ts';
import { type Omens, omens } from '../model/discs.ts';
import type { FlowerSettings } from '../model/options.ts';
import type { FlowerView } from '../view.ts';
import { CARD_STANDS_FOR, POLITICS, type Taste } from './weights.ts';

export interface Situation extends Sight<FlowerView> {
  readonly taste: Taste;
  readonly options: FlowerSettings;
  readonly omens: Omens;
  /** Skulls ahead of the strongest rival; negative behind. */
  readonly lead: number;
  /** -1..1: how sure our victory is as the match stands. */
  readonly confidence: number;
  /** Our turns that are probably left. */
  readonly left: number;
  /** Skulls on the emptiest day whose disc can still be taken. */
  readonly lowest: number;
  readonly strongest: Rival | undefined;
}

export const standing = ({ skulls, cards }: TribeView): number => skulls + CARD_STANDS_FOR * cards;

type Asked = Pick<Question<FlowerView, Move, FlowerSettings>, 'view' | 'seat' | 'options'>;

export function situationOf({ view, seat, options }: Asked, taste: Taste): Situation {
  const sight = sightOf(view, seat);
  const strongest = sight.rivals.toSorted((a, b) => standing(b.tribe) - standing(a.tribe))[0];
  const lead = strongest === undefined ? 0 : standing(sight.own) - standing(strongest.tribe);
  const lowest = lowestOf(view);
  return {
    ...sight,
    taste,
    options,
    lead,
    lowest,
    strongest,
    omens: omens({ omens: view.omens, options }),
    confidence: Math.max(-1, Math.min(1, lead / POLITICS.sureLead)),
    left: turnsLeft(view, lowest, sight.rivals.length + 1),
  };
}

const ON_ITS_DAY = 6;

function lowestOf({ days, discs, perSpace }: FlowerView): number {
  return days.reduce((low, n, index) => (discs[index] === ON_ITS_DAY && n > 0 ? Math.min(low, n) : low), perSpace);
}

/** An estimate: each day is visited about once in twenty turns, and several days run low at once. */
function turnsLeft({ apocalypse, countdown, track }: FlowerView, lowest: number, seats: number): number {
  if (apocalypse) return Math.max(1, countdown - track);
  return countdown + (VISITED_AFTER * lowest) / seats;
}

const VISITED_AFTER = 10;

/** Whether no skull leaves a day any more. */
export const isDry = ({ view, options }: Pick<Situation, 'view' | 'options'>): boolean =>
  view.ending === 'flood' || (view.ending === 'invasion' && !options.invasionPickup);
