/** Verifies by the rules that this copy holds. */
import { type Broken, type RecordFile, type RecordVerdict, verify } from '@flower-war/protocol';
import { engine, GAMES } from '@flower-war/rules';

export interface Given {
  readonly record: RecordFile;
  /** Of the match that it goes on from. */
  readonly parent?: RecordFile;
}

/** What today's rules know of their own states; of older ones it is not known. */
const broken: Broken = (id, version, state) => {
  const known = GAMES.get(id);
  return known?.game.rulesVersion === version ? known.broken(state) : [];
};

export function judge({ record, parent }: Given): Promise<RecordVerdict> {
  return verify(record, engine, { broken, ...(parent !== undefined && { parent }) });
}
