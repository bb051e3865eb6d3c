/** Verifies records by the rules in this copy of the program. */
import { type Broken, type RecordFile, type RecordVerdict, verify } from '@flower-war/protocol';
import { engine, GAMES } from '@flower-war/rules';

export interface Given {
  readonly record: RecordFile;
  /** The record of the match that it goes on from. */
  readonly parent?: RecordFile;
}

/** Checks a state by today's rules. States of older rules cannot be checked. */
const broken: Broken = (id, version, state) => {
  const known = GAMES.get(id);
  return known?.game.rulesVersion === version ? known.broken(state) : [];
};

export function judge({ record, parent }: Given): Promise<RecordVerdict> {
  return verify(record, engine, { broken, ...(parent !== undefined && { parent }) });
}
