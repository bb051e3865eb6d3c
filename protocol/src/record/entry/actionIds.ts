/** Which entries have an id: only those that a player asked for. */
import type { Entry } from './entries.ts';

const NEEDS_ID = 'a player asked for it, so it must have an id';
const NO_ID = 'no player asked for it, so it must have no id';

/** What is wrong with an id that the schema leaves open. The schemas of all other kinds say it themselves. */
export function fieldsProblem(entry: Entry): string | undefined {
  if (entry.kind === 'move') return idProblem(entry, entry.by === 'player');
  if (entry.kind === 'agreement') return idProblem(entry, entry.is !== 'over');
  if (entry.kind === 'absence') return entry.what === 'resigned' ? idProblem(entry, true) : undefined;
  if (entry.kind !== 'temple' || entry.what !== 'unbound') return undefined;
  return entry.seat === undefined ? idProblem(entry, false) : 'an unbound temple must name no seat';
}

function idProblem({ id }: { readonly id?: unknown }, hasId: boolean): string | undefined {
  if ((id !== undefined) === hasId) return undefined;
  return hasId ? NEEDS_ID : NO_ID;
}
