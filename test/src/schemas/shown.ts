/** What clients are shown of each game. The JSON schemas in docs/schemas are made from these types and their comments. */
import type { LegalMove, TableJson, Views } from '@flower-war/protocol';
import type { GameId, GameTypes } from '@flower-war/rules';

/** By game. */
export type Shown = {
  readonly [G in GameId]: {
    readonly view: Views[G];
    readonly event: GameTypes[G]['event'];
    readonly move: LegalMove<G>;
    readonly reason: GameTypes[G]['reason'];
    readonly table: TableJson<Views[G]>;
  };
};
