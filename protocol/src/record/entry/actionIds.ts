/** Which entries have an id: only those that a player asked for. */
import type { Entry } from './entries.ts';

const NEEDS_ID = 'a player asked for it, so it must have an id';
const NO_ID = 'no player asked for it, so it must have no id';

/** What is wrong with the fields of an entry that its schema cannot say. */
export function fieldsProblem(entry: Entry): string | undefined {
  switch (entry.kind) {
    case 'move':
      return idProblem(entry, entry.by === 'player');
    case 'agreement':
      return idProblem(entry, entry.is !== 'over');
    case 'absence':
      return entry.what === 'resigned' ? idProblem(entry, true) : undefined;
    case 'temple':
      if (entry.what !== 'unbound') return undefined;
      return entry.seat === undefined ? idProblem(entry, false) : 'an unbound temple must name no seat';
    default:
      return undefined;
  }
}

function idProblem({ id }: { readonly id?: unknown }, hasId: boolean): string | undefined {
  if ((id !== undefined) === hasId) return undefined;
  return hasId ? NEEDS_ID : NO_ID;
}
