import type { GameId } from '@flower-war/rules';
import { FlowerWarTable } from './flowerWar.ts';
import { MexicaTable } from './mexica.ts';
import { SpaceAztecsTable } from './spaceAztecs.ts';
import type { TableClass } from './table.ts';
import { TieqchieqTable } from './tieqchieq.ts';

/** The compiler names a game that is missing here. */
const OF_GAMES: Readonly<Record<GameId, TableClass>> = {
  'flower-war': FlowerWarTable,
  mexica: MexicaTable,
  'space-aztecs': SpaceAztecsTable,
  tieqchieq: TieqchieqTable,
};

/** The table schema of every game, by its id. */
export const TABLES: Readonly<Record<string, TableClass>> = OF_GAMES;
