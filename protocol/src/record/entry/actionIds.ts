/** Which entries have an id: what a person asked for, and nothing else. */
import type { Entry } from './entries.ts';

const NEEDS_ID = 'what a person asked for has an id';
const NO_ID = 'nobody asked for it, so it has no id';

/** What is wrong with the fields of an entry by itself, beyond what its form says. */
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
      return entry.seat === undefined ? idProblem(entry, false) : 'a temple is unbound for no seat';
    default:
      return undefined;
  }
}

function idProblem({ id }: { readonly id?: unknown }, hasId: boolean): string | undefined {
  if ((id !== undefined) === hasId) return undefined;
  return hasId ? NEEDS_ID : NO_ID;
}
