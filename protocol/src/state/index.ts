import type { FlowerWarView, MexicaView, SpaceAztecsView, TieqchieqView } from '@flower-war/rules';
import { FlowerWarTable } from './flowerWar.ts';
import { MexicaTable } from './mexica.ts';
import { SpaceAztecsTable } from './spaceAztecs.ts';
import type { TableClass } from './table.ts';
import { TieqchieqTable } from './tieqchieq.ts';

/** The table schema of every game, by its id. */
export const TABLES: Readonly<Record<string, TableClass>> = {
  'flower-war': FlowerWarTable,
  mexica: MexicaTable,
  'space-aztecs': SpaceAztecsTable,
  tieqchieq: TieqchieqTable,
};

/** What a player of each game sees. */
export interface Views {
  readonly 'flower-war': FlowerWarView;
  readonly mexica: MexicaView;
  readonly 'space-aztecs': SpaceAztecsView;
  readonly tieqchieq: TieqchieqView;
}

export type ViewOf<G extends string> = G extends keyof Views ? Views[G] : Readonly<Record<string, unknown>>;
