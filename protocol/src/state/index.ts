import type { TieqchieqView } from '@flower-war/rules';
import type { TableClass } from './table.ts';
import { TieqchieqTable } from './tieqchieq.ts';

/** The table schema of every game, by its id. */
export const TABLES: Readonly<Record<string, TableClass>> = {
  tieqchieq: TieqchieqTable,
};

/** What a player of each game sees. */
export interface Views {
  readonly tieqchieq: TieqchieqView;
}

export type ViewOf<G extends string> = G extends keyof Views ? Views[G] : Readonly<Record<string, unknown>>;
